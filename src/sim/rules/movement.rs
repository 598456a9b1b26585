//! Verbs about where somebody is, and what happens there to whoever arrives.

use crate::base::{Pos, flood};
use crate::content::Status;

use crate::sim::event::{Event, Who};
use crate::sim::rules::{actions, noise, raid, trap};
use crate::sim::state::components::Position;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

impl World {
    /// Puts somebody on another free cell; nothing happens there yet.
    pub(crate) fn relocate(&mut self, spot: &ActorRef, to: Pos) {
        if self.occupants[spot.pos] == Some(spot.entity) {
            self.occupants[spot.pos] = None;
            self.presence.clear(spot.pos, spot.faction);
        }
        self.occupants[to] = Some(spot.entity);
        self.presence.put(to, spot.faction);
        self.change::<Position>(spot.entity, |position| position.0 = to);
        if let Some(own) = self.spot_mut(spot.id) {
            own.pos = to;
        }
        if self.kind(spot).traits.lurks.is_some() {
            self.floor.look_changed(spot.pos);
            self.floor.look_changed(to);
        }
    }

    /// Puts somebody on a cell, unless another stands there: between raid and shift nobody sees them walk.
    pub(crate) fn set_down(&mut self, spot: &ActorRef, to: Pos) {
        if !self.is_occupied(to) {
            self.relocate(spot, to);
        }
    }

    /// Moves somebody to a cell that another is about to leave for theirs.
    pub(crate) fn make_way(&mut self, spot: &ActorRef, to: Pos) {
        let from = spot.pos;
        self.relocate(spot, to);
        let who = self.who(&ActorRef { pos: to, ..*spot });
        self.emit(Event::Moved { who, from });
    }

    /// Moves somebody one cell, and lets happen what happens there.
    pub(crate) fn walk(&mut self, spot: &ActorRef, to: Pos) {
        let from = spot.pos;
        self.relocate(spot, to);
        let spot = ActorRef { pos: to, ..*spot };
        let mut who = self.who(&spot);
        who.seen |= self.sight.visible.contains(from);
        self.emit(Event::Moved { who, from });
        if spot.id == ActorId::PLAYER {
            self.tally.steps += 1;
        }
        let trails = self.kind(&spot).traits.trails;
        if trails > 0 && self.streams.floor.percent(trails) {
            self.bleed(to);
        }
        if self.raid.is_some() {
            raid::trail(self, &spot, from);
        }
        if matches!(self.floor.fixture(to), Some(Fixture::Drop(_))) {
            let who = self.who(&spot);
            self.emit(Event::JumpedDown { who, at: to });
        }
        if spot.id == ActorId::PLAYER {
            actions::item::take_up(self);
            self.clatter();
            if self.has_status(spot.entity, Status::Drenched) {
                let loudness = self.catalog.rules.noise_drip;
                noise::sound_of_player(self, to, loudness);
            }
        }
        self.arrive(&spot);
    }

    /// Somebody has come to stand on a cell: traps do not ask who.
    pub(crate) fn arrive(&mut self, spot: &ActorRef) {
        if let Some(Fixture::Trap { kind, armed: true }) = self.floor.fixture(spot.pos)
            && self.endangers(spot, spot.pos)
        {
            trap::spring(self, spot, spot.pos, kind);
        }
    }

    /// Moves somebody to a random free cell, on this side of every gate: nobody gets locked in.
    pub(crate) fn teleport(&mut self, spot: &ActorRef) {
        let mut ground = self.ground(spot);
        ground.insert(spot.pos);
        let start = match self.floor.fixture(spot.pos) {
            Some(Fixture::Drop(down)) => spot.pos + down,
            _ => spot.pos,
        };
        let mut region = flood(&ground, start);
        region.intersect(self.floor.passable());
        let free: Vec<Pos> = region
            .iter()
            .filter(|&pos| {
                !self.is_occupied(pos)
                    && self.floor.fixture(pos).is_none()
                    && self.floor.gas(pos) == 0
            })
            .collect();
        let Some(&to) = self.streams.floor.pick(&free) else { return };
        let who = self.put(spot, to);
        self.emit(Event::Teleported { who, from: spot.pos });
    }

    /// Calls the upkeeper to the closet, or to the way in where there is none. That is this side of every
    /// gate, since everything began there; nobody else is called.
    pub(crate) fn recall(&mut self, spot: &ActorRef) -> bool {
        if spot.id != ActorId::PLAYER {
            return false;
        }
        let mut fixtures = self.floor.fixtures();
        let closet = fixtures.find(|&(_, fixture)| fixture == Fixture::Closet).map(|(pos, _)| pos);
        drop(fixtures);
        let to = self.nearest(closet.unwrap_or(self.floor.start), |world, pos| {
            !world.is_occupied(pos)
                && world.floor.fixture(pos).is_none()
                && world.floor.gas(pos) == 0
        });
        let Some(to) = to else { return false };
        self.put(spot, to);
        self.emit(Event::Recalled { from: spot.pos });
        true
    }

    /// Takes somebody off their cell and out of any snare, and puts them on another.
    fn put(&mut self, spot: &ActorRef, to: Pos) -> Who {
        self.relocate(spot, to);
        let moved = ActorRef { pos: to, ..*spot };
        self.change_statuses(spot.entity, |statuses| {
            statuses.0[Status::Snared as usize] = 0;
        });
        let mut who = self.who(&moved);
        who.seen |= self.sight.visible.contains(spot.pos);
        who
    }

    /// The player's step is heard, if something worn sees to that.
    fn clatter(&mut self) {
        let loudness = self.with_belongings(|own| {
            own.equipment(&self.catalog).map(|item| item.clatter).fold(0, u8::saturating_add)
        });
        if loudness > 0 {
            let at = self.player_pos();
            noise::sound_of_player(self, at, loudness);
        }
    }

    /// The upkeeper steps off the floor.
    pub(crate) fn leave(&mut self) {
        let player = self.roster[0];
        if self.occupants[player.pos] == Some(player.entity) {
            self.occupants[player.pos] = None;
            self.presence.clear(player.pos, player.faction);
        }
        self.away = true;
        self.hidden = false;
    }

    /// The upkeeper comes in at the start.
    pub(crate) fn come_in(&mut self) {
        let (player, start) = (self.roster[0], self.floor.start);
        self.away = false;
        self.relocate(&player, start);
    }
}
