//! The remarks of the commentary, by the subject of the event.

use crate::base::Pos;
use crate::content::{capital, with_article};
use crate::sim::{ActorEvent, Fate, FightEvent, FloorEvent, RaidEvent, Who};
use crate::view::tale::number;
use crate::view::{Tone, View};

use super::{Commentator, Line, MIN_HEALING_TOLD, Remark};

impl Commentator {
    /// Blows, traps and deaths. Health is shown beside the names and needs no remarks.
    pub(super) fn fight(&mut self, view: View<'_>, event: &FightEvent) -> Line {
        let name = |who: Who| name(view, who);
        match *event {
            FightEvent::Struck { by, victim, .. }
            | FightEvent::Missed { by, victim }
            | FightEvent::Shot { by, victim, .. } => self.clash(view, by, victim),
            FightEvent::TrapSprung { trap, at, victim } => {
                let kind = view.catalog().trap(trap);
                let mut text = kind.sprung.replace("{victim}", &name(victim));
                if at != victim.at {
                    text = format!("{} had nearly got it apart. {}", name(victim), capital(&text));
                }
                text.push_str(yours(view, at, " You armed that one."));
                Line::at(&text, if is_raider(view, victim) { Tone::Good } else { Tone::Plain }, at)
            }
            FightEvent::Died { who, .. } => {
                let guards = view.catalog().actor(who.kind).temperament.guards;
                let tone = match is_raider(view, who) {
                    true => Tone::Good,
                    false if guards => Tone::Bad,
                    false => Tone::Plain,
                };
                Line::at(&format!("{} falls.", name(who)), tone, who.at)
            }
            FightEvent::Healed { amount, .. } if amount < MIN_HEALING_TOLD => Line::Silence,
            FightEvent::Healed { who, .. } if is_raider(view, who) => {
                let how = self.vary(["is put back together, more or less", "gets a second wind"]);
                Line::at(&format!("{} {how}.", name(who)), Tone::Bad, who.at)
            }
            FightEvent::Hurt { .. }
            | FightEvent::Struggled { .. }
            | FightEvent::ThreatSeen { .. }
            | FightEvent::ThreatLost { .. } => Line::Silence,
            _ => Line::AsInLog,
        }
    }

    /// The first blow between two actors, if one of them is a raider.
    fn clash(&mut self, view: View<'_>, by: Who, victim: Who) -> Line {
        if !is_raider(view, by) && !is_raider(view, victim) {
            return Line::Silence;
        }
        let pair = (by.id.min(victim.id), by.id.max(victim.id));
        if self.fights.contains(&pair) {
            return Line::Silence;
        }
        self.fights.push(pair);
        let tone = if is_raider(view, by) { Tone::Plain } else { Tone::Good };
        Line::at(&format!("{} goes for {}.", name(view, by), name(view, victim)), tone, by.at)
    }

    /// What raiders do to the player's work, and how they leave.
    pub(super) fn raid(&mut self, view: View<'_>, event: &RaidEvent) -> Line {
        let name = |who: Who| name(view, who);
        match *event {
            RaidEvent::RaidBegan { .. } => {
                Commentator::introduce(view).pop().map_or(Line::Silence, Line::Own)
            }
            RaidEvent::RaiderLeft { who, through } => {
                let how = if through { "walks out by the exit" } else { "turns back, and is gone" };
                let tone = if through { Tone::Bad } else { Tone::Good };
                Line::at(&format!("{} {how}{}.", name(who), loot_phrase(view, who)), tone, who.at)
            }
            RaidEvent::RaidOver => {
                Line::Own(Remark { text: summary(view), tone: Tone::Warning, at: None })
            }
            RaidEvent::TrapNoticed { who, trap, at } => {
                let trap = &view.catalog().trap(trap).name;
                let how = self.vary(["stops, and points at", "has seen", "steps well clear of"]);
                Line::at(&format!("{} {how} the {trap} trap.", name(who)), Tone::Bad, at)
            }
            RaidEvent::TrapDisarmed { who, trap, at } => {
                let trap = &view.catalog().trap(trap).name;
                let yours = yours(view, at, " That was your evening.");
                let text = format!("{} takes the {trap} trap apart.{yours}", name(who));
                Line::at(&text, Tone::Bad, at)
            }
            RaidEvent::ChestLooted { who, at } => {
                let how = self.vary(["is into a chest up to the elbows", "empties a chest"]);
                let yours = yours(view, at, " You filled that one.");
                Line::at(&format!("{} {how}.{yours}", name(who)), Tone::Bad, at)
            }
            RaidEvent::Pocketed { who, stack, at } => {
                let what = view.item_name(stack.kind, stack.count);
                Line::at(&format!("{} pockets {what}. Nobody asked.", name(who)), Tone::Bad, at)
            }
            RaidEvent::Searched { who, at } => {
                let found = self.vary(["Nothing to wear", "Moths", "Nobody home"]);
                let text = format!("{} looks in where one might hide. {found}.", name(who));
                Line::at(&text, Tone::Plain, at)
            }
            RaidEvent::LightLit { who, at } => {
                let text = format!("{} lights a brazier. It saves you the oil.", name(who));
                Line::at(&text, Tone::Plain, at)
            }
            RaidEvent::UndeadTurned { by } => {
                let text = "raises a hand, and the dead remember somewhere to be";
                Line::at(&format!("{} {text}.", name(by)), Tone::Plain, by.at)
            }
            RaidEvent::RetreatCalled => {
                let text = "Somebody shouts. They are turning back, and not slowly.".to_owned();
                Line::Own(Remark { text, tone: Tone::Good, at: None })
            }
            RaidEvent::DrivenOff { .. } => Line::AsInLog,
        }
    }

    /// Doors that are broken and braziers that go out. Doors are opened and closed all the time.
    pub(super) fn floor(&mut self, view: View<'_>, event: &FloorEvent) -> Line {
        let name = |who: Who| name(view, who);
        match *event {
            FloorEvent::DoorHammered { at, .. } if self.door_damage.contains(&at) => Line::Silence,
            FloorEvent::DoorHammered { who, at } => {
                self.door_damage.push(at);
                let text = format!("{} puts a shoulder to the bar.", name(who));
                Line::at(&text, Tone::Plain, at)
            }
            FloorEvent::DoorForced { who, at, blows } => {
                let why = match blows {
                    1 => self.vary(["It was not locked", "There was a handle"]),
                    _ => "It held longer than they do",
                };
                let yours = yours(view, at, " You hung it.");
                let text = format!("{} breaks a door in. {why}.{yours}", name(who));
                Line::at(&text, Tone::Bad, at)
            }
            FloorEvent::LightOut { at, by: Some(by) } => {
                let yours = yours(view, at, " You lit that one.");
                let text = format!("A brazier goes out beside {}.{yours}", name(by));
                Line::at(&text, Tone::Bad, at)
            }
            FloorEvent::DoorOpened { .. }
            | FloorEvent::DoorClosed { .. }
            | FloorEvent::Noise { .. }
            | FloorEvent::GateSeen { .. }
            | FloorEvent::OpenerSeen { .. } => Line::Silence,
            _ => Line::AsInLog,
        }
    }

    /// Residents that were taken for chests.
    pub(super) fn actor(view: View<'_>, event: &ActorEvent) -> Line {
        match *event {
            ActorEvent::Unmasked { who } => {
                let kind = with_article(&view.catalog().actor(who.kind).name);
                Line::at(&format!("A chest bites first. It is {kind}."), Tone::Good, who.at)
            }
            ActorEvent::Moved { .. } => Line::Silence,
            _ => Line::AsInLog,
        }
    }
}

fn is_raider(view: View<'_>, who: Who) -> bool {
    view.raider_name(who.id).is_some()
}

/// The personal name of a raider; "the" and the kind of any other actor.
fn name(view: View<'_>, who: Who) -> String {
    match view.raider_name(who.id) {
        Some(name) => name.to_owned(),
        None => format!("the {}", view.catalog().actor(who.kind).name),
    }
}

/// `remark` if the last deed of the raid on a cell undid the player's work, otherwise nothing.
fn yours(view: View<'_>, at: Pos, remark: &'static str) -> &'static str {
    let report = view.game.world().dawn_report();
    let deed = report.and_then(|report| report.spoiled.iter().rev().find(|deed| deed.at == at));
    if deed.is_some_and(|deed| deed.by_player) { remark } else { "" }
}

/// What a raider carries out, to follow "walks out".
fn loot_phrase(view: View<'_>, who: Who) -> String {
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

/// The closing remark: how many died, fled and got through.
fn summary(view: View<'_>) -> String {
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
