//! Terrain for the searches of bracket-pathfinding.

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, DijkstraMap, Point, SmallVec};

use crate::base::{Grid, Pos};
use crate::levelgen::level::Level;
use crate::levelgen::tile::Tile;

/// Terrain as bracket-pathfinding sees it: eight directions, no cutting of wall corners, doors and
/// gates open, every step costs one.
///
/// Only for measures of levels, where time does not matter.
pub(crate) struct BracketMap<'a> {
    tiles: &'a Grid<Tile>,
    /// Whether each cell may be entered.
    open: Vec<bool>,
}

impl<'a> BracketMap<'a> {
    pub(crate) fn on(tiles: &'a Grid<Tile>) -> BracketMap<'a> {
        BracketMap { tiles, open: tiles.cells().iter().map(|tile| tile.is_passable()).collect() }
    }

    /// The number of cells within a number of steps of any of some cells, these included.
    pub(crate) fn within(&self, of: impl Iterator<Item = Pos>, steps: u8) -> usize {
        let origins: Vec<usize> = of.map(|pos| self.tiles.index_of(pos)).collect();
        let limit = f32::from(steps + 1);
        let (width, height) = (self.tiles.width(), self.tiles.height());
        let mut map = DijkstraMap::new(width, height, &origins, self, limit).map;
        for origin in origins {
            map[origin] = 0.0;
        }
        map.iter().filter(|&&steps| steps < limit).count()
    }

    /// The number of steps from a cell to every other; `u32::MAX` if there is no way.
    pub(crate) fn steps_from(&self, start: Pos) -> Grid<u32> {
        let (width, height) = (self.tiles.width(), self.tiles.height());
        let origin = self.tiles.index_of(start);
        let map = DijkstraMap::new(width, height, &[origin], self, f32::MAX);
        // An unreached cell holds the largest float, which saturates to the largest integer.
        let mut steps: Vec<u32> = map.map.iter().map(|&steps| steps as u32).collect();
        // The map counts the way out and back for the cell that it starts from.
        steps[origin] = 0;
        Grid::from_cells(width, steps).unwrap_or_else(|| Grid::filled(width, height, u32::MAX))
    }
}

impl BaseMap for BracketMap<'_> {
    fn is_opaque(&self, idx: usize) -> bool {
        self.tiles.cells()[idx].is_opaque()
    }

    fn get_available_exits(&self, idx: usize) -> SmallVec<[(usize, f32); 10]> {
        exits(idx, self.tiles, |place| self.open[place])
    }

    fn get_pathing_distance(&self, idx1: usize, idx2: usize) -> f32 {
        self.tiles.pos_of(idx1).steps_to(self.tiles.pos_of(idx2)) as f32
    }
}

impl Algorithm2D for BracketMap<'_> {
    fn dimensions(&self) -> Point {
        Point::new(self.tiles.width(), self.tiles.height())
    }
}

impl BaseMap for Level {
    fn is_opaque(&self, idx: usize) -> bool {
        self.tiles.cells()[idx].is_opaque()
    }

    fn get_available_exits(&self, idx: usize) -> SmallVec<[(usize, f32); 10]> {
        exits(idx, &self.tiles, |place| self.tiles.cells()[place].is_passable())
    }

    fn get_pathing_distance(&self, idx1: usize, idx2: usize) -> f32 {
        self.tiles.pos_of(idx1).steps_to(self.tiles.pos_of(idx2)) as f32
    }
}

impl Algorithm2D for Level {
    fn dimensions(&self) -> Point {
        Point::new(self.tiles.width(), self.tiles.height())
    }
}

/// The cells one step away, at a cost of one each.
fn exits(
    idx: usize,
    tiles: &Grid<Tile>,
    is_open: impl Fn(usize) -> bool,
) -> SmallVec<[(usize, f32); 10]> {
    let (width, pos) = (tiles.width() as usize, tiles.pos_of(idx));
    let north = pos.y > 0 && is_open(idx - width);
    let south = pos.y + 1 < tiles.height() && is_open(idx + width);
    let west = pos.x > 0 && is_open(idx - 1);
    let east = pos.x + 1 < tiles.width() && is_open(idx + 1);
    let mut exits = SmallVec::new();
    let mut add = |way: bool, to: usize| {
        if way {
            exits.push((to, 1.0));
        }
    };
    add(north, idx.wrapping_sub(width));
    add(east, idx + 1);
    add(south, idx + width);
    add(west, idx.wrapping_sub(1));
    // Round a corner only where both cells beside the way are open.
    add(north && east && is_open(idx - width + 1), (idx + 1).wrapping_sub(width));
    add(south && east && is_open(idx + width + 1), idx + width + 1);
    add(south && west && is_open(idx + width - 1), idx + width - 1);
    add(north && west && is_open(idx - width - 1), idx.wrapping_sub(width + 1));
    exits
}
