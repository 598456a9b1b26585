//! Pockets: parts of the floor with two ways in and a trap in each.
//!
//! No trap alone parts anything from the rest. But who arms both has shut the pocket, from within or from
//! without: so what is in it comes first, and the last trap is armed from outside.

use super::site::{SIDES, Site, ring};
use crate::base::{Bits, Grid, Pos};
use crate::r#gen::plan::Plan;
use crate::r#gen::{Thing, ThingKind};

/// Cells tried as the one end of a pocket.
const TRIES: usize = 8;

impl Plan<'_> {
    /// The two ends of a pocket of so many cells, both included; `None` if none was found.
    pub(super) fn find_pocket(&mut self, (least, most): (u32, u32)) -> Option<(Pos, Pos)> {
        let quiet = self.order.kind.furnishing.quiet;
        let ends = self.shuffled(|site, pos| site.is_narrow(pos) && site.steps_to(pos) > quiet);
        let (start, exit) = (self.start, self.exit);
        // What the work needs stays outside.
        let is_service = |thing: &&Thing| {
            matches!(thing.kind, ThingKind::Closet | ThingKind::Chute | ThingKind::Well)
        };
        let services = self.things.iter().filter(is_service).map(Thing::pos);
        let outside: Vec<Pos> = services.chain([exit]).collect();
        self.site();
        let (site, tiles) = (self.site.as_ref()?, &self.tiles);
        let ends: Vec<Pos> = ends.into_iter().filter(|&pos| site.is_free(tiles, pos)).collect();
        let whole = Walkthrough::of(site.open(), start).order.len();
        ends.iter().take(TRIES).find_map(|&one| {
            let mut open = site.open().clone();
            open.remove(one);
            let walk = Walkthrough::of(&open, start);
            if walk.order.len() + 1 != whole {
                return None;
            }
            let behind = ends.iter().filter_map(|&other| {
                let pocket = walk.behind(other)?;
                let size = pocket.len() as u32;
                let leads_in = one.cardinals().filter(|&pos| walk.is_in(pos, &pocket)).count();
                let mut around = outside.iter().flat_map(|at| at.cardinals());
                let fits = (least..=most).contains(&size)
                    && leads_in == 1
                    && one.steps_to(other) > 2
                    && !around.any(|pos| walk.is_in(pos, &pocket));
                fits.then_some((size, other))
            });
            behind.max().map(|(_, other)| (one, other))
        })
    }
}

impl Site {
    /// In a passage that is one cell wide.
    fn is_narrow(&self, pos: Pos) -> bool {
        matches!(ring(self.open(), pos) & SIDES, 0b0001_0001 | 0b0100_0100)
    }
}

/// A depth-first walk through all that hangs together with a cell, and what it tells of articulation
/// points (Hopcroft and Tarjan, 1973).
struct Walkthrough {
    /// The cells in the order in which they were come to.
    order: Vec<Visit>,
    /// The place of each cell in it.
    place: Grid<u32>,
}

struct Visit {
    parent: u32,
    /// The first place that a cell visited from here on touches.
    low: u32,
    /// Cells visited from here on, this one included.
    size: u32,
}

const NEVER: u32 = u32::MAX;

impl Walkthrough {
    fn of(open: &Bits, start: Pos) -> Walkthrough {
        let mut walk = Walkthrough {
            order: Vec::new(),
            place: Grid::filled(open.width(), open.height(), NEVER),
        };
        let mut stack = vec![(start, NEVER, 0)];
        walk.visit(start, NEVER);
        while let Some((pos, place, tried)) = stack.pop() {
            let place = if place == NEVER { walk.place[pos] } else { place };
            let Some(next) = pos.cardinals().nth(tried) else {
                walk.leave(place);
                continue;
            };
            stack.push((pos, place, tried + 1));
            if !open.contains(next) {
                continue;
            }
            match walk.place[next] {
                NEVER => {
                    walk.visit(next, place);
                    stack.push((next, NEVER, 0));
                }
                seen if seen != walk.order[place as usize].parent => {
                    let low = &mut walk.order[place as usize].low;
                    *low = seen.min(*low);
                }
                _ => {}
            }
        }
        walk
    }

    fn visit(&mut self, pos: Pos, parent: u32) {
        let place = self.order.len() as u32;
        self.place[pos] = place;
        self.order.push(Visit { parent, low: place, size: 1 });
    }

    fn leave(&mut self, place: u32) {
        let Visit { parent, low, size } = self.order[place as usize];
        if let Some(parent) = self.order.get_mut(parent as usize) {
            parent.low = parent.low.min(low);
            parent.size += size;
        }
    }

    /// What one cell of a passage parts from the rest: places in the order, one after another.
    fn behind(&self, pos: Pos) -> Option<std::ops::Range<u32>> {
        let place = *self.place.get(pos).filter(|&&place| place != NEVER)?;
        let child = self.order.get(place as usize + 1).filter(|child| child.parent == place)?;
        (child.low >= place).then_some(place + 1..place + 1 + child.size)
    }

    fn is_in(&self, pos: Pos, places: &std::ops::Range<u32>) -> bool {
        self.place.get(pos).is_some_and(|place| places.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use super::Walkthrough;
    use crate::base::{Bits, Grid, Pos};

    #[test]
    fn a_loop_with_one_end_shut_is_parted_at_the_other() {
        let rows =
            ["##########", "#........#", "####.###.#", "#.....##.#", "####.....#", "##########"];
        let cells = rows.iter().flat_map(|row| row.chars()).collect();
        let grid = Grid::from_cells(10, cells).expect("a rectangle");
        let mut open = Bits::of(&grid, |&cell| cell == '.');
        let start = Pos::new(1, 1);
        let whole = Walkthrough::of(&open, start);
        assert_eq!(whole.order.len(), open.count());
        // On the loop no cell parts anything; the way to it does.
        assert_eq!(whole.behind(Pos::new(8, 2)), None);
        assert_eq!(whole.behind(Pos::new(3, 1)).map(|behind| behind.len()), Some(20));
        open.remove(Pos::new(8, 2));
        let shut = Walkthrough::of(&open, start);
        let pocket = shut.behind(Pos::new(4, 2)).expect("it is parted there");
        assert_eq!(pocket.len(), 11);
        assert!(shut.is_in(Pos::new(1, 3), &pocket) && shut.is_in(Pos::new(8, 3), &pocket));
        assert!(!shut.is_in(Pos::new(8, 1), &pocket));
    }
}
