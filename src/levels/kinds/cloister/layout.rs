//! The layout of a cloister: cycles of rooms on a coarse grid of blocks with uneven columns and
//! rows.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Room, RoomRole};
use crate::state::{Block, Cycle, Cycles};
use base::{Dir, Grid, Pos, Rect, Stream};

/// The minimum size of a room, in cells across and down.
const MIN_ROOM_CELLS: (i32, i32) = (4, 3);

/// Draws the coarse grid, the cycles and the rooms of a cloister.
pub(crate) fn cycles(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let share = draft.setting("subcycle_percent")? as u32;
    let stream = &mut draft.stream;
    let grid = BlockGrid::draw(stream, draft.spec.width, draft.spec.height);
    let mut layout = CycleLayout::new(grid.size());
    layout.great_cycle(stream);
    layout.add_ears(stream, share);
    let rooms = layout.blocks.iter().enumerate().map(|(id, block)| {
        let rect = room(stream, grid.room_area(block.blocks), block);
        Room { id, rect, role: RoomRole::Room }
    });
    draft.rooms = rooms.collect();
    draft.cycles = Some(layout.found);
    Ok(())
}

/// A room within an area: a court fills it, a long room nearly fills its length, others are of any
/// size.
fn room(stream: &mut Stream, area: Rect, block: &Block) -> Rect {
    let is_long = block.blocks.area() > 1;
    let (mut w, mut h) = (area.w, area.h);
    if !block.is_court {
        let slack = if is_long { 2 } else { area.w };
        w = side(stream, (area.w - slack).max(MIN_ROOM_CELLS.0.min(area.w)), area.w);
        h = side(stream, MIN_ROOM_CELLS.1, area.h);
    }
    let (x, y) = (stream.range(0, area.w - w), stream.range(0, area.h - h));
    Rect::new(area.x + x, area.y + y, w, h)
}

/// A length for the side of a room. Never five: two rows of pillars would then leave a single cell
/// between them, where any thing would block the way.
fn side(stream: &mut Stream, low: i32, high: i32) -> i32 {
    match stream.range(low, high) {
        5 => 4,
        side => side,
    }
}

/// Percent of the pairs of adjacent blocks on the great cycle that become one long room.
const MERGE_PERCENT: u32 = 22;
/// Percent of the links of the great cycle that no smaller cycle is added to, so that gates and
/// drops can stand there. Of each smaller cycle one link is kept free.
const FREE_LINK_PERCENT: u32 = 35;
/// The weights by which the shape that is tried first is drawn.
const SHAPE_WEIGHTS: [(EarShape, u32); 5] = [
    (EarShape::LongRoom, 3),
    (EarShape::TwoRooms, 3),
    (EarShape::FourRooms, 2),
    (EarShape::Court, 3),
    (EarShape::Corner, 1),
];

/// The new rooms of a smaller cycle, on one side of a link between two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EarShape {
    /// One room as long as both blocks.
    LongRoom,
    /// A room beside each block.
    TwoRooms,
    /// Two rooms beside each block, one behind the other.
    FourRooms,
    /// A walk round a court, beside this link and the next in line.
    Court,
    /// One room in the corner between this link and one at a right angle.
    Corner,
}

/// The blocks, rooms and cycles so far.
struct CycleLayout {
    /// The room on each block.
    owners: Grid<Option<usize>>,
    /// A bit for each cardinal direction in which the room of a block is linked.
    linked: Grid<u8>,
    pub blocks: Vec<Block>,
    /// The number of blocks without a room.
    free: usize,
    /// Pairs of adjacent blocks whose rooms are linked and on which an ear may still be added.
    open: Vec<(Pos, Pos)>,
    pub found: Cycles,
}

impl CycleLayout {
    pub(crate) fn new((cols, rows): (i32, i32)) -> CycleLayout {
        CycleLayout {
            owners: Grid::filled(cols, rows, None),
            linked: Grid::filled(cols, rows, 0),
            blocks: Vec::new(),
            free: (cols * rows) as usize,
            open: Vec::new(),
            found: Cycles::default(),
        }
    }

    /// Adds the great cycle: a walk round the edge of a rectangle of blocks, with a court inside.
    pub(crate) fn great_cycle(&mut self, stream: &mut Stream) {
        let bounds = ring_bounds(stream, (self.owners.width(), self.owners.height()));
        let walk = ring_walk(bounds);
        let mut rooms: Vec<usize> = Vec::new();
        let mut at = 0;
        while at < walk.len() {
            let is_long = at + 1 < walk.len() && stream.percent(MERGE_PERCENT);
            let last = if is_long { at + 1 } else { at };
            rooms.push(self.take(block(walk[at]).union(block(walk[last])), false));
            at = last + 1;
        }
        let next = |at: usize| walk[(at + 1) % walk.len()];
        let pairs = (0..walk.len()).map(|at| (walk[at], next(at)));
        let joints: Vec<(Pos, Pos)> =
            pairs.filter(|&(a, b)| self.owners[a] != self.owners[b]).collect();
        let own = rooms.len() - 1;
        self.close(&joints, Cycle::new(rooms, own));
        self.open = joints.into_iter().filter(|_| !stream.percent(FREE_LINK_PERCENT)).collect();
        let court = draw_court(stream, bounds);
        self.great_court(stream, &walk, court);
    }

    /// Adds a court that is entered from two blocks of the walk, adjacent ones or round a corner.
    fn great_court(&mut self, stream: &mut Stream, walk: &[Pos], blocks: Rect) {
        for span in [1, 2] {
            let place = |at: usize| walk[at % walk.len()];
            let meets = |at: &usize| {
                let (a, b) = (place(*at), place(at + span));
                let is_beside = |at: Pos| touching(blocks, at).is_some();
                is_beside(a) && is_beside(b) && self.owners[a] != self.owners[b]
            };
            let places: Vec<usize> = (0..walk.len()).filter(meets).collect();
            let Some(&at) = stream.pick(&places) else { continue };
            let way: Vec<Pos> = (at..=at + span).map(place).collect();
            self.court(blocks, &way);
            return;
        }
    }

    /// Adds a court that is entered from both ends of a way of linked blocks beside it.
    fn court(&mut self, blocks: Rect, way: &[Pos]) {
        let (a, b) = (way[0], way[way.len() - 1]);
        let (Some(into_a), Some(into_b)) = (touching(blocks, a), touching(blocks, b)) else {
            return;
        };
        let mut rooms: Vec<usize> = way.iter().filter_map(|&at| self.owners[at]).collect();
        rooms.dedup();
        let court = self.take(blocks, true);
        self.found.courts.push(court);
        // The cycle leads from the first end over the court to the other end, and back along the
        // way.
        rooms[1..].reverse();
        rooms.insert(1, court);
        self.close(&[(a, into_a), (into_b, b)], Cycle::new(rooms, 1));
    }

    /// Adds smaller cycles to the rooms so far until `percent` of the free blocks are used, or none
    /// fits any more.
    pub(crate) fn add_ears(&mut self, stream: &mut Stream, percent: u32) {
        let left = self.free * (100 - percent as usize) / 100;
        while self.free > left && !self.open.is_empty() {
            let place = stream.below(self.open.len() as u32) as usize;
            let (mut a, mut b) = self.open.swap_remove(place);
            if stream.one_in(2) {
                (a, b) = (b, a);
            }
            let mut sides =
                if a.y == b.y { [Dir::North, Dir::South] } else { [Dir::East, Dir::West] };
            if stream.one_in(2) {
                sides.reverse();
            }
            let first = stream.weighted(SHAPE_WEIGHTS.map(|(_, weight)| weight)).unwrap_or(0);
            let shapes = (0..SHAPE_WEIGHTS.len())
                .map(|next| SHAPE_WEIGHTS[(first + next) % SHAPE_WEIGHTS.len()].0);
            for side in sides {
                if shapes.clone().any(|shape| self.add_ear(stream, (a, b), side, shape)) {
                    // There may be space on the other side.
                    self.open.push((a, b));
                    break;
                }
            }
        }
    }

    /// Adds a cycle as an ear: a path over new rooms whose ends are two rooms that are linked
    /// already (the step of an ear decomposition; Whitney, "Non-separable and planar graphs",
    /// 1932). False if there is no space for it.
    fn add_ear(
        &mut self,
        stream: &mut Stream,
        (a, b): (Pos, Pos),
        side: Dir,
        shape: EarShape,
    ) -> bool {
        let out = |at: Pos, steps: i32| (0..steps).fold(at, |at, _| at + side);
        let along = b - a;
        // The way over new blocks from one end to the other, and the existing blocks that lead back
        // from there.
        let (way, back) = match shape {
            EarShape::LongRoom | EarShape::TwoRooms => (vec![out(a, 1), out(b, 1)], vec![b]),
            EarShape::FourRooms => (vec![out(a, 1), out(a, 2), out(b, 2), out(b, 1)], vec![b]),
            EarShape::Court => {
                let c = b + along;
                (vec![out(a, 1), out(a, 2), out(b, 2), out(c, 2), out(c, 1)], vec![c, b])
            }
            EarShape::Corner => (vec![out(a, 1)], vec![out(b, 1), b]),
        };
        let is_free = |at: Pos| self.owners.get(at) == Some(&None);
        let court = (shape == EarShape::Court).then(|| out(b, 1));
        let are_linked = back.windows(2).all(|pair| self.are_linked(pair[0], pair[1]));
        if !are_linked || !way.iter().chain(&court).all(|&at| is_free(at)) {
            return false;
        }
        let mut rooms: Vec<usize> = self.owners[a].into_iter().collect();
        if shape == EarShape::LongRoom {
            rooms.push(self.take(block(way[0]).union(block(way[1])), false));
        } else {
            rooms.extend(way.iter().map(|&at| self.take(block(at), false)));
        }
        let own = rooms.len() - 1;
        rooms.extend(back.iter().filter_map(|&at| self.owners[at]));
        let whole: Vec<Pos> = [a].into_iter().chain(way.iter().copied()).chain([back[0]]).collect();
        let mut joints: Vec<(Pos, Pos)> = whole.windows(2).map(|pair| (pair[0], pair[1])).collect();
        joints.retain(|&(from, to)| self.owners[from] != self.owners[to]);
        self.close(&joints, Cycle::new(rooms, own));
        let kept = stream.below(joints.len() as u32) as usize;
        joints.remove(kept);
        self.open.append(&mut joints);
        if let Some(court) = court {
            self.court(block(court), &[out(a, 1), a, b]);
        }
        true
    }

    /// Adds a room on some free blocks, and returns its id.
    fn take(&mut self, blocks: Rect, is_court: bool) -> usize {
        let room = self.blocks.len();
        for at in blocks.positions() {
            self.owners[at] = Some(room);
        }
        self.free -= blocks.area() as usize;
        self.blocks.push(Block { blocks, is_court });
        room
    }

    /// Adds a cycle and its new links.
    fn close(&mut self, joints: &[(Pos, Pos)], cycle: Cycle) {
        for &(a, b) in joints {
            if let (Some(from), Some(to)) = (self.owners[a], self.owners[b]) {
                self.found.edges.push((from, to));
            }
            self.linked[a] |= bit(a, b);
            self.linked[b] |= bit(b, a);
        }
        self.found.all.push(cycle);
    }

    /// Whether the rooms of two adjacent blocks are linked there.
    fn are_linked(&self, a: Pos, b: Pos) -> bool {
        self.linked.get(a).is_some_and(|linked| linked & bit(a, b) != 0)
    }
}

/// The bit of the cardinal direction from one block to the one beside it.
fn bit(a: Pos, b: Pos) -> u8 {
    Dir::CARDINAL.iter().position(|&dir| a + dir == b).map_or(0, |place| 1 << place)
}

/// The block of a rectangle that is adjacent to another block.
fn touching(blocks: Rect, beside: Pos) -> Option<Pos> {
    beside.cardinals().find(|&at| blocks.contains(at))
}

/// A single block as an area.
fn block(at: Pos) -> Rect {
    Rect::around(at, 0)
}

/// The borders of the columns and rows of blocks, in cells.
struct BlockGrid {
    columns: Vec<i32>,
    rows: Vec<i32>,
}

/// The usual size of a block, in cells across and down.
const USUAL_BLOCK_CELLS: (i32, i32) = (13, 8);
/// The minimum size of a block, in cells across and down.
const MIN_BLOCK_CELLS: (i32, i32) = (10, 7);
/// The minimum number of blocks across, and down.
const MIN_BLOCKS: i32 = 3;
/// Number of cells by which a random column or row grows at a time, until the whole length is used.
const GROWTH_STEP_CELLS: i32 = 2;

impl BlockGrid {
    /// A random grid for a level of this size.
    pub(crate) fn draw(stream: &mut Stream, width: i32, height: i32) -> BlockGrid {
        // The last column and row belong to no block: they close the border.
        let columns = cuts(stream, width - 1, USUAL_BLOCK_CELLS.0, MIN_BLOCK_CELLS.0);
        let rows = cuts(stream, height - 1, USUAL_BLOCK_CELLS.1, MIN_BLOCK_CELLS.1);
        BlockGrid { columns, rows }
    }

    /// The number of blocks across and down.
    pub(crate) fn size(&self) -> (i32, i32) {
        (self.columns.len() as i32 - 1, self.rows.len() as i32 - 1)
    }

    /// The area for a room that occupies some blocks. Rooms of adjacent blocks are then at least
    /// three cells apart, which leaves a hallway its two doors and a cell to turn in.
    pub(crate) fn room_area(&self, blocks: Rect) -> Rect {
        let (x, right) = (self.columns[blocks.x as usize], self.columns[blocks.right() as usize]);
        let (y, bottom) = (self.rows[blocks.y as usize], self.rows[blocks.bottom() as usize]);
        Rect::new(x + 2, y + 2, right - x - 3, bottom - y - 3)
    }
}

/// The borders of parts of a length; the number of parts is what fits with the usual size.
fn cuts(stream: &mut Stream, length: i32, usual: i32, min: i32) -> Vec<i32> {
    let parts = (length / usual).max(MIN_BLOCKS);
    let mut sizes = vec![min; parts as usize];
    let mut rest = length - parts * min;
    while rest > 0 {
        let part = stream.below(parts as u32) as usize;
        sizes[part] += GROWTH_STEP_CELLS.min(rest);
        rest -= GROWTH_STEP_CELLS;
    }
    let mut at = 0;
    let ends = sizes.into_iter().map(|size| {
        at += size;
        at
    });
    std::iter::once(0).chain(ends).collect()
}

/// Maximum number of blocks of a small side of the grid: the great cycle takes nearly all of it.
const MAX_SMALL_GRID_BLOCKS: i32 = 7;
/// Minimum and maximum share of a larger side that it takes, in percent of the blocks.
const RING_PERCENT: (i32, i32) = (55, 80);
/// The largest court, in blocks.
const MAX_COURT_BLOCKS: (i32, i32) = (2, 2);

/// A random rectangle of blocks along whose edge the great cycle leads.
fn ring_bounds(stream: &mut Stream, (cols, rows): (i32, i32)) -> Rect {
    let (w, h) = (extent(stream, cols), extent(stream, rows));
    Rect::new(stream.range(0, cols - w), stream.range(0, rows - h), w, h)
}

fn extent(stream: &mut Stream, blocks: i32) -> i32 {
    let (low, high) = if blocks <= MAX_SMALL_GRID_BLOCKS {
        ((blocks - 1).max(3), blocks)
    } else {
        (blocks * RING_PERCENT.0 / 100, blocks * RING_PERCENT.1 / 100)
    };
    stream.range(low, high)
}

/// The blocks along the edge of a rectangle, clockwise from the upper left.
fn ring_walk(bounds: Rect) -> Vec<Pos> {
    let Rect { x, y, .. } = bounds;
    let (right, bottom) = (bounds.right() - 1, bounds.bottom() - 1);
    let top = (x..right).map(|x| Pos::new(x, y));
    let east = (y..bottom).map(|y| Pos::new(right, y));
    let low = (x + 1..=right).rev().map(|x| Pos::new(x, bottom));
    let west = (y + 1..=bottom).rev().map(move |y| Pos::new(x, y));
    top.chain(east).chain(low).chain(west).collect()
}

/// A random court inside the walk, at one of its sides.
fn draw_court(stream: &mut Stream, bounds: Rect) -> Rect {
    let inside = bounds.grown(-1);
    let (max_w, max_h) = (inside.w.min(MAX_COURT_BLOCKS.0), inside.h.min(MAX_COURT_BLOCKS.1));
    let (w, h) = (stream.range((max_w).min(2), max_w), stream.range(1, max_h));
    let (far_x, far_y) = (inside.w - w, inside.h - h);
    let (mut x, mut y) = (stream.range(0, far_x), stream.range(0, far_y));
    // At a side, so that the court is adjacent to the walk.
    match stream.below(4) {
        0 => x = 0,
        1 => x = far_x,
        2 => y = 0,
        _ => y = far_y,
    }
    Rect::new(inside.x + x, inside.y + y, w, h)
}
