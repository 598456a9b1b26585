//! Messages for raids that the player sees or hears from inside.

use crate::sim::{Fixture, RaidEvent};
use crate::view::View;
use crate::view::names::Visit;

use super::told::Tone::{Bad, Good, Plain, Warning};
use super::told::{Names, Told, told};

pub(super) fn words(view: &View<'_>, event: &RaidEvent) -> Told {
    let trap_name = |trap| &view.catalog().trap(trap).name;
    let names = Names { view };
    match *event {
        RaidEvent::RaidBegan { party } => {
            let report = view.world().dawn_report();
            let leader = report.and_then(|report| report.members.first()?.person);
            let name = view.company(party, leader, Visit::Dawn);
            let text = if view.is_away() {
                format!("They are coming: {name}.")
            } else {
                format!("It is dawn, and they are in: {name}. You are still here.")
            };
            told(text, Warning)
        }
        RaidEvent::HeardAbove => {
            told("Boots overhead. They are in, above you, and on their way down.", Warning)
        }
        RaidEvent::PartyCameDown if view.is_away() => {
            told("Those who are left go down the stairs.", Warning)
        }
        RaidEvent::PartyCameDown => {
            told("They have come down the stairs, those who are left of them.", Warning)
        }
        RaidEvent::RaiderLeft { who, through: true } if view.has_stairs_down() => {
            names.other_does(who, "goes down the stairs.", Plain)
        }
        RaidEvent::RaiderLeft { who, through: true } => {
            names.other_does(who, "is out by the exit.", Plain)
        }
        RaidEvent::RaiderLeft { who, .. } => names.other_does(who, "turns back and runs.", Good),
        RaidEvent::Searched { who, at } => {
            let is_alcove = view.cell(at).fixture == Some(Fixture::Alcove);
            let place = if is_alcove { "alcove" } else { "wardrobe" };
            names.does_at(who, at, &format!("looks into the {place}."), Warning)
        }
        RaidEvent::ChestLooted { who, at } => names.does_at(who, at, "empties a chest.", Bad),
        RaidEvent::Pocketed { who, stack, at } => {
            let what = view.item_name(stack.kind, stack.count);
            names.does_at(who, at, &format!("pockets {what}."), Bad)
        }
        RaidEvent::TrapNoticed { who, trap, at } => {
            names.seen(who)?;
            names.does_at(who, at, &format!("has seen the {} trap.", trap_name(trap)), Bad)
        }
        RaidEvent::AtTrap { who, trap, at, bursts } => {
            let cord = view.world().shift.prepared.cord_at(at);
            let cord = cord.map_or(String::new(), |cord| format!(" on cord {}", cord + 1));
            let trap = format!("{} trap{cord}", trap_name(trap));
            let does = if bursts {
                format!("takes aim at the {trap}.")
            } else {
                format!("kneels down to take the {trap} apart.")
            };
            names.does_at(who, at, &does, Warning)
        }
        RaidEvent::TrapDisarmed { who, trap, at } => {
            names.does_at(who, at, &format!("takes the {} trap apart.", trap_name(trap)), Bad)
        }
        RaidEvent::TrapBurst { who, trap, at } => {
            let trap = trap_name(trap);
            let does = format!("throws a bolt at the {trap} trap, from a good way off.");
            names.does_at(who, at, &does, Bad)
        }
        RaidEvent::CordPulled { cord, .. } => told(format!("You pull cord {}.", cord + 1), Plain),
        RaidEvent::CordWound { cord, .. } => {
            told(format!("Cord {} is wound up again.", cord + 1), Plain)
        }
        RaidEvent::InReach { who, cord, stays } => {
            let comes = if stays { "is still" } else { "comes" };
            names.other_does(who, &format!("{comes} within reach of cord {}.", cord + 1), Warning)
        }
        RaidEvent::TurnsHome { who } => {
            names.other_does(who, "has had enough, and turns for home.", Good)
        }
        RaidEvent::SetLoose { who } => names.other_does(who, "is let loose.", Good),
        RaidEvent::LightLit { who, at } => names.does_at(who, at, "lights a brazier.", Plain),
        RaidEvent::UndeadTurned { by } => {
            names.other_does(by, "raises a hand, and the dead think better of it.", Plain)
        }
        RaidEvent::RetreatCalled => told("Somebody shouts. They are turning back.", Good),
        // Said of between nights, when nobody is there to see it.
        RaidEvent::DrivenOff { .. } => None,
        RaidEvent::RaidOver => told("The raid is over.", Plain),
    }
}
