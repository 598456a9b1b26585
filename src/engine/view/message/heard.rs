//! Messages for a raid that the player hears from inside: what happens out of sight, and in which direction.

use crate::sim::{Event, FightEvent, FloorEvent, RaidEvent, Who};
use crate::view::View;
use content::ActorKind;

use super::line::Tone;
use super::names::direction;

/// How far the loud events of a raid are heard, in cells.
const RAID_EVENT_HEARING_CELLS: i32 = 40;
/// How far the other events of a raid are heard, in cells.
const HEARING_CELLS: i32 = 24;

pub(super) fn words(view: &View<'_>, event: &Event) -> Option<(String, Tone)> {
    if view.shows_everything() || view.intruders().is_none() {
        return None;
    }
    let kind = |who: Who| view.catalog().actor(who.kind);
    let (what, at, reach) = match *event {
        Event::Fight(FightEvent::TrapSprung { at, .. }) => {
            ("a trap goes off", at, RAID_EVENT_HEARING_CELLS)
        }
        Event::Floor(FloorEvent::DoorForced { at, .. }) => {
            ("a door gives way", at, RAID_EVENT_HEARING_CELLS)
        }
        Event::Floor(FloorEvent::DoorHammered { at, .. }) => {
            ("somebody hammers at a door", at, RAID_EVENT_HEARING_CELLS)
        }
        Event::Raid(RaidEvent::ChestLooted { at, .. }) => {
            ("a lid is thrown back", at, HEARING_CELLS)
        }
        Event::Raid(RaidEvent::TrapDisarmed { at, .. }) => {
            ("something of yours is taken apart", at, HEARING_CELLS)
        }
        Event::Fight(FightEvent::Died { who, .. }) => {
            (cry(kind(who))?, who.at, RAID_EVENT_HEARING_CELLS)
        }
        Event::Fight(FightEvent::Struck { by, .. } | FightEvent::Missed { by, .. }) => {
            ("blows", by.at, HEARING_CELLS)
        }
        Event::Fight(FightEvent::Shot { victim, .. }) => ("shots", victim.at, HEARING_CELLS),
        Event::Raid(RaidEvent::UndeadTurned { by }) => {
            ("a voice, raised against the dead", by.at, HEARING_CELLS)
        }
        _ => return None,
    };
    let is_heard = at.steps_to(view.player().pos) <= reach && !view.is_visible(at);
    is_heard.then(|| (format!("From the {}: {what}.", direction(view, at)), Tone::Plain))
}

/// The death of an actor, as it is heard; only raiders and guards are.
fn cry(kind: &ActorKind) -> Option<&'static str> {
    if kind.raider.is_some() {
        Some("a scream, and then none")
    } else {
        kind.temperament.guards.then_some("a howl that you know, cut short")
    }
}
