//! A raid told by somebody who looks on from outside: who comes in, who steps on what, who falls, who runs.
//!
//! What it has no words of its own for it tells in those of the log.

use crate::base::Pos;
use crate::content::{capital, with_article};
use crate::sim::{ActorEvent, ActorId, Event, Fate, FightEvent, FloorEvent, RaidEvent, Who};

use super::message::message;
use super::tale::{number, roll_call};
use super::{Tone, View};

/// Somebody who tells a raid, and remembers what was said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Commentator {
    /// Who has fought whom.
    fights: Vec<(ActorId, ActorId)>,
    /// Who is known to be in a bad way.
    failing: Vec<ActorId>,
    /// The doors that somebody is known to hammer at.
    door_damage: Vec<Pos>,
    /// Lines for which there are several ways to put it: each is put another way than the one before.
    told: usize,
}

/// A line of the commentary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    pub text: String,
    pub tone: Tone,
    /// Where to look.
    pub at: Option<Pos>,
}

/// Less than this is left to somebody in a bad way, in percent.
const BADLY_HURT_PERCENT: i32 = 34;

/// Less than this is not worth a word of the healed.
const MIN_HEALING_TOLD: i32 = 3;

impl Commentator {
    /// Who they are, at the beginning.
    pub(crate) fn introduce(view: View<'_>) -> Vec<Remark> {
        let Some(party) = view.party() else { return Vec::new() };
        let text = format!("{} come in: {}.", capital(party.name), roll_call(&party));
        let at = party.members.first().and_then(|leader| leader.at);
        vec![Remark { text, tone: Tone::Warning, at }]
    }

    /// What is to be said of what has just happened.
    pub(crate) fn tell(&mut self, view: View<'_>, events: &[Event]) -> Vec<Remark> {
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
            Event::Raid(RaidEvent::RaidBegan { .. }) => Commentator::introduce(view).pop(),
            Event::Fight(
                FightEvent::Struck { by, victim, .. }
                | FightEvent::Missed { by, victim }
                | FightEvent::Shot { by, victim, .. },
            ) => {
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
            Event::Fight(FightEvent::TrapSprung { trap, at, victim }) => {
                let kind = view.catalog().trap(trap);
                let mut text = kind.sprung.replace("{victim}", &name(victim));
                if at != victim.at {
                    text = format!("{} had nearly got it apart. {}", name(victim), capital(&text));
                }
                text.push_str(yours(view, at, " You armed that one."));
                say(text, if is_raider(victim) { Tone::Good } else { Tone::Plain }, at)
            }
            Event::Fight(FightEvent::Died { who, .. }) if is_raider(who) => {
                say(format!("{} falls.", name(who)), Tone::Good, who.at)
            }
            Event::Fight(FightEvent::Died { who, .. }) => {
                let is_ours = view.catalog().actor(who.kind).mind.guards;
                let tone = if is_ours { Tone::Bad } else { Tone::Plain };
                say(format!("{} falls.", name(who)), tone, who.at)
            }
            Event::Raid(RaidEvent::RaiderLeft { who, through }) => {
                let how = if through { "walks out by the exit" } else { "turns back, and is gone" };
                let tone = if through { Tone::Bad } else { Tone::Good };
                say(format!("{} {how}{}.", name(who), bag(view, who)), tone, who.at)
            }
            Event::Raid(RaidEvent::RaidOver) => {
                Some(Remark { text: sum(view), tone: Tone::Warning, at: None })
            }
            Event::Fight(FightEvent::Healed { amount, .. }) if amount < MIN_HEALING_TOLD => None,
            Event::Fight(FightEvent::Healed { who, .. }) if is_raider(who) => {
                let how = self.put(["is put back together, more or less", "gets a second wind"]);
                say(format!("{} {how}.", name(who)), Tone::Bad, who.at)
            }
            Event::Raid(RaidEvent::TrapNoticed { who, trap, at }) => {
                let trap = &view.catalog().trap(trap).name;
                let how = self.put(["stops, and points at", "has seen", "steps well clear of"]);
                say(format!("{} {how} the {trap} trap.", name(who)), Tone::Bad, at)
            }
            Event::Raid(RaidEvent::TrapDisarmed { who, trap, at }) => {
                let trap = &view.catalog().trap(trap).name;
                let yours = yours(view, at, " That was your evening.");
                let text = format!("{} takes the {trap} trap apart.{yours}", name(who));
                say(text, Tone::Bad, at)
            }
            Event::Raid(RaidEvent::ChestLooted { who, at }) => {
                let how = self.put(["is into a chest up to the elbows", "empties a chest"]);
                let yours = yours(view, at, " You filled that one.");
                say(format!("{} {how}.{yours}", name(who)), Tone::Bad, at)
            }
            Event::Raid(RaidEvent::Pocketed { who, stack, at }) => {
                let what = view.item_name(stack.kind, stack.count);
                say(format!("{} pockets {what}. Nobody asked.", name(who)), Tone::Bad, at)
            }
            Event::Raid(RaidEvent::Searched { who, at }) => {
                let found = self.put(["Nothing to wear", "Moths", "Nobody home"]);
                let text = format!("{} looks in where one might hide. {found}.", name(who));
                say(text, Tone::Plain, at)
            }
            Event::Floor(FloorEvent::DoorHammered { at, .. }) if self.door_damage.contains(&at) => {
                None
            }
            Event::Floor(FloorEvent::DoorHammered { who, at }) => {
                self.door_damage.push(at);
                say(format!("{} puts a shoulder to the bar.", name(who)), Tone::Plain, at)
            }
            Event::Floor(FloorEvent::DoorForced { who, at, blows }) => {
                let why = match blows {
                    1 => self.put(["It was not locked", "There was a handle"]),
                    _ => "It held longer than they do",
                };
                let yours = yours(view, at, " You hung it.");
                say(format!("{} breaks a door in. {why}.{yours}", name(who)), Tone::Bad, at)
            }
            Event::Raid(RaidEvent::LightLit { who, at }) => say(
                format!("{} lights a brazier. It saves you the oil.", name(who)),
                Tone::Plain,
                at,
            ),
            Event::Floor(FloorEvent::LightOut { at, by: Some(by) }) => {
                let yours = yours(view, at, " You lit that one.");
                say(format!("A brazier goes out beside {}.{yours}", name(by)), Tone::Bad, at)
            }
            Event::Raid(RaidEvent::UndeadTurned { by }) => {
                let text = "raises a hand, and the dead remember somewhere to be";
                say(format!("{} {text}.", name(by)), Tone::Plain, by.at)
            }
            Event::Actor(ActorEvent::Unmasked { who }) => {
                let kind = with_article(&view.catalog().actor(who.kind).name);
                say(format!("A chest bites first. It is {kind}."), Tone::Good, who.at)
            }
            Event::Raid(RaidEvent::RetreatCalled) => {
                let text = "Somebody shouts. They are turning back, and not slowly.".to_owned();
                Some(Remark { text, tone: Tone::Good, at: None })
            }
            // Health is there to be read beside the names, and doors are opened all the time.
            Event::Actor(ActorEvent::Moved { .. })
            | Event::Fight(
                FightEvent::Hurt { .. }
                | FightEvent::Struggled { .. }
                | FightEvent::ThreatSeen { .. }
                | FightEvent::ThreatLost { .. },
            )
            | Event::Floor(
                FloorEvent::DoorOpened { .. }
                | FloorEvent::DoorClosed { .. }
                | FloorEvent::Noise { .. }
                | FloorEvent::GateSeen { .. }
                | FloorEvent::OpenerSeen { .. },
            ) => None,
            _ => {
                let told = message(&view, event)?;
                Some(Remark { text: told.text, tone: told.tone, at: None })
            }
        }
    }

    /// The next of several ways to put it.
    fn put<const N: usize>(&mut self, ways: [&'static str; N]) -> &'static str {
        self.told += 1;
        ways[self.told % N]
    }

    /// Whoever has come to be in a bad way.
    fn failing(&mut self, view: View<'_>) -> Vec<Remark> {
        let Some(party) = view.party() else { return Vec::new() };
        let mut remarks = Vec::new();
        for member in party.members {
            let fails = member.health * 100 < member.max_health * BADLY_HURT_PERCENT;
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

/// What to add, if what was last done on a cell was done to a work of the upkeeper's.
fn yours(view: View<'_>, at: Pos, remark: &'static str) -> &'static str {
    let report = view.game.world().dawn_report();
    let deed = report.and_then(|report| report.deeds.iter().rev().find(|deed| deed.at == at));
    if deed.is_some_and(|deed| deed.yours) { remark } else { "" }
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
