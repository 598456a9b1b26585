//! Verbs about posts and those who keep them, and what becomes of bodies in a brawl.

use crate::base::{Dir, Pos};
use crate::content::{ActorKindId, JobKind};

use crate::sim::event::Event;
use crate::sim::state::components::{AiState, Duty, Vitals};
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};

/// Health that somebody needs to come apart into two.
const DIVISIBLE: i32 = 4;

impl World {
    /// A stray is at its post again, and itself: that job is done.
    pub(crate) fn come_home(&mut self, stray: &ActorRef, post: Pos) {
        self.floor.set_fixture(post, Some(Fixture::Post { empty: false }));
        self.set_duty(stray, Duty::Guard { post });
        self.set_mind(stray, AiState::Idle);
        self.order.done[JobKind::Pen as usize] += 1;
        let who = self.who(stray);
        self.emit(Event::CameHome { who, at: post });
    }

    /// Sends somebody straight away from a place, up to so many cells, onto whatever is there: traps do not mind
    /// how anybody got to them. Not into walls, nor past gates. False for one that does not budge.
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
            self.relocate(&now, to);
            let moved = ActorRef { pos: to, ..now };
            let mut who = self.who(&moved);
            who.seen |= self.sight.visible.contains(now.pos);
            let from = now.pos;
            self.emit(if is_moved {
                Event::Moved { who, from }
            } else {
                Event::Shoved { who, from }
            });
            is_moved = true;
            self.arrive(&moved);
        }
        is_moved
    }

    /// Comes apart: half of what is left of somebody is somebody of its own beside it.
    pub(crate) fn split(&mut self, spot: &ActorRef, part: ActorKindId) {
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
