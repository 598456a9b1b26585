//! Death, and what it leaves: blood, bodies, actors that split.

use crate::sim::party::report;
use crate::sim::prelude::*;
use crate::sim::state::shift::Tenant;

impl World {
    /// Removes an actor that has no health left: its duty, loot and body are seen to, its traits
    /// burst. The death of the player ends the shift.
    pub(crate) fn die(&mut self, actor: &ActorRef, by: Harm) {
        if actor.id == ActorId::PLAYER && self.shift.tutor.is_some() {
            // The tutorial lets nobody die: the player is whole again, and free of what ailed them.
            let own = self.hot_mut(actor.entity);
            own.vitals.health = own.vitals.max_health;
            own.statuses = Statuses::default();
            return self.emit(TutorEvent::Caught);
        }
        let who = self.who(actor);
        self.emit(FightEvent::Died { who, by });
        if actor.id == ActorId::PLAYER {
            self.shift.tally.killed_by = Some(by);
            self.end_shift(End::Died);
            return;
        }
        if who.seen && !self.is_away() {
            self.shift.tally.kills += 1;
        }
        if self.is_keeper(actor) {
            self.close_shop();
        }
        let (kind, leaves_body) = (actor.kind, self.kind(actor).leaves_body);
        let duty = self.duty(actor.entity);
        let tenant = self.tenant(actor.id).copied();
        let member = || self.raid()?.member(actor.id)?.person;
        let person = tenant.map_or_else(member, |tenant| tenant.holder.person());
        self.set_tenant_fate(actor.id, Fate::Fell(by));
        if let Duty::Raider(_) = duty {
            report::fell(self, actor, by);
        } else {
            report::slew(self, by);
        }
        if let Duty::Boss(_) = duty {
            self.shift.tally.bosses += 1;
        }
        // On the post of somebody who settled there may be something else.
        if let Some(post) = duty.post()
            && matches!(self.floor.fixture(post), Some(Fixture::Post { .. }))
        {
            self.floor.set_fixture(post, None);
        }
        if let Duty::Stray { .. } = duty {
            // There is no stray left to call home.
            self.shift.order.lost[JobKind::Pen] += 1;
        }
        let catalog = self.catalog.clone();
        self.apply_effects(actor, &catalog.actor(kind).traits.bursts, by);
        self.forget_resident(actor.id);
        self.remove(actor.id);
        let held = match (duty, tenant) {
            (Duty::Raider(Raider { kit, carries, .. }), _)
            | (_, Some(Tenant { kit, carries, .. })) => [kit, carries],
            _ => [None; 2],
        };
        for stack in held.into_iter().flatten() {
            self.drop_stack(actor.pos, stack);
        }
        if leaves_body {
            let total = self.order_total(JobKind::Body);
            if self.catalog.is_risen(kind) {
                let lost = &mut self.shift.order.lost[JobKind::Body];
                *lost = lost.saturating_sub(1);
            }
            // Who falls at dawn stays down for the night.
            let is_dawn = self.raid().is_some_and(|raid| !raid.is_of_last_night);
            let rises = if is_dawn { Turns(u32::MAX) } else { self.draw_rising() };
            let body = Body { kind, rises, by: Some(by), person };
            self.drop_body(actor.pos, body);
            let coins = self.pockets(&body);
            if matches!(duty, Duty::Raider(_)) && self.pays_for_fallen() && coins > Coins(0) {
                self.earn(coins);
                self.emit(ItemEvent::PocketsEmptied { coins });
            }
            let now = self.order_total(JobKind::Body);
            if now > total && self.raid().is_none() {
                self.emit(WorkEvent::BodyOrdered { total: now });
            }
        }
    }

    /// Blood on a cell, unless something is built into it, or it falls into a pit or into water.
    pub(crate) fn bleed(&mut self, pos: Pos) {
        if self.floor.fixture(pos).is_none()
            && self.floor.is_passable(pos)
            && !self.changes().under_water
        {
            self.floor.set_blood(pos, true);
        }
    }

    /// The turn of those in which the floor did not stand still at which a body that falls now
    /// rises.
    pub(crate) fn draw_rising(&mut self) -> Turns {
        let (min, max) = self.body_rises();
        let turns = self.streams.floor.range(min as i32, max as i32) as u32;
        Turns(self.shift.turns_in_play().0 + turns)
    }

    /// Draws anew when the bodies on the floor rise: the clock of the shift starts at 0.
    pub(crate) fn redraw_risings(&mut self) {
        let (min, max) = self.body_rises();
        let mut places: Vec<Pos> = self.body_cells().iter().collect();
        places.sort_unstable();
        for pos in places {
            if let Some(body) = self.lift_body(pos) {
                let rises = Turns(self.streams.floor.range(min as i32, max as i32) as u32);
                self.place_body(pos, Body { rises, ..body });
            }
        }
    }

    /// Lays a body on the nearest cell that has none, from `at` on.
    pub(crate) fn drop_body(&mut self, at: Pos, body: Body) {
        let has_room = |world: &World, pos| match world.floor.fixture(pos) {
            Some(Fixture::Trap { .. } | Fixture::Door(_) | Fixture::Chute) => false,
            _ => !world.body_cells().contains(pos),
        };
        // Where there is no room at all, nothing is to be found of it.
        if let Some(place) = self.nearest(at, has_room) {
            self.place_body(place, body);
        }
    }
}

/// Health that an actor needs to split.
const MIN_SPLIT_HEALTH: i32 = 4;

impl World {
    /// Splits an actor: a new one beside it gets half of its health.
    pub(crate) fn split(&mut self, actor: &ActorRef, part: ActorKindId) {
        let Some(actor) = self.alive(actor.id) else { return };
        let health = self.vitals(actor.entity).health;
        if health < MIN_SPLIT_HEALTH || self.roster().len() >= self.catalog.rules.max_actors {
            return;
        }
        let is_free = |&pos: &Pos| {
            self.floor.is_passable(pos)
                && !self.is_occupied(pos)
                && !self.is_closed_door(pos)
                && !self.is_armed_trap(pos)
        };
        let Some(beside) = actor.pos.neighbours().find(is_free) else { return };
        let share = (health / 2).min(self.catalog.actor(part).health);
        self.hot_mut(actor.entity).vitals.health -= share;
        let other = self.spawn(part, beside);
        self.hot_mut(other.entity).vitals.health = share;
        let ai_state = self.ai_state(actor.entity);
        self.set_ai_state(&other, ai_state);
        self.emit(FightEvent::Split { who: self.who(&actor), into: self.who(&other) });
    }
}
