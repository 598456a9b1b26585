//! A cave to try the kernels on, and bracket-pathfinding's view of it.

use base::{Bits, Dir, Grid, Pos, Purpose, Seed, Stream};
use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, Point, SmallVec};

/// The floor of a cave: `open` per cent of the cells at random, smoothed four times, walled in.
pub(crate) fn cave(width: i32, height: i32, seed: u64, open: u32) -> Bits {
    let mut stream = Stream::new(Seed(seed), Purpose::new("cave"), ());
    let mut grid = Grid::filled(width, height, false);
    for pos in grid.positions() {
        grid[pos] = !grid.is_border(pos) && stream.percent(open);
    }
    for _ in 0..4 {
        let before = grid.clone();
        for pos in before.positions().filter(|&pos| !before.is_border(pos)) {
            let walls = pos.neighbours().filter(|&there| !before[there]).count();
            grid[pos] = walls + usize::from(!before[pos]) < 5;
        }
    }
    Bits::of(&grid, |&open| open)
}

/// What is not in a set, as the opaque cells are of the passable ones.
pub(crate) fn complement(cells: &Bits) -> Bits {
    let all = Grid::filled(cells.width(), cells.height(), true);
    let mut rest = Bits::of(&all, |&cell| cell);
    cells.iter().for_each(|pos| {
        rest.remove(pos);
    });
    rest
}

/// Passable, transparent cells with a cost of 1 for bracket-pathfinding, everything looked up
/// beforehand.
pub(crate) struct Map {
    size: Point,
    opaque: Vec<bool>,
    exits: Vec<SmallVec<[(usize, f32); 10]>>,
}

impl Map {
    pub(crate) fn new(passable: &Bits) -> Map {
        let grid = Grid::<bool>::from(passable.clone());
        let exits = |pos| steps(passable, pos).map(|there| (grid.index_of(there), 1.0)).collect();
        Map {
            size: Point::new(grid.width(), grid.height()),
            opaque: grid.cells().iter().map(|&open| !open).collect(),
            exits: grid.positions().map(exits).collect(),
        }
    }
}

impl BaseMap for Map {
    fn is_opaque(&self, index: usize) -> bool {
        self.opaque[index]
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        self.exits[index].clone()
    }
}

impl Algorithm2D for Map {
    fn dimensions(&self) -> Point {
        self.size
    }
}

/// The legal steps from a cell: the rule about corners, spelt out.
pub(crate) fn steps(passable: &Bits, pos: Pos) -> impl Iterator<Item = Pos> {
    Dir::ALL.into_iter().filter_map(move |dir| {
        let Pos { x, y } = dir.offset();
        let clear = [pos + dir, pos + Pos::new(x, 0), pos + Pos::new(0, y)];
        // For a cardinal step these are the cell itself, the goal, and one of the two again.
        clear.iter().all(|&cell| cell == pos || passable.contains(cell)).then_some(pos + dir)
    })
}
