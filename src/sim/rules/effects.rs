//! Lists of effects, as traps, things and blows have them, and what only they bring about.

use crate::base::{Pos, Rect, sees};
use crate::content::{Effect, ItemKindId, JobKind};

use crate::sim::event::{Event, Harm};
use crate::sim::rules::actions;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ActorId, Coins};

impl World {
    /// Cleans the stains in sight near a place.
    fn scrub(&mut self, at: Pos, radius: i32) -> bool {
        let near = Rect::around(at, radius);
        let stains: Vec<Pos> = self
            .floor
            .blood()
            .iter_in(near)
            .filter(|&pos| sees(self.floor.opaque(), at, pos))
            .collect();
        for &stain in &stains {
            self.complete(JobKind::Stain, stain);
        }
        !stains.is_empty()
    }

    /// Lets a list of effects befall somebody, at their place; when they are dead, the place alone.
    ///
    /// Returns whether any of them came to anything.
    pub(crate) fn apply_effects(
        &mut self,
        victim: &ActorRef,
        effects: &[Effect],
        by: Harm,
    ) -> bool {
        let mut came_to_something = false;
        for effect in effects {
            if self.end.is_some() {
                break;
            }
            // What befalls the place does so whoever is left on it.
            came_to_something |= match self.alive(victim.id) {
                Some(spot) => self.apply(&spot, effect, by),
                None => self.apply_at(victim.pos, effect, by),
            };
        }
        came_to_something
    }

    fn apply(&mut self, spot: &ActorRef, effect: &Effect, by: Harm) -> bool {
        match *effect {
            Effect::Damage { low, high } => {
                let damage = self.streams.combat.range(low, high) - self.armour(spot);
                self.harm(spot, by, damage.max(1));
            }
            Effect::Heal { amount } => self.heal(spot, amount),
            Effect::Inflict { status, turns, percent } => {
                if percent >= 100 || self.streams.combat.percent(percent) {
                    self.inflict(spot, status, turns);
                }
            }
            Effect::Cure { status } => self.cure(spot, status),
            Effect::Teleport => self.teleport(spot),
            Effect::Map => self.learn_plan(),
            Effect::FinishJob => return actions::work::finish_beside(self),
            Effect::Kindle => return self.kindle_in_sight(),
            Effect::Identify => return self.identify_all(),
            // Nobody else has a cart to put it in.
            Effect::Supply { .. } if spot.id != ActorId::PLAYER => return false,
            Effect::Supply { supply, amount } => {
                self.add_supply(supply, amount);
                self.emit(Event::SupplyFound { supply, amount });
            }
            Effect::Coins { .. } if spot.id != ActorId::PLAYER => return false,
            Effect::Coins { amount } => self.earn(Coins(amount.into())),
            Effect::Shove { cells } => return self.shove(spot, self.player_pos(), cells),
            Effect::Around { radius, spares: true, ref effects } => {
                return self.befall_around(spot.pos, radius, Some(spot.id), effects, by);
            }
            Effect::Recall => return self.recall(spot),
            Effect::Scrub { radius } => return self.scrub(spot.pos, radius),
            Effect::Gas { .. }
            | Effect::Noise { .. }
            | Effect::Ignite { .. }
            | Effect::Jet { .. }
            | Effect::Douse { .. }
            | Effect::Snuff { .. }
            | Effect::Around { .. } => return self.apply_at(spot.pos, effect, by),
        }
        true
    }

    pub(crate) fn release_gas(&mut self, at: Pos, amount: u8) {
        let thickness = self.floor.gas(at).saturating_add(amount);
        self.floor.set_gas(at, thickness);
        self.emit(Event::GasReleased { at });
    }

    /// Terrain and fixtures of the whole floor become known, as from a drawing.
    pub(crate) fn learn_plan(&mut self) {
        self.floor.learn_plan();
        self.emit(Event::MapRead);
    }

    fn kindle_in_sight(&mut self) -> bool {
        let dark: Vec<Pos> = self
            .floor
            .fixtures()
            .filter(|&(pos, fixture)| {
                fixture == Fixture::Light { lit: false } && self.sight.los.contains(pos)
            })
            .map(|(pos, _)| pos)
            .collect();
        for &at in &dark {
            self.complete(JobKind::Light, at);
        }
        !dark.is_empty()
    }

    fn identify_all(&mut self) -> bool {
        let kinds: Vec<ItemKindId> =
            self.with_belongings(|own| own.stacks().map(|(_, stack)| stack.kind).collect());
        let mut any = false;
        for kind in kinds {
            any |= self.identify(kind);
        }
        any
    }

    /// The upkeeper learns what a kind is; true if that is news.
    pub(crate) fn identify(&mut self, kind: ItemKindId) -> bool {
        let known = &mut self.identified[usize::from(kind.0)];
        let is_news = !*known;
        *known = true;
        if is_news {
            self.emit(Event::Identified { item: kind });
        }
        is_news
    }
}
