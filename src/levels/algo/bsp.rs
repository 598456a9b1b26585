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

/// What a split separates.
#[derive(Clone, Copy)]
enum SplitAxis {
    /// West from east.
    Columns,
    /// North from south.
    Rows,
}

/// How far an area is split.
#[derive(Clone, Copy)]
pub(crate) enum SplitGoal {
    /// This number of times on every path from the root to a leaf.
    Times(u32),
    /// Until no leaf has a longer side than this.
    Sides(i32),
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
        let mut splitter = Splitter { min_side, nodes: Vec::new(), leaves: Vec::new() };
        Splitter::suits(area, goal, min_side).then(|| {
            splitter.split(stream, area, goal);
            Partition { nodes: splitter.nodes, leaves: splitter.leaves }
        })
    }
}

struct Splitter {
    /// Minimum side of a leaf, in cells.
    min_side: i32,
    nodes: Vec<BspNode>,
    leaves: Vec<Rect>,
}

impl Splitter {
    /// Adds the node of an area and the nodes of its halves; returns its index.
    fn split(&mut self, stream: &mut Stream, area: Rect, goal: SplitGoal) -> usize {
        let (node, first) = (self.nodes.len(), self.leaves.len());
        self.nodes.push(BspNode { area, halves: None, leaves: first..first });
        if let Some([one, other]) = self.cut(stream, area, goal) {
            let rest = match goal {
                SplitGoal::Times(times) => SplitGoal::Times(times - 1),
                SplitGoal::Sides(max_side) => SplitGoal::Sides(max_side),
            };
            let one = self.split(stream, one, rest);
            let other = self.split(stream, other, rest);
            self.nodes[node].halves = Some([one, other]);
        } else {
            self.leaves.push(area);
        }
        self.nodes[node].leaves = first..self.leaves.len();
        node
    }

    /// Two halves of an area, cut at a random place; the longer side is the likelier to be cut.
    /// `None` if the goal is reached.
    fn cut(&self, stream: &mut Stream, area: Rect, goal: SplitGoal) -> Option<[Rect; 2]> {
        let places = |split: SplitAxis| self.places(area, split, goal);
        let (columns, rows) = (places(SplitAxis::Columns), places(SplitAxis::Rows));
        let weights = [
            if columns.is_empty() { 0 } else { area.w * area.w },
            if rows.is_empty() { 0 } else { area.h * area.h },
        ];
        let drawn = stream.weighted(weights.map(|weight| weight as u32))?;
        let (split, places) =
            if drawn == 0 { (SplitAxis::Columns, columns) } else { (SplitAxis::Rows, rows) };
        Some(halves(area, split, stream.range(places.start, places.end - 1)))
    }

    /// The lengths that the first half of an area may have when it is cut along an axis; empty if
    /// it must not be cut.
    fn places(&self, area: Rect, split: SplitAxis, goal: SplitGoal) -> Range<i32> {
        let length = match split {
            SplitAxis::Columns => area.w,
            SplitAxis::Rows => area.h,
        };
        let wanted = match goal {
            SplitGoal::Times(times) => times > 0,
            SplitGoal::Sides(max_side) => length > max_side,
        };
        if !wanted {
            return 0..0;
        }
        let rest = match goal {
            SplitGoal::Times(times) => SplitGoal::Times(times - 1),
            SplitGoal::Sides(max_side) => SplitGoal::Sides(max_side),
        };
        // A length that suits the shorter half suits the longer too, so the first that does bounds
        // both ends.
        let suits = |&place: &i32| {
            let [half, _] = halves(area, split, place);
            Splitter::suits(half, rest, self.min_side)
        };
        match (self.min_side..=length / 2).find(suits) {
            Some(first) => {
                let first = first.max(length / MIN_PART_DIVISOR);
                first..length - first + 1
            }
            None => 0..0,
        }
    }

    /// Whether an area has room for the number of leaves that the goal demands.
    fn suits(area: Rect, goal: SplitGoal, min_side: i32) -> bool {
        let (across, down) = (area.w / min_side, area.h / min_side);
        let times = match goal {
            SplitGoal::Times(times) => times,
            SplitGoal::Sides(_) => 0,
        };
        across > 0 && down > 0 && across.ilog2() + down.ilog2() >= times
    }
}

/// The two parts of an area, the first `place` cells long.
fn halves(area: Rect, split: SplitAxis, place: i32) -> [Rect; 2] {
    let Rect { x, y, w, h } = area;
    match split {
        SplitAxis::Columns => [Rect::new(x, y, place, h), Rect::new(x + place, y, w - place, h)],
        SplitAxis::Rows => [Rect::new(x, y, w, place), Rect::new(x, y + place, w, h - place)],
    }
}

#[cfg(test)]
mod tests {
    use super::{Partition, SplitGoal};
    use base::{Grid, Purpose, Rect, Seed, Stream};

    /// The leaves tile the area, the nodes nest, and no leaf is under the least side.
    fn check(area: Rect, partition: &Partition, min_side: i32) {
        let mut owner = Grid::filled(area.w, area.h, None);
        for (place, leaf) in partition.leaves.iter().enumerate() {
            assert!(leaf.w >= min_side && leaf.h >= min_side, "{leaf:?}");
            for pos in leaf.positions() {
                assert_eq!(owner[pos].replace(place), None, "{pos:?} lies in two leaves");
            }
        }
        assert!(owner.cells().iter().all(Option::is_some), "a cell lies in no leaf");
        assert_eq!(
            (partition.nodes[0].area, &partition.nodes[0].leaves),
            (area, &(0..partition.leaves.len()))
        );
        for node in &partition.nodes {
            let Some([one, other]) = node.halves else {
                assert_eq!(partition.leaves[node.leaves.clone()], [node.area]);
                continue;
            };
            let (one, other) = (&partition.nodes[one], &partition.nodes[other]);
            assert_eq!(one.area.area() + other.area.area(), node.area.area());
            assert_eq!((one.leaves.start, one.leaves.end), (node.leaves.start, other.leaves.start));
            assert_eq!(other.leaves.end, node.leaves.end);
        }
    }

    #[test]
    fn halving_gives_a_power_of_two_wherever_there_is_room() {
        for seed in 0..300 {
            let mut stream = Stream::new(Seed(seed), Purpose::new("test"), ());
            let min_side = stream.range(5, 12);
            let area = Rect::new(0, 0, stream.range(min_side, 150), stream.range(min_side, 150));
            let max_halvings = (area.w / min_side).ilog2() + (area.h / min_side).ilog2();
            let times = stream.below(max_halvings + 1);
            let partition =
                Partition::of(area, SplitGoal::Times(times), min_side, &mut stream).unwrap();
            assert_eq!(partition.leaves.len(), 1 << times);
            check(area, &partition, min_side);
            assert!(
                Partition::of(area, SplitGoal::Times(max_halvings + 1), min_side, &mut stream)
                    .is_none()
            );
        }
    }

    #[test]
    fn splitting_leaves_nothing_too_large() {
        for seed in 0..300 {
            let mut stream = Stream::new(Seed(seed), Purpose::new("test"), ());
            let min_side = stream.range(5, 12);
            let max_side = stream.range(2 * min_side, 3 * min_side);
            let area = Rect::new(0, 0, stream.range(min_side, 150), stream.range(min_side, 150));
            let partition =
                Partition::of(area, SplitGoal::Sides(max_side), min_side, &mut stream).unwrap();
            check(area, &partition, min_side);
            assert!(partition.leaves.iter().all(|leaf| leaf.w <= max_side && leaf.h <= max_side));
        }
    }

    #[test]
    fn cuts_fall_in_either_direction_and_at_many_places() {
        let area = Rect::new(0, 0, 40, 40);
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..500 {
            let mut stream = Stream::new(Seed(seed), Purpose::new("test"), ());
            let partition = Partition::of(area, SplitGoal::Times(1), 7, &mut stream).unwrap();
            let Rect { w, h, .. } = partition.leaves[0];
            seen.insert((w, h));
        }
        assert_eq!(seen.len(), 2 * 15, "{seen:?}");
    }
}
