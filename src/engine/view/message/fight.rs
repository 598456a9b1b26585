//! Messages for blows, wounds, deaths and statuses.

use crate::sim::{Boss, FightEvent, Who};
use crate::view::View;
use content::{BossKind, Catalog, Effect, HeavyBlow, ItemKind, Slot, counted, with_article};

use super::phrases::begun;
use super::told::Tone::{Bad, Good, Plain, Warning};
use super::told::{Names, Told, told};

pub(super) fn words(view: &View<'_>, event: &FightEvent) -> Told {
    let (catalog, names) = (view.catalog(), Names { view });
    match *event {
        FightEvent::Struck { by, victim, damage } => {
            let verb = if by.is_player() { "hit" } else { &catalog.actor(by.kind).melee.verb };
            let worth = if damage > 0 { format!(" for {damage}") } else { String::new() };
            let (who, whom) = (names.either(by, victim)?, names.subject(victim));
            let tone = if victim.is_player() { Bad } else { Plain };
            told(format!("{who} {verb} {whom}{worth}."), tone)
        }
        FightEvent::Missed { by, victim } => {
            let verb = if by.is_player() { "miss" } else { "misses" };
            let who = names.either(by, victim)?;
            told(format!("{who} {verb} {}.", names.subject(victim)), Plain)
        }
        FightEvent::Shot { by, victim, from, to, damage } => {
            let verb = &catalog.actor(by.kind).shot.as_ref()?.verb;
            let outcome = match damage {
                None => "and misses".to_owned(),
                Some(0) => "and it sticks".to_owned(),
                Some(damage) => format!("for {damage}"),
            };
            // A shooter that is not seen is only known by where the shot comes from.
            let whence = if victim.is_player() && !names.is_seen(by) {
                format!(", from the {}", to.bearing(from).name())
            } else {
                String::new()
            };
            let (who, whom) = (names.either(by, victim)?, names.subject(victim));
            let tone = if victim.is_player() && damage.is_some() { Bad } else { Plain };
            told(format!("{who} {verb} {whom} {outcome}{whence}."), tone)
        }
        FightEvent::Hurt { victim, by, damage } if victim.is_player() => {
            told(format!("{} takes {damage} health from you.", names.cause(by)), Bad)
        }
        FightEvent::Hurt { victim, by, .. } => {
            told(format!("{} hurts {}.", names.cause(by), names.seen(victim)?), Plain)
        }
        FightEvent::Died { who, by } if who.is_player() => {
            told(format!("You die. {} did it.", names.culprit(by)), Bad)
        }
        FightEvent::Died { who, .. } => names.other_does(who, "dies.", Good),
        // Single points are shown by the health bar alone.
        FightEvent::Healed { who, amount: ..=1 } if who.is_player() => None,
        FightEvent::Healed { who, amount } => {
            let own = format!("You feel better by {amount}.");
            names.does(who, (&own, Good), ("looks better.", Plain))
        }
        FightEvent::StatusBegan { who, status, turns } => {
            let own = format!("{} ({})", begun(status), counted(turns, "turn"));
            let tone = if status.is_harmful() { Bad } else { Good };
            names.does(who, (&own, tone), (&format!("is {status}."), Plain))
        }
        FightEvent::StatusEnded { who, status } => {
            let is_own = who.is_player();
            is_own.then(|| (format!("You are no longer {status}."), Plain))
        }
        FightEvent::StruggledFree { who } => {
            names.does(who, ("You struggle free.", Good), ("struggles free.", Plain))
        }
        FightEvent::Struggled { who } => {
            names.does(who, ("You struggle.", Plain), ("struggles.", Plain))
        }
        FightEvent::TrapSprung { trap, at, victim } => {
            if !victim.seen && !view.is_visible(at) {
                // Those of a raid are told with its noises.
                let is_night = view.is_before_raid();
                return is_night.then(|| ("Somewhere an armed trap goes off.".into(), Warning));
            }
            let text = catalog.trap(trap).sprung.replace("{victim}", &names.subject(victim));
            told(text, if victim.is_player() { Bad } else { Good })
        }
        FightEvent::Shattered { item, at } => {
            let kind = catalog.item(item);
            let name = match kind.slot {
                Slot::Missile => kind.name.as_str(),
                slot => slot.name(),
            };
            names.at(at, format!("The {name} breaks."), Plain)
        }
        FightEvent::Fizzled { item } => told(fizzled(catalog.item(item)), Plain),
        FightEvent::ThreatSeen { who } => {
            let kind = with_article(&catalog.actor(who.kind).name);
            let name = view.own_name(who.id).map_or(String::new(), |name| format!("{name}, "));
            told(format!("You see {name}{kind}."), Warning)
        }
        FightEvent::ThreatLost { who } => names.other_does(who, "has lost you.", Good),
        FightEvent::WoundUp { who, blow, ref cells } => {
            let warning = &heavy(catalog, who, blow)?.warning;
            let is_aimed = cells.contains(&view.player().pos);
            let aimed = if is_aimed { " You stand where it will land." } else { "" };
            names.other_does(who, &format!("{warning}.{aimed}"), Warning)
        }
        // Hits of a heavy blow have messages of their own.
        FightEvent::HeavyBlow { ref cells, .. } if cells.iter().any(|&at| view.is_occupied(at)) => {
            None
        }
        FightEvent::HeavyBlow { who, blow, .. } => {
            let missed = &heavy(catalog, who, blow)?.missed;
            names.other_does(who, &format!("{missed}."), Plain)
        }
        FightEvent::BlowLost { who } => {
            names.other_does(who, "is caught in the middle of the blow.", Good)
        }
        FightEvent::PhaseBegan { who, phase } => {
            let boss = boss(catalog, who)?;
            match phase {
                Boss::CALLED_PARTY => told(&boss.call, Warning),
                Boss::LAST_STAND => told(&boss.stand, Warning),
                Boss::LEAVING => told(&boss.leave, Good),
                _ => told(&boss.leave, Warning),
            }
        }
        FightEvent::Shoved { who, .. } => {
            let own = "The blow sends you staggering.";
            names.does(who, (own, Bad), ("is sent staggering.", Plain))
        }
        FightEvent::Blinked { who, .. } => names.other_does(who, "is not where it was.", Plain),
        FightEvent::Split { who, .. } => {
            names.other_does(who, "comes apart, and both halves take it badly.", Warning)
        }
    }
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

fn boss(catalog: &Catalog, who: Who) -> Option<&BossKind> {
    catalog.actor(who.kind).boss.as_ref()
}

fn heavy(catalog: &Catalog, who: Who, blow: u8) -> Option<&HeavyBlow> {
    boss(catalog, who)?.blows.get(usize::from(blow))
}
