//! Lays the cycles out as rooms: a great one, then smaller ones hung on what stands.

use crate::base::{Dir, Grid, Pos, Rect, Stream};
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::cloister::block_grid::BlockGrid;
use crate::levelgen::kinds::cloister::ring;
use crate::levelgen::kinds::cloister::state::{Block, Cycle, Cycles};
use crate::levelgen::level::{Room, RoomRole};

/// How many pairs of neighbouring blocks on the great cycle become one long room, in percent.
const MERGE_PERCENT: u32 = 22;
/// Links of the great cycle that no smaller cycle is hung on, in percent: gates and drops can stand there. Of
/// each smaller cycle a single link is kept free.
const FREE_LINK_PERCENT: u32 = 35;
/// How likely each shape of cycle is to be tried first.
const SHAPE_WEIGHTS: [(Shape, u32); 5] = [
    (Shape::LongRoom, 3),
    (Shape::TwoRooms, 3),
    (Shape::FourRooms, 2),
    (Shape::Court, 3),
    (Shape::Corner, 1),
];
/// The least size of a room, in cells across and down.
const MIN_ROOM_CELLS: (i32, i32) = (4, 3);

/// What is hung on a link between two blocks, on one side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// One room as long as both blocks.
    LongRoom,
    /// A room beside each.
    TwoRooms,
    /// Two rooms beside each, one behind the other.
    FourRooms,
    /// A walk round a court, on this link and the next in line.
    Court,
    /// One room in the corner of this link and one that turns.
    Corner,
}

/// Draws the coarse grid, the cycles and the rooms of a cloister.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let share = draft.setting("subcycle_percent")? as u32;
    let stream = &mut draft.stream;
    let grid = BlockGrid::draw(stream, draft.spec.width, draft.spec.height);
    let mut layout = CycleLayout::new(grid.size());
    layout.great_cycle(stream);
    layout.hang(stream, share);
    let rooms = layout.blocks.iter().enumerate().map(|(id, block)| {
        let rect = room(stream, grid.room_area(block.blocks), block);
        Room { id, rect, role: RoomRole::Room }
    });
    draft.rooms = rooms.collect();
    draft.cycles = Some(layout.found);
    Ok(())
}

/// A room within an area: courts and long rooms fill it, others are of any size.
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

/// A length for the side of a room. Not five: between two rows of pillars there is then but one cell, where
/// nothing can lie without being in the way.
fn side(stream: &mut Stream, low: i32, high: i32) -> i32 {
    match stream.range(low, high) {
        5 => 4,
        side => side,
    }
}

/// The blocks, rooms and cycles so far.
struct CycleLayout {
    /// The room on each block.
    owners: Grid<Option<usize>>,
    /// A bit for each cardinal direction in which the room of a block is linked.
    linked: Grid<u8>,
    blocks: Vec<Block>,
    free: usize,
    /// Blocks side by side whose rooms are linked, where something may still be hung on.
    open: Vec<(Pos, Pos)>,
    found: Cycles,
}

impl CycleLayout {
    fn new((cols, rows): (i32, i32)) -> CycleLayout {
        CycleLayout {
            owners: Grid::filled(cols, rows, None),
            linked: Grid::filled(cols, rows, 0),
            blocks: Vec::new(),
            free: (cols * rows) as usize,
            open: Vec::new(),
            found: Cycles::default(),
        }
    }

    /// The walk round the court, and the court.
    fn great_cycle(&mut self, stream: &mut Stream) {
        let bounds = ring::bounds(stream, (self.owners.width(), self.owners.height()));
        let walk = ring::walk(bounds);
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
        let court = ring::court(stream, bounds);
        self.great_court(stream, &walk, court);
    }

    /// A court that is entered from two places of the walk, next to each other or round a corner.
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

    /// A court entered from both ends of a way of linked blocks beside it.
    fn court(&mut self, blocks: Rect, way: &[Pos]) {
        let (a, b) = (way[0], way[way.len() - 1]);
        let (Some(into_a), Some(into_b)) = (touching(blocks, a), touching(blocks, b)) else {
            return;
        };
        let mut rooms: Vec<usize> = way.iter().filter_map(|&at| self.owners[at]).collect();
        rooms.dedup();
        let court = self.take(blocks, true);
        self.found.courts.push(court);
        // Back from the other end to the first, round which it then leads.
        rooms[1..].reverse();
        rooms.insert(1, court);
        self.close(&[(a, into_a), (into_b, b)], Cycle::new(rooms, 1));
    }

    /// Adds smaller cycles to the rooms so far until `percent` of the free blocks are used, or none fits any more.
    fn hang(&mut self, stream: &mut Stream, percent: u32) {
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

    /// Adds a cycle as an ear: a path over new rooms whose ends are two rooms that are linked already (the
    /// step of an ear decomposition; Whitney, "Non-separable and planar graphs", 1932). False if there is no
    /// space for it.
    fn add_ear(
        &mut self,
        stream: &mut Stream,
        (a, b): (Pos, Pos),
        side: Dir,
        shape: Shape,
    ) -> bool {
        let out = |at: Pos, steps: i32| (0..steps).fold(at, |at, _| at + side);
        let along = b - a;
        // The way over new blocks from one end to the other, and the rooms that lead back, from there.
        let (way, back) = match shape {
            Shape::LongRoom | Shape::TwoRooms => (vec![out(a, 1), out(b, 1)], vec![b]),
            Shape::FourRooms => (vec![out(a, 1), out(a, 2), out(b, 2), out(b, 1)], vec![b]),
            Shape::Court => {
                let c = b + along;
                (vec![out(a, 1), out(a, 2), out(b, 2), out(c, 2), out(c, 1)], vec![c, b])
            }
            Shape::Corner => (vec![out(a, 1)], vec![out(b, 1), b]),
        };
        let is_free = |at: Pos| self.owners.get(at) == Some(&None);
        let court = (shape == Shape::Court).then(|| out(b, 1));
        let hangs = back.windows(2).all(|pair| self.are_linked(pair[0], pair[1]));
        if !hangs || !way.iter().chain(&court).all(|&at| is_free(at)) {
            return false;
        }
        let mut rooms: Vec<usize> = self.owners[a].into_iter().collect();
        if shape == Shape::LongRoom {
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

    /// Gives a room some free blocks.
    fn take(&mut self, blocks: Rect, is_court: bool) -> usize {
        let room = self.blocks.len();
        for at in blocks.positions() {
            self.owners[at] = Some(room);
        }
        self.free -= blocks.area() as usize;
        self.blocks.push(Block { blocks, is_court });
        room
    }

    /// Notes a cycle and the links that are new with it.
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

    /// Whether two blocks are of different rooms that are linked there.
    fn are_linked(&self, a: Pos, b: Pos) -> bool {
        self.linked.get(a).is_some_and(|linked| linked & bit(a, b) != 0)
    }
}

/// The bit of the cardinal direction from one block to the one beside it.
fn bit(a: Pos, b: Pos) -> u8 {
    Dir::CARDINAL.iter().position(|&dir| a + dir == b).map_or(0, |place| 1 << place)
}

/// The block of some that is beside another.
fn touching(blocks: Rect, beside: Pos) -> Option<Pos> {
    beside.cardinals().find(|&at| blocks.contains(at))
}

/// A single block as an area.
fn block(at: Pos) -> Rect {
    Rect::around(at, 0)
}
