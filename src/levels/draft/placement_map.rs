//! The cells where things may be placed.

use std::collections::VecDeque;

use crate::level::{Thing, ThingKind};
use base::{
    Bits, Dir, DistanceField, Grid, Moves, Pos, Rect, SIDES, flood, local_components, ring,
};
use content::Tile;

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

    /// Whether a thing may be placed here: the cell is free, and the invariant of [`PlacementMap`]
    /// holds with it.
    pub(crate) fn can_place(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        self.is_free(tiles, pos) && local_components(&self.open, pos) <= 1
    }

    /// Whether a cell is open ground with no thing on it or its cardinal neighbours, one of which
    /// is free to work from.
    pub(crate) fn is_free(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
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
/// Invariant: the passable cells without the exit and without the cells of things (doors do not
/// count) are connected by cardinal steps, and every thing has one of them beside it. So all work
/// can be done without stepping on a trap, past a chest or out of the level. There is one
/// exception: the two traps of a pocket together disconnect it from the rest, neither alone.
pub(crate) struct PlacementMap {
    pub free: FreeCells,
    /// The open ground, in reading order.
    pub floor: Vec<Pos>,
    /// The floor that is reachable from the start without a gate; `None` if there are no gates.
    pub before_gates: Option<Vec<Pos>>,
    /// Steps from where a shift begins, with the exit closed.
    steps: DistanceField,
    /// The greatest number of steps to any cell.
    pub farthest: u32,
}

impl PlacementMap {
    /// The map of the terrain and of the things that were placed already. `start` is where a shift
    /// begins.
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

    /// Takes a cell for a thing that is placed there.
    pub(crate) fn take(&mut self, pos: Pos) {
        self.free.open.remove(pos);
        self.free.taken.insert(pos);
    }

    pub(crate) fn steps_to(&self, pos: Pos) -> u32 {
        self.steps.get(pos).into()
    }

    /// The number of the eight neighbours that are passable and free.
    pub(crate) fn room_around(&self, pos: Pos) -> usize {
        ring(&self.free.open, pos).count_ones() as usize
    }

    /// Whether there is a thing within `within` steps.
    pub(crate) fn is_crowded(&self, pos: Pos, within: i32) -> bool {
        self.free.taken.meets(Rect::around(pos, within))
    }

    /// Whether a thing that may stand beside others may be placed here: the invariant holds with
    /// it.
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

    /// The cells of narrow passages at the far end of a loop, where its two ways from the start
    /// meet. Empty once any thing was placed.
    ///
    /// All of them may be blocked at once: no shortest way from the start leads through a cell that
    /// is no nearer to the start than both its neighbours, so every other cell keeps its shortest
    /// way.
    pub(crate) fn far_ends_of_loops(&self, tiles: &Grid<Tile>) -> Vec<Pos> {
        if !self.free.taken.is_empty() {
            return Vec::new();
        }
        let within = self.before_gates.as_ref();
        let within = within.map(|_| steps_within_regions(tiles, &self.free.open, self.free.start));
        let steps = |pos| within.as_ref().map_or_else(|| self.steps_to(pos), |steps| steps[pos]);
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
            .filter(|&pos| is_far_end(pos) && self.free.is_free(tiles, pos))
            .collect()
    }
}

/// The passable cells without the exit.
pub(crate) fn ground(tiles: &Grid<Tile>, exit: Pos) -> Bits {
    let mut ground = Bits::of(tiles, |tile| tile.is_passable());
    ground.remove(exit);
    ground
}

/// The plain floor that is reachable from the start without a gate, in reading order; `None` if
/// there are no gates.
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

/// Cardinal steps to every open cell from the entry of its region.
///
/// A region is a connected component of open cells without gates. Each has a single entry; that of
/// the start's region is the start. So within a region every cell has a way to the entry on which
/// the steps decrease, whatever gates are shut, and the region stays connected without any cell
/// that no such way leads through. `u32::MAX` for gates and closed cells.
fn steps_within_regions(tiles: &Grid<Tile>, open: &Bits, start: Pos) -> Grid<u32> {
    let mut steps = tiles.map(|_| u32::MAX);
    let mut entries = VecDeque::from([(start, 0)]);
    while let Some((entry, distance)) = entries.pop_front() {
        if steps[entry] != u32::MAX {
            continue;
        }
        steps[entry] = distance;
        let mut region = vec![entry];
        let mut next = 0;
        while let Some(&pos) = region.get(next) {
            next += 1;
            for beside in pos.cardinals().filter(|&beside| open.contains(beside)) {
                if tiles[beside].is_gate() {
                    let beyond = beside.cardinals();
                    let beyond = beyond.filter(|&it| open.contains(it) && !tiles[it].is_gate());
                    entries.extend(beyond.map(|it| (it, steps[pos] + 2)));
                } else if steps[beside] == u32::MAX {
                    steps[beside] = steps[pos] + 1;
                    region.push(beside);
                }
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::steps_within_regions;
    use base::{Bits, Grid, Pos};
    use content::Tile;

    #[test]
    fn each_region_is_counted_from_one_entry() {
        let rows = ["#########", "#<.L....#", "##L##.#.#", "#.......#", "#########"];
        let cells = rows.iter().flat_map(|row| row.chars()).filter_map(Tile::of_character);
        let tiles = Grid::from_cells(9, cells.collect()).expect("a rectangle");
        let open = Bits::of(&tiles, |tile| tile.is_passable());
        let steps = steps_within_regions(&tiles, &open, Pos::new(1, 1));
        let drawn = |y: i32| {
            let steps = (0..tiles.width()).map(|x| steps[Pos::new(x, y)]);
            steps.map(|it| char::from_digit(it, 36).unwrap_or('#')).collect::<String>()
        };
        let drawn: Vec<String> = (0..tiles.height()).map(drawn).collect();
        // By the eastern door, although the southern one is as near to some of it.
        let counted = ["#########", "#01#3456#", "#####5#7#", "#a987678#", "#########"];
        assert_eq!(drawn, counted);
    }
}
