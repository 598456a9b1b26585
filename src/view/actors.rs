use crate::base::Pos;
use crate::content::{ActorKind, Slot as Place, Status};
use crate::sim::{ActorId, Boss, Bystander, Duty, Mind, Odds, Slot};

use super::fight::{Prospect, Side, prospect};
use super::{CartSlot, View};

/// Somebody in sight.
#[derive(Clone, Debug)]
pub struct SeenActor<'a> {
    pub id: ActorId,
    pub kind: &'a ActorKind,
    pub pos: Pos,
    /// Health left, in percent.
    pub health: i32,
    pub statuses: Vec<Status>,
    pub attitude: Attitude,
    /// At war with the upkeeper.
    pub hostile: bool,
}

/// What somebody seems to be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attitude {
    Unaware,
    Curious,
    Hunting,
    /// After somebody else.
    Busy,
    Fleeing,
    /// Drawing back for a blow that falls with its next turn.
    Striking,
}

impl Attitude {
    pub fn describe(self) -> &'static str {
        match self {
            Attitude::Unaware => "has not noticed you",
            Attitude::Curious => "is looking into a noise",
            Attitude::Hunting => "is after you",
            Attitude::Busy => "is after somebody else",
            Attitude::Fleeing => "is running away",
            Attitude::Striking => "is about to strike the marked cells",
        }
    }
}

impl<'a> View<'a> {
    /// Everybody in sight, or heard through a wall, but the upkeeper; the nearest first.
    pub fn actors(&self) -> Vec<SeenActor<'a>> {
        let world = self.world();
        let here = world.player_pos();
        let mut seen: Vec<SeenActor<'a>> = world
            .bystanders()
            .filter(|other| world.visible().contains(other.pos) || world.is_sensed(other.pos))
            .map(|other| self.seen(&other))
            .collect();
        seen.sort_by_key(|actor| (actor.pos.steps_to(here), actor.id));
        seen
    }

    /// The cells that heavy blows of those in sight are about to fall on.
    pub fn threatened(&self) -> Vec<Pos> {
        let world = self.world();
        let is_seen =
            |id| world.bystanders().any(|other| other.id == id && self.is_visible(other.pos));
        let blows = world.threatened().filter(|&(id, _)| is_seen(id));
        blows.flat_map(|(_, cells)| cells).collect()
    }

    /// Whether the upkeeper or somebody in sight stands on a cell.
    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.is_visible(pos) && self.world().is_occupied(pos)
    }

    /// Who is in sight on a cell.
    pub fn actor_at(&self, pos: Pos) -> Option<SeenActor<'a>> {
        if !self.is_visible(pos) && !self.world().is_sensed(pos) {
            return None;
        }
        self.world().bystanders().find(|other| other.pos == pos).map(|other| self.seen(&other))
    }

    fn seen(&self, other: &Bystander) -> SeenActor<'a> {
        let attitude = match other.mind {
            _ if matches!(other.duty, Duty::Boss(Boss { windup: Some(_), .. })) => {
                Attitude::Striking
            }
            Mind::Idle => Attitude::Unaware,
            Mind::Curious { .. } => Attitude::Curious,
            Mind::Hunting { quarry: ActorId::PLAYER, .. } => Attitude::Hunting,
            Mind::Hunting { .. } => Attitude::Busy,
            Mind::Fleeing { .. } => Attitude::Fleeing,
        };
        SeenActor {
            id: other.id,
            kind: self.catalog().actor(other.kind),
            pos: other.pos,
            health: (other.vitals.health * 100 / other.vitals.most).max(1),
            statuses: other.statuses.iter().map(|(status, _)| status).collect(),
            attitude,
            hostile: other.hostile,
        }
    }

    /// The odds of the upkeeper's blow against somebody, and of theirs against the upkeeper.
    pub fn odds_against(&self, id: ActorId) -> Option<(Odds, Odds)> {
        self.world().odds_against(id)
    }

    /// The odds of what is in a slot of the cart, thrown at somebody.
    pub fn odds_of_throw(&self, slot: Slot, id: ActorId) -> Option<Odds> {
        let stack = self.world().belongings().stack(slot)?;
        let thrown = self.catalog().item(stack.kind).thrown.as_ref()?;
        self.world().odds_of_throw(thrown, id)
    }

    /// How a fight with somebody to the end would go, blow against blow.
    pub fn prospect(&self, id: ActorId) -> Option<Prospect> {
        let world = self.world();
        let (ours, theirs) = world.odds_against(id)?;
        let other = world.bystanders().find(|other| other.id == id)?;
        let own = Side {
            odds: ours,
            health: world.vitals(world.player()).health,
            pace: world.pace_of(ActorId::PLAYER)?,
        };
        let them = Side { odds: theirs, health: other.vitals.health, pace: world.pace_of(id)? };
        Some(prospect(own, them))
    }

    /// The best missile in the cart against somebody, and its odds.
    pub fn best_throw(&self, id: ActorId) -> Option<(CartSlot<'a>, Odds)> {
        let cart = self.cart().into_iter().filter(|entry| entry.item.slot == Place::Missile);
        let odds = cart.filter_map(|entry| {
            let odds = self.odds_of_throw(entry.slot, id)?;
            (odds.damage.1 > 1).then_some((entry, odds))
        });
        odds.max_by_key(|(_, odds)| odds.hit as i32 * (odds.damage.0 + odds.damage.1))
    }
}
