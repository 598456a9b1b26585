use crate::base::Pos;
use crate::content::{ActorKind, Status};
use crate::sim::{ActorId, Boss, Bystander, Duty, Mind, Odds, Slot};

use super::View;

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
    /// Everybody in sight but the upkeeper, the nearest first.
    pub fn actors(&self) -> Vec<SeenActor<'a>> {
        let world = self.world();
        let here = world.player_pos();
        let mut seen: Vec<SeenActor<'a>> = world
            .bystanders()
            .filter(|other| world.visible().contains(other.pos))
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
        if !self.is_visible(pos) {
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

    /// Blows that it takes on the average to bring somebody down, rounded up: the upkeeper's against
    /// them and theirs against the upkeeper, be they struck beside or shot from afar.
    pub fn blows_needed(&self, id: ActorId) -> Option<(i32, i32)> {
        let world = self.world();
        let (ours, theirs) = world.odds_against(id)?;
        let other = world.bystanders().find(|other| other.id == id)?;
        let blows = |odds: Odds, health: i32| {
            // Twice the mean damage a hundred blows do.
            let done = odds.hit as i32 * (odds.damage.0 + odds.damage.1);
            (health * 200 + done - 1) / done.max(1)
        };
        let own_health = world.vitals(world.player()).health;
        let theirs = match &self.catalog().actor(other.kind).shot {
            // What it does with every turn, if it is let: the worse of the two.
            Some(shot) => {
                let armour = self.defence().0;
                let hit = (shot.hit - self.defence().1).clamp(5, 95);
                let (low, high) =
                    ((shot.damage.0 - armour).max(1), (shot.damage.1 - armour).max(1));
                let shots =
                    Odds { hit: (hit * shot.ready as i32 / 100) as u32, damage: (low, high) };
                blows(theirs, own_health).min(blows(shots, own_health))
            }
            None => blows(theirs, own_health),
        };
        Some((blows(ours, other.vitals.health), theirs))
    }
}
