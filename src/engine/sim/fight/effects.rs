//! Effects, harm and arrival on a cell. They stand in one file because they call each other: a
//! trap's effects harm, a death (`death`) bursts into effects, and a shove ends on another trap.

use crate::sim::party::report;
use crate::sim::prelude::*;
use crate::sim::work::jobs::{finish_beside, use_up_trap};

/// A wound leaves blood if it takes one part in this many of the greatest health.
const BLOODY_WOUND_FRACTION: i32 = 4;

impl World {
    /// Applies a list of effects to an actor and its cell; once it is dead, to the cell alone.
    ///
    /// Returns whether any of them had an effect.
    pub(crate) fn apply_effects(
        &mut self,
        victim: &ActorRef,
        effects: &[Effect],
        by: Harm,
    ) -> bool {
        let mut any = false;
        for effect in effects {
            if self.shift.end.is_some() {
                break;
            }
            any |= match self.alive(victim.id) {
                Some(actor) => self.apply(&actor, effect, by),
                None => self.apply_at(victim.pos, effect, by),
            };
        }
        any
    }

    fn apply(&mut self, actor: &ActorRef, effect: &Effect, by: Harm) -> bool {
        match *effect {
            Effect::Damage { low, high } => {
                let drawn = self.streams.combat.range(low, high);
                let damage = if matches!(by, Harm::Trap(_)) && self.is_raider(actor) {
                    self.wound_of_raider(actor)
                } else {
                    self.through_armour(actor, drawn)
                };
                self.harm(actor, by, damage.max(1));
            }
            Effect::Heal { amount } => return self.heal(actor, amount),
            Effect::Inflict { status, turns, percent } => {
                let falls = percent >= 100 || self.streams.combat.percent(percent);
                return falls && self.inflict(actor, status, turns);
            }
            Effect::Cure { status } => return self.cure(actor, status),
            Effect::Teleport => return self.teleport(actor),
            Effect::Map => return self.learn_plan(),
            Effect::FinishJob => return finish_beside(self),
            Effect::Kindle => return self.kindle_in_sight(),
            Effect::Identify => return self.identify_all(),
            // Only the player has belongings.
            Effect::Supply { .. } | Effect::Coins { .. } if actor.id != ActorId::PLAYER => {
                return false;
            }
            Effect::Supply { supply, amount } => {
                self.add_supply(supply, amount);
                self.emit(ItemEvent::SupplyFound { supply, amount });
            }
            Effect::Coins { amount } => self.earn(Coins(amount.into())),
            Effect::Shove { cells } => return self.shove(actor, self.player_pos(), cells),
            Effect::Around { radius, spares: true, ref effects } => {
                return self.befall_around(actor.pos, radius, Some(actor.id), effects, by);
            }
            Effect::Recall => return self.recall(actor),
            Effect::Scrub { radius } => return self.scrub(actor.pos, radius),
            Effect::Gas { .. }
            | Effect::Noise { .. }
            | Effect::Ignite { .. }
            | Effect::Jet { .. }
            | Effect::Douse { .. }
            | Effect::Snuff { .. }
            | Effect::Around { .. } => return self.apply_at(actor.pos, effect, by),
        }
        true
    }

    /// Takes health from an actor, with the event that tells of it. An actor without health dies.
    pub(crate) fn harm(&mut self, actor: &ActorRef, by: Harm, damage: i32) {
        let damage = match (by, &self.kind(actor).boss) {
            (Harm::Trap(_), Some(boss)) => damage * boss.trapped / 100,
            _ => damage,
        };
        if damage > 0 {
            let victim = self.who(actor);
            self.emit(FightEvent::Hurt { victim, by, damage });
            self.wound(actor, by, damage);
        }
    }

    /// The same without an event, for blows that have one of their own.
    pub(crate) fn wound(&mut self, actor: &ActorRef, by: Harm, damage: i32) {
        if damage <= 0 {
            return;
        }
        let left = self.vitals(actor.entity).health.max(0);
        report::wounded(self, actor, by, damage.min(left));
        self.hot_mut(actor.entity).vitals.health -= damage;
        if actor.id == ActorId::PLAYER {
            self.shift.tally.damage_taken += damage as u32;
        }
        let vitals = self.vitals(actor.entity);
        let bleeds_enough = damage * BLOODY_WOUND_FRACTION >= vitals.max_health
            && !matches!(by, Harm::Gas | Harm::Fire | Harm::Status(_));
        if self.kind(actor).bleeds && (bleeds_enough || vitals.health <= 0) {
            self.bleed(actor.pos);
        }
        if vitals.health <= 0 {
            self.die(actor, by);
        } else if let Some(part) = self.kind(actor).traits.splits.as_ref().map(|part| part.id)
            && matches!(by, Harm::Blow { .. } | Harm::Missile(_) | Harm::Trap(_))
        {
            self.split(actor, part);
        }
    }

    /// Wounds an actor by a hit, and applies the effects of the hit if it lives.
    pub(crate) fn hit(&mut self, victim: &ActorRef, by: Harm, damage: i32, effects: &[Effect]) {
        self.wound(victim, by, damage);
        if let Some(victim) = self.alive(victim.id) {
            self.apply_effects(&victim, effects, by);
        }
    }

    /// Pushes an actor straight away from a place, up to so many cells. It stops at walls, gates
    /// and other actors, and springs traps. Returns whether it moved.
    pub(crate) fn shove(&mut self, victim: &ActorRef, from: Pos, cells: u8) -> bool {
        let away = victim.pos - from;
        let away = Pos::new(away.x.signum(), away.y.signum());
        let Some(dir) = Dir::between(Pos::default(), away) else { return false };
        let mut is_moved = false;
        for _ in 0..cells {
            let Some(now) = self.alive(victim.id) else { break };
            let to = now.pos + dir;
            let has_room = self.can_pass(&now, dir)
                && self.floor.is_passable(to)
                && !self.is_occupied(to)
                && !self.is_closed_door(to)
                && !self.kind(&now).traits.rooted;
            if !has_room {
                break;
            }
            let from = now.pos;
            let (moved, who) = self.displace(&now, to);
            self.emit(if is_moved {
                Event::Actor(ActorEvent::Moved { who, from })
            } else {
                Event::Fight(FightEvent::Shoved { who, from })
            });
            is_moved = true;
            self.arrive(&moved);
        }
        is_moved
    }

    /// Springs the trap under an actor that has come to a cell.
    pub(crate) fn arrive(&mut self, actor: &ActorRef) {
        if let Some(Fixture::Trap { kind, armed: true }) = self.floor.fixture(actor.pos)
            && self.endangers(actor, actor.pos)
        {
            spring(self, actor, actor.pos, kind);
        }
    }

    /// Applies an effect to a cell. Returns false if it needs a victim, or had no effect.
    pub(crate) fn apply_at(&mut self, at: Pos, effect: &Effect, by: Harm) -> bool {
        match *effect {
            Effect::Gas { amount } => self.release_gas(at, amount),
            Effect::Noise { loudness } => self.sound(at, loudness),
            Effect::Ignite { radius } => {
                let area = self.area(at, radius).into_iter();
                return area.filter(|&pos| self.ignite(pos)).count() > 0;
            }
            Effect::Jet { length } => return self.jet(at, length),
            Effect::Douse { radius } => self.douse(at, radius),
            Effect::Snuff { radius } => return self.snuff(at, radius),
            Effect::Around { radius, ref effects, .. } => {
                return self.befall_around(at, radius, None, effects, by);
            }
            _ => return false,
        }
        true
    }

    /// Applies effects to all actors near a place and in line of sight of it, by id, except for the
    /// one spared.
    pub(crate) fn befall_around(
        &mut self,
        at: Pos,
        radius: u8,
        spared: Option<ActorId>,
        effects: &[Effect],
        by: Harm,
    ) -> bool {
        let mut any = false;
        for actor in self.bystanders_of(at, radius) {
            any |= Some(actor.id) != spared && self.apply_effects(&actor, effects, by);
        }
        any
    }
}

/// Springs the trap on a cell: its victim has stepped on it or worked on it.
pub(crate) fn spring(world: &mut World, victim: &ActorRef, at: Pos, kind: TrapKindId) {
    use_up_trap(world, at, kind);
    report::tripped(world, victim, kind);
    if victim.id == ActorId::PLAYER {
        world.shift.tally.traps_sprung += 1;
    }
    world.emit(FightEvent::TrapSprung { trap: kind, at, victim: world.who(victim) });
    let catalog = world.catalog.clone();
    world.apply_effects(victim, &catalog.trap(kind).effects, Harm::Trap(kind));
}

/// A trap on a cord goes off at whoever stands on it or beside it, and is armed again afterwards.
/// What fills the air or the cells about it comes once.
pub(crate) fn go_off(world: &mut World, at: Pos, kind: TrapKindId) {
    let catalog = world.catalog.clone();
    let is_wide = |effect: &&Effect| {
        matches!(
            effect,
            Effect::Gas { .. }
                | Effect::Noise { .. }
                | Effect::Ignite { .. }
                | Effect::Jet { .. }
                | Effect::Douse { .. }
                | Effect::Snuff { .. }
                | Effect::Around { .. }
        )
    };
    let (wide, own): (Vec<&Effect>, Vec<&Effect>) =
        catalog.trap(kind).effects.iter().partition(is_wide);
    for victim in world.bystanders_of(at, 1) {
        report::tripped(world, &victim, kind);
        world.emit(FightEvent::TrapSprung { trap: kind, at, victim: world.who(&victim) });
        for &effect in &own {
            if let Some(victim) = world.alive(victim.id) {
                world.apply(&victim, effect, Harm::Trap(kind));
            }
        }
    }
    for effect in wide {
        world.apply_at(at, effect, Harm::Trap(kind));
    }
}

impl World {
    /// Restores health. Returns whether there was any to restore.
    pub(crate) fn heal(&mut self, actor: &ActorRef, amount: i32) -> bool {
        let vitals = self.vitals(actor.entity);
        let amount = amount.min(vitals.max_health - vitals.health);
        if amount > 0 {
            self.hot_mut(actor.entity).vitals.health += amount;
            self.emit(FightEvent::Healed { who: self.who(actor), amount });
        }
        amount > 0
    }

    /// Gives an actor a status for some turns, unless it has it for longer or is warded against it.
    /// Returns whether it did.
    pub(crate) fn inflict(&mut self, actor: &ActorRef, status: Status, turns: u16) -> bool {
        if self.is_warded(actor, status) {
            return false;
        }
        let before = self.statuses(actor.entity).turns(status);
        if before >= turns {
            return false;
        }
        self.hot_mut(actor.entity).statuses.0[status as usize] = turns;
        if before == 0 {
            self.emit(FightEvent::StatusBegan { who: self.who(actor), status, turns });
        }
        if status == Status::Drenched {
            for washed_off in [Status::Burning, Status::Tarred, Status::Reeking] {
                self.cure(actor, washed_off);
            }
        }
        true
    }

    /// A burning actor gets into water.
    pub(crate) fn quench(&mut self, actor: &ActorRef) {
        self.emit(FloorEvent::Quenched { who: self.who(actor) });
        self.inflict(actor, Status::Drenched, self.catalog.rules.fire.drenched);
    }

    /// Ends a status. Returns whether the actor had it.
    pub(crate) fn cure(&mut self, actor: &ActorRef, status: Status) -> bool {
        let ails = self.has_status(actor.entity, status);
        if ails {
            self.hot_mut(actor.entity).statuses.0[status as usize] = 0;
            self.emit(FightEvent::StatusEnded { who: self.who(actor), status });
        }
        ails
    }
}
