//! The walkers of a warren: how they move, dig, multiply and die.

use crate::base::{Bits, Grid, Stream};
use crate::levelgen::tile::Tile;

/// A percentage as a chance in 65,536ths.
pub(super) fn chance(percent: i32) -> u64 {
    percent as u64 * 65_536 / 100
}

/// What a cell is to the walkers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Rock,
    Dug,
    /// In the outer ring, which stays rock.
    Border,
}

/// The cells that walkers dig in.
pub(super) struct DigGrid {
    pub ground: Grid<Ground>,
    /// Offsets of the index of a cell to those north, east, south and west of it, to be added with wrapping.
    beside: [usize; 4],
    /// The number of cells that are dug.
    pub dug: usize,
}

impl DigGrid {
    pub(super) fn of(tiles: &Grid<Tile>) -> DigGrid {
        let mut ground =
            tiles.map(|tile| if tile.is_passable() { Ground::Dug } else { Ground::Rock });
        for pos in tiles.bounds().positions().filter(|&pos| tiles.is_border(pos)) {
            ground[pos] = Ground::Border;
        }
        let dug = ground.cells().iter().filter(|&&ground| ground == Ground::Dug).count();
        let width = tiles.width() as usize;
        DigGrid { ground, beside: [width.wrapping_neg(), 1, width, 1_usize.wrapping_neg()], dug }
    }

    fn at(&self, place: usize) -> Ground {
        self.ground.cells()[place]
    }

    /// The index of the cell beside another; the direction is counted clockwise from north, modulo four.
    fn beside(&self, place: usize, heading: usize) -> usize {
        place.wrapping_add(self.beside[heading % 4])
    }

    /// Digs a cell; true if it was rock.
    pub(super) fn dig(&mut self, place: usize) -> bool {
        let is_news = self.at(place) == Ground::Rock;
        self.ground.cells_mut()[place] = Ground::Dug;
        self.dug += usize::from(is_news);
        is_news
    }

    pub(super) fn floor(&self) -> Bits {
        Bits::of(&self.ground, |&ground| ground == Ground::Dug)
    }
}

/// The random draws of one step of a walker: disjoint bits of one word, so that a step costs a single random number.
#[derive(Clone, Copy)]
pub(super) struct StepDraws(pub u64);

impl StepDraws {
    /// A cardinal direction, in quarters clockwise from north.
    fn heading(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Whether the right side is tried first when the walker turns to a dug cell.
    fn right_first(self) -> bool {
        self.0 & 4 == 0
    }

    fn digs(self, chance: u64) -> bool {
        self.is_under(16, chance)
    }

    fn goes_straight(self, chance: u64) -> bool {
        self.is_under(32, chance)
    }

    fn gives_birth(self, chance: u64) -> bool {
        self.is_under(48, chance)
    }

    /// The draws of a walker that is born in this step.
    fn of_child(self) -> StepDraws {
        StepDraws(self.0 >> 8)
    }

    /// Whether the 16 bits from `first_bit` on are under a chance in 65,536ths.
    fn is_under(self, first_bit: u32, chance: u64) -> bool {
        (self.0 >> first_bit & 0xffff) < chance
    }
}

/// A walker.
pub(super) struct Walker {
    /// The index of its cell.
    at: usize,
    /// Quarters clockwise from north.
    heading: usize,
    /// Rounds since its birth.
    age: i32,
    /// Rounds since it last stepped into rock, or since its birth.
    idle: i32,
}

impl Walker {
    pub(super) fn newborn(at: usize, draws: StepDraws) -> Walker {
        Walker { at, heading: draws.heading(), age: 0, idle: 0 }
    }
}

/// How the walkers of a level behave, see [`super::walkers::run`]; chances in 65,536ths.
pub(super) struct Habits {
    pub birth: u64,
    pub straight: u64,
    pub dig: u64,
    pub run: u64,
    /// Rounds without digging after which a walker dies.
    pub patience: i32,
    /// Rounds after its birth in which a walker goes in random directions.
    pub young: i32,
    pub max_walkers: usize,
}

impl Habits {
    /// Moves every walker a step, with births and deaths.
    pub(super) fn round(&self, alive: &mut Vec<Walker>, grid: &mut DigGrid, stream: &mut Stream) {
        let mut place = 0;
        for _ in 0..alive.len() {
            let draws = StepDraws(stream.next_u64());
            let walker = &mut alive[place];
            self.step(walker, grid, draws);
            let (at, is_weary) = (walker.at, walker.idle >= self.patience);
            if draws.gives_birth(self.birth) && alive.len() < self.max_walkers {
                alive.push(Walker::newborn(at, draws.of_child()));
            }
            if is_weary && alive.len() > 1 {
                alive.remove(place);
            } else {
                place += 1;
            }
        }
    }

    /// Chooses a direction and goes there; stays if the border is both ahead and behind.
    fn step(&self, walker: &mut Walker, grid: &mut DigGrid, draws: StepDraws) {
        let is_young = walker.age < self.young;
        walker.age += 1;
        if is_young || !draws.goes_straight(self.straight) {
            walker.heading = draws.heading();
        }
        if !is_young && grid.at(grid.beside(walker.at, walker.heading)) != Ground::Dug {
            let digs_on = walker.idle == 0 && walker.age > self.young + 1;
            let may = draws.digs(if digs_on { self.run } else { self.dig });
            if !(may && Habits::stays_narrow(walker, grid)) {
                Habits::turn_to_dug(walker, grid, draws.right_first());
            }
        }
        let mut ahead = grid.beside(walker.at, walker.heading);
        if grid.at(ahead) == Ground::Border {
            walker.heading += 2;
            ahead = grid.beside(walker.at, walker.heading);
        }
        walker.idle += 1;
        if grid.at(ahead) != Ground::Border {
            walker.at = ahead;
            if grid.dig(ahead) {
                walker.idle = 0;
            }
        }
    }

    /// Whether the cell ahead has nothing dug on either side.
    fn stays_narrow(walker: &Walker, grid: &DigGrid) -> bool {
        let ahead = grid.beside(walker.at, walker.heading);
        grid.at(ahead) == Ground::Rock
            && [1, 3].into_iter().all(|quarters| {
                grid.at(grid.beside(ahead, walker.heading + quarters)) != Ground::Dug
            })
    }

    /// Turns to a dug cell on one side, on the other or behind, in this order.
    fn turn_to_dug(walker: &mut Walker, grid: &DigGrid, right_first: bool) {
        let quarters = if right_first { [1, 3, 2] } else { [3, 1, 2] };
        let dug = quarters.into_iter().find(|&quarters| {
            grid.at(grid.beside(walker.at, walker.heading + quarters)) == Ground::Dug
        });
        walker.heading += dug.unwrap_or(0);
    }
}
