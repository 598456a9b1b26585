//! Distance fields: the distance of every cell to the nearest of some sources.
//!
//! Breadth-first search where every step costs the same (by rows of bits, see `bit_bfs`, where the
//! grid is small enough); Dial's bucket queue (Dial 1969, "Algorithm 360") where cells cost 1 to
//! 15. The callers give the distances their meaning: hunting, fleeing, exploring.

use super::bit_bfs::{self, BitBfs};
use super::{Bits, Dir, Pos};

/// The steps that a walker may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// North, east, south and west.
    Four,
    /// Also diagonally, but not past a corner: both cells that a diagonal step squeezes between
    /// must be passable.
    Eight,
}

/// Distances to the nearest source. The memory is kept, so that repeated searches do not allocate.
#[derive(Clone, Debug)]
pub struct DistanceField {
    width: i32,
    height: i32,
    moves: Moves,
    /// The rows that were searched: the first, and one past the last. The values of other rows are
    /// stale.
    rows: (i32, i32),
    /// One more than the distance, over the grid with a ring of [`WALL_VALUE`] around it.
    values: Vec<u16>,
    /// What entering each cell costs, laid out as `values`; empty when every step costs 1.
    costs: Vec<u8>,
    /// The open cells, whose neighbours are still to be visited, nearest first.
    queue: Vec<u32>,
    /// The same for weighted fields, by distance modulo the number of buckets.
    buckets: [Vec<u32>; BUCKET_COUNT],
    /// The search of small grids.
    waves: BitBfs,
}

/// In `values`: a cell that is not passable.
const WALL_VALUE: u16 = 0;
/// In `values`: a passable cell that is not reached (yet).
const UNREACHED_VALUE: u16 = u16::MAX;
/// The number of buckets: one more than the greatest cost of a step.
const BUCKET_COUNT: usize = 32;
/// In `costs`: the search ends at this cell.
const TARGET_BIT: u8 = 0x80;
/// The values of eight cells before the search, by a byte whose bits say which of them are
/// passable.
const INITIAL_VALUES: [[u16; 8]; 256] = {
    let mut table = [[WALL_VALUE; 8]; 256];
    let mut place = 0;
    while place < 256 * 8 {
        if (place / 8) >> (place % 8) & 1 == 1 {
            table[place / 8][place % 8] = UNREACHED_VALUE;
        }
        place += 1;
    }
    table
};

impl Default for DistanceField {
    fn default() -> DistanceField {
        DistanceField::new()
    }
}

impl DistanceField {
    /// The distance of cells that no source reaches, that lie beyond the limit, or outside the
    /// grid.
    pub const UNREACHABLE: u16 = u16::MAX;
    /// The greatest distance that is measured; as a limit it means no limit.
    pub const MAX_DISTANCE: u16 = u16::MAX - 2;
    /// The greatest cost of entering a cell of a weighted field.
    pub const MAX_COST: u8 = BUCKET_COUNT as u8 - 1;

    /// An empty field: every cell is unreachable until distances are spread.
    pub fn new() -> DistanceField {
        DistanceField {
            width: 0,
            height: 0,
            moves: Moves::Eight,
            rows: (0, 0),
            values: Vec::new(),
            costs: Vec::new(),
            queue: Vec::new(),
            buckets: Default::default(),
            waves: BitBfs::default(),
        }
    }

    /// Counts the steps from every passable cell to the nearest source, up to `limit` steps.
    ///
    /// Sources that are not passable are left out.
    pub fn spread(
        &mut self,
        passable: &Bits,
        sources: impl IntoIterator<Item = Pos>,
        moves: Moves,
        limit: u16,
    ) {
        self.prepare(passable, moves, (0, passable.height()));
        self.breadth_first(passable, sources, limit, None);
    }

    /// As [`DistanceField::spread`], but stops when `target` is reached. Returns its distance,
    /// `None` if it is unreachable.
    ///
    /// Afterwards all cells nearer to the sources than the target have their distances; others may
    /// seem unreachable.
    pub fn spread_until(
        &mut self,
        passable: &Bits,
        sources: impl IntoIterator<Item = Pos>,
        moves: Moves,
        target: Pos,
    ) -> Option<u16> {
        self.prepare(passable, moves, (0, passable.height()));
        self.breadth_first(passable, sources, DistanceField::MAX_DISTANCE, Some(target));
        let distance = self.get(target);
        (distance != DistanceField::UNREACHABLE).then_some(distance)
    }

    /// Computes the cost of the cheapest walk from every passable cell to the source, up to
    /// `limit`.
    ///
    /// A walk pays for each cell that it enters, the source included and its first cell excluded:
    /// 1, or the cost that `dear` gives for the cell, up to [`DistanceField::MAX_COST`]. A source
    /// that is not passable is left out.
    pub fn spread_weighted(
        &mut self,
        passable: &Bits,
        dear: impl IntoIterator<Item = (Pos, u8)>,
        source: Pos,
        moves: Moves,
        limit: u16,
    ) {
        self.prepare(passable, moves, around(source, limit));
        self.costs.resize(self.values.len(), 1);
        for (pos, cost) in dear {
            self.set_cost(pos, cost);
        }
        self.by_buckets(source, limit);
    }

    /// As [`DistanceField::spread_weighted`] in eight directions and without a limit, but stops at
    /// the target of the cheapest walk. The cells of a set cost the same, but for those of `dear`.
    /// Targets that are not passable are left out.
    ///
    /// Afterwards all cells as near as that target or nearer have their distances, all others seem
    /// farther than it.
    pub fn spread_weighted_until(
        &mut self,
        passable: &Bits,
        (set, cost): (&Bits, u8),
        dear: &[(Pos, u8)],
        source: Pos,
        targets: &[Pos],
    ) {
        self.prepare(passable, Moves::Eight, (0, passable.height()));
        self.costs.resize(self.values.len(), 1);
        let stride = self.stride();
        let rows = self.costs.chunks_exact_mut(stride).skip(1);
        for (row, words) in rows.zip(set.words().chunks_exact(set.stride().max(1))) {
            fill_row(&mut row[1..stride - 1], words, |value| 1 + (value as u8 & (cost - 1)));
        }
        for &(pos, cost) in dear {
            self.set_cost(pos, cost);
        }
        for &pos in targets {
            let index = self.index(pos);
            self.costs[index] |= TARGET_BIT;
        }
        self.by_buckets(source, DistanceField::MAX_DISTANCE);
    }

    fn set_cost(&mut self, pos: Pos, cost: u8) {
        debug_assert!((1..=DistanceField::MAX_COST).contains(&cost), "a step at {pos:?}: {cost}");
        let index = self.index(pos);
        self.costs[index] = cost.clamp(1, DistanceField::MAX_COST);
    }

    /// The distance of a cell.
    #[inline]
    pub fn get(&self, pos: Pos) -> u16 {
        if !self.contains(pos) {
            return DistanceField::UNREACHABLE;
        }
        match self.values[self.index(pos)] {
            WALL_VALUE | UNREACHED_VALUE => DistanceField::UNREACHABLE,
            value => value - 1,
        }
    }

    /// The distance of a cell; `None` where no source is reachable.
    pub fn reached(&self, pos: Pos) -> Option<u16> {
        Some(self.get(pos)).filter(|&steps| steps != DistanceField::UNREACHABLE)
    }

    /// The first step of a cheapest walk to the nearest source; `None` on a source and where none
    /// is reachable.
    ///
    /// Of equally good steps the first in the order of [`Dir::SIDEWAYS_FIRST`].
    #[inline]
    pub fn step_down(&self, pos: Pos) -> Option<Dir> {
        let here = self.get(pos);
        if here == DistanceField::UNREACHABLE {
            return None;
        }
        self.steps(pos)
            .filter(|&(_, distance, _)| distance < here)
            // The first of the least: `min_by_key` keeps the earlier of equals.
            .min_by_key(|&(_, distance, cost)| u32::from(distance) + u32::from(cost))
            .map(|(dir, ..)| dir)
    }

    /// The legal steps from a cell of the rows searched to reached ones: direction, distance there,
    /// cost of the step.
    fn steps(&self, pos: Pos) -> impl Iterator<Item = (Dir, u16, u8)> {
        let here = self.index(pos);
        let stride = self.stride();
        let (above, below) = (here - stride, here + stride);
        let near = [above, here + 1, below, here - 1, above + 1, below + 1, below - 1, above - 1];
        let values = near.map(|cell| self.values[cell]);
        let count = if self.moves == Moves::Four { 4 } else { 8 };
        (0..count).filter_map(move |by| {
            let squeezes =
                by >= 4 && (values[by - 4] == WALL_VALUE || values[(by - 3) % 4] == WALL_VALUE);
            if squeezes || matches!(values[by], WALL_VALUE | UNREACHED_VALUE) {
                return None;
            }
            let cost = self.costs.get(near[by]).map_or(1, |cost| cost & !TARGET_BIT);
            Some((Dir::SIDEWAYS_FIRST[by], values[by] - 1, cost))
        })
    }

    fn contains(&self, pos: Pos) -> bool {
        pos.x >= 0 && pos.y >= self.rows.0 && pos.x < self.width && pos.y < self.rows.1
    }

    fn stride(&self) -> usize {
        self.width as usize + 2
    }

    fn index(&self, pos: Pos) -> usize {
        (pos.y as usize + 1) * self.stride() + pos.x as usize + 1
    }

    fn resize(&mut self, width: i32, height: i32) {
        // The ring stays as it is, and every cell of the rows searched is written before each
        // search.
        if (self.width, self.height) != (width, height) || self.values.is_empty() {
            (self.width, self.height) = (width, height);
            let cells = self.stride() * (height as usize + 2);
            self.values.clear();
            self.values.resize(cells, WALL_VALUE);
        }
    }

    /// Makes some rows ready for a search: from the first to before the last, as far as there are
    /// any.
    fn prepare(&mut self, passable: &Bits, moves: Moves, (first, last): (i32, i32)) {
        self.resize(passable.width(), passable.height());
        self.moves = moves;
        self.costs.clear();
        let first = first.clamp(0, self.height);
        self.rows = (first, last.clamp(first, self.height));
        let (first, last) = (self.rows.0 as usize, self.rows.1 as usize);
        let stride = self.stride();
        // Beyond the rows there is nothing; row 0 is the one before the first.
        for row in [first, last + 1] {
            self.values[row * stride..][..stride].fill(WALL_VALUE);
        }
        let rows = self.values.chunks_exact_mut(stride).skip(1).take(last).skip(first);
        let words = passable.words().chunks_exact(passable.stride().max(1));
        for (row, words) in rows.zip(words.skip(first)) {
            fill_row(&mut row[1..stride - 1], words, |value| value);
        }
    }

    /// The sources that can be stood on, each once, with their values set.
    fn place(&mut self, sources: impl IntoIterator<Item = Pos>, mut open: impl FnMut(Pos, u32)) {
        for pos in sources {
            if !self.contains(pos) {
                continue;
            }
            let index = self.index(pos);
            if self.values[index] == UNREACHED_VALUE {
                self.values[index] = 1;
                open(pos, index as u32);
            }
        }
    }

    fn breadth_first(
        &mut self,
        passable: &Bits,
        sources: impl IntoIterator<Item = Pos>,
        limit: u16,
        target: Option<Pos>,
    ) {
        // The greatest value that may be given.
        let last = limit.min(DistanceField::MAX_DISTANCE) + 1;
        let target = target.filter(|&pos| self.contains(pos)).map_or(0, |pos| self.index(pos));
        if self.width.max(self.height) <= bit_bfs::MAX_SIDE_CELLS {
            self.by_waves(passable, sources, last, target);
        } else {
            self.by_queue(sources, last, target);
        }
    }

    /// Small grids, a whole wave at a time. Stops at the value `last` and once `target` has one.
    fn by_waves(
        &mut self,
        passable: &Bits,
        sources: impl IntoIterator<Item = Pos>,
        last: u16,
        target: usize,
    ) {
        let mut waves = std::mem::take(&mut self.waves);
        waves.begin(passable);
        self.place(sources, |pos, _| waves.add(pos));
        let stride = self.stride();
        let diagonal = self.moves == Moves::Eight;
        let values = &mut self.values[..];
        let mut value = 1;
        while value < last && matches!(values[target], WALL_VALUE | UNREACHED_VALUE) {
            value += 1;
            let any = waves.advance(diagonal, |row, cells| {
                let row = &mut values[(row + 1) * stride + 1..][..stride - 2];
                bit_bfs::for_each_bit(cells, |cell| row[cell] = value);
            });
            if !any {
                break;
            }
        }
        self.waves = waves;
    }

    /// Grids of any size, a cell at a time.
    fn by_queue(&mut self, sources: impl IntoIterator<Item = Pos>, last: u16, target: usize) {
        let mut queue = std::mem::take(&mut self.queue);
        // Every cell is queued once at most, and one place more is written to before it is known
        // whether the cell is new. Old contents of the queue are never read.
        if queue.len() <= self.values.len() {
            queue.resize(self.values.len() + 1, 0);
        }
        let mut tail = 0;
        self.place(sources, |_, cell| {
            queue[tail] = cell;
            tail += 1;
        });
        let stride = self.stride();
        let diagonal = self.moves == Moves::Eight;
        let values = &mut self.values[..];
        let mut head = 0;
        while head < tail {
            let here = queue[head] as usize;
            head += 1;
            let next = values[here] + 1;
            if next > last || here == target {
                break;
            }
            let (above, below) = (here - stride, here + stride);
            let [nw, n, ne] = three(values, above - 1);
            let [w, _, e] = three(values, here - 1);
            let [sw, s, se] = three(values, below - 1);
            // Without a branch, which no processor would predict well: each neighbour is written to
            // the queue, and the tail moves on only if it is new. Otherwise the next neighbour
            // overwrites it.
            let mut visit = |there: usize, before: u16, legal: bool| {
                let is_new = (before > next) & legal;
                values[there] = if is_new { next } else { before };
                queue[tail] = there as u32;
                tail += usize::from(is_new);
            };
            visit(above, n, true);
            visit(here + 1, e, true);
            visit(below, s, true);
            visit(here - 1, w, true);
            if diagonal {
                visit(above + 1, ne, n != WALL_VALUE && e != WALL_VALUE);
                visit(below + 1, se, s != WALL_VALUE && e != WALL_VALUE);
                visit(below - 1, sw, s != WALL_VALUE && w != WALL_VALUE);
                visit(above - 1, nw, n != WALL_VALUE && w != WALL_VALUE);
            }
        }
        self.queue = queue;
    }

    fn by_buckets(&mut self, source: Pos, limit: u16) {
        let mut buckets = std::mem::take(&mut self.buckets);
        self.place([source], |_, cell| buckets[1].push(cell));
        let stride = self.stride();
        let eight = self.moves == Moves::Eight;
        let limit = u32::from(limit.min(DistanceField::MAX_DISTANCE)) + 1;
        let (values, costs) = (&mut self.values[..], &self.costs[..]);
        let mut value = 1u32;
        let mut empty = 0;
        'search: while empty < BUCKET_COUNT {
            // A step costs at least 1: nothing is put into the bucket that is being emptied.
            let mut bucket = std::mem::take(&mut buckets[value as usize % BUCKET_COUNT]);
            empty = if bucket.is_empty() { empty + 1 } else { 0 };
            for here in bucket.drain(..).map(|here| here as usize) {
                let next = value + u32::from(costs[here] & !TARGET_BIT);
                if u32::from(values[here]) != value || next > limit {
                    continue;
                }
                if costs[here] & TARGET_BIT != 0 {
                    buckets.iter_mut().for_each(Vec::clear);
                    break 'search;
                }
                let [north, east, south, west] = [here - stride, here + 1, here + stride, here - 1]
                    .map(|side| values[side] != WALL_VALUE);
                let mut visit = |there: usize, legal: bool| {
                    if legal && u32::from(values[there]) > next {
                        values[there] = next as u16;
                        buckets[next as usize % BUCKET_COUNT].push(there as u32);
                    }
                };
                visit(here - stride, true);
                visit(here + 1, true);
                visit(here + stride, true);
                visit(here - 1, true);
                if eight {
                    visit(here - stride + 1, north && east);
                    visit(here + stride + 1, south && east);
                    visit(here + stride - 1, south && west);
                    visit(here - stride - 1, north && west);
                }
            }
            buckets[value as usize % BUCKET_COUNT] = bucket;
            value += 1;
        }
        self.buckets = buckets;
    }
}

/// Fills a row, eight cells at a time, by what the cells of a set have before a search.
fn fill_row<T>(row: &mut [T], words: &[u64], of_cell: impl Fn(u16) -> T) {
    let eight = |index: usize| {
        INITIAL_VALUES[usize::from((words[index / 8] >> (index % 8 * 8)) as u8)].map(&of_cell)
    };
    let (eights, rest) = row.as_chunks_mut::<8>();
    let last = eights.len();
    for (index, cells) in eights.iter_mut().enumerate() {
        *cells = eight(index);
    }
    if !rest.is_empty() {
        rest.iter_mut().zip(eight(last)).for_each(|(cell, value)| *cell = value);
    }
}

/// The rows that a search from a cell comes to.
fn around(source: Pos, limit: u16) -> (i32, i32) {
    (source.y - i32::from(limit), source.y + i32::from(limit) + 1)
}

fn three(values: &[u16], at: usize) -> [u16; 3] {
    let cells = &values[at..at + 3];
    [cells[0], cells[1], cells[2]]
}
