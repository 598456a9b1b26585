//! The floors of a journey as they are generated from the seed.

use crate::sim::prelude::*;
use std::sync::Arc;

use crate::sim::shift::build;
use crate::sim::shift::mess::Mess;
use levels::{GenError, Level, Request, generate};

/// How often a floor that does not come about, or is not right, is generated anew from another stream.
const MAX_ATTEMPTS: u32 = 8;

/// Numbers of attempts are told apart from those of floors by so many bits.
const ATTEMPT_SHIFT: u32 = 8;

/// The first level that comes about for a floor of a site and is right. The key of the request is that of the floor, whichever
/// attempt it was.
///
/// # Errors
/// None came about, or none was right.
pub(super) fn level(
    site: SiteId,
    floor: u8,
    request: &Request,
    catalog: &Catalog,
    is_right: impl Fn(&Level) -> bool,
) -> Result<Level, GenError> {
    let key = |attempt: u32| Atlas::floor_key(site, attempt << ATTEMPT_SHIFT | u32::from(floor));
    let mut last = None;
    for attempt in 0..MAX_ATTEMPTS {
        match generate(&Request { floor: key(attempt), ..request.clone() }, catalog) {
            Ok(level) if is_right(&level) => return Ok(Level { floor: key(0), ..level }),
            Ok(level) => {
                last = Some(GenError::Unworkable {
                    kind: level.kind,
                    seed: level.seed,
                    reason: "it is not what the journey needs".to_owned(),
                });
            }
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| unreachable!("it was tried")))
}

/// The worlds of levels before anybody has come in, the player off them.
pub(super) fn pristine(
    levels: &[Level],
    run: &RunState,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Vec<World> {
    let floors = levels.iter();
    floors
        .map(|level| build::pristine(level, &Mess::default(), run.clone(), seed, catalog))
        .collect()
}
