//! The remarks of the commentary, by the subject of the event.

use crate::sim::{ActorEvent, Fate, FightEvent, FloorEvent, RaidEvent, Who};
use crate::view::tale::{number, plural};
use crate::view::{Tone, View};
use base::Pos;
use content::{capital, with_article};

use super::{CommentaryLine, Commentator, MIN_HEALING_TOLD, Remark};

impl Commentator {
    /// Blows, traps and deaths. Health is shown beside the names and needs no remarks.
    pub(super) fn fight(&mut self, view: View<'_>, event: &FightEvent) -> CommentaryLine {
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
                CommentaryLine::at(
                    &text,
                    if is_raider(view, victim) { Tone::Good } else { Tone::Plain },
                    at,
                )
            }
            FightEvent::Died { who, .. } => {
                let guards = view.catalog().actor(who.kind).temperament.guards;
                let tone = match is_raider(view, who) {
                    true => Tone::Good,
                    false if guards => Tone::Bad,
                    false => Tone::Plain,
                };
                CommentaryLine::at(&format!("{} falls.", name(who)), tone, who.at)
            }
            FightEvent::Healed { amount, .. } if amount < MIN_HEALING_TOLD => {
                CommentaryLine::Silence
            }
            FightEvent::Healed { who, .. } if is_raider(view, who) => {
                let how = self.vary(["is put back together, more or less", "gets a second wind"]);
                CommentaryLine::at(&format!("{} {how}.", name(who)), Tone::Bad, who.at)
            }
            FightEvent::Hurt { .. }
            | FightEvent::Struggled { .. }
            | FightEvent::ThreatSeen { .. }
            | FightEvent::ThreatLost { .. } => CommentaryLine::Silence,
            _ => CommentaryLine::AsInLog,
        }
    }

    /// The first blow between two actors, if one of them is a raider.
    fn clash(&mut self, view: View<'_>, by: Who, victim: Who) -> CommentaryLine {
        if !is_raider(view, by) && !is_raider(view, victim) {
            return CommentaryLine::Silence;
        }
        let pair = (by.id.min(victim.id), by.id.max(victim.id));
        if self.fights.contains(&pair) {
            return CommentaryLine::Silence;
        }
        self.fights.push(pair);
        let tone = if is_raider(view, by) { Tone::Plain } else { Tone::Good };
        CommentaryLine::at(
            &format!("{} goes for {}.", name(view, by), name(view, victim)),
            tone,
            by.at,
        )
    }

    /// What raiders do to the player's work, and how they leave.
    pub(super) fn raid(&mut self, view: View<'_>, event: &RaidEvent) -> CommentaryLine {
        let name = |who: Who| name(view, who);
        match *event {
            RaidEvent::RaidBegan { .. } => Commentator::introduce(view)
                .pop()
                .map_or(CommentaryLine::Silence, CommentaryLine::Own),
            RaidEvent::RaiderLeft { who, through } => {
                let how = match through {
                    true if view.has_stairs_down() => "goes down the stairs",
                    true => "walks out by the exit",
                    false => "turns back, and is gone",
                };
                let tone = if through { Tone::Bad } else { Tone::Good };
                CommentaryLine::at(
                    &format!("{} {how}{}.", name(who), loot_phrase(view, who)),
                    tone,
                    who.at,
                )
            }
            RaidEvent::HeardAbove => CommentaryLine::Silence,
            RaidEvent::PartyCameDown => CommentaryLine::AsInLog,
            RaidEvent::RaidOver => {
                CommentaryLine::Own(Remark { text: summary(view), tone: Tone::Warning, at: None })
            }
            RaidEvent::TrapNoticed { who, trap, at } => {
                let trap = &view.catalog().trap(trap).name;
                let how = self.vary(["stops, and points at", "has seen", "steps well clear of"]);
                CommentaryLine::at(&format!("{} {how} the {trap} trap.", name(who)), Tone::Bad, at)
            }
            RaidEvent::TrapDisarmed { who, trap, at } => {
                let trap = &view.catalog().trap(trap).name;
                let yours = yours(view, at, " That was your evening.");
                let text = format!("{} takes the {trap} trap apart.{yours}", name(who));
                CommentaryLine::at(&text, Tone::Bad, at)
            }
            RaidEvent::TrapBurst { who, trap, at } => {
                let trap = &view.catalog().trap(trap).name;
                let yours = yours(view, at, " That was your evening.");
                let text = format!("{} sets off the {trap} trap from afar.{yours}", name(who));
                CommentaryLine::at(&text, Tone::Bad, at)
            }
            RaidEvent::TrapBraved { who, at } => {
                let text = format!("{} looks for another way, and finds none.", name(who));
                CommentaryLine::at(&text, Tone::Good, at)
            }
            RaidEvent::ChestLooted { who, at } => {
                let how = self.vary(["is into a chest up to the elbows", "empties a chest"]);
                let yours = yours(view, at, " You filled that one.");
                CommentaryLine::at(&format!("{} {how}.{yours}", name(who)), Tone::Bad, at)
            }
            RaidEvent::Pocketed { who, stack, at } => {
                let what = view.item_name(stack.kind, stack.count);
                CommentaryLine::at(
                    &format!("{} pockets {what}. Nobody asked.", name(who)),
                    Tone::Bad,
                    at,
                )
            }
            RaidEvent::Searched { who, at } => {
                let found = self.vary(["Nothing to wear", "Moths", "Nobody home"]);
                let text = format!("{} looks in where one might hide. {found}.", name(who));
                CommentaryLine::at(&text, Tone::Plain, at)
            }
            RaidEvent::LightLit { who, at } => {
                let text = format!("{} lights a brazier. It saves you the oil.", name(who));
                CommentaryLine::at(&text, Tone::Plain, at)
            }
            RaidEvent::UndeadTurned { by } => {
                let text = "raises a hand, and the dead remember somewhere to be";
                CommentaryLine::at(&format!("{} {text}.", name(by)), Tone::Plain, by.at)
            }
            RaidEvent::RetreatCalled => {
                let text = "Somebody shouts. They are turning back, and not slowly.".to_owned();
                CommentaryLine::Own(Remark { text, tone: Tone::Good, at: None })
            }
            RaidEvent::DrivenOff { .. } => CommentaryLine::AsInLog,
        }
    }

    /// Doors that are broken and braziers that go out. Doors are opened and closed all the time.
    pub(super) fn floor(&mut self, view: View<'_>, event: &FloorEvent) -> CommentaryLine {
        let name = |who: Who| name(view, who);
        match *event {
            FloorEvent::DoorHammered { at, .. } if self.door_damage.contains(&at) => {
                CommentaryLine::Silence
            }
            FloorEvent::DoorHammered { who, at } => {
                self.door_damage.push(at);
                let text = format!("{} puts a shoulder to the bar.", name(who));
                CommentaryLine::at(&text, Tone::Plain, at)
            }
            FloorEvent::DoorForced { who, at, blows } => {
                let why = match blows {
                    1 => self.vary(["It was not locked", "There was a handle"]),
                    _ => "It held longer than they do",
                };
                let yours = yours(view, at, " You hung it.");
                let text = format!("{} breaks a door in. {why}.{yours}", name(who));
                CommentaryLine::at(&text, Tone::Bad, at)
            }
            FloorEvent::LightOut { at, by: Some(by) } => {
                let yours = yours(view, at, " You lit that one.");
                let text = format!("A brazier goes out beside {}.{yours}", name(by));
                CommentaryLine::at(&text, Tone::Bad, at)
            }
            FloorEvent::DoorOpened { .. }
            | FloorEvent::DoorClosed { .. }
            | FloorEvent::Noise { .. }
            | FloorEvent::GateSeen { .. }
            | FloorEvent::OpenerSeen { .. } => CommentaryLine::Silence,
            _ => CommentaryLine::AsInLog,
        }
    }

    /// Residents that were taken for chests.
    pub(super) fn actor(view: View<'_>, event: &ActorEvent) -> CommentaryLine {
        match *event {
            ActorEvent::Unmasked { who } => {
                let kind = with_article(&view.catalog().actor(who.kind).name);
                CommentaryLine::at(
                    &format!("A chest bites first. It is {kind}."),
                    Tone::Good,
                    who.at,
                )
            }
            ActorEvent::Moved { .. } => CommentaryLine::Silence,
            _ => CommentaryLine::AsInLog,
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

/// The remark on the end of a raid: on a floor above the last one, how long it took and how many go on; at the end of all, how
/// many died, fled and got through.
fn summary(view: View<'_>) -> String {
    if let Some(above) = view.world().raid_above().filter(|_| view.world().raid().is_some()) {
        let through = above.members.iter().filter(|member| member.fate == Fate::Through).count();
        let (turns, noun) = (above.turns, plural(above.turns, "turn"));
        let go = if through == 1 { "goes" } else { "go" };
        return format!("That floor took them {turns} {noun}: {} {go} on down.", number(through));
    }
    let Some(party) = view.site_party() else { return "The raid is over.".to_owned() };
    let count = |wanted: fn(Fate) -> bool| {
        party.members.iter().filter(|member| wanted(member.fate)).count()
    };
    let parts = [
        (count(|fate| matches!(fate, Fate::Fell(_))), "fell"),
        (count(|fate| fate == Fate::Fled), "fled"),
        (count(|fate| fate == Fate::Through), "got through"),
        (count(|fate| fate == Fate::Inside), "still in there somewhere"),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{} {what}", number(count)))
        .collect();
    format!("It is over, in {} turns: {}.", party.turns, parts.join(", "))
}
