//! Steps from cell to cell, what they turn into, and what happens on arrival; teleports and other
//! changes of place.

use crate::sim::action::Action;
use crate::sim::event::Who;
use crate::sim::floor::doors;
use crate::sim::party::report;
use crate::sim::prelude::*;
use crate::sim::things::items::take_up;

impl World {
    /// Moves an actor to a cell beside, with all that follows from it there.
    pub(crate) fn walk(&mut self, actor: &ActorRef, to: Pos) {
        let from = actor.pos;
        let (actor, who) = self.displace(actor, to);
        self.emit(ActorEvent::Moved { who, from });
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
            // What is worn may be heard at each step.
            let worn = self.belongings().equipment(&self.catalog);
            let clatter = worn.map(|item| item.clatter).fold(0, u8::saturating_add);
            self.sound_of_player(to, clatter);
            let is_dripping = self.has_status(actor.entity, Status::Drenched);
            let drip = if is_dripping { self.catalog.rules.noise_drip } else { 0 };
            self.sound_of_player(to, drip.max(self.changes().splash));
        }
        self.arrive(&actor);
    }

    /// Moves an actor to another cell: the actor there, seen if either cell is.
    pub(crate) fn displace(&mut self, actor: &ActorRef, to: Pos) -> (ActorRef, Who) {
        self.relocate(actor, to);
        let moved = ActorRef { pos: to, ..*actor };
        let mut who = self.who(&moved);
        who.seen |= self.sight.visible.contains(actor.pos);
        (moved, who)
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
        let (_, who) = self.displace(actor, to);
        self.unsnare(actor);
        self.emit(ActorEvent::Teleported { who, from: actor.pos });
        true
    }

    /// Moves the player to the closet, or to the start where there is none: no gate can lock them
    /// in there. Does nothing to other actors.
    pub(crate) fn recall(&mut self, actor: &ActorRef) -> bool {
        if actor.id != ActorId::PLAYER {
            return false;
        }
        let closet = self.floor.fixtures().find(|&(_, fixture)| fixture == Fixture::Closet);
        let goal = closet.map_or(self.floor.start, |(pos, _)| pos);
        let Some(to) = self.nearest(goal, World::is_clear) else { return false };
        self.relocate(actor, to);
        self.unsnare(actor);
        self.emit(ItemEvent::Recalled { from: actor.pos });
        true
    }

    fn unsnare(&mut self, actor: &ActorRef) {
        self.hot_mut(actor.entity).statuses.0[Status::Snared as usize] = 0;
    }
}

/// Turns by which a struggle shortens a snare, besides the one that passes; not for raiders, whom it
/// holds for as long as it says.
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
    let shortens = match &world.kind(actor).boss {
        Some(boss) => boss.struggles,
        None if world.is_raider(actor) => 0,
        None => STRUGGLE_TURNS,
    };
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
    let (moved, who) = world.displace(actor, to);
    world.emit(FightEvent::Blinked { who, from: actor.pos });
    world.arrive(&moved);
}

/// Lays the trap that its kind makes, armed.
pub(crate) fn weave(world: &mut World, actor: &ActorRef, at: Pos) {
    if let Some(kind) = world.kind(actor).traits.weaves.as_ref().map(|woven| woven.id) {
        world.floor.set_fixture(at, Some(Fixture::Trap { kind, armed: true }));
        world.emit(ActorEvent::Wove { who: world.who(actor), trap: kind, at });
    }
}
