//! The attempts at a level: whole, or only until its plan is certain.

use crate::draft::LevelDraft;
use crate::error::{GenError, PassError};
use crate::level::Level;
use crate::measure::plan::Plan;
use crate::request::Request;
use crate::{outlook, pass};
use content::{Catalog, Pass};

/// Generates the level of a request. The same request and content always give the same level.
///
/// When an attempt fails, another one begins with another stream, as often as the recipe allows.
///
/// # Errors
/// Refuses an invalid request before any work; fails when all attempts failed.
pub fn generate(request: &Request, catalog: &Catalog) -> Result<Level, GenError> {
    first_success(request, catalog, |mut draft| {
        run(&draft.spec.kind.passes, &mut draft)?;
        Ok(draft.into_level())
    })
}

/// What `read` makes of the plan of the level of a request: the plan of what [`generate`] returns, in less time.
///
/// Most levels are not furnished: the plan is that of the first attempt that succeeds, and whether an attempt does is mostly
/// certain as soon as its plan stands.
///
/// # Errors
/// The same as those of [`generate`].
pub fn generate_plan<T>(
    request: &Request,
    catalog: &Catalog,
    read: impl Fn(&Plan<'_>) -> T,
) -> Result<T, GenError> {
    first_success(request, catalog, |mut draft| {
        let passes = &draft.spec.kind.passes;
        let planning = passes.iter().rposition(|pass| !pass.keeps_plan()).map_or(0, |at| at + 1);
        let (planning, furnishing) = passes.split_at(planning);
        run(planning, &mut draft)?;
        let doubtful = outlook::doubtful(furnishing, &mut draft);
        run(doubtful, &mut draft)?;
        Ok(read(&Plan::of_draft(&draft)))
    })
}

/// An attempt that failed, and in which pass.
type FailedPass = (Pass, PassError);

/// Makes attempts until one succeeds, as often as the recipe allows.
fn first_success<T>(
    request: &Request,
    catalog: &Catalog,
    attempt: impl Fn(LevelDraft<'_>) -> Result<T, FailedPass>,
) -> Result<T, GenError> {
    let spec = request.spec(catalog)?;
    let mut reason = "no attempt was made";
    for number in 1..=spec.kind.attempts {
        match attempt(LevelDraft::new(&spec, catalog, number)) {
            Ok(made) => return Ok(made),
            Err((_, PassError::Retry(why))) => reason = why,
            Err((pass, error)) => {
                let (pass, fault) = (format!("{pass:?}"), error.to_string());
                return Err(GenError::Recipe { kind: spec.kind.name.clone(), pass, fault });
            }
        }
    }
    Err(GenError::OutOfAttempts {
        kind: spec.kind.name.clone(),
        seed: spec.seed,
        attempts: spec.kind.attempts,
        reason,
    })
}

fn run(passes: &[Pass], draft: &mut LevelDraft<'_>) -> Result<(), FailedPass> {
    passes.iter().try_for_each(|&pass| {
        pass::run(pass, draft).map_err(|error| (pass, error))?;
        draft.keep_stage(pass);
        Ok(())
    })
}
