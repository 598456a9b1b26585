//! Verbs about posts and those who keep them, and what becomes of bodies in a brawl.

use crate::base::{Dir, Pos};
use crate::content::{ActorKindId, JobKind};

use super::components::{Duty, Mind, Vitals};
use super::world::{Spot, World};
use super::{Event, Fixture};

/// Health that somebody needs to come apart into two.
const DIVISIBLE: i32 = 4;

impl World {
    /// A stray is at its post again, and itself: that job is done.
    pub(super) fn come_home(&mut self, stray: &Spot, post: Pos) {
        self.floor.set_fixture(post, Some(Fixture::Post { empty: false }));
        self.set_duty(stray, Duty::Guard { post });
        self.set_mind(stray, Mind::Idle);
        self.order.done[JobKind::Pen as usize] += 1;
        let who = self.who(stray);
        self.emit(Event::CameHome { who, at: post });
    }

    /// Sends somebody back a cell, away from a blow, onto whatever is there; not into walls, nor past gates.
    pub(super) fn knock_back(&mut self, victim: &Spot, struck_from: Pos) {
        let Some(dir) = Dir::between(struck_from, victim.pos) else { return };
        let to = victim.pos + dir;
        let has_room = self.can_pass(victim, dir)
            && self.floor.is_passable(to)
            && !self.is_occupied(to)
            && !self.is_closed_door(to)
            && !self.kind(victim).traits.rooted;
        if has_room {
            self.relocate(victim, to);
            let moved = Spot { pos: to, ..*victim };
            let who = self.who(&moved);
            self.emit(Event::Knocked { who, from: victim.pos });
            self.arrive(&moved);
        }
    }

    /// Comes apart: half of what is left of somebody is somebody of its own beside it.
    pub(super) fn split(&mut self, spot: &Spot, part: ActorKindId) {
        let Some(spot) = self.alive(spot.id) else { return };
        let health = self.vitals(spot.entity).health;
        if health < DIVISIBLE || self.roster.len() >= self.catalog.rules.most_actors {
            return;
        }
        let beside = spot.pos.neighbours().find(|&pos| {
            self.floor.is_passable(pos)
                && !self.is_occupied(pos)
                && !self.is_closed_door(pos)
                && !self.is_armed_trap(pos)
        });
        let Some(beside) = beside else { return };
        let share = (health / 2).min(self.catalog.actor(part).health);
        self.change::<Vitals>(spot.entity, |vitals| vitals.health -= share);
        let other = self.spawn(part, beside);
        self.change::<Vitals>(other.entity, |vitals| vitals.health = share);
        let mind = self.mind(spot.entity);
        self.set_mind(&other, mind);
        let (who, into) = (self.who(&spot), self.who(&other));
        self.emit(Event::Split { who, into });
    }
}
