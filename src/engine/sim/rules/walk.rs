//! Steps from cell to cell, and what happens on arrival.

use crate::sim::prelude::*;
use crate::sim::rules::pickup::take_up;
use crate::sim::rules::{noise, raid_marks};

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
            raid_marks::trail(self, &actor, from);
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

    /// A door that was hung the other way falls shut behind an actor that leaves it, without a noise: whoever goes after
    /// noises would go through it for ever.
    fn fall_shut(&mut self, door: Pos) {
        let falls = self.shift().prepared.opens_to(door).is_some()
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
}
