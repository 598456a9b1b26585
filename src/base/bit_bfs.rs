//! Breadth-first search by whole rows of cells, for grids of at most [`MAX_SIDE_CELLS`] columns and
//! rows.
//!
//! All cells at one distance, a wave, are found together from the wave before by shifting rows of
//! bits, as bitboard flood fills in chess programs do: several times as fast as one cell after
//! another. Distances are not kept here, but in [`super::DistanceField`].

use super::{Bits, Pos};

/// The largest width and height of a grid, in cells: a row is a `u128` with a wall at either end,
/// and so is the set of the rows that a wave is in.
pub(super) const MAX_SIDE_CELLS: i32 = 126;

/// The number of stored rows: those of the largest grid and a row of walls at either end.
const STORED_ROWS: usize = 128;

/// The wave of a search, with the memory to search again and again without allocating.
///
/// Rows stand one place farther on than in the grid: the first and the last are a ring of walls.
#[derive(Clone, Debug, Default)]
pub(super) struct BitBfs {
    rows: Vec<Row>,
    front: Vec<Front>,
    next: Vec<Front>,
    /// The rows that the front is in.
    active: u128,
    /// The rows of the grid: how many, and in which places.
    height: usize,
    inside: u128,
}

/// The cells of a row.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    open: u128,
    /// Cells whose neighbour to that side is open.
    open_west: u128,
    open_east: u128,
    unseen: u128,
}

/// The cells of a row that were found last, and the open ones beside them.
#[derive(Clone, Copy, Debug, Default)]
struct Front {
    cells: u128,
    east: u128,
    west: u128,
}

impl Front {
    fn new(cells: u128, row: &Row) -> Front {
        Front { cells, east: cells << 1 & row.open, west: cells >> 1 & row.open }
    }
}

impl BitBfs {
    /// Before the first wave, over these cells.
    pub(super) fn begin(&mut self, passable: &Bits) {
        debug_assert!(passable.width() <= MAX_SIDE_CELLS && passable.height() <= MAX_SIDE_CELLS);
        // Rows that an earlier grid had and this one has not are walls again.
        let (before, height) = (self.height, passable.height() as usize);
        self.height = height;
        self.rows.resize(STORED_ROWS, Row::default());
        for (y, row) in self.rows[1..=height].iter_mut().enumerate() {
            let open = passable.row(y);
            *row = Row { open, open_west: open << 1, open_east: open >> 1, unseen: open };
        }
        if before > height {
            self.rows[height + 1..=before].fill(Row::default());
        }
        self.leave();
        self.front.resize(STORED_ROWS, Front::default());
        self.next.resize(STORED_ROWS, Front::default());
        self.inside = (1 << (passable.height() + 1)) - 2;
    }

    /// Puts a passable cell into the first wave.
    pub(super) fn add(&mut self, pos: Pos) {
        let y = pos.y as usize + 1;
        let (row, front) = (&mut self.rows[y], &mut self.front[y]);
        row.unseen &= !(1 << pos.x);
        *front = Front::new(front.cells | 1 << pos.x, row);
        self.active |= 1 << y;
    }

    /// Empties the front: where it stands alone, as every step leaves all the rest empty.
    fn leave(&mut self) {
        let front = &mut self.front[..];
        for_each_bit(self.active, |y| front[y] = Front::default());
        self.active = 0;
    }

    /// Takes some cells, row by row, for the last wave. The next ones have only the cells that
    /// [`BitBfs::confine`] allows.
    pub(super) fn go_back_from(&mut self, cells: &[(usize, u128)]) {
        self.rows[1..=self.height].iter_mut().for_each(|row| row.unseen = 0);
        self.leave();
        for &(row, cells) in cells {
            self.front[row + 1] = Front::new(cells, &self.rows[row + 1]);
            self.active |= 1 << (row + 1);
        }
    }

    /// Lets the next wave have some of these cells, row by row, in place of those that were allowed
    /// before.
    pub(super) fn confine(&mut self, cells: &[(usize, u128)], before: &[(usize, u128)]) {
        for &(row, _) in before {
            self.rows[row + 1].unseen = 0;
        }
        for &(row, cells) in cells {
            self.rows[row + 1].unseen = cells;
        }
    }

    /// Goes on to the next wave: the cells one step from the last and in none before. `found` is
    /// told its cells row by row. False if there are none.
    ///
    /// A diagonal step needs both cells beside it open.
    pub(super) fn advance(&mut self, diagonal: bool, mut found: impl FnMut(usize, u128)) -> bool {
        // As many as the compiler knows of, it does not check at every place.
        let (Some(rows), Some(front), Some(next)) = (
            self.rows.as_mut_array::<STORED_ROWS>(),
            self.front.as_mut_array::<STORED_ROWS>(),
            self.next.as_mut_array::<STORED_ROWS>(),
        ) else {
            return false;
        };
        let mut reached = [0_u64; 2];
        for_each_bit((self.active | self.active << 1 | self.active >> 1) & self.inside, |y| {
            let y = y % STORED_ROWS;
            let (north, here, south) =
                (&front[(y - 1) % STORED_ROWS], &front[y], &front[(y + 1) % STORED_ROWS]);
            let row = &mut rows[y];
            let mut cells = north.cells | south.cells | here.east | here.west;
            if diagonal {
                // One beside was open where the wave stood; the other has to be where it comes to.
                cells |= (north.east | south.east) & row.open_west;
                cells |= (north.west | south.west) & row.open_east;
            }
            cells &= row.unseen;
            if cells != 0 {
                row.unseen &= !cells;
                next[y] = Front::new(cells, row);
                reached[y / 64] |= 1 << (y % 64);
                found(y - 1, cells);
            }
        });
        for_each_bit(self.active, |y| front[y % STORED_ROWS] = Front::default());
        std::mem::swap(&mut self.front, &mut self.next);
        self.active = u128::from(reached[0]) | u128::from(reached[1]) << 64;
        self.active != 0
    }
}

/// Calls `f` with the place of each bit that is set, from the lowest on.
pub(super) fn for_each_bit(bits: u128, mut f: impl FnMut(usize)) {
    // Halves: 64 bits are worked on with one instruction where 128 take three.
    for (half, first) in [(bits as u64, 0), ((bits >> 64) as u64, 64)] {
        let mut rest = half;
        while rest != 0 {
            f(first + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
