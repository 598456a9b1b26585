//! The actors in sight, and their attitudes.

use crate::sim::{ActorId, AiState, Boss, Bystander, Duty, ErrandKind};
use base::Pos;
use content::{ActorKind, Guise, Status};

use super::View;

#[derive(Clone, Debug)]
pub struct SeenActor<'a> {
    pub id: ActorId,
    pub kind: &'a ActorKind,
    pub pos: Pos,
    /// Health left, in percent.
    pub health: i32,
    pub statuses: Vec<Status>,
    pub attitude: Attitude,
    pub hostile: bool,
    /// Whether it does no harm unless it is provoked.
    pub harmless: bool,
}

impl SeenActor<'_> {
    /// Whether it hunts the player or is about to strike.
    pub fn is_after_the_upkeeper(&self) -> bool {
        self.hostile && matches!(self.attitude, Attitude::Hunting | Attitude::Striking)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attitude {
    Unaware,
    /// A boss that nothing has woken.
    Dozing,
    Curious,
    Hunting,
    /// Hunts another actor.
    Busy,
    Fleeing,
    /// Stays at its post.
    Guarding,
    /// Returns to its post.
    Returning,
    /// Lurks in disguise until an enemy is near.
    Waiting,
    /// A stray: driven from its post.
    Astray,
    /// A stray that was beaten and returns to its post.
    Homing,
    /// Gave up a hunt and rests.
    Weary,
    /// Prepares a heavy blow for its next turn.
    Striking,
    /// A resident that follows the player.
    Following,
    /// One of a party on its way through.
    Raiding,
    /// A raider that is after a chest or something that lies about.
    Robbing,
    /// A raider that sees to a trap or a brazier.
    Tampering,
}

impl Attitude {
    pub fn describe(self) -> &'static str {
        match self {
            Attitude::Unaware => "has not noticed you",
            Attitude::Dozing => "dozes on its feet: a noise, a hit or three steps wake it",
            Attitude::Curious => "is looking into a noise",
            Attitude::Hunting => "is after you",
            Attitude::Busy => "is after somebody else",
            Attitude::Fleeing => "is running away",
            Attitude::Guarding => "keeps its post",
            Attitude::Returning => "is on its way back to its post",
            Attitude::Waiting => "waits, and does not so much as blink",
            Attitude::Astray => "has run wild",
            Attitude::Homing => "has had enough, and is running home",
            Attitude::Weary => "has given up a chase and is getting its breath back",
            Attitude::Striking => "is about to strike the marked cells",
            Attitude::Following => "follows you",
            Attitude::Raiding => "is passing through, unaware of you",
            Attitude::Robbing => "helps itself to what is here, unaware of you",
            Attitude::Tampering => "meddles with a trap or a light, unaware of you",
        }
    }
}

impl<'a> View<'a> {
    /// The actors in sight or sensed through walls, without the player and actors disguised as
    /// chests; the nearest first.
    pub fn actors(&self) -> Vec<SeenActor<'a>> {
        let world = self.world();
        let here = world.player_pos();
        let mut seen: Vec<SeenActor<'a>> = world
            .bystanders()
            .filter(|other| self.is_visible(other.pos) || world.is_sensed(other.pos))
            .filter(|other| !is_taken_for_chest(other))
            .map(|other| self.seen(&other))
            .collect();
        seen.sort_by_key(|actor| (actor.pos.steps_to(here), actor.id));
        seen
    }

    /// The cells that the prepared heavy blows of actors in sight will hit.
    pub fn threatened(&self) -> Vec<Pos> {
        let world = self.world();
        let is_seen = |id| self.bystander(id).is_some_and(|other| self.is_visible(other.pos));
        let blows = world.threatened().filter(|&(id, _)| is_seen(id));
        blows.flat_map(|(_, cells)| cells).collect()
    }

    /// Where a boss dozes, if the player has seen it.
    pub fn dozing_boss(&self) -> Option<Pos> {
        self.world().dozing_bosses().next().map(|(boss, _)| boss.pos)
    }

    /// The cells on which a boss that dozes would notice the player.
    pub fn cells_near_dozing(&self) -> Vec<Pos> {
        self.world().cells_near_dozing()
    }

    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.is_visible(pos) && self.world().is_occupied(pos)
    }

    /// The actor in sight, or sensed through a wall, on a cell.
    pub fn actor_at(&self, pos: Pos) -> Option<SeenActor<'a>> {
        if !self.is_visible(pos) && !self.world().is_sensed(pos) {
            return None;
        }
        let mut others = self.world().bystanders();
        let other = others.find(|other| other.pos == pos && !is_taken_for_chest(other))?;
        Some(self.seen(&other))
    }

    /// An actor on the floor besides the player, in sight or not.
    pub(super) fn bystander(&self, id: ActorId) -> Option<Bystander> {
        self.world().bystanders().find(|other| other.id == id)
    }

    /// The kind of a peaceful resident that is disguised as a chest on a cell in sight.
    pub(super) fn disguised_colleague(&self, pos: Pos) -> Option<&'a ActorKind> {
        let mut others = self.world().bystanders().filter(|_| self.is_visible(pos));
        let other = others.find(|other| other.pos == pos && is_taken_for_chest(other))?;
        (!other.hostile).then(|| self.catalog().actor(other.kind))
    }

    /// The duty of a resident that is not at its post, and the direction of the post: "to the
    /// north-east".
    pub(super) fn way_to_post(&self, id: ActorId) -> Option<(Duty, String)> {
        let other = self.bystander(id)?;
        let post = other.duty.post().filter(|&post| post != other.pos)?;
        Some((other.duty, self.way_from_here(post)))
    }

    pub(super) fn missing_from(&self, post: Pos) -> Option<&'a ActorKind> {
        let mut others = self.world().bystanders();
        let other = others.find(|other| other.duty == (Duty::Stray { post }))?;
        Some(self.catalog().actor(other.kind))
    }

    pub(super) fn seen(&self, other: &Bystander) -> SeenActor<'a> {
        let attitude = match other.ai_state {
            _ if matches!(other.duty, Duty::Boss(Boss { windup: Some(_), .. })) => {
                Attitude::Striking
            }
            _ if self.world().led().is_some_and(|led| led.id == other.id) => Attitude::Following,
            _ if other.is_beaten_stray() => Attitude::Homing,
            AiState::Idle if other.guise.is_some() => Attitude::Waiting,
            AiState::Idle | AiState::GaveUp { .. } | AiState::Curious { .. }
                if is_going_back(other) =>
            {
                Attitude::Returning
            }
            AiState::Idle => match other.duty {
                Duty::Guard { .. } => Attitude::Guarding,
                Duty::Stray { .. } => Attitude::Astray,
                Duty::Boss(_) => Attitude::Dozing,
                Duty::Raider(raider) => {
                    raider.errand.map_or(Attitude::Raiding, |errand| match errand.what {
                        ErrandKind::Loot | ErrandKind::Take => Attitude::Robbing,
                        ErrandKind::Disarm
                        | ErrandKind::Burst
                        | ErrandKind::Kindle
                        | ErrandKind::Snuff => Attitude::Tampering,
                    })
                }
                Duty::None => Attitude::Unaware,
            },
            AiState::GaveUp { .. } => Attitude::Weary,
            AiState::Curious { .. } => Attitude::Curious,
            AiState::Hunting { quarry: ActorId::PLAYER, .. } => Attitude::Hunting,
            AiState::Hunting { .. } => Attitude::Busy,
            AiState::Fleeing { .. } => Attitude::Fleeing,
        };
        SeenActor {
            id: other.id,
            kind: self.catalog().actor(other.kind),
            pos: other.pos,
            health: (other.vitals.health * 100 / other.vitals.max_health).max(1),
            statuses: other.statuses.iter().map(|(status, _)| status).collect(),
            attitude,
            hostile: other.hostile,
            harmless: other.harmless,
        }
    }
}

fn is_taken_for_chest(other: &Bystander) -> bool {
    other.guise == Some(Guise::Chest)
}

fn is_going_back(other: &Bystander) -> bool {
    match (other.duty, other.ai_state) {
        (Duty::Guard { post }, AiState::Curious { goal, .. }) => goal == post,
        (Duty::Guard { post }, _) => other.pos != post,
        _ => false,
    }
}
