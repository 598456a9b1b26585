//! Binary space partition: an area is split in two, recursively.
//!
//! Fuchs, Kedem and Naylor, "On visible surface generation by a priori tree structures" (1980), as
//! used for dungeons: every split is a wall between two halves.

use std::ops::Range;

use base::{Rect, Stream};

/// The tree of splits over the whole level.
pub(crate) struct Partition {
    /// The root is first; a node comes before its halves.
    pub nodes: Vec<BspNode>,
    /// The areas that were not split further, west before east and north before south at every
    /// split. They tile the level.
    pub leaves: Vec<Rect>,
    /// Minimum side of a leaf, in cells.
    min_side: i32,
}

/// A node of the tree: an area, and the two halves that it was split into.
pub(crate) struct BspNode {
    pub area: Rect,
    /// The western or northern half, and the other; `None` in a leaf.
    pub halves: Option<[usize; 2]>,
    /// The leaves within the area, as indices into [`Partition::leaves`], which are also the ids of
    /// the leaves' rooms.
    pub leaves: Range<usize>,
}

#[derive(Clone, Copy)]
pub(crate) struct SplitGoal {
    /// At least this number of times on every path from the root to a leaf.
    times: u32,
    /// And until no leaf has a longer side than this.
    max_side: i32,
}

impl SplitGoal {
    pub(crate) fn times(times: u32) -> SplitGoal {
        SplitGoal { times, max_side: i32::MAX }
    }

    pub(crate) fn sides(max_side: i32) -> SplitGoal {
        SplitGoal { times: 0, max_side }
    }

    fn of_halves(self) -> SplitGoal {
        SplitGoal { times: self.times.saturating_sub(1), ..self }
    }
}

/// Both parts of a split are at least the length divided by this.
const MIN_PART_DIVISOR: i32 = 3;

impl Partition {
    /// An area split until the goal is reached, with no side of a leaf shorter than `min_side`;
    /// `None` if the area is too small for that.
    pub(crate) fn of(
        area: Rect,
        goal: SplitGoal,
        min_side: i32,
        stream: &mut Stream,
    ) -> Option<Partition> {
        let mut partition = Partition { nodes: Vec::new(), leaves: Vec::new(), min_side };
        partition.has_room(area, goal).then(|| {
            partition.split(stream, area, goal);
            partition
        })
    }

    /// Adds the node of an area and the nodes of its halves; returns its index.
    fn split(&mut self, stream: &mut Stream, area: Rect, goal: SplitGoal) -> usize {
        let (node, first) = (self.nodes.len(), self.leaves.len());
        self.nodes.push(BspNode { area, halves: None, leaves: first..first });
        if let Some(halves) = self.cut(stream, area, goal) {
            let halves = halves.map(|half| self.split(stream, half, goal.of_halves()));
            self.nodes[node].halves = Some(halves);
        } else {
            self.leaves.push(area);
        }
        self.nodes[node].leaves = first..self.leaves.len();
        node
    }

    /// Two halves of an area, cut at a random place; the longer side is the likelier to be cut.
    /// `None` if the goal is reached.
    fn cut(&self, stream: &mut Stream, area: Rect, goal: SplitGoal) -> Option<[Rect; 2]> {
        let axes = [(area.w, west_and_east as fn(_, _) -> _), (area.h, north_and_south)];
        let places = axes.map(|(length, halves)| self.places(area, length, halves, goal));
        let weight = |axis: usize| if places[axis].is_empty() { 0 } else { axes[axis].0.pow(2) };
        let axis = stream.weighted([0, 1].map(|axis| weight(axis) as u32))?;
        let Range { start, end } = places[axis];
        Some(axes[axis].1(area, stream.range(start, end - 1)))
    }

    /// The lengths that the first half of an area may have when it is cut across a side; empty if
    /// it must not be cut.
    fn places(
        &self,
        area: Rect,
        length: i32,
        halves: fn(Rect, i32) -> [Rect; 2],
        goal: SplitGoal,
    ) -> Range<i32> {
        if goal.times == 0 && length <= goal.max_side {
            return 0..0;
        }
        // A length that suits the shorter half suits the longer too, so the first that does bounds
        // both ends.
        let suits = |&place: &i32| self.has_room(halves(area, place)[0], goal.of_halves());
        (self.min_side..=length / 2).find(suits).map_or(0..0, |first| {
            let first = first.max(length / MIN_PART_DIVISOR);
            first..length - first + 1
        })
    }

    /// Whether an area has room for the number of leaves that the goal demands.
    fn has_room(&self, area: Rect, goal: SplitGoal) -> bool {
        let (across, down) = (area.w / self.min_side, area.h / self.min_side);
        across > 0 && down > 0 && across.ilog2() + down.ilog2() >= goal.times
    }
}

/// The two parts of an area, the western one `place` cells wide.
fn west_and_east(Rect { x, y, w, h }: Rect, place: i32) -> [Rect; 2] {
    [Rect::new(x, y, place, h), Rect::new(x + place, y, w - place, h)]
}

/// The two parts of an area, the northern one `place` cells high.
fn north_and_south(Rect { x, y, w, h }: Rect, place: i32) -> [Rect; 2] {
    [Rect::new(x, y, w, place), Rect::new(x, y + place, w, h - place)]
}

#[cfg(test)]
mod tests {
    use super::{Partition, SplitGoal};
    use base::{Purpose, Rect, Seed, Stream};

    #[test]
    fn cuts_fall_in_either_direction_and_at_many_places() {
        let area = Rect::new(0, 0, 40, 40);
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..500 {
            let mut stream = Stream::new(Seed(seed), Purpose::new("test"), ());
            let partition = Partition::of(area, SplitGoal::times(1), 7, &mut stream).unwrap();
            let Rect { w, h, .. } = partition.leaves[0];
            seen.insert((w, h));
        }
        assert_eq!(seen.len(), 2 * 15, "{seen:?}");
    }
}
