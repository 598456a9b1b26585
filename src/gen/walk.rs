use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, DijkstraMap, Point, SmallVec};

use super::{Level, Tile};
use crate::base::{Dir, Grid, Pos};

/// Terrain as bracket-pathfinding sees it: eight directions, no cutting of wall corners, doors and
/// gates open, every step costs one.
///
/// For what no turn waits for: measures of levels, and distances while furnishing.
pub struct Walk<'a> {
    tiles: &'a Grid<Tile>,
    /// A cell that may not be entered.
    closed: Option<Pos>,
}

impl<'a> Walk<'a> {
    pub fn on(tiles: &'a Grid<Tile>) -> Walk<'a> {
        Walk { tiles, closed: None }
    }

    /// The same with one cell closed.
    pub fn without(tiles: &'a Grid<Tile>, closed: Pos) -> Walk<'a> {
        Walk { tiles, closed: Some(closed) }
    }

    /// How many cells lie within so many steps of any of some cells, those counted.
    pub fn within(&self, of: impl Iterator<Item = Pos>, steps: u8) -> usize {
        let origins: Vec<usize> = of.map(|pos| self.tiles.index_of(pos)).collect();
        let limit = f32::from(steps + 1);
        let (width, height) = (self.tiles.width(), self.tiles.height());
        let mut map = DijkstraMap::new(width, height, &origins, self, limit).map;
        for origin in origins {
            map[origin] = 0.0;
        }
        map.iter().filter(|&&steps| steps < limit).count()
    }

    /// The number of steps from a cell to every other; `u32::MAX` where no way leads.
    pub fn steps_from(&self, start: Pos) -> Grid<u32> {
        let (width, height) = (self.tiles.width(), self.tiles.height());
        let origin = self.tiles.index_of(start);
        let map = DijkstraMap::new(width, height, &[origin], self, f32::MAX);
        // What was never reached holds the largest number there is, and stays so as an integer.
        let mut steps: Vec<u32> = map.map.iter().map(|&steps| steps as u32).collect();
        // The map counts the way out and back for the cell that it starts from.
        steps[origin] = 0;
        Grid::from_cells(width, steps).unwrap_or_else(|| Grid::filled(width, height, u32::MAX))
    }

    fn is_open(&self, pos: Pos) -> bool {
        self.tiles.get(pos).is_some_and(|tile| tile.is_passable()) && self.closed != Some(pos)
    }
}

impl BaseMap for Walk<'_> {
    fn is_opaque(&self, idx: usize) -> bool {
        self.tiles.cells()[idx].is_opaque()
    }

    fn get_available_exits(&self, idx: usize) -> SmallVec<[(usize, f32); 10]> {
        let from = self.tiles.pos_of(idx);
        let open = Dir::ALL.map(|dir| self.is_open(from + dir));
        let mut exits = SmallVec::new();
        for (place, dir) in Dir::ALL.into_iter().enumerate() {
            let corners_open = !dir.is_diagonal() || (open[place - 1] && open[(place + 1) % 8]);
            if open[place] && corners_open {
                exits.push((self.tiles.index_of(from + dir), 1.0));
            }
        }
        exits
    }

    fn get_pathing_distance(&self, idx1: usize, idx2: usize) -> f32 {
        self.tiles.pos_of(idx1).steps_to(self.tiles.pos_of(idx2)) as f32
    }
}

impl Algorithm2D for Walk<'_> {
    fn dimensions(&self) -> Point {
        Point::new(self.tiles.width(), self.tiles.height())
    }
}

impl BaseMap for Level {
    fn is_opaque(&self, idx: usize) -> bool {
        Walk::on(&self.tiles).is_opaque(idx)
    }

    fn get_available_exits(&self, idx: usize) -> SmallVec<[(usize, f32); 10]> {
        Walk::on(&self.tiles).get_available_exits(idx)
    }

    fn get_pathing_distance(&self, idx1: usize, idx2: usize) -> f32 {
        Walk::on(&self.tiles).get_pathing_distance(idx1, idx2)
    }
}

impl Algorithm2D for Level {
    fn dimensions(&self) -> Point {
        Walk::on(&self.tiles).dimensions()
    }
}
