//! What the player knows to give light, and how far.

use base::{Bits, Pos, shadowcast};
use content::{CellPart, FixtureState};

use crate::sim::Fixture;

use super::View;

/// Something that gives light, and its reach in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LightSource {
    pub at: Pos,
    pub of: CellPart,
    pub reach: i32,
}

impl View<'_> {
    /// The braziers that burn as far as the player knows, and the flames in sight.
    pub fn light_sources(&self) -> Vec<LightSource> {
        let (world, rules) = (self.world(), &self.catalog().rules);
        let floor = world.floor();
        let braziers = floor.fixtures().filter_map(|(at, _)| {
            let is_lit = self.cell(at).fixture == Some(Fixture::Light { lit: true });
            let of = CellPart::Fixture(FixtureState::LightLit);
            is_lit.then_some(LightSource { at, of, reach: rules.brazier })
        });
        let flames = floor.burning.iter().filter(|&&at| self.is_visible(at));
        let flames =
            flames.map(|&at| LightSource { at, of: CellPart::Fire, reach: rules.fire.light });
        braziers.chain(flames).collect()
    }

    /// The cells in sight that burn or are in gas.
    pub fn flames_and_clouds(&self) -> Vec<Pos> {
        let floor = self.world().floor();
        let cells = floor.burning.iter().chain(&floor.gassy).copied();
        cells.filter(|&at| self.is_visible(at)).collect()
    }

    /// The cells in sight that a brazier or a fire lights; for spectators all of them.
    pub fn lit_cells(&self) -> Bits {
        let mut lit = self.world().sight.lit.clone();
        if !self.is_spectator {
            lit.intersect(&self.world().sight.visible);
        }
        lit
    }

    /// The cells that light from a cell falls on, within a reach.
    pub fn lit_from(&self, at: Pos, reach: i32) -> Bits {
        let opaque = &self.world().floor().opaque;
        let mut lit = Bits::new(opaque.width(), opaque.height());
        shadowcast(opaque, at, reach, &mut lit);
        lit
    }

    /// How far the player's lantern reaches, in cells.
    pub fn lantern(&self) -> i32 {
        self.world().lantern()
    }
}
