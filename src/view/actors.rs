//! Who is in sight, and how they seem.

use crate::base::Pos;
use crate::content::{ActorKind, Guise, Heals, Slot, Status};
use crate::sim::{
    ActorId, AiState, Boss, Bystander, CartIndex, Duty, HEALERS_HELP_BELOW_PERCENT, Odds,
};

use super::fight::{Fighter, Mends, Prayer, Prospect, prospect};
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

impl SeenActor<'_> {
    /// An enemy on its way, or about to strike.
    pub fn is_after_the_upkeeper(&self) -> bool {
        self.hostile && matches!(self.attitude, Attitude::Hunting | Attitude::Striking)
    }
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
    /// Keeps its post.
    Guarding,
    /// On its way back there.
    Returning,
    /// Still as stone, until an enemy is near.
    Waiting,
    /// Driven from its post, and not itself.
    Astray,
    /// The same, and had enough of it.
    Homing,
    /// Has given up a chase.
    Weary,
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
            Attitude::Guarding => "keeps its post",
            Attitude::Returning => "is on its way back to its post",
            Attitude::Waiting => "waits, and does not so much as blink",
            Attitude::Astray => "has run wild",
            Attitude::Homing => "has had enough, and is running home",
            Attitude::Weary => "has given up a chase and is getting its breath back",
            Attitude::Striking => "is about to strike the marked cells",
        }
    }
}

impl<'a> View<'a> {
    /// Everybody in sight, or heard through a wall, but the upkeeper and those taken for something else; the
    /// nearest first.
    pub fn actors(&self) -> Vec<SeenActor<'a>> {
        let world = self.world();
        let here = world.player_pos();
        let mut seen: Vec<SeenActor<'a>> = world
            .bystanders()
            .filter(|other| world.visible().contains(other.pos) || world.is_sensed(other.pos))
            .filter(|other| !is_taken_for_chest(other))
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
        let mut others = self.world().bystanders();
        let other = others.find(|other| other.pos == pos && !is_taken_for_chest(other))?;
        Some(self.seen(&other))
    }

    /// Who is on the payroll and sits on a cell in sight as a chest.
    pub(super) fn disguised_colleague(&self, pos: Pos) -> Option<&'a ActorKind> {
        let mut others = self.world().bystanders().filter(|_| self.is_visible(pos));
        let other = others.find(|other| other.pos == pos && is_taken_for_chest(other))?;
        (!other.hostile).then(|| self.catalog().actor(other.kind))
    }

    /// Where a resident belongs, in words, for one who is not there: "to the north-east".
    pub(super) fn way_to_post(&self, id: ActorId) -> Option<(Duty, String)> {
        let other = self.world().bystanders().find(|other| other.id == id)?;
        let post = other.duty.post().filter(|&post| post != other.pos)?;
        Some((other.duty, self.way_from_here(post)))
    }

    /// What somebody in sight is there for.
    pub(super) fn duty_of(&self, id: ActorId) -> Option<Duty> {
        self.world().bystanders().find(|other| other.id == id).map(|other| other.duty)
    }

    /// Who belongs to a post and has left it.
    pub(super) fn missing_from(&self, post: Pos) -> Option<&'a ActorKind> {
        let mut others = self.world().bystanders();
        let other = others.find(|other| other.duty == (Duty::Stray { post }))?;
        Some(self.catalog().actor(other.kind))
    }

    fn seen(&self, other: &Bystander) -> SeenActor<'a> {
        let attitude = match other.mind {
            _ if matches!(other.duty, Duty::Boss(Boss { windup: Some(_), .. })) => {
                Attitude::Striking
            }
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
                _ => Attitude::Unaware,
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
        }
    }

    /// The odds of the upkeeper's blow against somebody, and of theirs against the upkeeper.
    pub fn odds_against(&self, id: ActorId) -> Option<(Odds, Odds)> {
        self.world().odds_against(id)
    }

    /// The odds of what is in a slot of the cart, thrown at somebody.
    pub fn odds_of_throw(&self, slot: CartIndex, id: ActorId) -> Option<Odds> {
        let stack = self.world().belongings().stack(slot)?;
        let thrown = self.catalog().item(stack.kind).thrown.as_ref()?;
        self.world().odds_of_throw(thrown, id)
    }

    /// How a fight with somebody to the end would go, blow against blow.
    pub fn prospect(&self, id: ActorId) -> Option<Prospect> {
        let world = self.world();
        let (ours, theirs) = world.odds_against(id)?;
        let other = world.bystanders().find(|other| other.id == id)?;
        let (vitals, statuses) = (world.vitals(world.player()), world.statuses(world.player()));
        let own = Fighter {
            odds: ours,
            health: vitals.health,
            max_health: vitals.max_health,
            pace: world.pace_of(ActorId::PLAYER)?,
            mends: Mends {
                turns: statuses.turns(Status::Mending),
                every: if statuses.has(Status::Poisoned) { 0 } else { world.mends_every() },
                ..Mends::default()
            },
        };
        let them = Fighter {
            odds: theirs,
            health: other.vitals.health,
            max_health: other.vitals.max_health,
            pace: world.pace_of(id)?,
            mends: Mends {
                turns: other.statuses.turns(Status::Mending),
                every: 0,
                own: self.prayer(&other),
                others: self.healers_of(&other).find_map(|healer| self.prayer(&healer)),
            },
        };
        Some(prospect(own, them))
    }

    /// Those in sight who would heal somebody if that one were hurt, the readiest first.
    pub(super) fn healers_of(&self, hurt: &Bystander) -> impl Iterator<Item = Bystander> + use<> {
        let others = self.world().bystanders().filter(|other| {
            let range = heals(self.catalog().actor(other.kind)).map(|heals| heals.range);
            other.id != hurt.id
                && matches!((other.duty, hurt.duty), (Duty::Raider(_), Duty::Raider(_)))
                && range.is_some_and(|range| other.pos.steps_to(hurt.pos) <= range)
                && self.is_visible(other.pos)
        });
        let mut healers: Vec<Bystander> = others.collect();
        let readiness = |healer: &Bystander| {
            heals(self.catalog().actor(healer.kind)).map_or(0, |heals| heals.ready)
        };
        healers.sort_by_key(|healer| std::cmp::Reverse(readiness(healer)));
        healers.into_iter()
    }

    /// What somebody does for whoever of a party is hurt.
    pub(super) fn prayer(&self, healer: &Bystander) -> Option<Prayer> {
        let heals = heals(self.catalog().actor(healer.kind))?;
        matches!(healer.duty, Duty::Raider(_)).then_some(Prayer {
            amount: heals.amount,
            percent: heals.ready,
            below: HEALERS_HELP_BELOW_PERCENT,
        })
    }

    /// The best missile in the cart against somebody, and its odds.
    pub fn best_throw(&self, id: ActorId) -> Option<(CartSlot<'a>, Odds)> {
        let cart = self.cart().into_iter().filter(|entry| entry.item.slot == Slot::Missile);
        let odds = cart.filter_map(|entry| {
            let odds = self.odds_of_throw(entry.slot, id)?;
            (odds.damage.1 > 1).then_some((entry, odds))
        });
        odds.max_by_key(|(_, odds)| odds.hit as i32 * (odds.damage.0 + odds.damage.1))
    }
}

fn heals(kind: &ActorKind) -> Option<Heals> {
    kind.raider.as_ref()?.heals
}

/// Still, with its lid down: nobody tells it from a chest by looking.
fn is_taken_for_chest(other: &Bystander) -> bool {
    other.guise == Some(Guise::Chest)
}

/// A guard that is not at its post and minds nothing else.
fn is_going_back(other: &Bystander) -> bool {
    match (other.duty, other.mind) {
        (Duty::Guard { post }, AiState::Curious { goal, .. }) => goal == post,
        (Duty::Guard { post }, _) => other.pos != post,
        _ => false,
    }
}
