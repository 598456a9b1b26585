//! Keys and tools, where the locks were proven to need them.

use crate::levelgen::algo::locks::Opener;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::level::{Role, ThingKind};

/// Lays what opens the gates into its rooms: in the start room into a corner, out of the way of the rest,
/// elsewhere as near to the middle as can be.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let Some(locked) = plan.locked.take() else {
        return Err(PassError::Recipe("Openers"));
    };
    for item in &locked.items {
        let area = plan.rooms[item.room].rect();
        let (centre, start) = (area.centre(), plan.start);
        let found = if plan.rooms[item.room].role == Role::Start {
            plan.best_in(area, |site, pos| (8 - site.room_around(pos) as i32, pos.manhattan(start)))
        } else {
            plan.best_in(area, |_, pos| (-pos.steps_to(centre), -pos.manhattan(centre)))
        };
        let pos = found.ok_or(PassError::Retry("there is no room for a key"))?;
        plan.stand(kind_of(item.opener), &item.opener.to_string(), 1, pos);
    }
    plan.locked = Some(locked);
    Ok(())
}

/// The kind of thing that opens gates in this way.
pub(in crate::levelgen) fn kind_of(opener: Opener) -> ThingKind {
    match opener {
        Opener::Key => ThingKind::Key,
        Opener::BossKey => ThingKind::BossKey,
        Opener::Feather => ThingKind::Feather,
        Opener::Satchel => ThingKind::Satchel,
    }
}
