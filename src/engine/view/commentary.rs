//! The commentary on a raid that the player watches from outside: who comes in, who springs which
//! trap, who dies, who flees.
//!
//! Events without a remark of their own are told in the words of the log.

use crate::sim::{ActorEvent, ActorId, Event, Fate, FightEvent, FloorEvent, RaidEvent, Who};
use base::Pos;
use content::{capital, with_article};

use super::Tone::{self, Bad, Good, Plain, Warning};
use super::message::news::message;
use super::tale::{chests_worth, number, plural, roll_call};
use super::{Deed, Message, PartyMember, View};

/// The state of a commentary: what was said already.
#[derive(Clone, Debug, Default)]
pub struct Commentator {
    /// The pairs of actors whose fight was remarked on.
    fights: Vec<(ActorId, ActorId)>,
    /// The raiders who were said to be in a bad way, as long as they are.
    failing: Vec<ActorId>,
    /// The doors that were said to be hammered at.
    door_damage: Vec<Pos>,
    /// Counts the remarks with several wordings, which take turns.
    varied: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub text: String,
    pub tone: Tone,
    /// The cell that it is about.
    pub at: Option<Pos>,
    pub deed: Deed,
}

enum CommentaryLine {
    Own(Remark),
    /// The line of the log.
    AsInLog,
    /// The same, about a cell.
    AsInLogAt(Pos),
    Silence,
}

impl CommentaryLine {
    fn at(text: &str, tone: Tone, at: Pos) -> CommentaryLine {
        CommentaryLine::Own(Remark { text: capital(text), tone, at: Some(at), deed: Deed::Other })
    }

    fn anywhere(text: &str, tone: Tone) -> CommentaryLine {
        CommentaryLine::Own(Remark { text: text.to_owned(), tone, at: None, deed: Deed::Other })
    }
}

/// Percent of its health under which a raider is in a bad way.
const FAILING_PERCENT: i32 = 34;

/// The least healing that is remarked on.
const MIN_HEALING_TOLD: i32 = 3;

impl Commentator {
    pub fn introduce(view: View<'_>) -> Vec<Remark> {
        let Some(mut party) = view.party() else { return Vec::new() };
        let last = party.companies.len().saturating_sub(1);
        party.members.retain(|member| usize::from(member.wave) == last);
        let text = format!("{} come in: {}.", capital(&party.name), roll_call(&party));
        let at = party.members.first().and_then(|leader| leader.at);
        vec![Remark { text, tone: Tone::Warning, at, deed: Deed::Arrival }]
    }

    pub fn tell(&mut self, view: View<'_>, events: &[Event]) -> Vec<Remark> {
        let mut remarks: Vec<Remark> =
            events.iter().filter_map(|event| self.remark(view, event)).collect();
        remarks.extend(self.badly_hurt(view));
        remarks
    }

    fn remark(&mut self, view: View<'_>, event: &Event) -> Option<Remark> {
        let line = match *event {
            Event::Fight(ref event) => self.fight(view, event),
            Event::Raid(ref event) => self.raid(view, event),
            Event::Floor(ref event) => self.floor(view, event),
            Event::Actor(ref event) => Commentator::actor(view, event),
            Event::Item(_) | Event::Work(_) | Event::Journey(_) | Event::Tutor(_) => {
                CommentaryLine::AsInLog
            }
        };
        let at = match line {
            CommentaryLine::Own(remark) => return Some(Remark { deed: Deed::of(event), ..remark }),
            CommentaryLine::Silence => return None,
            CommentaryLine::AsInLog => None,
            CommentaryLine::AsInLogAt(at) => Some(at),
        };
        let Message { text, tone } = message(&view, event)?;
        Some(Remark { text, tone, at, deed: Deed::of(event) })
    }

    fn vary<const N: usize>(&mut self, wordings: [&'static str; N]) -> &'static str {
        self.varied += 1;
        wordings[self.varied % N]
    }

    fn badly_hurt(&mut self, view: View<'_>) -> Vec<Remark> {
        let Some(party) = view.party() else { return Vec::new() };
        let mut remarks = Vec::new();
        for member in party.members {
            let fails = member.health * 100 < member.max_health * FAILING_PERCENT;
            if member.fate != Fate::Inside || !fails {
                self.failing.retain(|&id| id != member.id);
            } else if !self.failing.contains(&member.id) {
                self.failing.push(member.id);
                let text = format!("{} is in a bad way.", member.name);
                remarks.push(Remark { text, tone: Tone::Good, at: member.at, deed: Deed::Hurt });
            }
        }
        remarks
    }

    /// Blows, traps and deaths. Health is shown beside the names and needs no remarks.
    fn fight(&mut self, view: View<'_>, event: &FightEvent) -> CommentaryLine {
        match *event {
            FightEvent::Struck { by, victim, .. }
            | FightEvent::Missed { by, victim }
            | FightEvent::Shot { by, victim, .. } => self.clash(view, by, victim),
            FightEvent::TrapSprung { trap, at, victim } => {
                let name = name(view, victim);
                let mut text = view.catalog().trap(trap).sprung.replace("{victim}", &name);
                let is_pulled = view.world().shift.prepared.cord_at(at).is_some();
                if at != victim.at && !is_pulled {
                    text = format!("{name} had nearly got it apart. {}", capital(&text));
                }
                text.push_str(yours(view, at, " You armed that one."));
                CommentaryLine::at(&text, if is_raider(view, victim) { Good } else { Plain }, at)
            }
            FightEvent::Died { who, .. } => {
                let guards = view.catalog().actor(who.kind).temperament.guards;
                let tone = match is_raider(view, who) {
                    true => Good,
                    false if guards => Bad,
                    false => Plain,
                };
                remark(view, who, "falls.", tone, who.at)
            }
            FightEvent::Healed { amount, .. } if amount < MIN_HEALING_TOLD => {
                CommentaryLine::Silence
            }
            FightEvent::Healed { who, .. } if is_raider(view, who) => {
                let how = self.vary(["is put back together, more or less", "gets a second wind"]);
                remark(view, who, format!("{how}."), Bad, who.at)
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
        let pair = (by.id.min(victim.id), by.id.max(victim.id));
        let is_of_raid = is_raider(view, by) || is_raider(view, victim);
        if !is_of_raid || self.fights.contains(&pair) {
            return CommentaryLine::Silence;
        }
        self.fights.push(pair);
        let tone = if is_raider(view, by) { Plain } else { Good };
        remark(view, by, format!("goes for {}.", name(view, victim)), tone, by.at)
    }

    /// What raiders do to the player's work, and how they leave.
    fn raid(&mut self, view: View<'_>, event: &RaidEvent) -> CommentaryLine {
        let trap_name = |trap| &view.catalog().trap(trap).name;
        let evening = |at| yours(view, at, " That was your evening.");
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
                let tone = if through { Bad } else { Good };
                remark(view, who, format!("{how}{}.", loot_phrase(view, who)), tone, who.at)
            }
            RaidEvent::HeardAbove => CommentaryLine::Silence,
            RaidEvent::PartyCameDown | RaidEvent::DrivenOff { .. } => CommentaryLine::AsInLog,
            RaidEvent::CordPulled { at, .. } | RaidEvent::CordWound { at, .. } => {
                CommentaryLine::AsInLogAt(at)
            }
            RaidEvent::InReach { who, .. }
            | RaidEvent::AtTrap { who, .. }
            | RaidEvent::TurnsHome { who }
            | RaidEvent::SetLoose { who } => CommentaryLine::AsInLogAt(who.at),
            RaidEvent::RaidOver => CommentaryLine::anywhere(&summary(view), Warning),
            RaidEvent::TrapNoticed { who, trap, at } => {
                let how = self.vary(["stops, and points at", "has seen", "steps well clear of"]);
                remark(view, who, format!("{how} the {} trap.", trap_name(trap)), Bad, at)
            }
            RaidEvent::TrapDisarmed { who, trap, at } => {
                let does = format!("takes the {} trap apart.{}", trap_name(trap), evening(at));
                remark(view, who, does, Bad, at)
            }
            RaidEvent::TrapBurst { who, trap, at } => {
                let trap = trap_name(trap);
                let does = format!("sets off the {trap} trap from afar.{}", evening(at));
                remark(view, who, does, Bad, at)
            }
            RaidEvent::ChestLooted { who, at } => {
                let how = self.vary(["is into a chest up to the elbows", "empties a chest"]);
                let yours = yours(view, at, " You filled that one.");
                remark(view, who, format!("{how}.{yours}"), Bad, at)
            }
            RaidEvent::Pocketed { who, stack, at } => {
                let what = view.item_name(stack.kind, stack.count);
                remark(view, who, format!("pockets {what}. Nobody asked."), Bad, at)
            }
            RaidEvent::Searched { who, at } => {
                let found = self.vary(["Nothing to wear", "Moths", "Nobody home"]);
                remark(view, who, format!("looks in where one might hide. {found}."), Plain, at)
            }
            RaidEvent::LightLit { who, at } => {
                remark(view, who, "lights a brazier. It saves you the oil.", Plain, at)
            }
            RaidEvent::UndeadTurned { by } => {
                let does = "raises a hand, and the dead remember somewhere to be.";
                remark(view, by, does, Plain, by.at)
            }
            RaidEvent::RetreatCalled => {
                let text = "Somebody shouts. They are turning back, and not slowly.";
                CommentaryLine::anywhere(text, Good)
            }
        }
    }

    /// Doors that are broken and braziers that go out. Doors are opened and closed all the time.
    fn floor(&mut self, view: View<'_>, event: &FloorEvent) -> CommentaryLine {
        match *event {
            FloorEvent::DoorHammered { at, .. } if self.door_damage.contains(&at) => {
                CommentaryLine::Silence
            }
            FloorEvent::DoorHammered { who, at } => {
                self.door_damage.push(at);
                remark(view, who, "puts a shoulder to the bar.", Plain, at)
            }
            FloorEvent::DoorForced { who, at, blows } => {
                let why = match blows {
                    1 => self.vary(["It was not locked", "There was a handle"]),
                    _ => "It held longer than they do",
                };
                let yours = yours(view, at, " You hung it.");
                remark(view, who, format!("breaks a door in. {why}.{yours}"), Bad, at)
            }
            FloorEvent::LightOut { at, by: Some(by) } => {
                let yours = yours(view, at, " You lit that one.");
                let text = format!("A brazier goes out beside {}.{yours}", name(view, by));
                CommentaryLine::at(&text, Bad, at)
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
    fn actor(view: View<'_>, event: &ActorEvent) -> CommentaryLine {
        match *event {
            ActorEvent::Unmasked { who } => {
                let kind = with_article(&view.catalog().actor(who.kind).name);
                CommentaryLine::at(&format!("A chest bites first. It is {kind}."), Good, who.at)
            }
            ActorEvent::Moved { .. } => CommentaryLine::Silence,
            _ => CommentaryLine::AsInLog,
        }
    }
}

fn remark(view: View<'_>, who: Who, does: impl AsRef<str>, tone: Tone, at: Pos) -> CommentaryLine {
    CommentaryLine::at(&format!("{} {}", name(view, who), does.as_ref()), tone, at)
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
        loot => format!(" with {}", chests_worth(loot.into())),
    }
}

/// The remark on the end of a raid: on a floor above the last one, how long it took and how many go
/// on; at the end of all, how many died, were driven home, fled and got through.
fn summary(view: View<'_>) -> String {
    if let Some(above) = view.world().raid_above().filter(|_| view.world().raid().is_some()) {
        let through = above.members.iter().filter(|member| member.fate == Fate::Through).count();
        let (turns, noun) = (above.turns, plural(above.turns, "turn"));
        let go = if through == 1 { "goes" } else { "go" };
        return format!("That floor took them {turns} {noun}: {} {go} on down.", number(through));
    }
    let Some(party) = view.site_party() else { return "The raid is over.".to_owned() };
    let is_driven = |own: &PartyMember<'_>| view.is_driven_home(own);
    let count = |wanted: &dyn Fn(&PartyMember<'_>) -> bool| {
        party.members.iter().filter(|own| wanted(own)).count()
    };
    let parts = [
        (count(&|own| matches!(own.fate, Fate::Fell(_))), "fell"),
        (count(&is_driven), "driven home"),
        (count(&|own| own.fate == Fate::Fled && !is_driven(own)), "fled"),
        (count(&|own| own.fate == Fate::Through && !is_driven(own)), "got through"),
        (count(&|own| own.fate == Fate::Inside), "still in there somewhere"),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{} {what}", number(count)))
        .collect();
    format!("It is over, in {} turns: {}.", party.turns, parts.join(", "))
}
