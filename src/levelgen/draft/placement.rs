//! Where things may stand.

use std::collections::VecDeque;

use crate::base::{Bits, Dir, DistanceField, Grid, Moves, Pos, Rect, Stream, flood};
use crate::content::Holding;
use crate::levelgen::algo::local::{SIDES, local_components, ring};
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::draft::loop_ends::steps_within_regions;
use crate::levelgen::level::{Thing, ThingKind};
use crate::levelgen::tile::Tile;

/// What is free while a level is furnished.
///
/// Kept true throughout: the passable cells without the exit and without all that stands somewhere
/// (doors aside) hang together by cardinal steps, and touch everything that stands. So all of the
/// work can be done without treading on a trap, squeezing past a chest or leaving the level, however
/// many things there are. The one exception is made on purpose: the two traps of a pocket part it from
/// the rest together, neither alone.
pub(in crate::levelgen) struct PlacementMap {
    /// Passable, not the exit, nothing on it.
    open: Bits,
    /// Something stands here; doors do not count.
    taken: Bits,
    /// The open ground, in reading order.
    floor: Vec<Pos>,
    /// Those of it that are reachable from the start through no gate; `None` where that is all of them.
    before_gates: Option<Vec<Pos>>,
    /// Steps from the start, the exit being closed.
    steps: DistanceField,
    /// The most steps there are to any cell.
    farthest: u32,
    start: Pos,
    exit: Pos,
}

/// Cells drawn at random before all are gone through.
const MAX_RANDOM_DRAWS: u32 = 48;

impl PlacementMap {
    fn of(draft: &LevelDraft<'_>) -> PlacementMap {
        let mut open = Bits::of(&draft.tiles, |tile| tile.is_passable());
        open.remove(draft.exit);
        let before_gates = before_gates(draft, &open);
        let mut steps = DistanceField::new();
        steps.spread(&open, [draft.start], Moves::Eight, DistanceField::FARTHEST);
        // What an earlier pass has put up stands already.
        let mut taken = Bits::new(open.width(), open.height());
        let is_door = |thing: &&Thing| matches!(thing.kind, ThingKind::Door | ThingKind::House);
        for thing in draft.things.iter().filter(|thing| !is_door(thing)) {
            open.remove(thing.pos());
            taken.insert(thing.pos());
        }
        PlacementMap {
            before_gates,
            taken,
            floor: open.iter().filter(|&pos| draft.tiles[pos].is_plain_ground()).collect(),
            farthest: open.iter().map(|pos| steps.get(pos).into()).max().unwrap_or(0),
            open,
            steps,
            start: draft.start,
            exit: draft.exit,
        }
    }

    pub(in crate::levelgen) fn open(&self) -> &Bits {
        &self.open
    }

    pub fn steps_to(&self, pos: Pos) -> u32 {
        self.steps.get(pos).into()
    }

    pub fn farthest(&self) -> u32 {
        self.farthest
    }

    /// How many of the eight cells around are passable and free.
    pub fn room_around(&self, pos: Pos) -> usize {
        ring(&self.open, pos).count_ones() as usize
    }

    /// Whether something stands within so many king's moves.
    pub fn is_crowded(&self, pos: Pos, within: i32) -> bool {
        self.taken.meets(Rect::around(pos, within))
    }

    /// Whether a thing here leaves everything as reachable as it was.
    fn can_place(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        self.is_free(tiles, pos) && local_components(&self.open, pos) <= 1
    }

    /// Whether a thing here leaves everything as reachable as it was, though others stand beside it.
    fn can_stack(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        let keeps_a_side = |beside: Pos| {
            !self.taken.contains(beside)
                || beside.cardinals().any(|side| side != pos && self.open.contains(side))
        };
        self.open.contains(pos)
            && tiles[pos] == Tile::Floor
            && pos.manhattan(self.start) > 1
            && pos.manhattan(self.exit) > 1
            && local_components(&self.open, pos) == 1
            && pos.cardinals().all(keeps_a_side)
    }

    /// Open ground, with nothing on it or right beside it, and a free cell to stand on and work.
    pub(in crate::levelgen) fn is_free(&self, tiles: &Grid<Tile>, pos: Pos) -> bool {
        self.open.contains(pos)
            && tiles[pos].is_plain_ground()
            && pos.manhattan(self.start) > 1
            && pos.manhattan(self.exit) > 1
            && ring(&self.taken, pos) & SIDES == 0
            && ring(&self.open, pos) & SIDES != 0
    }

    /// Cells of narrow passages where the ways round a loop meet, as far from the start as the loop
    /// goes; none once something stands anywhere.
    ///
    /// All of them may be barred at once: every other cell keeps the way on which its distance from
    /// the start was counted, as no shortest way leads through a cell that is no nearer to the start
    /// than both its neighbours.
    fn far_ends_of_loops(&self, tiles: &Grid<Tile>) -> Vec<Pos> {
        if !self.taken.is_empty() {
            return Vec::new();
        }
        let within = self.before_gates.as_ref();
        let within = within.map(|_| steps_within_regions(tiles, &self.open, self.start));
        let steps = |pos| within.as_ref().map_or_else(|| self.steps_to(pos), |steps| steps[pos]);
        let is_far_end = |pos: Pos| {
            let (along, across) = match ring(&self.open, pos) & SIDES {
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

/// The plain floor that is reachable from the start through no gate, in reading order; `None` where there is
/// no gate.
fn before_gates(draft: &LevelDraft<'_>, open: &Bits) -> Option<Vec<Pos>> {
    if !draft.tiles.cells().iter().any(|tile| tile.is_gate()) {
        return None;
    }
    let mut without_gates = open.clone();
    for pos in open.iter().filter(|&pos| draft.tiles[pos].is_gate()) {
        without_gates.remove(pos);
    }
    let before = flood(&without_gates, draft.start);
    Some(before.iter().filter(|&pos| draft.tiles[pos] == Tile::Floor).collect())
}

impl LevelDraft<'_> {
    /// What is free, found out when the first pass asks.
    pub fn placement(&mut self) -> &PlacementMap {
        let map = self.placement.take().unwrap_or_else(|| Box::new(PlacementMap::of(self)));
        self.placement.insert(map)
    }

    /// The number of passable cells that may be furnished.
    pub fn furnishable_cells(&mut self) -> usize {
        self.placement().floor.len()
    }

    /// A cell where a thing may stand and that suits; drawn at random, any that does if it comes to
    /// that, `None` if none does.
    pub fn find(&mut self, suits: impl Fn(&PlacementMap, Pos) -> bool) -> Option<Pos> {
        self.placement();
        let map = self.placement.as_ref()?;
        find_among(&map.floor, map, &self.tiles, &mut self.stream, suits)
    }

    /// The same among the cells that can be reached before anything has opened a gate.
    pub fn find_before_gates(&mut self, suits: impl Fn(&PlacementMap, Pos) -> bool) -> Option<Pos> {
        self.placement();
        let map = self.placement.as_ref()?;
        let cells = map.before_gates.as_ref().unwrap_or(&map.floor);
        find_among(cells, map, &self.tiles, &mut self.stream, suits)
    }

    /// The cells of open ground that suit, in random order: for what suits so few that drawing at
    /// random would seldom meet one.
    pub fn shuffled(&mut self, suits: impl Fn(&PlacementMap, Pos) -> bool) -> Vec<Pos> {
        let map = self.placement();
        let mut cells = Vec::with_capacity(map.floor.len());
        cells.extend(map.floor.iter().copied().filter(|&pos| suits(map, pos)));
        self.stream.shuffle(&mut cells);
        cells
    }

    /// The last of some cells where a thing may stand and that suits; those after it are dropped, as
    /// what does not suit now never will.
    pub fn next_free(
        &mut self,
        cells: &mut Vec<Pos>,
        suits: impl Fn(&PlacementMap, Pos) -> bool,
    ) -> Option<Pos> {
        self.placement();
        let (map, tiles) = (self.placement.as_ref()?, &self.tiles);
        while let Some(pos) = cells.pop() {
            if map.can_place(tiles, pos) && suits(map, pos) {
                return Some(pos);
            }
        }
        None
    }

    /// A cell at or beside a feature that requests such a thing; the request is dropped, met or not.
    pub fn find_requested(&mut self, holding: Holding) -> Option<Pos> {
        self.placement();
        while let Some(centre) =
            self.feature_requests.get_mut(&holding).and_then(VecDeque::pop_front)
        {
            let (map, tiles) = (self.placement.as_ref()?, &self.tiles);
            let quiet = self.spec.kind.furnishing.quiet;
            let mut around: Vec<Pos> = centre
                .neighbours()
                .chain([centre])
                .filter(|&pos| tiles.contains(pos) && map.can_place(tiles, pos))
                .filter(|&pos| map.steps_to(pos) > quiet)
                .collect();
            self.stream.shuffle(&mut around);
            if let Some(&pos) = around.first() {
                return Some(pos);
            }
        }
        None
    }

    /// A cell where a thing may stand within so many king's moves of another, not by the start.
    pub fn find_near(&mut self, centre: Pos, within: i32) -> Option<Pos> {
        self.placement();
        let (map, tiles) = (self.placement.as_ref()?, &self.tiles);
        let quiet = self.spec.kind.furnishing.quiet;
        let around: Vec<Pos> = Rect::around(centre, within)
            .positions()
            .filter(|&pos| tiles.contains(pos) && map.can_place(tiles, pos))
            .filter(|&pos| map.steps_to(pos) > quiet)
            .collect();
        self.stream.pick(&around).copied()
    }

    /// Of the cells of an area where a thing may stand the one that is worth most; `None` if there is none.
    pub fn best_cell_in<W: Ord>(
        &mut self,
        area: Rect,
        worth: impl Fn(&PlacementMap, Pos) -> W,
    ) -> Option<Pos> {
        self.placement();
        let (map, tiles) = (self.placement.as_ref()?, &self.tiles);
        let free = area.positions().filter(|&pos| map.can_place(tiles, pos));
        free.max_by_key(|&pos| worth(map, pos))
    }

    /// See [`PlacementMap::far_ends_of_loops`]; in random order.
    pub fn far_ends_of_loops(&mut self) -> Vec<Pos> {
        self.placement();
        let mut ends =
            self.placement.as_ref().map_or_else(Vec::new, |map| map.far_ends_of_loops(&self.tiles));
        self.stream.shuffle(&mut ends);
        ends
    }

    /// Whether nothing has come to stand too near since a cell was found.
    pub fn is_still_free(&self, pos: Pos) -> bool {
        self.placement.as_ref().is_some_and(|map| map.is_free(&self.tiles, pos))
    }

    /// Whether something that may stand beside others may stand here.
    pub fn can_stack(&mut self, pos: Pos) -> bool {
        self.placement();
        self.placement.as_ref().is_some_and(|map| map.can_stack(&self.tiles, pos))
    }

    /// Stands a thing on a cell that was found for it.
    pub fn place_thing(&mut self, kind: ThingKind, name: &str, tier: u8, pos: Pos) {
        if let Some(map) = &mut self.placement
            && kind != ThingKind::Door
        {
            map.open.remove(pos);
            map.taken.insert(pos);
        }
        let thing = Thing { kind, name: name.to_owned(), x: pos.x, y: pos.y, tier, room: None };
        self.things.push(thing);
    }
}

/// See [`LevelDraft::find`].
fn find_among(
    cells: &[Pos],
    map: &PlacementMap,
    tiles: &Grid<Tile>,
    stream: &mut Stream,
    suits: impl Fn(&PlacementMap, Pos) -> bool,
) -> Option<Pos> {
    let fits = |pos: Pos| suits(map, pos) && map.can_place(tiles, pos);
    for _ in 0..MAX_RANDOM_DRAWS {
        let &pos = stream.pick(cells)?;
        if fits(pos) {
            return Some(pos);
        }
    }
    let from = stream.below(cells.len() as u32) as usize;
    let (before, after) = cells.split_at(from);
    after.iter().chain(before).copied().find(|&pos| fits(pos))
}
