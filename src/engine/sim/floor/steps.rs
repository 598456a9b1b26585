//! Steps from cell to cell, what they turn into, and what happens on arrival; teleports and other
//! changes of place.

use crate::sim::action::Action;
use crate::sim::event::Who;
use crate::sim::floor::{doors, noise};
use crate::sim::party::report;
use crate::sim::prelude::*;
use crate::sim::things::items::take_up;

impl World {
    /// Moves an actor to a cell beside, with all that follows from it there.
    pub(crate) fn walk(&mut self, actor: &ActorRef, to: Pos) {
        let from = actor.pos;
        self.relocate(actor, to);
        let actor = ActorRef { pos: to, ..*actor };
        let mut who = self.who(&actor);
        who.seen |= self.sight.visible.contains(from);
        self.emit(ActorEvent::Moved { who, from });
        self.fall_shut(from);
        if actor.id == ActorId::PLAYER {
            self.shift.tally.steps += 1;
        }
        let trails = self.kind(&actor).traits.trails;
        if trails > 0 && self.streams.floor.percent(trails) {
            self.bleed(to);
        }
        if self.raid().is_some() {
            report::trail(self, &actor, from);
        }
        if matches!(self.floor.fixture(to), Some(Fixture::Drop(_))) {
            self.emit(FloorEvent::JumpedDown { who: self.who(&actor), at: to });
        }
        if actor.id == ActorId::PLAYER {
            take_up(self);
            self.clatter();
            let is_dripping = self.has_status(actor.entity, Status::Drenched);
            let drip = if is_dripping { self.catalog.rules.noise_drip } else { 0 };
            let loudness = drip.max(self.changes().splash);
            if loudness > 0 {
                noise::sound_of_player(self, to, loudness);
            }
        }
        self.arrive(&actor);
    }

    /// A door that was hung the other way falls shut behind an actor that leaves it, without a
    /// noise: whoever goes after noises would go through it for ever.
    fn fall_shut(&mut self, door: Pos) {
        let falls = self.shift.prepared.opens_to(door).is_some()
            && self.floor.fixture(door) == Some(Fixture::Door(Door::Open))
            && !self.is_occupied(door)
            && self.body_at(door).is_none()
            && self.item_at(door).is_none();
        if falls {
            self.set_door(door, Door::Closed);
            self.emit(FloorEvent::DoorFellShut { at: door });
        }
    }

    /// The player's step is heard, if something worn sees to that.
    fn clatter(&mut self) {
        let loudness = self
            .belongings()
            .equipment(&self.catalog)
            .map(|item| item.clatter)
            .fold(0, u8::saturating_add);
        if loudness > 0 {
            let at = self.player_pos();
            noise::sound_of_player(self, at, loudness);
        }
    }

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

    /// Teleports an actor to a random free cell that it could walk to without passing a gate.
    /// Returns whether there is one.
    pub(crate) fn teleport(&mut self, actor: &ActorRef) -> bool {
        let mut ground = self.ground(actor);
        ground.insert(actor.pos);
        let start = match self.floor.fixture(actor.pos) {
            Some(Fixture::Drop(down)) => actor.pos + down,
            _ => actor.pos,
        };
        let mut region = flood(&ground, start);
        region.intersect(&self.floor.passable);
        let free: Vec<Pos> = region.iter().filter(|&pos| self.is_clear(pos)).collect();
        let Some(&to) = self.streams.floor.pick(&free) else { return false };
        let who = self.put(actor, to);
        self.emit(ActorEvent::Teleported { who, from: actor.pos });
        true
    }

    /// Moves the player to the closet, or to the start where there is none: no gate can lock them
    /// in there. Does nothing to other actors.
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

/// Turns by which a struggle shortens a snare, besides the one that passes.
const STRUGGLE_TURNS: u16 = 1;

/// Walks one cell; into an enemy becomes a blow, past a friend changes places, into a shut door or
/// a gate opens it, in a snare struggles.
pub(crate) fn step(world: &mut World, actor: &ActorRef, dir: Dir) -> Option<Action> {
    let to = actor.pos + dir;
    let other = world.actor_at(to).copied();
    if let Some(other) = other.filter(|other| world.strikes_by_step(actor, other)) {
        return Some(Action::Attack(other.id));
    }
    if world.statuses(actor.entity).has(Status::Snared) {
        struggle(world, actor);
        return None;
    }
    if let Some(opening) = doors::opening(world, actor, to) {
        return Some(opening);
    }
    if world.can_pass(actor, dir) {
        if let Some(other) = other {
            world.make_way(&other, actor.pos);
        }
        world.walk(actor, to);
    }
    None
}

fn struggle(world: &mut World, actor: &ActorRef) {
    let shortens = world.kind(actor).boss.as_ref().map_or(STRUGGLE_TURNS, |boss| boss.struggles);
    let left = world.statuses(actor.entity).turns(Status::Snared).saturating_sub(shortens);
    world.hot_mut(actor.entity).statuses.0[Status::Snared as usize] = left;
    let who = world.who(actor);
    world.emit(if left == 0 {
        FightEvent::StruggledFree { who }
    } else {
        FightEvent::Struggled { who }
    });
}

/// Moves an actor to a cell without the cells between; it springs a trap there like one that walks.
pub(crate) fn blink(world: &mut World, actor: &ActorRef, to: Pos) {
    world.relocate(actor, to);
    let mut who = world.who(&ActorRef { pos: to, ..*actor });
    who.seen |= world.sight.visible.contains(actor.pos);
    world.emit(FightEvent::Blinked { who, from: actor.pos });
    world.arrive(&ActorRef { pos: to, ..*actor });
}

/// Lays the trap that its kind makes, armed.
pub(crate) fn weave(world: &mut World, actor: &ActorRef, at: Pos) {
    if let Some(kind) = world.kind(actor).traits.weaves.as_ref().map(|woven| woven.id) {
        world.floor.set_fixture(at, Some(Fixture::Trap { kind, armed: true }));
        world.emit(ActorEvent::Wove { who: world.who(actor), trap: kind, at });
    }
}
