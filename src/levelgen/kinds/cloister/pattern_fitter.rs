//! Where on a cycle a pattern can stand.

use crate::base::Pos;
use crate::content::Pattern;
use crate::levelgen::kinds::cloister::state::Cycle;
use crate::levelgen::level::{Link, Room};

/// One way of laying a pattern on a cycle.
#[derive(Clone, Copy, Debug)]
pub(in crate::levelgen) struct PatternPlacement {
    /// The place among the cycle's rooms where it starts, and whether it then goes round backward.
    pub first: usize,
    pub backward: bool,
    /// The number of links on the short way.
    pub short: usize,
    /// The place of the link on the short way that carries a gate or a drop, if the pattern has one.
    pub barred: Option<usize>,
}

/// Finds where on a cycle a pattern can be laid.
pub(in crate::levelgen) struct PatternFitter<'a> {
    pub rooms: &'a [Room],
    pub links: &'a [Link],
    /// By link: how many cycles it lies on. A link on a single cycle can be barred, as no other cycle leads round it.
    pub held: &'a [u8],
    /// The least Manhattan distance between the middles of start and goal.
    pub min_distance: i32,
}

/// The lengths of a pit across which the goal is seen, in cells.
const VIEW_PIT_CELLS: std::ops::RangeInclusive<usize> = 2..=7;
/// The goal is seen across the pit from this room at the latest; the start is the first.
const MAX_ROOMS_TO_VIEW: usize = 3;

impl PatternFitter<'_> {
    /// Every way of laying a pattern on a cycle that starts at one of some rooms.
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

    /// The links on the short way that can carry what the pattern bars it with.
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

/// The greatest number of links on the short way.
fn longest(pattern: Pattern) -> usize {
    if pattern == Pattern::Foreshadowing { MAX_ROOMS_TO_VIEW } else { usize::MAX }
}

/// The least number of links on the short way.
fn shortest(pattern: Pattern, count: usize) -> usize {
    match pattern {
        // Two ways of about a length.
        Pattern::TwoWays | Pattern::Patrol => (count / 3).max(1),
        // There has to be a room in between.
        Pattern::DangerousShortcut => 2,
        _ => 1,
    }
}

impl PatternPlacement {
    /// The place in the cycle of a room counted from the start along the short way.
    fn room(self, place: usize, count: usize) -> usize {
        if self.backward {
            (self.first + count - place % count) % count
        } else {
            (self.first + place) % count
        }
    }

    /// The same of the link that follows it.
    fn link(self, place: usize, count: usize) -> usize {
        if self.backward { self.room(place + 1, count) } else { self.room(place, count) }
    }

    /// Turns the cycle so that it begins with the start and goes the short way first.
    pub(crate) fn apply(self, cycle: &mut Cycle, pattern: Pattern) {
        let count = cycle.rooms.len();
        cycle.rooms = (0..count).map(|place| cycle.rooms[self.room(place, count)]).collect();
        cycle.links = (0..count).map(|place| cycle.links[self.link(place, count)]).collect();
        cycle.pattern = pattern;
        cycle.goal = self.short;
    }
}
