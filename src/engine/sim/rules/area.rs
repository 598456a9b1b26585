//! Effects on a place that need no victim: gas, water, draught, and which cells and actors are in reach.

use crate::sim::prelude::*;
use base::sees;

impl World {
    /// The cells within a radius of a cell and in line of sight of it, that cell included, in reading order.
    pub(crate) fn area(&self, at: Pos, radius: u8) -> Vec<Pos> {
        let square = Rect::around(at, radius.into());
        let in_line = |pos: &Pos| {
            self.floor.contains(*pos) && (*pos == at || sees(self.floor.opaque(), at, *pos))
        };
        square.positions().filter(in_line).collect()
    }

    /// The actors within a radius of a cell and in line of sight of it, by id.
    pub(crate) fn bystanders_of(&self, at: Pos, radius: u8) -> Vec<ActorRef> {
        let is_near = |actor: &&ActorRef| {
            actor.pos.steps_to(at) <= radius.into()
                && (actor.pos == at || sees(self.floor.opaque(), at, actor.pos))
        };
        self.present().iter().filter(is_near).copied().collect()
    }

    /// Water over an area.
    pub(crate) fn douse(&mut self, at: Pos, radius: u8) {
        self.emit(FloorEvent::Doused { at });
        for pos in self.area(at, radius) {
            self.floor.set_fire(pos, 0);
            self.put_out_light(pos, None);
            if self.floor.has_blood(pos) {
                self.floor.set_blood(pos, false);
                self.shift.order.done[JobKind::Stain] += 1;
            }
        }
        let turns = self.catalog.rules.fire.drenched;
        for actor in self.bystanders_of(at, radius) {
            self.inflict(&actor, Status::Drenched, turns);
        }
    }

    /// A draught over an area.
    pub(crate) fn snuff(&mut self, at: Pos, radius: u8) -> bool {
        let mut any = false;
        for pos in self.area(at, radius) {
            any |= self.put_out_light(pos, None);
        }
        any
    }

    pub(crate) fn release_gas(&mut self, at: Pos, amount: u8) {
        let thickness = self.floor.gas(at).saturating_add(amount);
        self.floor.set_gas(at, thickness);
        self.emit(FloorEvent::GasReleased { at });
    }
}
