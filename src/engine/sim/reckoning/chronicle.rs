//! What became of each raider, where, and through what: read from the events of a raid, because a
//! report does not keep it.

use std::collections::BTreeMap;

use crate::sim::prelude::*;

/// The last that befell a raider before it fell or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaiderEnd {
    pub id: ActorId,
    /// Where it fell or left; of who fell to a trap, where that is.
    pub at: Pos,
    /// The number of the site's floor.
    pub floor: u8,
    pub cause: Option<EndCause>,
}

/// What the player had to do with the last harm to a raider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// A trap went off at the pull of a cord, by its number from 0.
    Cord(u8),
    /// A trap that the player had set from a kit.
    Kit,
    /// A trap of the floor that the player had armed.
    ArmedTrap,
    /// A resident at a post that the player chose.
    Posted,
    /// A resident that a cord had let loose.
    Loose,
    /// Somebody who got up from a body that was left lying.
    Risen,
}

/// What the raid has cost the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Chests that were carried off, and the points of dawn that they were worth.
    Chests { count: u16, points: i32 },
    /// A trap of the player's that a raider took apart, or set off from afar.
    Trap { trap: TrapKindId, at: Pos, floor: u8, by: ActorId },
}

/// The harm that the events have told of so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Chronicle {
    /// By raider: the trap that went off at it last, and the cord that was pulled then.
    traps: BTreeMap<ActorId, (Pos, Option<u8>)>,
    /// By raider: who struck it last.
    blows: BTreeMap<ActorId, ActorId>,
    risen: Vec<ActorId>,
    loose: Vec<ActorId>,
    /// The traps that were taken apart.
    pub(super) lost: Vec<Loss>,
    /// In the order in which they fell or left.
    ends: Vec<Ending>,
}

#[derive(Clone, Copy, Debug)]
struct Ending {
    id: ActorId,
    at: Pos,
    floor: u8,
    fell_by: Option<Harm>,
}

impl Chronicle {
    /// Notes what the events of one command tell.
    pub(super) fn listen(&mut self, events: &[Event], floor: u8) {
        let mut pulled = None;
        for event in events {
            match *event {
                Event::Raid(RaidEvent::CordPulled { cord, at }) => pulled = Some((cord, at)),
                Event::Raid(RaidEvent::SetLoose { who }) => self.loose.push(who.id),
                Event::Raid(
                    RaidEvent::TrapDisarmed { who, trap, at }
                    | RaidEvent::TrapBurst { who, trap, at },
                ) => self.lost.push(Loss::Trap { trap, at, floor, by: who.id }),
                Event::Raid(RaidEvent::RaiderLeft { who, .. }) => {
                    self.ends.push(Ending { id: who.id, at: who.at, floor, fell_by: None });
                }
                Event::Work(WorkEvent::BodyRose { who, .. }) => self.risen.push(who.id),
                Event::Fight(FightEvent::TrapSprung { at, victim, .. }) => {
                    let cord = pulled.filter(|&(_, of)| of == at).map(|(cord, _)| cord);
                    self.traps.insert(victim.id, (at, cord));
                }
                Event::Fight(
                    FightEvent::Struck { by, victim, .. } | FightEvent::Shot { by, victim, .. },
                ) => _ = self.blows.insert(victim.id, by.id),
                Event::Fight(FightEvent::Died { who, by }) => {
                    self.ends.push(Ending { id: who.id, at: who.at, floor, fell_by: Some(by) });
                }
                _ => {}
            }
        }
    }

    /// The ends of the raiders of a report; `dawn` is the state before the raid.
    pub(super) fn ends(&self, report: &RaidReport, dawn: &World) -> Vec<RaiderEnd> {
        let own = report.members.iter().filter_map(|member| {
            let end = self.ends.iter().rev().find(|end| end.id == member.id)?;
            let by_blow = match end.fell_by {
                Some(Harm::Blow { .. } | Harm::Missile(_)) => true,
                Some(_) => false,
                None => !self.traps.contains_key(&member.id),
            };
            let cause =
                if by_blow { self.by_blow(member.id, dawn) } else { self.by_trap(member.id, dawn) };
            let trap =
                self.traps.get(&member.id).filter(|_| matches!(end.fell_by, Some(Harm::Trap(_))));
            let at = trap.map_or(end.at, |&(at, _)| at);
            Some(RaiderEnd { id: member.id, at, floor: end.floor, cause })
        });
        own.collect()
    }

    fn by_blow(&self, victim: ActorId, dawn: &World) -> Option<EndCause> {
        let by = self.blows.get(&victim)?;
        if self.loose.contains(by) {
            return Some(EndCause::Loose);
        }
        if self.risen.contains(by) {
            return Some(EndCause::Risen);
        }
        let posted = &dawn.shift.prepared.posted;
        posted.iter().any(|own| own.id == *by).then_some(EndCause::Posted)
    }

    fn by_trap(&self, victim: ActorId, dawn: &World) -> Option<EndCause> {
        let &(at, cord) = self.traps.get(&victim)?;
        if let Some(cord) = cord {
            return Some(EndCause::Cord(cord));
        }
        let is_done = dawn.shift.tally.finished_jobs.binary_search(&at).is_ok();
        if dawn.shift.is_placed_trap(at) {
            return Some(EndCause::Kit);
        }
        is_done.then_some(EndCause::ArmedTrap)
    }
}
