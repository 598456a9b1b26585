//! Whether an attempt at a level can still fail when its plan stands.

use crate::draft::LevelDraft;
use crate::furnish::services;
use crate::kinds::crypt::boss;
use crate::passes::contract;
use content::{Pass, Pattern};

/// The part of the furnishing passes, from the first on, that must run until it is certain whether the attempt succeeds.
///
/// A plan that keeps the contract of every kind does so when it is furnished: nothing is placed where it would block a way
/// (see [`crate::draft::placement_map::PlacementMap`]). So the walk of the certificate, which leads round all
/// things, finds its ways, too. What else can fail is only that there is no cell for something indispensable.
pub(crate) fn doubtful<'p>(furnishing: &'p [Pass], draft: &mut LevelDraft<'_>) -> &'p [Pass] {
    if contract::run(draft).is_err() {
        return furnishing;
    }
    let may_fail = |&place: &usize| match furnishing[place] {
        Pass::Services => {
            let is_first =
                furnishing[..place].iter().all(|pass| matches!(pass, Pass::Walls | Pass::Doors));
            !(is_first && services::surely_fit(draft))
        }
        Pass::Openers => draft.locked.as_ref().is_some_and(|locked| !locked.items.is_empty()),
        Pass::Boss => boss::due(draft).is_some(),
        // A smaller cycle may fall back to two open ways, the great one may not.
        Pass::PatternEncounters => {
            draft.cycles.as_ref().and_then(|cycles| cycles.all.first()).is_some_and(|great| {
                matches!(great.pattern, Pattern::Patrol | Pattern::DangerousShortcut)
            })
        }
        Pass::Walls
        | Pass::Doors
        | Pass::Stacks
        | Pass::Grass
        | Pass::Traps
        | Pass::Chests
        | Pass::Lights
        | Pass::Actors
        | Pass::Garrison
        | Pass::Crates
        | Pass::Items
        | Pass::Wardrobes
        | Pass::Alcoves
        | Pass::Certificate
        | Pass::Contract => false,
        _ => true,
    };
    let last = (0..furnishing.len()).rev().find(may_fail);
    &furnishing[..last.map_or(0, |last| last + 1)]
}
