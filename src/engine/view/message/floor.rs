//! Messages for doors, fire, light, gates and noises.

use crate::sim::{Burnt, FloorEvent};
use crate::view::View;
use content::{Gate, capital};

use super::line::Tone;
use super::names::{Names, direction};
use super::phrases::first_sight;

pub(super) fn words(view: &View<'_>, event: &FloorEvent) -> Option<(String, Tone)> {
    use Tone::{Bad, Good, Plain, Warning, Work};
    let catalog = view.catalog();
    let names = Names { view };
    Some(match *event {
        FloorEvent::GasReleased { at } if view.is_visible(at) => ("Gas spreads.".into(), Warning),
        FloorEvent::GasReleased { .. } => return None,
        FloorEvent::Noise { at, loudness } => {
            let distance = at.steps_to(view.player().pos);
            if view.is_visible(at) || distance == 0 || distance > i32::from(loudness) {
                return None;
            }
            // `heard` has better messages for the noises of a raid.
            let rules = &view.catalog().rules;
            let is_of_raid = view.intruders().is_some()
                && [rules.noise_fight, rules.noise_force]
                    .into_iter()
                    .any(|known| view.world().carried(known) == loudness);
            if is_of_raid {
                return None;
            }
            let what = if loudness >= 20 { "A great noise" } else { "A noise" };
            (format!("{what} from the {}.", direction(view, at)), Plain)
        }
        FloorEvent::DoorOpened { who, .. } if who.is_player() => {
            ("You open the door.".into(), Plain)
        }
        FloorEvent::DoorOpened { who, at } => {
            names.watched(at)?;
            (format!("{} opens a door.", names.at_door(who)), Warning)
        }
        FloorEvent::DoorClosed { who, .. } if who.is_player() => {
            ("You shut the door.".into(), Plain)
        }
        FloorEvent::DoorClosed { who, at } => {
            names.watched(at)?;
            (format!("{} shuts a door.", names.at_door(who)), Plain)
        }
        FloorEvent::DoorFellShut { at } => {
            names.watched(at)?;
            ("The door falls shut.".into(), Plain)
        }
        FloorEvent::DoorBarred { who, .. } if who.is_player() => {
            ("You lay the bar across. It will hold a while.".into(), Good)
        }
        FloorEvent::DoorBarred { who, at } => {
            names.watched(at)?;
            (format!("{} bars a door.", names.at_door(who)), Plain)
        }
        FloorEvent::Unbarred { who, .. } if who.is_player() => ("You lift the bar.".into(), Plain),
        FloorEvent::Unbarred { who, at } => {
            names.watched(at)?;
            (format!("{} lifts the bar.", names.at_door(who)), Plain)
        }
        FloorEvent::DoorHammered { who, at } => {
            names.watched(at)?;
            (format!("{} hammers at the door.", names.at_door(who)), Warning)
        }
        FloorEvent::DoorForced { who, at, blows: 1 } => {
            names.watched(at)?;
            (format!("{} kicks a door off its hinges.", names.at_door(who)), Warning)
        }
        FloorEvent::DoorForced { who, at, .. } => {
            names.watched(at)?;
            (format!("The door gives way. {} broke it.", capital(&names.at_door(who))), Warning)
        }
        FloorEvent::FireBegan { at } => {
            names.watched(at)?;
            ("Fire!".into(), Warning)
        }
        FloorEvent::Burnt { at, what } => {
            names.watched(at)?;
            match what {
                Burnt::Door => ("The door has burnt through.".into(), Warning),
                Burnt::Crate => ("The crate is ashes, and what was in it.".into(), Plain),
                Burnt::Wardrobe => ("The wardrobe falls in on itself, alight.".into(), Plain),
                Burnt::Body(kind) => {
                    (format!("The {} is ashes. That is one way.", view.body_name(kind)), Work)
                }
                Burnt::Paper(kind) => {
                    (format!("{} burns to nothing.", view.item_name(kind, 1)), Plain)
                }
            }
        }
        FloorEvent::GasFlashed { at } => {
            names.watched(at)?;
            ("The gas goes off.".into(), Warning)
        }
        FloorEvent::Doused { at } => {
            names.watched(at)?;
            ("Water, everywhere.".into(), Plain)
        }
        FloorEvent::LightOut { at, by: Some(by) } if !by.is_player() => {
            names.watched(at)?;
            (format!("{} puts a brazier out.", names.subject(by)), Warning)
        }
        FloorEvent::LightOut { at, .. } => {
            names.watched(at)?;
            ("A brazier goes out. It is on the order now.".into(), Plain)
        }
        FloorEvent::Smothered { .. } => {
            ("You beat out the flames. The mop pays for it.".into(), Work)
        }
        FloorEvent::Quenched { who } if who.is_player() => ("You go out with a hiss.".into(), Good),
        FloorEvent::Quenched { who } => {
            (format!("{} goes out with a hiss.", names.seen(who)?), Plain)
        }
        // A hiding place on the way of a walk is none to speak of.
        FloorEvent::Hid { .. } if view.is_on_the_way() => return None,
        FloorEvent::Hid { .. } => ("You make yourself small. Nobody sees you.".into(), Good),
        FloorEvent::DraggedOut { by, .. } => {
            (format!("{} drags you out into the open.", names.subject(by)), Bad)
        }
        FloorEvent::Unlocked { who, at, key } => {
            names.watched(at)?;
            let opened = names.subject(who);
            let text = match catalog.item(key).opens {
                Some(Gate::BossDoor) => {
                    format!("{opened} turn the boss key with both hands. One bolt after another.")
                }
                _ => format!("{opened} unlock the door. The key stays in the lock."),
            };
            (text, Good)
        }
        FloorEvent::Blasted { .. } => {
            ("The rubble goes up with a bang. So does everybody who slept.".into(), Warning)
        }
        FloorEvent::CrateSmashed { .. } => ("The crate is firewood now.".into(), Plain),
        FloorEvent::CrateHeld { stack, .. } => {
            let name = view.item_name(stack.kind, stack.count);
            (format!("In it, of all things: {name}."), Good)
        }
        FloorEvent::JumpedDown { who, .. } if who.is_player() => {
            ("You let yourself down the ledge. There is no way back up it.".into(), Warning)
        }
        FloorEvent::JumpedDown { who, .. } => {
            (format!("{} drops down the ledge.", names.seen(who)?), Warning)
        }
        FloorEvent::GateSeen { gate, .. } => (first_sight(view, gate).to_owned(), Plain),
        FloorEvent::OpenerSeen { item, .. } => {
            (format!("You see {}. That will be for something.", view.item_name(item, 1)), Good)
        }
        FloorEvent::Breached { who, at } => {
            names.watched(at)?;
            (format!("{} comes through the wall.", names.subject(who)), Warning)
        }
    })
}
