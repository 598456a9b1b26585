//! Pockets: parts of the floor with two ways in and a trap in each.
//!
//! No trap alone parts anything from the rest. But who arms both has shut the pocket, from within or from
//! without: so what is in it comes first, and the last trap is armed from outside.

use super::narrow::narrow;
use crate::base::{Bits, Pos};
use crate::levelgen::plan::Plan;
use crate::levelgen::{Thing, ThingKind};

/// Cells tried as the one end of a pocket.
const TRIES: usize = 8;

impl Plan<'_> {
    /// The two ends of a pocket of so many cells, both included; `None` if none was found.
    pub(super) fn find_pocket(&mut self, (least, most): (u32, u32)) -> Option<(Pos, Pos)> {
        let quiet = self.order.kind.furnishing.quiet;
        let passages = narrow(self.site().open());
        let ends = self.shuffled(|site, pos| passages.contains(pos) && site.steps_to(pos) > quiet);
        let (start, exit) = (self.start, self.exit);
        // What the work needs stays outside.
        let is_service = |thing: &&Thing| {
            matches!(thing.kind, ThingKind::Closet | ThingKind::Chute | ThingKind::Well)
        };
        let services = self.things.iter().filter(is_service).map(Thing::pos);
        let outside: Vec<Pos> = services.chain([exit]).collect();
        let (site, tiles) = (self.site.as_ref()?, &self.tiles);
        let walk = Walkthrough::of(site.open(), start);
        let ends: Vec<(Pos, u64)> =
            ends.into_iter().map(|pos| (pos, walk.rounds_past(pos))).collect();
        let is_free = |end: &&(Pos, u64)| site.is_free(tiles, end.0);
        ends.iter().filter(is_free).take(TRIES).find_map(|&(one, rounds)| {
            let alike = ends.iter().filter(|end| rounds != 0 && end.1 == rounds).filter(is_free);
            let behind = alike.filter_map(|&(other, _)| {
                let pocket = walk.between(one, other)?;
                let mut around = outside.iter().flat_map(|at| at.cardinals());
                let fits = (least..=most).contains(&pocket.size)
                    && one.steps_to(other) > 2
                    && !around.any(|pos| walk.is_in(pos, &pocket));
                fits.then_some((pocket.size, other))
            });
            behind.max().map(|(_, other)| (one, other))
        })
    }
}

/// A depth-first walk through all that hangs together with a cell, and what it tells of pairs of passage
/// cells that part the rest together: those that the same ways round lead past (cycle equivalence, by
/// random sums as in Pritchard and Thurimella, 2011).
struct Walkthrough {
    width: i32,
    /// The place of each cell in the order in which they were come to.
    place: Vec<u32>,
    visits: Vec<Visit>,
}

#[derive(Clone, Copy)]
struct Visit {
    parent: u32,
    /// Cells visited from here on, this one included.
    size: u32,
    /// The keys of all ways round that lead past the step to here, summed mod 2; 0 for the only way.
    rounds: u64,
}

/// What lies between two cells: places in the order, without those from the second cell on.
struct Pocket {
    first: u32,
    size: u32,
    beyond: std::ops::Range<u32>,
}

/// The place of a cell that nobody has come to, and of one that nobody can: behind all others.
const NEVER: u32 = u32::MAX - 1;
const WALL: u32 = u32::MAX;

impl Walkthrough {
    fn of(open: &Bits, start: Pos) -> Walkthrough {
        // A ring around the grid saves looking whether a cell is within.
        let width = open.width() + 2;
        let mut walk = Walkthrough {
            width,
            place: vec![WALL; (width * (open.height() + 2)) as usize],
            visits: Vec::with_capacity(open.count()),
        };
        for pos in open.iter() {
            let cell = walk.index(pos);
            walk.place[cell] = NEVER;
        }
        let steps = [-(width as isize), 1, width as isize, -1];
        // Where the way back leads, and how many of the steps have been tried from there.
        let mut stack = Vec::with_capacity(walk.visits.capacity());
        walk.visit(walk.index(start), NEVER);
        let mut at = Some((walk.index(start), 0));
        while let Some((here, tried)) = at {
            let place = walk.place[here];
            let onward = (tried..steps.len()).find_map(|turn| {
                let next = here.wrapping_add_signed(steps[turn]);
                walk.is_news(place, next).then_some((turn, next))
            });
            at = if let Some((turn, next)) = onward {
                walk.visit(next, place);
                stack.push((here, turn + 1));
                Some((next, 0))
            } else {
                stack.pop()
            };
        }
        walk.sum_up();
        walk
    }

    /// Adds to every visit what was come to from there: all of that was later.
    fn sum_up(&mut self) {
        for place in (1..self.visits.len()).rev() {
            let Visit { parent, size, rounds } = self.visits[place];
            let parent = &mut self.visits[parent as usize];
            parent.size += size;
            parent.rounds ^= rounds;
        }
    }

    /// Whether nobody has come yet to a cell that a step leads to; if somebody has, that is a way round.
    fn is_news(&mut self, place: u32, next: usize) -> bool {
        let before = self.place[next];
        // Every way round is met from both its ends: from the farther one first.
        if before < place && before != self.visits[place as usize].parent {
            let key = cell_key(before.into(), place.into());
            self.visits[place as usize].rounds ^= key;
            self.visits[before as usize].rounds ^= key;
        }
        before == NEVER
    }

    fn index(&self, pos: Pos) -> usize {
        ((pos.y + 1) * self.width + pos.x + 1) as usize
    }

    fn visit(&mut self, cell: usize, parent: u32) {
        self.place[cell] = self.visits.len() as u32;
        self.visits.push(Visit { parent, size: 1, rounds: 0 });
    }

    /// What two cells of passages part from the rest together, neither alone.
    fn between(&self, one: Pos, other: Pos) -> Option<Pocket> {
        let (one, other) = (self.place_of(one)?, self.place_of(other)?);
        let (first, last) = (one.min(other), one.max(other));
        let (from, to) = (self.visits[first as usize], self.visits[last as usize]);
        let are_ends = (first + 1..first + from.size).contains(&last)
            && from.rounds != 0
            && from.rounds == to.rounds;
        are_ends.then(|| Pocket {
            first: first + 1,
            size: from.size - 1 - to.size,
            beyond: last..last + to.size,
        })
    }

    /// The ways round past a cell, summed; 0 where there is none.
    fn rounds_past(&self, pos: Pos) -> u64 {
        self.place_of(pos).map_or(0, |place| self.visits[place as usize].rounds)
    }

    fn place_of(&self, pos: Pos) -> Option<u32> {
        self.place.get(self.index(pos)).copied().filter(|&place| place < NEVER)
    }

    fn is_in(&self, pos: Pos, pocket: &Pocket) -> bool {
        let whole = pocket.first..pocket.first + pocket.size + pocket.beyond.len() as u32;
        self.place_of(pos)
            .is_some_and(|place| whole.contains(&place) && !pocket.beyond.contains(&place))
    }
}

/// The key of a way round, from the places that it joins.
fn cell_key(a: u64, b: u64) -> u64 {
    // SplitMix64's finaliser.
    let mut key = (a << 32 | b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

#[cfg(test)]
mod tests {
    use super::Walkthrough;
    use crate::base::{Bits, Grid, Pos, flood};

    fn open(rows: &[&str]) -> Bits {
        let cells = rows.iter().flat_map(|row| row.chars()).collect();
        let grid = Grid::from_cells(rows[0].len() as i32, cells).expect("a rectangle");
        Bits::of(&grid, |&cell| cell == '.')
    }

    #[test]
    fn two_cells_part_exactly_what_a_flood_does_not_reach() {
        let open = open(&[
            "###############",
            "#.............#",
            "####.###.###.##",
            "#.....##.###.##",
            "####.....#...##",
            "####.####..#.##",
            "####......##.##",
            "####.####....##",
            "#######....####",
            "###############",
        ]);
        let start = Pos::new(1, 1);
        let walk = Walkthrough::of(&open, start);
        let is_passage = |pos: &Pos| {
            let sides = [0, 1].map(|turn| {
                let (a, b) = if turn == 0 { ((0, -1), (0, 1)) } else { ((-1, 0), (1, 0)) };
                [a, b].map(|(x, y)| open.contains(*pos + Pos::new(x, y)))
            });
            matches!(sides, [[true, true], [false, false]] | [[false, false], [true, true]])
        };
        let cells = || open.iter().filter(is_passage);
        let without = |shut: &[Pos]| {
            let mut open = open.clone();
            for &pos in shut {
                open.remove(pos);
            }
            flood(&open, start)
        };
        let mut pairs = 0;
        for one in cells().filter(|&one| without(&[one]).count() + 1 == open.count()) {
            for other in cells().filter(|&other| other != one) {
                if without(&[other]).count() + 1 != open.count() {
                    assert!(walk.between(one, other).is_none());
                    continue;
                }
                let reached = without(&[one, other]);
                let lost: Vec<Pos> = open
                    .iter()
                    .filter(|&pos| ![one, other].contains(&pos) && !reached.contains(pos))
                    .collect();
                let parted: Vec<Pos> = match walk.between(one, other) {
                    Some(pocket) => open.iter().filter(|&pos| walk.is_in(pos, &pocket)).collect(),
                    None => Vec::new(),
                };
                assert_eq!(parted, lost, "{one:?} and {other:?}");
                pairs += usize::from(!lost.is_empty());
            }
        }
        assert!(pairs > 10, "{pairs} pairs part something");
    }
}
