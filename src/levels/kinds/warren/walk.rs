//! The walkers of a warren: how they move, dig, multiply and die.

use crate::tile::Tile;
use base::{Bits, Grid, Stream};

/// A percentage as a chance in 65,536ths.
pub(super) fn chance(percent: i32) -> u64 {
    percent as u64 * 65_536 / 100
}

/// The cells that walkers dig in.
pub(super) struct DigGrid {
    /// The cells that are dug; none in the outer ring, which stays rock.
    pub is_dug: Grid<bool>,
    /// For each cell inside the outer ring, what is beside it. Walkers ask for it far more often than it changes.
    beside: Vec<Beside>,
    /// Offsets of the index of a cell to those north, east, south and west of it, to be added with wrapping.
    offsets: [usize; 4],
    /// The number of cells that are dug.
    pub dug: usize,
}

/// What is beside a cell: four bits for the directions with a dug cell, clockwise from north, and above them four for those
/// with the outer ring.
#[derive(Clone, Copy, Default)]
struct Beside(u8);

impl Beside {
    fn is_dug(self, heading: usize) -> bool {
        self.0 >> (heading % 4) & 1 == 1
    }

    fn is_border(self, heading: usize) -> bool {
        self.0 >> (heading % 4) & 0x10 != 0
    }

    /// The directions with a dug cell as seen by who heads for one of them: bits for ahead, right, behind and left.
    fn seen_from(self, heading: usize) -> usize {
        let dug = usize::from(self.0 & 0xf);
        ((dug | dug << 4) >> (heading % 4)) & 0xf
    }
}

impl DigGrid {
    pub(super) fn of(tiles: &Grid<Tile>) -> DigGrid {
        let width = tiles.width() as usize;
        let mut grid = DigGrid {
            is_dug: tiles.map(|_| false),
            beside: vec![Beside::default(); tiles.area()],
            offsets: [width.wrapping_neg(), 1, width, 1_usize.wrapping_neg()],
            dug: 0,
        };
        for (place, pos) in tiles.bounds().positions().enumerate() {
            if tiles.is_border(pos) {
                grid.tell_neighbours(place, 0x10);
            } else if tiles[pos].is_passable() {
                grid.dig(place);
            }
        }
        grid
    }

    /// The index of the cell beside another.
    fn ahead(&self, place: usize, heading: usize) -> usize {
        place.wrapping_add(self.offsets[heading % 4])
    }

    /// Digs a cell that is not in the outer ring.
    pub(super) fn dig(&mut self, place: usize) {
        if !std::mem::replace(&mut self.is_dug.cells_mut()[place], true) {
            self.dug += 1;
            self.tell_neighbours(place, 1);
        }
    }

    /// Sets a bit for the direction of a cell in what is beside its neighbours, counted from `north`.
    fn tell_neighbours(&mut self, place: usize, north: u8) {
        for heading in 0..4 {
            let neighbour = self.ahead(place, heading);
            if let Some(beside) = self.beside.get_mut(neighbour) {
                beside.0 |= north << ((heading + 2) % 4);
            }
        }
    }

    pub(super) fn floor(&self) -> Bits {
        Bits::of(&self.is_dug, |&is_dug| is_dug)
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
            if alive.len() < self.max_walkers && draws.gives_birth(self.birth) {
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
        // Half of the branches would go either way, and cost a fifth of the time: what can be is computed and chosen from.
        let is_young = walker.age < self.young;
        walker.age += 1;
        let turns = is_young | !draws.goes_straight(self.straight);
        walker.heading = if turns { draws.heading() } else { walker.heading };
        let beside = grid.beside[walker.at];
        let is_at_rock = !is_young & !beside.is_dug(walker.heading);
        let digs_on = walker.idle == 0 && walker.age > self.young + 1;
        let may_dig = is_at_rock & draws.digs(if digs_on { self.run } else { self.dig });
        let digs = may_dig && Habits::stays_narrow(walker, grid);
        let quarters = turn_to_dug(beside.seen_from(walker.heading), draws);
        walker.heading += quarters * usize::from(is_at_rock && !digs);
        if beside.is_border(walker.heading) {
            walker.heading += 2;
        }
        walker.idle += 1;
        if !beside.is_border(walker.heading) {
            walker.at = grid.ahead(walker.at, walker.heading);
            if !beside.is_dug(walker.heading) {
                grid.dig(walker.at);
                walker.idle = 0;
            }
        }
    }

    /// Whether the cell ahead, which is not dug, is inside the border and has nothing dug on either side.
    fn stays_narrow(walker: &Walker, grid: &DigGrid) -> bool {
        let Walker { at, heading, .. } = *walker;
        if grid.beside[at].is_border(heading) {
            return false;
        }
        let beside = grid.beside[grid.ahead(at, heading)];
        !beside.is_dug(heading + 1) && !beside.is_dug(heading + 3)
    }
}

/// The quarters by which a walker turns to a dug cell on one side, on the other or behind, in this order; none if nothing is
/// dug there. `seen` is what [`Beside::seen_from`] returns.
fn turn_to_dug(seen: usize, draws: StepDraws) -> usize {
    TURNS[usize::from(draws.right_first())][seen].into()
}

/// By whether the right side is tried first, and by the directions with a dug cell: the quarters to turn.
const TURNS: [[u8; 16]; 2] = {
    let mut turns = [[0; 16]; 2];
    let mut seen = 0;
    while seen < 16 {
        let (right, behind, left) = (seen & 2 != 0, seen & 4 != 0, seen & 8 != 0);
        let back = if behind { 2 } else { 0 };
        turns[0][seen] = if left {
            3
        } else if right {
            1
        } else {
            back
        };
        turns[1][seen] = if right {
            1
        } else if left {
            3
        } else {
            back
        };
        seen += 1;
    }
    turns
};
