//! The odds against the actors in sight: of a blow, of a throw, and of a whole fight.

use crate::sim::{
    ACTION_ENERGY, ActorId, Bystander, CartIndex, Duty, HEALERS_HELP_BELOW_PERCENT, Odds,
    share_of_speed,
};
use base::{Dir, Pos};
use content::{Effect, Slot, Status};

use super::actors::SeenActor;
use super::fight::{Fighter, Heal, Prospect, Recovery, prospect};
use super::{CartSlot, View};

/// A fight won less often than so many times of 1000 is one to stay out of.
const MIN_CHANCE_TO_FIGHT: u32 = 500;

const CERTAIN: u32 = 1_000;

impl<'a> View<'a> {
    /// The odds of the player's blow against an actor, and of the actor's against the player.
    pub fn odds_against(&self, id: ActorId) -> Option<(Odds, Odds)> {
        self.world().odds_against(id)
    }

    /// The cells that a long weapon in the player's hand reaches; empty with any other.
    pub fn cells_in_reach(&self) -> Vec<Pos> {
        self.world().cells_in_reach()
    }

    /// The direction in which a step strikes an actor farther off than beside, with a long weapon.
    pub fn reaches(&self, id: ActorId) -> Option<Dir> {
        Dir::ALL.into_iter().find(|&dir| self.world().in_reach(dir) == Some(id))
    }

    /// The odds of an item of the cart, thrown at an actor; `None` if it is not made for throwing.
    pub fn odds_of_throw(&self, slot: CartIndex, id: ActorId) -> Option<Odds> {
        let stack = self.world().belongings().stack(slot)?;
        let thrown = self.catalog().item(stack.kind).thrown.as_ref()?;
        self.world().odds_of_throw(thrown, id)
    }

    /// The missile in the cart that does the most damage to an actor on the average, and its odds.
    pub fn best_throw(&self, id: ActorId) -> Option<(CartSlot<'a>, Odds)> {
        let cart = self.cart().into_iter().filter(|entry| entry.item.slot == Slot::Missile);
        let odds = cart.filter_map(|entry| {
            let odds = self.odds_of_throw(entry.slot, id)?;
            (odds.damage.1 > 1).then_some((entry, odds))
        });
        odds.max_by_key(|(_, odds)| odds.hit as i32 * (odds.damage.0 + odds.damage.1))
    }

    /// Whether the player would rather lose than win a fight to the death with an actor and those
    /// who would join in.
    pub fn is_outmatched_by(&self, id: ActorId) -> bool {
        self.prospect(id).is_some_and(|(prospect, _)| prospect.wins < MIN_CHANCE_TO_FIGHT)
    }

    /// The most health that the blows and shots of those who are after the player can take in the
    /// next turn.
    pub fn max_harm_next_turn(&self) -> i32 {
        let world = self.world();
        let hunters = self.actors().into_iter().filter(SeenActor::is_after_the_upkeeper);
        let harm = hunters.filter_map(|actor| {
            let from_afar = world.odds_from_afar(actor.id);
            let is_beside = actor.pos.is_beside(self.player().pos);
            let odds = match from_afar {
                None if !is_beside => return None,
                None => world.odds_against(actor.id)?.1,
                Some(shot) => shot,
            };
            let blows = (world.pace_of(actor.id)? as u32).div_ceil(ACTION_ENERGY as u32);
            Some(odds.damage.1 * blows as i32)
        });
        harm.sum()
    }

    /// The prospect of a fight to the death with an actor and all in sight that would join in, and
    /// who they are.
    pub fn prospect(&self, id: ActorId) -> Option<(Prospect, Vec<SeenActor<'a>>)> {
        let world = self.world();
        let (ours, blow) = world.odds_against(id)?;
        // Who shoots from away is not struck before the player has come near, and counts as if it
        // went on shooting then.
        let (theirs, approach) = match world.odds_from_afar(id) {
            Some(shot) => {
                let steps = self.player().pos.steps_to(self.bystander(id)?.pos);
                (shot, (steps - 1).max(0) as u16)
            }
            None => (blow, 0),
        };
        let vitals = world.vitals(world.player());
        let mut own = Fighter {
            odds: ours,
            health: vitals.health,
            max_health: vitals.max_health,
            pace: world.pace_of(ActorId::PLAYER)?,
            delay: approach,
            recovery: self.own_recovery(),
        };
        let mut them = vec![self.fighter(id, theirs, 0)?];
        let mut others = Vec::new();
        let mut left = self.pace_left(id, theirs.hit)?;
        for other in world.helpers_of(id) {
            let (odds, delay) = world.odds_of_helper(other)?;
            them.push(self.fighter(other, odds, delay)?);
            left = left * self.pace_left(other, odds.hit)? / CERTAIN;
            others.extend(self.bystander(other));
        }
        own.pace = (own.pace * left as i32 / CERTAIN as i32).max(1);
        let others = others.iter().map(|other| self.seen(other)).collect();
        Some((prospect(own, &them), others))
    }

    /// The share of the player's pace, in parts of [`CERTAIN`], that is left in a fight with an
    /// actor that hits so often in percent: less by the turns in which it has frightened, stunned,
    /// slowed or tarred them before.
    fn pace_left(&self, id: ActorId, hit: u32) -> Option<u32> {
        let world = self.world();
        let other = self.bystander(id)?;
        let kind = self.catalog().actor(other.kind);
        let shot = kind.shot.as_ref().filter(|_| world.odds_from_afar(id).is_some());
        let effects = shot.map_or(&kind.melee.effects, |shot| &shot.effects);
        let (pace, statuses) = (world.pace_of(id)?, world.statuses(world.player()));
        // Whoever is slow already has that pace.
        let new = effects.iter().filter_map(hindrance);
        let new = new.filter(|own| own.share.0 == 0 || !statuses.has(own.status));
        let left = new.map(|Hindrance { turns, percent, share: (times, of), .. }| {
            let spared = CERTAIN - hit * percent * CERTAIN / 10_000;
            let blows = (i32::from(turns) * pace / ACTION_ENERGY).max(1);
            let free = (0..blows).fold(CERTAIN, |free, _| free * spared / CERTAIN);
            free + (CERTAIN - free) * times / of
        });
        Some(left.fold(CERTAIN, |all, one| all * one / CERTAIN))
    }

    fn own_recovery(&self) -> Recovery {
        let world = self.world();
        let statuses = world.statuses(world.player());
        Recovery {
            turns: statuses.turns(Status::Mending),
            every: if statuses.has(Status::Poisoned) { 0 } else { world.mends_every() },
            heals: None,
        }
    }

    /// An enemy in a fight that it joins after a delay.
    fn fighter(&self, id: ActorId, odds: Odds, delay: u16) -> Option<Fighter> {
        let other = self.bystander(id)?;
        Some(Fighter {
            odds,
            health: other.vitals.health,
            max_health: other.vitals.max_health,
            pace: self.world().pace_of(id)?,
            delay: delay.max(other.statuses.turns(Status::Stunned)),
            recovery: Recovery {
                turns: other.statuses.turns(Status::Mending),
                every: 0,
                heals: self.heal(&other),
            },
        })
    }

    /// How a raider heals hurt members of its party; `None` if it does not.
    pub(super) fn heal(&self, healer: &Bystander) -> Option<Heal> {
        let heals = self.catalog().actor(healer.kind).raider.as_ref()?.heals?;
        matches!(healer.duty, Duty::Raider(_)).then_some(Heal {
            amount: heals.amount,
            percent: heals.ready,
            below: HEALERS_HELP_BELOW_PERCENT,
        })
    }
}

/// A status that makes the player strike less often.
pub(super) struct Hindrance {
    status: Status,
    turns: u16,
    /// The chance of it, in percent.
    percent: u32,
    /// The fraction of the player's blows that is left.
    share: (u32, u32),
}

/// How an effect keeps the player from striking, or slows them; `None` if it does neither.
pub(super) fn hindrance(effect: &Effect) -> Option<Hindrance> {
    let Effect::Inflict { status, turns, percent } = *effect else { return None };
    let share = match status {
        Status::Frightened | Status::Stunned => (0, 1),
        _ => share_of_speed(status).map(|(times, of)| (times as u32, of as u32))?,
    };
    (share.0 < share.1).then_some(Hindrance { status, turns, percent, share })
}
