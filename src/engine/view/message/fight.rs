//! Messages for blows, wounds, deaths and statuses.

use crate::sim::{Boss, FightEvent, Who};
use crate::view::View;
use content::{BossKind, Catalog, Effect, HeavyBlow, ItemKind, Slot, counted, with_article};

use super::line::Tone;
use super::names::Names;
use super::phrases::begun;

pub(super) fn words(view: &View<'_>, event: &FightEvent) -> Option<(String, Tone)> {
    use Tone::{Bad, Good, Plain, Warning};
    let catalog = view.catalog();
    let names = Names { view };
    Some(match *event {
        FightEvent::Struck { by, victim, damage } => {
            let verb =
                if by.is_player() { "hit" } else { catalog.actor(by.kind).melee.verb.as_str() };
            let worth = if damage > 0 { format!(" for {damage}") } else { String::new() };
            let text =
                format!("{} {verb} {}{worth}.", names.either(by, victim)?, names.subject(victim));
            (text, if victim.is_player() { Bad } else { Plain })
        }
        FightEvent::Missed { by, victim } => {
            let verb = if by.is_player() { "miss" } else { "misses" };
            (format!("{} {verb} {}.", names.either(by, victim)?, names.subject(victim)), Plain)
        }
        FightEvent::Shot { by, victim, from, to, damage } => {
            let shot = catalog.actor(by.kind).shot.as_ref()?;
            let outcome = match damage {
                None => "and misses".to_owned(),
                Some(0) => "and it sticks".to_owned(),
                Some(damage) => format!("for {damage}"),
            };
            // Who is not seen is only known by where it comes from.
            let whence = if victim.is_player() && !names.is_seen(by) {
                format!(", from the {}", to.bearing(from).name())
            } else {
                String::new()
            };
            let text = format!(
                "{} {} {} {outcome}{whence}.",
                names.either(by, victim)?,
                shot.verb,
                names.subject(victim)
            );
            (text, if victim.is_player() && damage.is_some() { Bad } else { Plain })
        }
        FightEvent::Hurt { victim, by, damage } => {
            let cause = names.cause(by);
            if victim.is_player() {
                (format!("{cause} takes {damage} health from you."), Bad)
            } else {
                (format!("{cause} hurts {}.", names.seen(victim)?), Plain)
            }
        }
        FightEvent::Died { who, by } if who.is_player() => {
            (format!("You die. {} did it.", names.culprit(by)), Bad)
        }
        FightEvent::Died { who, .. } => (format!("{} dies.", names.seen(who)?), Good),
        // Single points are shown by the health bar alone.
        FightEvent::Healed { who, amount: ..=1 } if who.is_player() => return None,
        FightEvent::Healed { who, amount } if who.is_player() => {
            (format!("You feel better by {amount}."), Good)
        }
        FightEvent::Healed { who, .. } => (format!("{} looks better.", names.seen(who)?), Plain),
        FightEvent::StatusBegan { who, status, turns } if who.is_player() => {
            let tone = if status.is_harmful() { Bad } else { Good };
            (format!("{} ({})", begun(status), counted(turns, "turn")), tone)
        }
        FightEvent::StatusBegan { who, status, .. } => {
            (format!("{} is {status}.", names.seen(who)?), Plain)
        }
        FightEvent::StatusEnded { who, status } if who.is_player() => {
            (format!("You are no longer {status}."), Plain)
        }
        FightEvent::StatusEnded { .. } => return None,
        FightEvent::StruggledFree { who } if who.is_player() => ("You struggle free.".into(), Good),
        FightEvent::StruggledFree { who } => {
            (format!("{} struggles free.", names.seen(who)?), Plain)
        }
        FightEvent::Struggled { who } if who.is_player() => ("You struggle.".into(), Plain),
        FightEvent::Struggled { who } => (format!("{} struggles.", names.seen(who)?), Plain),
        FightEvent::TrapSprung { trap, at, victim } => {
            if !victim.seen && !view.is_visible(at) {
                // Those of a raid are told with its noises.
                let is_night = view.is_before_raid();
                let text = "Somewhere an armed trap goes off.".to_owned();
                return is_night.then_some((text, Warning));
            }
            let text = catalog.trap(trap).sprung.replace("{victim}", &names.subject(victim));
            (text, if victim.is_player() { Bad } else { Good })
        }
        FightEvent::Shattered { item, at } => {
            names.watched(at)?;
            let kind = catalog.item(item);
            let name = match kind.slot {
                Slot::Missile => kind.name.as_str(),
                slot => slot.name(),
            };
            (format!("The {name} breaks."), Plain)
        }
        FightEvent::Fizzled { item } => (fizzled(catalog.item(item)), Plain),
        FightEvent::ThreatSeen { who } => {
            let kind = with_article(&catalog.actor(who.kind).name);
            let text = match view.own_name(who.id) {
                Some(name) => format!("You see {name}, {kind}."),
                None => format!("You see {kind}."),
            };
            (text, Warning)
        }
        FightEvent::ThreatLost { who } => (format!("{} has lost you.", names.seen(who)?), Good),
        FightEvent::WoundUp { who, blow, ref cells } => {
            let warning = &heavy(catalog, who, blow)?.warning;
            let aimed = if cells.contains(&view.player().pos) {
                " You stand where it will land."
            } else {
                ""
            };
            (format!("{} {warning}.{aimed}", names.seen(who)?), Warning)
        }
        // Hits of a heavy blow have messages of their own.
        FightEvent::HeavyBlow { who, blow, ref cells } => {
            let is_missed = !cells.iter().any(|&at| view.is_occupied(at));
            if !is_missed {
                return None;
            }
            let missed = &heavy(catalog, who, blow)?.missed;
            (format!("{} {missed}.", names.seen(who)?), Plain)
        }
        FightEvent::BlowLost { who } => {
            (format!("{} is caught in the middle of the blow.", names.seen(who)?), Good)
        }
        FightEvent::PhaseBegan { who, phase } => {
            let boss = boss(catalog, who)?;
            let text = match phase {
                Boss::CALLED_PARTY => &boss.call,
                Boss::LAST_STAND => &boss.stand,
                _ => &boss.leave,
            };
            (text.clone(), if phase == Boss::LEAVING { Good } else { Warning })
        }
        FightEvent::Shoved { who, .. } if who.is_player() => {
            ("The blow sends you staggering.".into(), Bad)
        }
        FightEvent::Shoved { who, .. } => {
            (format!("{} is sent staggering.", names.seen(who)?), Plain)
        }
        FightEvent::Blinked { who, .. } => {
            (format!("{} is not where it was.", names.seen(who)?), Plain)
        }
        FightEvent::Split { who, .. } => {
            (format!("{} comes apart, and both halves take it badly.", names.seen(who)?), Warning)
        }
    })
}

/// What comes of an item that has no effect now, and of one that is kept why.
fn fizzled(item: &ItemKind) -> String {
    let kept = match item.slot {
        Slot::Scroll => "You roll it up again",
        Slot::Charm => "It does not have to rest",
        _ => return "Nothing comes of it.".to_owned(),
    };
    let why = match item.effects.first() {
        Some(Effect::FinishJob) => "there is no job beside you for it to finish",
        Some(Effect::Kindle) => "there is no dead brazier in sight",
        Some(Effect::Identify) => "you know what all that you carry is",
        Some(Effect::Scrub { .. }) => "there is no stain in sight",
        Some(Effect::Map) => "you know the plan already",
        Some(Effect::Around { .. }) => "there is nobody near whom it concerns",
        _ => "there is nothing here that it concerns",
    };
    format!("Nothing comes of it: {why}. {kept}.")
}

/// The boss data of an actor.
fn boss(catalog: &Catalog, who: Who) -> Option<&BossKind> {
    catalog.actor(who.kind).boss.as_ref()
}

fn heavy(catalog: &Catalog, who: Who, blow: u8) -> Option<&HeavyBlow> {
    boss(catalog, who)?.blows.get(usize::from(blow))
}
