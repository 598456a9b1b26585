//! Messages for doors, fire, light, gates and noises.

use crate::sim::{Burnt, Event, FightEvent, FloorEvent, RaidEvent, Who};
use crate::view::View;
use content::{ActorKind, Gate, capital};

use super::phrases::first_sight;
use super::told::Tone::{Bad, Good, Plain, Warning, Work};
use super::told::{Names, Told, direction, told};

/// From this loudness on a noise is a great one.
const GREAT_NOISE: u8 = 20;

/// How far the loud events of a raid are heard, in cells.
const RAID_EVENT_HEARING_CELLS: i32 = 40;
/// How far the other events of a raid are heard, in cells.
const HEARING_CELLS: i32 = 24;

pub(super) fn words(view: &View<'_>, event: &FloorEvent) -> Told {
    let names = Names { view };
    // Whoever is at a door in sight, if it is not the player.
    let at_door = |who: Who, at, own: &str, tone, does: &str, other_tone| {
        if who.is_player() {
            return told(own, tone);
        }
        names.at(at, format!("{} {does}", names.at_door(who)), other_tone)
    };
    match *event {
        FloorEvent::GasReleased { at } => names.at(at, "Gas spreads.", Warning),
        FloorEvent::Noise { at, loudness } => {
            let distance = at.steps_to(view.player().pos);
            if view.is_visible(at) || distance == 0 || distance > i32::from(loudness) {
                return None;
            }
            // `heard` has better messages for the noises of a raid.
            let rules = &view.catalog().rules;
            let mut of_raid = [rules.noise_fight, rules.noise_force].into_iter();
            if view.intruders().is_some()
                && of_raid.any(|known| view.world().carried(known) == loudness)
            {
                return None;
            }
            let what = if loudness >= GREAT_NOISE { "A great noise" } else { "A noise" };
            told(format!("{what} from the {}.", direction(view, at)), Plain)
        }
        FloorEvent::DoorOpened { who, at } => {
            at_door(who, at, "You open the door.", Plain, "opens a door.", Warning)
        }
        FloorEvent::DoorClosed { who, at } => {
            at_door(who, at, "You shut the door.", Plain, "shuts a door.", Plain)
        }
        FloorEvent::DoorBarred { who, at } => {
            let own = "You lay the bar across. It will hold a while.";
            at_door(who, at, own, Good, "bars a door.", Plain)
        }
        FloorEvent::DoorSlammed { at } => names.at(at, "The door slams, and is barred.", Good),
        FloorEvent::LightOn { at } => names.at(at, "A brazier flares up by itself.", Good),
        FloorEvent::Unbarred { who, at } => {
            at_door(who, at, "You lift the bar.", Plain, "lifts the bar.", Plain)
        }
        FloorEvent::DoorHammered { who, at } => {
            names.at(at, format!("{} hammers at the door.", names.at_door(who)), Warning)
        }
        FloorEvent::DoorForced { who, at, blows: 1 } => {
            names.at(at, format!("{} kicks a door off its hinges.", names.at_door(who)), Warning)
        }
        FloorEvent::DoorForced { who, at, .. } => {
            let who = capital(&names.at_door(who));
            names.at(at, format!("The door gives way. {who} broke it."), Warning)
        }
        FloorEvent::FireBegan { at } => names.at(at, "Fire!", Warning),
        FloorEvent::Burnt { at, what } => match what {
            Burnt::Door => names.at(at, "The door has burnt through.", Warning),
            Burnt::Crate => names.at(at, "The crate is ashes, and what was in it.", Plain),
            Burnt::Wardrobe => names.at(at, "The wardrobe falls in on itself, alight.", Plain),
            Burnt::Body(kind) => {
                let body = view.body_name(kind);
                names.at(at, format!("The {body} is ashes. That is one way."), Work)
            }
            Burnt::Paper(kind) => {
                names.at(at, format!("{} burns to nothing.", view.item_name(kind, 1)), Plain)
            }
        },
        FloorEvent::GasFlashed { at } => names.at(at, "The gas goes off.", Warning),
        FloorEvent::Doused { at } => names.at(at, "Water, everywhere.", Plain),
        FloorEvent::LightOut { at, by: Some(by) } if !by.is_player() => {
            names.does_at(by, at, "puts a brazier out.", Warning)
        }
        FloorEvent::LightOut { at, .. } => {
            names.at(at, "A brazier goes out. It is on the order now.", Plain)
        }
        FloorEvent::Smothered { .. } => told("You beat out the flames. The mop pays for it.", Work),
        FloorEvent::Quenched { who } => {
            names.does(who, ("You go out with a hiss.", Good), ("goes out with a hiss.", Plain))
        }
        // A hiding place on the way of a walk is none to speak of.
        FloorEvent::Hid { .. } if view.is_on_the_way() => None,
        FloorEvent::Hid { .. } => told("You make yourself small. Nobody sees you.", Good),
        FloorEvent::DraggedOut { by, .. } => {
            told(format!("{} drags you out into the open.", names.subject(by)), Bad)
        }
        FloorEvent::Unlocked { who, at, key } => {
            let does = match view.catalog().item(key).opens {
                Some(Gate::BossDoor) => {
                    "turn the boss key with both hands. One bolt after another."
                }
                _ => "unlock the door. The key stays in the lock.",
            };
            names.does_at(who, at, does, Good)
        }
        FloorEvent::Blasted { .. } => {
            told("The rubble goes up with a bang. So does everybody who slept.", Warning)
        }
        FloorEvent::CrateSmashed { .. } => told("The crate is firewood now.", Plain),
        FloorEvent::CrateHeld { stack, .. } => {
            let name = view.item_name(stack.kind, stack.count);
            told(format!("In it, of all things: {name}."), Good)
        }
        FloorEvent::JumpedDown { who, .. } => {
            let own = "You let yourself down the ledge. There is no way back up it.";
            names.does(who, (own, Warning), ("drops down the ledge.", Warning))
        }
        FloorEvent::GateSeen { gate, .. } => told(first_sight(view, gate), Plain),
        FloorEvent::OpenerSeen { item, .. } => {
            let name = view.item_name(item, 1);
            told(format!("You see {name}. That will be for something."), Good)
        }
        FloorEvent::Breached { who, at } => {
            names.does_at(who, at, "comes through the wall.", Warning)
        }
    }
}

/// The words for a raid that the player hears from inside: what happens out of sight, and in which
/// direction.
pub(super) fn heard(view: &View<'_>, event: &Event) -> Told {
    if view.shows_everything() || view.intruders().is_none() {
        return None;
    }
    let loud = RAID_EVENT_HEARING_CELLS;
    let (what, at, reach) = match *event {
        Event::Fight(FightEvent::TrapSprung { at, .. }) => ("a trap goes off", at, loud),
        Event::Floor(FloorEvent::DoorForced { at, .. }) => ("a door gives way", at, loud),
        Event::Floor(FloorEvent::DoorHammered { at, .. }) => {
            ("somebody hammers at a door", at, loud)
        }
        Event::Fight(FightEvent::Died { who, .. }) => {
            (cry(view.catalog().actor(who.kind))?, who.at, loud)
        }
        Event::Raid(RaidEvent::ChestLooted { at, .. }) => {
            ("a lid is thrown back", at, HEARING_CELLS)
        }
        Event::Raid(RaidEvent::TrapDisarmed { at, .. }) => {
            ("something of yours is taken apart", at, HEARING_CELLS)
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
    is_heard.then(|| (format!("From the {}: {what}.", direction(view, at)), Plain))
}

/// The death of an actor, as it is heard; only raiders and guards are.
fn cry(kind: &ActorKind) -> Option<&'static str> {
    match &kind.raider {
        Some(_) => Some("a scream, and then none"),
        None => kind.temperament.guards.then_some("a howl that you know, cut short"),
    }
}
