//! The sketch that those who got away have made of the floor, and what the parties of dawn want of
//! what is on it. It hangs in the closet: the player may know all of it.

use crate::sim::{Fixture, World};
use base::Pos;
use content::Want;
use levels::Tile;

use super::View;

pub struct SketchView<'a> {
    world: &'a World,
    wants: Vec<Want>,
}

/// A cell that is on the sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SketchedCell {
    pub tile: Tile,
    /// A chest, a post where somebody stood, or a trap that went off.
    pub fixture: Option<Fixture>,
    /// Whether one of the parties goes for it.
    pub is_wanted: bool,
}

impl<'a> View<'a> {
    /// The sketch of the parties that will come at dawn; `None` where none is expected.
    pub fn sketch(&self) -> Option<SketchView<'a>> {
        let game = self.game;
        let parties = self.expected_parties()?;
        Some(SketchView {
            world: game.world(),
            wants: parties.iter().map(|party| party.want).collect(),
        })
    }
}

impl SketchView<'_> {
    /// A cell as the sketch shows it; `None` where nobody has been. The way in and the exit are on
    /// every sketch.
    pub fn cell(&self, pos: Pos) -> Option<SketchedCell> {
        let (tile, fixture) = self.world.sketched(pos)?;
        let want = match fixture {
            Some(Fixture::Chest { .. }) => Some(Want::Loot),
            Some(Fixture::Post { .. }) => Some(Want::Heads),
            _ if pos == self.world.floor().exit => Some(Want::Through),
            _ => None,
        };
        let is_wanted = want.is_some_and(|want| self.wants.contains(&want));
        Some(SketchedCell { tile, fixture, is_wanted })
    }

    /// What the parties go for and the traps that they walk round, in reading order.
    pub fn places(&self) -> Vec<(Pos, SketchedCell)> {
        let floor = self.world.floor();
        let cells =
            (0..floor.height()).flat_map(|y| (0..floor.width()).map(move |x| Pos::new(x, y)));
        let told = cells.filter_map(|pos| Some((pos, self.cell(pos)?)));
        told.filter(|(_, cell)| {
            cell.is_wanted || cell.fixture.is_some_and(|own| own.trap().is_some())
        })
        .collect()
    }
}
