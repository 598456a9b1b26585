//! The plan that is told without the level is that of the level.

use content::Catalog;
use levels::{GenError, Level, Plan, Request, generate_plan};

/// Also if there is no level: then the reasons are the same.
pub(crate) fn check_plan(whole: Result<&Level, &GenError>, request: &Request, catalog: &Catalog) {
    let whole = whole.map(|level| told(&Plan::of(level)));
    let alone = generate_plan(request, catalog, told);
    assert_eq!(
        alone.map_err(|error| error.to_string()),
        whole.map_err(ToString::to_string),
        "{request:?}"
    );
}

/// All that is told of a plan.
fn told(plan: &Plan<'_>) -> [u32; 11] {
    [
        plan.attempts(),
        plan.rooms(),
        plan.links(),
        plan.gates(),
        plan.density(),
        plan.path(),
        plan.loops(),
        plan.dead_ends(),
        plan.chokepoints(),
        plan.linearity(),
        plan.symmetry(),
    ]
}
