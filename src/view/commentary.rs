//! A raid told by somebody who looks on from outside: who comes in, who steps on what, who falls, who runs.
//!
//! What it has no words of its own for it tells in those of the log.

use crate::base::Pos;
use crate::sim::{ActorId, Deed, Event, Fate, Who};

use super::examine::capital;
use super::message::message;
use super::tale::{number, roll_call};
use super::{Tone, View};

/// Somebody who tells a raid, and remembers what was said.
#[derive(Clone, Debug, Default)]
pub struct Commentator {
    /// Who has fought whom.
    fights: Vec<(ActorId, ActorId)>,
    /// Who is known to be in a bad way.
    failing: Vec<ActorId>,
}

/// A line of the commentary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub text: String,
    pub tone: Tone,
    /// Where to look.
    pub at: Option<Pos>,
}

/// Less than this is left to somebody in a bad way, in percent.
const FAILING: i32 = 34;

/// Less than this is not worth a word of the healed.
const WORTH_HEALING: i32 = 3;

impl Commentator {
    /// Who they are, at the beginning.
    pub fn introduce(&self, view: View<'_>) -> Vec<Remark> {
        let Some(party) = view.party() else { return Vec::new() };
        let text = format!("{} come in: {}.", capital(party.name), roll_call(&party));
        let at = party.members.first().and_then(|leader| leader.at);
        vec![Remark { text, tone: Tone::Warning, at }]
    }

    /// What is to be said of what has just happened.
    pub fn tell(&mut self, view: View<'_>, events: &[Event]) -> Vec<Remark> {
        let mut remarks: Vec<Remark> =
            events.iter().filter_map(|event| self.remark(view, event)).collect();
        remarks.extend(self.failing(view));
        remarks
    }

    fn remark(&mut self, view: View<'_>, event: &Event) -> Option<Remark> {
        let is_raider = |who: Who| view.raider_name(who.id).is_some();
        let name = |who: Who| name(view, who);
        let say =
            |text: String, tone, at| Some(Remark { text: capital(&text), tone, at: Some(at) });
        match *event {
            Event::RaidBegan { .. } => self.introduce(view).pop(),
            Event::Struck { by, victim, .. }
            | Event::Missed { by, victim }
            | Event::Shot { by, victim, .. } => {
                if !is_raider(by) && !is_raider(victim) {
                    return None;
                }
                let pair = (by.id.min(victim.id), by.id.max(victim.id));
                if self.fights.contains(&pair) {
                    return None;
                }
                self.fights.push(pair);
                let tone = if is_raider(by) { Tone::Plain } else { Tone::Good };
                say(format!("{} goes for {}.", name(by), name(victim)), tone, by.at)
            }
            Event::TrapSprung { trap, at, victim } => {
                let kind = view.catalog().trap(trap);
                let mut text = kind.sprung.replace("{victim}", &name(victim));
                if deed_at(view, at).is_some_and(|deed| deed.yours) {
                    text.push_str(" You armed that one.");
                }
                say(text, if is_raider(victim) { Tone::Good } else { Tone::Plain }, at)
            }
            Event::Died { who, .. } if is_raider(who) => {
                say(format!("{} falls.", name(who)), Tone::Good, who.at)
            }
            Event::Died { who, .. } => {
                let is_ours = view.catalog().actor(who.kind).mind.guards;
                let tone = if is_ours { Tone::Bad } else { Tone::Plain };
                say(format!("{} falls.", name(who)), tone, who.at)
            }
            Event::RaiderLeft { who, through } => {
                let how = if through { "walks out by the exit" } else { "turns back, and is gone" };
                let tone = if through { Tone::Bad } else { Tone::Good };
                say(format!("{} {how}{}.", name(who), bag(view, who)), tone, who.at)
            }
            Event::RaidOver => Some(Remark { text: sum(view), tone: Tone::Warning, at: None }),
            Event::Healed { amount, .. } if amount < WORTH_HEALING => None,
            // Health is there to be read beside the names, and doors are opened all the time.
            Event::Hurt { .. }
            | Event::Moved { .. }
            | Event::DoorOpened { .. }
            | Event::DoorClosed { .. }
            | Event::Noise { .. }
            | Event::Struggled { .. }
            | Event::ThreatSeen { .. }
            | Event::ThreatLost { .. }
            | Event::GateSeen { .. }
            | Event::OpenerSeen { .. } => None,
            _ => {
                let told = message(&view, event)?;
                Some(Remark { text: told.text, tone: told.tone, at: None })
            }
        }
    }

    /// Whoever has come to be in a bad way.
    fn failing(&mut self, view: View<'_>) -> Vec<Remark> {
        let Some(party) = view.party() else { return Vec::new() };
        let mut remarks = Vec::new();
        for member in party.members {
            let fails = member.health * 100 < member.most * FAILING;
            if member.fate != Fate::Inside || !fails {
                self.failing.retain(|&id| id != member.id);
            } else if !self.failing.contains(&member.id) {
                self.failing.push(member.id);
                let text = format!("{} is in a bad way.", member.name);
                remarks.push(Remark { text, tone: Tone::Good, at: member.at });
            }
        }
        remarks
    }
}

/// Raiders by their names, others by their kinds.
fn name(view: View<'_>, who: Who) -> String {
    match view.raider_name(who.id) {
        Some(name) => name.to_owned(),
        None => format!("the {}", view.catalog().actor(who.kind).name),
    }
}

/// What was last done to the work on a cell.
fn deed_at(view: View<'_>, at: Pos) -> Option<&Deed> {
    view.game.world().dawn_report()?.deeds.iter().rev().find(|deed| deed.at == at)
}

fn bag(view: View<'_>, who: Who) -> String {
    let party = view.party();
    let loot = party
        .and_then(|party| party.members.into_iter().find(|member| member.id == who.id))
        .map_or(0, |member| member.loot);
    match loot {
        0 => String::new(),
        1 => " with a chest's worth".to_owned(),
        loot => format!(" with {} chests' worth", number(loot.into())),
    }
}

/// The last word.
fn sum(view: View<'_>) -> String {
    let Some(party) = view.party() else { return "The raid is over.".to_owned() };
    let count = |wanted: fn(Fate) -> bool| {
        party.members.iter().filter(|member| wanted(member.fate)).count()
    };
    let parts = [
        (count(|fate| matches!(fate, Fate::Fell(_))), "fell"),
        (count(|fate| fate == Fate::Fled), "fled"),
        (count(|fate| fate == Fate::Through), "got through"),
        (count(|fate| fate == Fate::Inside), "had enough"),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{} {what}", number(count)))
        .collect();
    format!("It is over, in {} turns: {}.", party.turns, parts.join(", "))
}
