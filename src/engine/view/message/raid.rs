//! Messages for raids that the player sees or hears from inside.

use crate::sim::{Fixture, RaidEvent};
use crate::view::View;
use crate::view::called::Visit;

use super::line::Tone;
use super::names::Names;

pub(super) fn words(view: &View<'_>, event: &RaidEvent) -> Option<(String, Tone)> {
    use Tone::{Bad, Good, Plain, Warning};
    let catalog = view.catalog();
    let names = Names { view };
    Some(match *event {
        RaidEvent::RaidBegan { party } => {
            let leader =
                view.world().dawn_report().and_then(|report| report.members.first()?.person);
            let name = view.company(party, leader, Visit::Dawn);
            let text = if view.is_away() {
                format!("They are coming: {name}.")
            } else {
                format!("It is dawn, and they are in: {name}. You are still here.")
            };
            (text, Warning)
        }
        RaidEvent::HeardAbove => {
            ("Boots overhead. They are in, above you, and on their way down.".into(), Warning)
        }
        RaidEvent::PartyCameDown => {
            let text = if view.is_away() {
                "Those who are left go down the stairs."
            } else {
                "They have come down the stairs, those who are left of them."
            };
            (text.into(), Warning)
        }
        RaidEvent::RaiderLeft { who, through: true } if view.has_stairs_down() => {
            (format!("{} goes down the stairs.", names.seen(who)?), Plain)
        }
        RaidEvent::RaiderLeft { who, through: true } => {
            (format!("{} is out by the exit.", names.seen(who)?), Plain)
        }
        RaidEvent::RaiderLeft { who, .. } => {
            (format!("{} turns back and runs.", names.seen(who)?), Good)
        }
        RaidEvent::Searched { who, at } => {
            names.watched(at)?;
            let place = match view.cell(at).fixture {
                Some(Fixture::Alcove) => "alcove",
                _ => "wardrobe",
            };
            (format!("{} looks into the {place}.", names.subject(who)), Warning)
        }
        RaidEvent::ChestLooted { who, at } => {
            names.watched(at)?;
            (format!("{} empties a chest.", names.subject(who)), Bad)
        }
        RaidEvent::Pocketed { who, stack, at } => {
            names.watched(at)?;
            let what = view.item_name(stack.kind, stack.count);
            (format!("{} pockets {what}.", names.subject(who)), Bad)
        }
        RaidEvent::TrapNoticed { who, trap, at } => {
            names.watched(at)?;
            let trap = &catalog.trap(trap).name;
            (format!("{} has seen the {trap} trap.", names.seen(who)?), Bad)
        }
        RaidEvent::TrapDisarmed { who, trap, at } => {
            names.watched(at)?;
            let trap = &catalog.trap(trap).name;
            (format!("{} takes the {trap} trap apart.", names.subject(who)), Bad)
        }
        RaidEvent::TrapBurst { who, trap, at } => {
            names.watched(at)?;
            let trap = &catalog.trap(trap).name;
            (
                format!(
                    "{} throws a bolt at the {trap} trap, from a good way off.",
                    names.subject(who)
                ),
                Bad,
            )
        }
        RaidEvent::TrapBraved { who, at } => {
            names.watched(at)?;
            (
                format!(
                    "{} looks at the trap, and at the walls. There is no other way.",
                    names.subject(who)
                ),
                Good,
            )
        }
        RaidEvent::LightLit { who, at } => {
            names.watched(at)?;
            (format!("{} lights a brazier.", names.subject(who)), Plain)
        }
        RaidEvent::UndeadTurned { by } => {
            (format!("{} raises a hand, and the dead think better of it.", names.seen(by)?), Plain)
        }
        RaidEvent::RetreatCalled => ("Somebody shouts. They are turning back.".into(), Good),
        // Said of between nights, when nobody is there to see it.
        RaidEvent::DrivenOff { .. } => return None,
        RaidEvent::RaidOver => ("The raid is over.".into(), Plain),
    })
}
