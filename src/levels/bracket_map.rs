//! Levels as terrain for the searches of bracket-pathfinding: eight directions, no cutting of wall
//! corners, doors and gates open, every step costs one.

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, DijkstraMap, Point, SmallVec};

use crate::level::Level;
use base::{Grid, Pos};
use content::Tile;

impl BaseMap for Level {
    fn is_opaque(&self, idx: usize) -> bool {
        self.tiles.cells()[idx].is_opaque()
    }

    fn get_available_exits(&self, idx: usize) -> SmallVec<[(usize, f32); 10]> {
        exits(idx, &self.tiles)
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

/// The number of cells of a level within a number of steps of any of some cells, these included.
///
/// For measures that nobody waits for: our own distance field is quicker.
pub(super) fn cells_within(level: &Level, of: impl Iterator<Item = Pos>, steps: u8) -> usize {
    let origins: Vec<usize> = of.map(|pos| level.tiles.index_of(pos)).collect();
    let limit = f32::from(steps + 1);
    let (width, height) = (level.tiles.width(), level.tiles.height());
    let mut map = DijkstraMap::new(width, height, &origins, level, limit).map;
    // The map counts the way out and back for the cells that it starts from.
    for origin in origins {
        map[origin] = 0.0;
    }
    map.iter().filter(|&&steps| steps < limit).count()
}

/// The cells one step away, at a cost of one each; round a corner only where both cells beside the
/// way are open.
fn exits(idx: usize, tiles: &Grid<Tile>) -> SmallVec<[(usize, f32); 10]> {
    let pos = tiles.pos_of(idx);
    let is_open = |pos: Pos| tiles.get(pos).is_some_and(|tile| tile.is_passable());
    let is_exit = |to: &Pos| {
        let beside = [Pos::new(to.x, pos.y), Pos::new(pos.x, to.y)];
        is_open(*to) && beside.into_iter().all(|cell| cell == pos || is_open(cell))
    };
    pos.neighbours().filter(is_exit).map(|to| (tiles.index_of(to), 1.0)).collect()
}
