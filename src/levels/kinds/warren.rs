//! The warren: a drunkard's walk.

use crate::detail::WarrenDetail;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::floor_rows;
use base::{Bits, Components, Grid, Stream, flood};
use content::Tile;

/// Maximum number of stages that are kept for a trace.
const MAX_STAGES: i32 = 16;

/// Starts walkers at the centre, and digs every cell that one of them steps on.
///
/// In each round each walker takes a step, and may then give birth where it stands, as long as
/// there are fewer than `most_walkers`. A walker that would step on the outer ring turns back. The
/// plain walk digs one large blot; these rules make dens and narrow runs of it:
///
/// - For `young` rounds after its birth a walker goes in random directions, and so digs a den.
/// - Then it keeps its direction with `straight_percent`. At rock it begins to dig a run with
///   `dig_percent`, and goes on digging with `run_percent`, as long as there is rock on both sides;
///   otherwise it turns to a dug cell.
/// - It dies when it has dug nothing for `patience` rounds, unless it is the last. Walkers with
///   rock around them live
///   longest, so the warren grows outward.
pub(crate) fn walkers(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let walkers = draft.setting("walkers")?;
    let rounds = draft.setting("rounds")?;
    let birth_percent = draft.setting("birth_percent")?;
    let most_walkers = draft.setting("most_walkers")?;
    let habits = Habits {
        birth: chance(birth_percent),
        straight: chance(draft.setting("straight_percent")?),
        dig: chance(draft.setting("dig_percent")?),
        run: chance(draft.setting("run_percent")?),
        patience: draft.setting("patience")?,
        young: draft.setting("young")?,
        max_walkers: most_walkers as usize,
    };
    let mut grid = DigGrid::of(&draft.tiles);
    let centre = grid.is_dug.index_of(grid.is_dug.bounds().centre());
    let before = grid.dug;
    grid.dig(centre);
    let mut alive: Vec<Walker> =
        (0..walkers).map(|_| Walker::newborn(centre, StepDraws(draft.stream.next_u64()))).collect();
    let every = (rounds / MAX_STAGES).max(1);
    for round in 1..=rounds {
        habits.round(&mut alive, &mut grid, &mut draft.stream);
        if draft.spec.trace && round % every == 0 {
            let floor = Bits::of(&grid.is_dug, |&is_dug| is_dug);
            draft.keep_step(&format!("walkers, round {round}"), || floor_rows(&floor));
        }
    }
    for (tile, &is_dug) in draft.tiles.cells_mut().iter_mut().zip(grid.is_dug.cells()) {
        if is_dug && !tile.is_passable() {
            *tile = Tile::Floor;
        }
    }
    draft.detail.warren = Some(WarrenDetail {
        walkers,
        rounds,
        birth_percent,
        most_walkers,
        walked: grid.dug - before,
        closed_border: 0,
        dropped: 0,
    });
    Ok(())
}

/// A percentage as a chance in 65,536ths.
pub(crate) fn chance(percent: i32) -> u64 {
    percent as u64 * 65_536 / 100
}

struct DigGrid {
    /// The cells that are dug; none in the outer ring, which stays rock.
    pub is_dug: Grid<bool>,
    /// For each cell inside the outer ring, what is beside it. Walkers ask for it far more often
    /// than it changes.
    beside: Vec<Beside>,
    /// Offsets of the index of a cell to those north, east, south and west of it, to be added with
    /// wrapping.
    offsets: [usize; 4],
    /// The number of cells that are dug.
    pub dug: usize,
}

/// What is beside a cell: four bits for the directions with a dug cell, clockwise from north, and
/// above them four for those with the outer ring.
#[derive(Clone, Copy, Default)]
struct Beside(u8);

impl Beside {
    fn is_dug(self, heading: usize) -> bool {
        self.0 >> (heading % 4) & 1 == 1
    }

    fn is_border(self, heading: usize) -> bool {
        self.0 >> (heading % 4) & 0x10 != 0
    }

    /// The directions with a dug cell as seen by who heads for one of them: bits for ahead, right,
    /// behind and left.
    fn seen_from(self, heading: usize) -> usize {
        let dug = usize::from(self.0 & 0xf);
        ((dug | dug << 4) >> (heading % 4)) & 0xf
    }
}

impl DigGrid {
    pub(crate) fn of(tiles: &Grid<Tile>) -> DigGrid {
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
    pub(crate) fn dig(&mut self, place: usize) {
        if !std::mem::replace(&mut self.is_dug.cells_mut()[place], true) {
            self.dug += 1;
            self.tell_neighbours(place, 1);
        }
    }

    /// Sets a bit for the direction of a cell in what is beside its neighbours, counted from
    /// `north`.
    fn tell_neighbours(&mut self, place: usize, north: u8) {
        for heading in 0..4 {
            let neighbour = self.ahead(place, heading);
            if let Some(beside) = self.beside.get_mut(neighbour) {
                beside.0 |= north << ((heading + 2) % 4);
            }
        }
    }
}

/// The random draws of one step of a walker: disjoint bits of one word, so that a step costs a
/// single random number.
#[derive(Clone, Copy)]
struct StepDraws(pub u64);

impl StepDraws {
    /// A cardinal direction, in quarters clockwise from north.
    fn heading(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Whether the right side is tried first when the walker turns to a dug cell.
    fn right_first(self) -> bool {
        self.0 & 4 == 0
    }

    /// The draws of a walker that is born in this step.
    fn of_child(self) -> StepDraws {
        StepDraws(self.0 >> 8)
    }

    /// Whether the 16 bits from `first_bit` on are under a chance in 65,536ths; those from 16 on
    /// decide whether the walker digs, from 32 on whether it goes straight, from 48 on on a birth.
    fn is_under(self, first_bit: u32, chance: u64) -> bool {
        (self.0 >> first_bit & 0xffff) < chance
    }
}

struct Walker {
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
    fn newborn(at: usize, draws: StepDraws) -> Walker {
        Walker { at, heading: draws.heading(), age: 0, idle: 0 }
    }
}

/// How the walkers of a level behave, see [`walkers`]; chances in 65,536ths.
struct Habits {
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
    pub(crate) fn round(&self, alive: &mut Vec<Walker>, grid: &mut DigGrid, stream: &mut Stream) {
        let mut place = 0;
        for _ in 0..alive.len() {
            let draws = StepDraws(stream.next_u64());
            let walker = &mut alive[place];
            self.step(walker, grid, draws);
            let (at, is_weary) = (walker.at, walker.idle >= self.patience);
            if alive.len() < self.max_walkers && draws.is_under(48, self.birth) {
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
        // Half of the branches would go either way, and cost a fifth of the time: what can be is
        // computed and chosen from.
        let is_young = walker.age < self.young;
        walker.age += 1;
        let turns = is_young | !draws.is_under(32, self.straight);
        walker.heading = if turns { draws.heading() } else { walker.heading };
        let beside = grid.beside[walker.at];
        let is_at_rock = !is_young & !beside.is_dug(walker.heading);
        let digs_on = walker.idle == 0 && walker.age > self.young + 1;
        let may_dig = is_at_rock & draws.is_under(16, if digs_on { self.run } else { self.dig });
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

    /// Whether the cell ahead, which is not dug, is inside the border and has nothing dug on either
    /// side.
    fn stays_narrow(walker: &Walker, grid: &DigGrid) -> bool {
        let Walker { at, heading, .. } = *walker;
        if grid.beside[at].is_border(heading) {
            return false;
        }
        let beside = grid.beside[grid.ahead(at, heading)];
        !beside.is_dug(heading + 1) && !beside.is_dug(heading + 3)
    }
}

/// The quarters by which a walker turns to a dug cell on one side, on the other or behind, in this
/// order; none if nothing is dug there. `seen` is what [`Beside::seen_from`] returns.
fn turn_to_dug(seen: usize, draws: StepDraws) -> usize {
    TURNS[usize::from(draws.right_first())][seen].into()
}

/// By whether the right side is tried first, and by the directions with a dug cell (of their bits
/// right is 2, behind 4, left 8): the quarters to turn.
const TURNS: [[u8; 16]; 2] = [
    [0, 0, 1, 1, 2, 2, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3],
    [0, 0, 1, 1, 2, 2, 1, 1, 3, 3, 1, 1, 3, 3, 1, 1],
];

/// Closes the border, and fills every connected component of floor but the largest.
pub(crate) fn enclose(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let mut passable = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let border: Vec<_> = passable.iter().filter(|&pos| draft.tiles.is_border(pos)).collect();
    for &pos in &border {
        passable.remove(pos);
        draft.tiles[pos] = Tile::Wall;
    }
    let first = passable.iter().next().ok_or(PassError::Retry("nothing was dug"))?;
    let mut dropped = 0;
    if flood(&passable, first) != passable {
        let parts = Components::of(&passable);
        let largest = parts.largest();
        for pos in passable.iter().filter(|&pos| parts.at(pos) != largest) {
            draft.tiles[pos] = Tile::Wall;
            dropped += 1;
        }
    }
    if let Some(warren) = &mut draft.detail.warren {
        warren.closed_border = border.len();
        warren.dropped = dropped;
    }
    Ok(())
}
