//! Changes of place that are no steps: teleports, recalls, coming in and leaving.

use crate::sim::event::Who;
use crate::sim::prelude::*;

impl World {
    /// Puts an actor on a cell, unless another stands there; without events.
    pub(crate) fn set_down(&mut self, actor: &ActorRef, to: Pos) {
        if !self.is_occupied(to) {
            self.relocate(actor, to);
        }
    }

    /// Moves an actor to another cell to make way for somebody, who may be leaving that cell.
    pub(crate) fn make_way(&mut self, actor: &ActorRef, to: Pos) {
        let from = actor.pos;
        self.relocate(actor, to);
        self.emit(ActorEvent::Moved { who: self.who(&ActorRef { pos: to, ..*actor }), from });
    }

    /// Has somebody harmless step off a cell on which the player works.
    pub(crate) fn make_room(&mut self, at: Pos) {
        if let Some(&other) = self.actor_at(at)
            && let Some(aside) = self.place_aside(&other)
        {
            self.make_way(&other, aside);
        }
    }

    /// Teleports an actor to a random free cell that it could walk to without passing a gate. Returns whether there is one.
    pub(crate) fn teleport(&mut self, actor: &ActorRef) -> bool {
        let mut ground = self.ground(actor);
        ground.insert(actor.pos);
        let start = match self.floor.fixture(actor.pos) {
            Some(Fixture::Drop(down)) => actor.pos + down,
            _ => actor.pos,
        };
        let mut region = flood(&ground, start);
        region.intersect(self.floor.passable());
        let free: Vec<Pos> = region.iter().filter(|&pos| self.is_clear(pos)).collect();
        let Some(&to) = self.streams.floor.pick(&free) else { return false };
        let who = self.put(actor, to);
        self.emit(ActorEvent::Teleported { who, from: actor.pos });
        true
    }

    /// Moves the player to the closet, or to the start where there is none: no gate can lock them in there. Does nothing
    /// to other actors.
    pub(crate) fn recall(&mut self, actor: &ActorRef) -> bool {
        if actor.id != ActorId::PLAYER {
            return false;
        }
        let mut fixtures = self.floor.fixtures();
        let closet = fixtures.find(|&(_, fixture)| fixture == Fixture::Closet).map(|(pos, _)| pos);
        drop(fixtures);
        let to = self.nearest(closet.unwrap_or(self.floor.start), World::is_clear);
        let Some(to) = to else { return false };
        self.put(actor, to);
        self.emit(ItemEvent::Recalled { from: actor.pos });
        true
    }

    /// Puts an actor on another cell, and frees it from a snare.
    fn put(&mut self, actor: &ActorRef, to: Pos) -> Who {
        self.relocate(actor, to);
        let moved = ActorRef { pos: to, ..*actor };
        let statuses = &mut self.hot_mut(actor.entity).statuses;
        statuses.0[Status::Snared as usize] = 0;
        let mut who = self.who(&moved);
        who.seen |= self.sight.visible.contains(actor.pos);
        who
    }
}
