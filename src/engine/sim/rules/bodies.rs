//! Blood, bodies, and actors that split.

use crate::sim::prelude::*;

impl World {
    /// Blood on a cell, unless something is built into it, or it falls into a pit or into water.
    pub(crate) fn bleed(&mut self, pos: Pos) {
        if self.floor.fixture(pos).is_none()
            && self.floor.is_passable(pos)
            && !self.changes().under_water
        {
            self.floor.set_blood(pos, true);
        }
    }

    /// The turn of those in which the floor did not stand still at which a body that falls now rises.
    pub(crate) fn draw_rising(&mut self) -> Turns {
        let (min, max) = self.body_rises();
        Turns(
            self.shift().turns_in_play().0
                + self.streams.floor.range(min as i32, max as i32) as u32,
        )
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
        let place = self.nearest(at, |world, pos| {
            !world.body_cells().contains(pos)
                && !matches!(
                    world.floor.fixture(pos),
                    Some(Fixture::Trap { .. } | Fixture::Door(_) | Fixture::Chute)
                )
        });
        // Where there is no room at all, nothing is to be found of it.
        if let Some(place) = place {
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
        let beside = actor.pos.neighbours().find(|&pos| {
            self.floor.is_passable(pos)
                && !self.is_occupied(pos)
                && !self.is_closed_door(pos)
                && !self.is_armed_trap(pos)
        });
        let Some(beside) = beside else { return };
        let share = (health / 2).min(self.catalog.actor(part).health);
        self.hot_mut(actor.entity).vitals.health -= share;
        let other = self.spawn(part, beside);
        self.hot_mut(other.entity).vitals.health = share;
        let ai_state = self.ai_state(actor.entity);
        self.set_ai_state(&other, ai_state);
        self.emit(FightEvent::Split { who: self.who(&actor), into: self.who(&other) });
    }
}
