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

/// The cells one step away, at a cost of one each.
fn exits(idx: usize, tiles: &Grid<Tile>) -> SmallVec<[(usize, f32); 10]> {
    let is_open = |place: usize| tiles.cells()[place].is_passable();
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
