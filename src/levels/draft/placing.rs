//! Finding cells for things, and placing things.

use std::collections::VecDeque;

use crate::draft::LevelDraft;
use crate::draft::placement_map::PlacementMap;
use crate::level::{Thing, ThingKind};
use base::{Grid, Pos, Rect, Stream};
use content::{Holding, Tile};

/// Number of cells that are drawn at random before all cells are tried in order.
const MAX_RANDOM_DRAWS: u32 = 48;

impl LevelDraft<'_> {
    /// The map of free cells; computed on the first call.
    pub(crate) fn placement(&mut self) -> &PlacementMap {
        self.placing().0
    }

    /// The map of free cells, the tiles and the stream.
    fn placing(&mut self) -> (&PlacementMap, &Grid<Tile>, &mut Stream) {
        let ends = [self.entrance(), self.exit];
        let map = self
            .placement
            .get_or_insert_with(|| Box::new(PlacementMap::of(&self.tiles, ends, &self.things)));
        (map, &self.tiles, &mut self.stream)
    }

    /// The number of passable cells that may be furnished.
    pub(crate) fn furnishable_cells(&mut self) -> usize {
        self.placement().floor.len()
    }

    /// A random cell where a thing may be placed and that suits; `None` if there is none.
    pub(crate) fn find(&mut self, suits: impl Fn(&PlacementMap, Pos) -> bool) -> Option<Pos> {
        let (map, tiles, stream) = self.placing();
        find_among(&map.floor, map, tiles, stream, suits)
    }

    /// The same among the cells that can be reached without opening a gate.
    pub(crate) fn find_before_gates(
        &mut self,
        suits: impl Fn(&PlacementMap, Pos) -> bool,
    ) -> Option<Pos> {
        let (map, tiles, stream) = self.placing();
        let cells = map.before_gates.as_ref().unwrap_or(&map.floor);
        find_among(cells, map, tiles, stream, suits)
    }

    /// The cells of open ground that suit, in random order: for conditions that few cells meet.
    pub(crate) fn shuffled(&mut self, suits: impl Fn(&PlacementMap, Pos) -> bool) -> Vec<Pos> {
        let (map, _, stream) = self.placing();
        let mut cells = Vec::with_capacity(map.floor.len());
        cells.extend(map.floor.iter().copied().filter(|&pos| suits(map, pos)));
        stream.shuffle(&mut cells);
        cells
    }

    /// Pops cells until one suits and may hold a thing. The others are dropped, because a cell that
    /// does not suit now never will.
    pub(crate) fn next_free(
        &mut self,
        cells: &mut Vec<Pos>,
        suits: impl Fn(&PlacementMap, Pos) -> bool,
    ) -> Option<Pos> {
        let (map, tiles, _) = self.placing();
        std::iter::from_fn(|| cells.pop())
            .find(|&pos| map.free.can_place(tiles, pos) && suits(map, pos))
    }

    /// A cell at or beside a feature that requests such a thing; the request is dropped, whether it
    /// can be met or not.
    pub(crate) fn find_requested(&mut self, holding: Holding) -> Option<Pos> {
        while let Some(centre) =
            self.feature_requests.get_mut(&holding).and_then(VecDeque::pop_front)
        {
            let mut around = self.free_among(centre.neighbours().chain([centre]));
            self.stream.shuffle(&mut around);
            if let Some(&pos) = around.first() {
                return Some(pos);
            }
        }
        None
    }

    /// A random cell for a thing within `within` steps of another cell, not near the start.
    pub(crate) fn find_near(&mut self, centre: Pos, within: i32) -> Option<Pos> {
        let around = self.free_among(Rect::around(centre, within).positions());
        self.stream.pick(&around).copied()
    }

    /// Those of some cells where a thing may be placed, not near the start.
    fn free_among(&mut self, cells: impl Iterator<Item = Pos>) -> Vec<Pos> {
        let quiet = self.spec.kind.furnishing.quiet;
        let (map, tiles, _) = self.placing();
        let is_free = |&pos: &Pos| tiles.contains(pos) && map.free.can_place(tiles, pos);
        cells.filter(is_free).filter(|&pos| map.steps_to(pos) > quiet).collect()
    }

    /// The cell of an area where a thing may stand with the greatest worth; `None` if there is
    /// none.
    pub(crate) fn best_cell_in<W: Ord>(
        &mut self,
        area: Rect,
        worth: impl Fn(&PlacementMap, Pos) -> W,
    ) -> Option<Pos> {
        let (map, tiles, _) = self.placing();
        let free = area.positions().filter(|&pos| map.free.can_place(tiles, pos));
        free.max_by_key(|&pos| worth(map, pos))
    }

    /// See [`PlacementMap::far_ends_of_loops`]; in random order.
    pub(crate) fn far_ends_of_loops(&mut self) -> Vec<Pos> {
        let (map, tiles, stream) = self.placing();
        let mut ends = map.far_ends_of_loops(tiles);
        stream.shuffle(&mut ends);
        ends
    }

    /// Whether a cell that was found earlier is still free, with nothing on the cardinal
    /// neighbours.
    pub(crate) fn is_still_free(&self, pos: Pos) -> bool {
        self.placement.as_ref().is_some_and(|map| map.free.is_free(&self.tiles, pos))
    }

    /// Whether a thing that may stand beside others, such as a crate, may be placed here.
    pub(crate) fn can_stack(&mut self, pos: Pos) -> bool {
        let (map, tiles, _) = self.placing();
        map.can_stack(tiles, pos)
    }

    /// Places a thing on a cell that was found for it.
    pub(crate) fn place_thing(&mut self, kind: ThingKind, name: &str, tier: u8, pos: Pos) {
        if let Some(map) = &mut self.placement
            && kind != ThingKind::Door
        {
            map.take(pos);
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
    let fits = |pos: Pos| suits(map, pos) && map.free.can_place(tiles, pos);
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
