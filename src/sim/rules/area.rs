//! What befalls a place, and with it everything near: effects that need nobody to step there.

use crate::base::{Pos, Rect, sees};
use crate::content::{Effect, JobKind, Status};

use crate::sim::event::{Event, Harm};
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

impl World {
    /// Lets an effect happen at a place; false for one that needs somebody to befall, and for one that came to
    /// nothing.
    pub(crate) fn apply_at(&mut self, at: Pos, effect: &Effect, by: Harm) -> bool {
        match *effect {
            Effect::Gas { amount } => self.release_gas(at, amount),
            Effect::Noise { loudness } => crate::sim::rules::noise::sound(self, at, loudness),
            Effect::Ignite { radius } => {
                let mut any = false;
                for pos in self.area(at, radius) {
                    any |= self.ignite(pos);
                }
                return any;
            }
            Effect::Jet { length } => return self.jet(at, length),
            Effect::Douse { radius } => self.douse(at, radius),
            Effect::Snuff { radius } => return self.snuff(at, radius),
            Effect::Around { radius, ref effects, .. } => {
                return self.befall_around(at, radius, None, effects, by);
            }
            _ => return false,
        }
        true
    }

    /// The cells within so many of one that it has a clear line to, itself among them, in reading order.
    fn area(&self, at: Pos, radius: u8) -> Vec<Pos> {
        let square = Rect::around(at, radius.into());
        let in_line = |pos: &Pos| {
            self.floor.contains(*pos) && (*pos == at || sees(self.floor.opaque(), at, *pos))
        };
        square.positions().filter(in_line).collect()
    }

    /// Everybody within so many cells of a place and in a clear line of it, by id.
    fn bystanders_of(&self, at: Pos, radius: u8) -> Vec<ActorRef> {
        let is_near = |spot: &&ActorRef| {
            spot.pos.steps_to(at) <= radius.into()
                && (spot.pos == at || sees(self.floor.opaque(), at, spot.pos))
        };
        self.present().iter().filter(is_near).copied().collect()
    }

    /// Effects befall everybody near a place and in plain sight of it, by id, but the one spared.
    pub(crate) fn befall_around(
        &mut self,
        at: Pos,
        radius: u8,
        spared: Option<ActorId>,
        effects: &[Effect],
        by: Harm,
    ) -> bool {
        let mut any = false;
        for spot in self.bystanders_of(at, radius) {
            if Some(spot.id) != spared {
                any |= self.apply_effects(&spot, effects, by);
            }
        }
        any
    }

    /// Water over an area.
    fn douse(&mut self, at: Pos, radius: u8) {
        self.emit(Event::Doused { at });
        for pos in self.area(at, radius) {
            self.floor.set_fire(pos, 0);
            self.put_out_light(pos, None);
            if self.floor.has_blood(pos) {
                self.floor.set_blood(pos, false);
                self.order.done[JobKind::Stain as usize] += 1;
            }
        }
        let turns = self.catalog.rules.fire.drenched;
        for spot in self.bystanders_of(at, radius) {
            self.inflict(&spot, Status::Drenched, turns);
        }
    }

    /// A draught over an area.
    fn snuff(&mut self, at: Pos, radius: u8) -> bool {
        let mut any = false;
        for pos in self.area(at, radius) {
            any |= self.put_out_light(pos, None);
        }
        any
    }

    /// A brazier that burns goes out, and is a job again; false where none does.
    pub(crate) fn put_out_light(&mut self, at: Pos, by: Option<&ActorRef>) -> bool {
        let is_lit = self.floor.fixture(at) == Some(Fixture::Light { lit: true });
        if is_lit {
            self.break_fixture(at, Fixture::Light { lit: false });
            let by = by.map(|spot| self.who(spot));
            self.emit(Event::LightOut { at, by });
        }
        is_lit
    }
}
