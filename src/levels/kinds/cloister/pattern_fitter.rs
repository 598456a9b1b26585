//! The placements of a pattern on a cycle.

use crate::kinds::cloister::state::Cycle;
use crate::level::{Link, Room};
use base::Pos;
use content::Pattern;

/// A placement of a pattern on a cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternPlacement {
    /// The index among the cycle's rooms of the start.
    pub first: usize,
    /// Whether the short way goes backward round the cycle.
    pub backward: bool,
    /// The number of links on the short way.
    pub short: usize,
    /// The index on the short way of the link with a gate or a drop, if the pattern has one.
    pub barred: Option<usize>,
}

/// Finds the placements of patterns on cycles.
pub(crate) struct PatternFitter<'a> {
    pub rooms: &'a [Room],
    pub links: &'a [Link],
    /// By link: the number of cycles that it lies on. Only a link on a single cycle can be barred, as no other cycle leads
    /// round it.
    pub held: &'a [u8],
    /// The minimum Manhattan distance between the centres of the start room and the goal room.
    pub min_distance: i32,
}

/// The lengths of a pit across which the goal is seen, in cells.
const VIEW_PIT_CELLS: std::ops::RangeInclusive<usize> = 2..=7;
/// Maximum number of links on the short way of a foreshadowing: the goal is seen across the pit early.
const MAX_ROOMS_TO_VIEW: usize = 3;

impl PatternFitter<'_> {
    /// All placements of a pattern on a cycle. `starts` are the possible first rooms, each with whether the short way goes
    /// backward.
    pub(crate) fn placements(
        &self,
        cycle: &Cycle,
        pattern: Pattern,
        starts: &[(usize, bool)],
    ) -> Vec<PatternPlacement> {
        let count = cycle.rooms.len();
        let mut placements = Vec::new();
        for &(first, backward) in starts {
            let longest = ((count - 1) / 2).min(cycle.own).min(longest(pattern));
            for short in shortest(pattern, count)..=longest {
                let placement = PatternPlacement { first, backward, short, barred: None };
                if self.suits(cycle, pattern, placement) {
                    let bars = self.bars(cycle, pattern, placement);
                    placements.extend(bars.map(|barred| PatternPlacement { barred, ..placement }));
                }
            }
        }
        placements
    }

    fn suits(&self, cycle: &Cycle, pattern: Pattern, placement: PatternPlacement) -> bool {
        let count = cycle.rooms.len();
        let middle = |place: usize| self.middle(cycle.rooms[placement.room(place, count)]);
        let far = middle(0).manhattan(middle(placement.short)) >= self.min_distance;
        let length = |from: usize, to: usize| -> i32 {
            (from..to).map(|place| middle(place).manhattan(middle(place + 1))).sum()
        };
        let is_even = matches!(pattern, Pattern::TwoWays | Pattern::Patrol);
        far && (is_even || length(0, placement.short) < length(placement.short, count))
    }

    /// The indices of the links on the short way that the pattern can bar; a single `None` for patterns without a bar.
    fn bars<'a>(
        &'a self,
        cycle: &'a Cycle,
        pattern: Pattern,
        placement: PatternPlacement,
    ) -> Box<dyn Iterator<Item = Option<usize>> + 'a> {
        let count = cycle.rooms.len();
        let link = move |place: usize| cycle.links[placement.link(place, count)];
        let is_own = move |place: &usize| self.held[link(*place)] == 1;
        match pattern {
            Pattern::TwoWays | Pattern::Patrol | Pattern::DangerousShortcut => {
                Box::new(std::iter::once(None))
            }
            Pattern::LockAndKey | Pattern::HiddenShortcut | Pattern::OneWay => {
                Box::new((0..placement.short).filter(is_own).map(Some))
            }
            Pattern::Foreshadowing => {
                let last = placement.short - 1;
                let sees = is_own(&last) && self.is_straight(link(last));
                Box::new(sees.then_some(Some(last)).into_iter())
            }
        }
    }

    fn is_straight(&self, link: usize) -> bool {
        let cells = &self.links[link].cells;
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        VIEW_PIT_CELLS.contains(&cells.len())
            && (first.x == last.x || first.y == last.y)
            && first.manhattan(last) as usize + 1 == cells.len()
    }

    fn middle(&self, room: usize) -> Pos {
        self.rooms[room].rect.centre()
    }
}

/// The maximum number of links on the short way.
fn longest(pattern: Pattern) -> usize {
    if pattern == Pattern::Foreshadowing { MAX_ROOMS_TO_VIEW } else { usize::MAX }
}

/// The minimum number of links on the short way of a cycle with `count` rooms.
fn shortest(pattern: Pattern, count: usize) -> usize {
    match pattern {
        // Two ways of similar length.
        Pattern::TwoWays | Pattern::Patrol => (count / 3).max(1),
        // There must be a room in between.
        Pattern::DangerousShortcut => 2,
        _ => 1,
    }
}

impl PatternPlacement {
    /// The index in the cycle of the room `place` links from the start along the short way.
    fn room(self, place: usize, count: usize) -> usize {
        if self.backward {
            (self.first + count - place % count) % count
        } else {
            (self.first + place) % count
        }
    }

    /// The index in the cycle of the link that follows that room.
    fn link(self, place: usize, count: usize) -> usize {
        if self.backward { self.room(place + 1, count) } else { self.room(place, count) }
    }

    /// Rotates the cycle so that it begins with the start and goes the short way first, and sets its pattern.
    pub(crate) fn apply(self, cycle: &mut Cycle, pattern: Pattern) {
        let count = cycle.rooms.len();
        cycle.rooms = (0..count).map(|place| cycle.rooms[self.room(place, count)]).collect();
        cycle.links = (0..count).map(|place| cycle.links[self.link(place, count)]).collect();
        cycle.pattern = pattern;
        cycle.goal = self.short;
    }
}
