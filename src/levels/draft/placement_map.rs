//! The cells where things may be placed.

use crate::draft::loop_ends::steps_within_regions;
use crate::level::{Thing, ThingKind};
use crate::tile::Tile;
use base::{Bits, Dir, DistanceField, Grid, Moves, Pos, Rect, flood};
use base::{SIDES, local_components, ring};

/// The free cells of a level, and which of them a thing may be placed on.
pub(crate) struct FreeCells {
    /// Passable, not the exit, nothing on it.
    pub open: Bits,
    /// Cells with a thing on them; doors do not count.
    pub taken: Bits,
    /// Where a shift begins.
    start: Pos,
    exit: Pos,
}

impl FreeCells {
    /// The free cells of the ground (see [`ground`]) with the things that were placed already.
    pub(crate) fn of(ground: &Bits, [start, exit]: [Pos; 2], things: &[Thing]) -> FreeCells {
        let mut open = ground.clone();
        let mut taken = Bits::new(open.width(), open.height());
        let is_door = |thing: &&Thing| matches!(thing.kind, ThingKind::Door | ThingKind::House);
        for thing in things.iter().filter(|thing| !is_door(thing)) {
            open.remove(thing.pos());
            taken.insert(thing.pos());
        }
        FreeCells { open, taken, start, exit }
    }

    /// See [`PlacementMap::can_place`].
    pub(crate) fn can_place(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        self.is_free(tiles, pos) && local_components(&self.open, pos) <= 1
    }

    /// See [`PlacementMap::is_free`].
    fn is_free(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        self.open.contains(pos)
            && tiles[pos].is_plain_ground()
            && pos.manhattan(self.start) > 1
            && pos.manhattan(self.exit) > 1
            && ring(&self.taken, pos) & SIDES == 0
            && ring(&self.open, pos) & SIDES != 0
    }
}

/// The free cells of a level while it is furnished.
///
/// Invariant: the passable cells without the exit and without the cells of things (doors do not count) are connected by
/// cardinal steps, and every thing has one of them beside it. So all work can be done without stepping on a trap, past a
/// chest or out of the level. There is one exception: the two traps of a pocket together disconnect it from the rest,
/// neither alone.
pub(crate) struct PlacementMap {
    free: FreeCells,
    /// The open ground, in reading order.
    pub floor: Vec<Pos>,
    /// The floor that is reachable from the start without a gate; `None` if there are no gates.
    pub before_gates: Option<Vec<Pos>>,
    /// Steps from where a shift begins, with the exit closed.
    steps: DistanceField,
    /// The greatest number of steps to any cell.
    farthest: u32,
}

impl PlacementMap {
    /// The map of the terrain and of the things that were placed already. `start` is where a shift begins.
    pub(crate) fn of(
        tiles: &Grid<Tile>,
        [start, exit]: [Pos; 2],
        things: &[Thing],
    ) -> PlacementMap {
        let ground = ground(tiles, exit);
        let free = FreeCells::of(&ground, [start, exit], things);
        let before_gates = before_gates(tiles, start, &ground);
        let mut steps = DistanceField::new();
        steps.spread(&ground, [start], Moves::Eight, DistanceField::MAX_DISTANCE);
        PlacementMap {
            before_gates,
            floor: free.open.iter().filter(|&pos| tiles[pos].is_plain_ground()).collect(),
            farthest: free.open.iter().map(|pos| steps.get(pos).into()).max().unwrap_or(0),
            free,
            steps,
        }
    }

    pub(crate) fn open(&self) -> &Bits {
        &self.free.open
    }

    /// Takes a cell for a thing that is placed there.
    pub(crate) fn take(&mut self, pos: Pos) {
        self.free.open.remove(pos);
        self.free.taken.insert(pos);
    }

    pub(crate) fn steps_to(&self, pos: Pos) -> u32 {
        self.steps.get(pos).into()
    }

    pub(crate) fn farthest(&self) -> u32 {
        self.farthest
    }

    /// The number of the eight neighbours that are passable and free.
    pub(crate) fn room_around(&self, pos: Pos) -> usize {
        ring(&self.free.open, pos).count_ones() as usize
    }

    /// Whether there is a thing within `within` steps.
    pub(crate) fn is_crowded(&self, pos: Pos, within: i32) -> bool {
        self.free.taken.meets(Rect::around(pos, within))
    }

    /// Whether a thing may be placed here: the cell is free, and the invariant holds with it.
    pub(crate) fn can_place(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        self.free.can_place(tiles, pos)
    }

    /// The same for a thing that may stand beside others.
    pub(crate) fn can_stack(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        let keeps_a_side = |beside: Pos| {
            !self.free.taken.contains(beside)
                || beside.cardinals().any(|side| side != pos && self.free.open.contains(side))
        };
        self.free.open.contains(pos)
            && tiles[pos] == Tile::Floor
            && pos.manhattan(self.free.start) > 1
            && pos.manhattan(self.free.exit) > 1
            && local_components(&self.free.open, pos) == 1
            && pos.cardinals().all(keeps_a_side)
    }

    /// Whether a cell is open ground with no thing on it or its cardinal neighbours, one of which is free to work from.
    pub(crate) fn is_free(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        self.free.is_free(tiles, pos)
    }

    /// The cells of narrow passages at the far end of a loop, where its two ways from the start meet. Empty once any thing
    /// was placed.
    ///
    /// All of them may be blocked at once: no shortest way from the start leads through a cell that is no nearer to the start
    /// than both its neighbours, so every other cell keeps its shortest way.
    pub(crate) fn far_ends_of_loops(&self, tiles: &Grid<Tile>) -> Vec<Pos> {
        if !self.free.taken.is_empty() {
            return Vec::new();
        }
        let within = self.before_gates.as_ref();
        let within = within.map(|_| steps_within_regions(tiles, &self.free.open, self.free.start));
        let steps = |pos| within.as_ref().map_or_else(|| self.steps_to(pos), |steps| steps.to(pos));
        let is_far_end = |pos: Pos| {
            let (along, across) = match ring(&self.free.open, pos) & SIDES {
                0b0001_0001 => (Dir::North, Dir::South),
                0b0100_0100 => (Dir::East, Dir::West),
                _ => return false,
            };
            let here = steps(pos);
            steps(pos + along) <= here && steps(pos + across) <= here
        };
        self.floor
            .iter()
            .copied()
            .filter(|&pos| is_far_end(pos) && self.is_free(tiles, pos))
            .collect()
    }
}

/// The passable cells without the exit.
pub(crate) fn ground(tiles: &Grid<Tile>, exit: Pos) -> Bits {
    let mut ground = Bits::of(tiles, |tile| tile.is_passable());
    ground.remove(exit);
    ground
}

/// The plain floor that is reachable from the start without a gate, in reading order; `None` if there are no gates.
fn before_gates(tiles: &Grid<Tile>, start: Pos, open: &Bits) -> Option<Vec<Pos>> {
    if !tiles.cells().iter().any(|tile| tile.is_gate()) {
        return None;
    }
    let mut without_gates = open.clone();
    for pos in open.iter().filter(|&pos| tiles[pos].is_gate()) {
        without_gates.remove(pos);
    }
    let before = flood(&without_gates, start);
    Some(before.iter().filter(|&pos| tiles[pos] == Tile::Floor).collect())
}
