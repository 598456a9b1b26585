//! Levels: from a kind, a seed and a depth to a plan with everything that stands on it.
//!
//! A kind is a recipe in `data/levels.ron`: a list of small passes over one `Plan`, in the
//! order carve, connect, furnish, certify. One stream of random numbers, keyed by seed, kind, depth
//! and attempt, feeds them, so that no level shifts another. What raiders do to a level is for `sim`.
//! Nothing here plays, draws on a screen or touches a file.

mod algo;
mod carve;
mod certify;
mod connect;
mod detail;
mod error;
mod furnish;
mod level;
mod marches;
mod measure;
mod pass;
mod plan;
mod request;
mod tile;
mod walk;

pub use detail::{
    BastionDetail, CaveTrace, CavernDetail, CloisterDetail, CryptDetail, Detail, Feature, House,
    HouseDetail, Join, KeepDetail, PartitionDetail, Repair, Rule, Side, Split, Stage, Subcycle,
    TownDetail, Trace, VaultDetail, WarrenDetail,
};
pub use error::{GenError, nearest};
pub use level::{
    Certificate, Gate, Handout, Level, Link, LinkKind, Role, Room, Thing, ThingKind, Work,
};
pub use marches::{
    Marches, MarchesMeasures, MarchesSetting, Road, Site, check_marches, generate_marches,
    measure_marches,
};
pub use measure::{Measures, differing, measure};
pub use request::{Request, find_kind};
pub use tile::Tile;
pub use walk::Walk;

use crate::content::Catalog;
use plan::{Plan, Stop};

/// The level that a request asks for. The same request and content give the same level, always.
///
/// Begins anew, with another stream, when an attempt fails, as often as the recipe allows.
///
/// # Errors
/// Refuses what is impossible before any work; says so when the attempts run out.
pub fn generate(request: &Request, catalog: &Catalog) -> Result<Level, GenError> {
    let order = request.order(catalog)?;
    let mut reason = "no attempt was made";
    for attempt in 1..=order.kind.attempts {
        let mut plan = Plan::new(&order, catalog, attempt);
        match order.kind.passes.iter().try_for_each(|&pass| {
            pass::run(pass, &mut plan)?;
            plan.keep_stage(pass);
            Ok(())
        }) {
            Ok(()) => return Ok(plan.into_level()),
            Err(Stop::Retry(why)) => reason = why,
            Err(Stop::Recipe(pass)) => {
                return Err(GenError::Recipe { kind: order.kind.name.clone(), pass });
            }
        }
    }
    Err(GenError::OutOfAttempts {
        kind: order.kind.name.clone(),
        seed: order.seed,
        attempts: order.kind.attempts,
        reason,
    })
}
