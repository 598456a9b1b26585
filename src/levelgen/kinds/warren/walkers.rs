//! The drunkard's walk. After "Random Walk Cave Generation" (RogueBasin), with the births of the
//! walkers in Vlambeer's "Nuclear Throne" (2013).

use crate::base::{Bits, Grid, Stream};
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::warren::detail::WarrenDetail;
use crate::levelgen::tile::Tile;

/// Stages that are kept of a walk, if any are.
const MAX_STAGES: i32 = 16;

/// Lets walkers out at the centre, and digs every cell that one of them steps on.
///
/// In each round each walker takes a step, and may then give birth where it stands, as long as there
/// are fewer than `most_walkers`. One that would step on the outer ring turns back. That is the
/// walk by the book, and it digs a blot. What makes dens and runs of it is how a step is drawn:
///
/// - For `young` rounds after its birth a walker goes anywhere: so it digs a den.
/// - Then it keeps its direction with `straight_percent`. Where it meets rock it begins to dig a run
///   with `dig_percent`, and digs on with `run_percent`, as long as there is rock on both sides;
///   else it turns to what is dug already.
/// - It dies when it has dug nothing for `patience` rounds, unless it is the last: so those thrive
///   that have rock around them, and the warren grows outward.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
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
    let mut earth = Earth::of(&draft.tiles);
    let centre = earth.ground.index_of(earth.ground.bounds().centre());
    let before = earth.dug;
    earth.dig(centre);
    let mut alive: Vec<Walker> =
        (0..walkers).map(|_| Walker::newborn(centre, StepDraws(draft.stream.next_u64()))).collect();
    let every = (rounds / MAX_STAGES).max(1);
    for round in 1..=rounds {
        habits.round(&mut alive, &mut earth, &mut draft.stream);
        if draft.spec.trace && round % every == 0 {
            draft.keep_floor(&format!("walkers, round {round}"), &earth.floor());
        }
    }
    for (tile, ground) in draft.tiles.cells_mut().iter_mut().zip(earth.ground.cells()) {
        if *ground == Ground::Dug && !tile.is_passable() {
            *tile = Tile::Floor;
        }
    }
    draft.detail.warren = Some(WarrenDetail {
        walkers,
        rounds,
        birth_percent,
        most_walkers,
        walked: earth.dug - before,
        closed_border: 0,
        dropped: 0,
    });
    Ok(())
}

/// A chance in 65,536ths.
fn chance(percent: i32) -> u64 {
    percent as u64 * 65_536 / 100
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Rock,
    Dug,
    /// Of the outer ring.
    Border,
}

/// What is walked on.
struct Earth {
    ground: Grid<Ground>,
    /// From a cell's place to those north, east, south and west of it, to be added with wrap.
    beside: [usize; 4],
    /// The number of cells that are dug.
    dug: usize,
}

impl Earth {
    fn of(tiles: &Grid<Tile>) -> Earth {
        let mut ground =
            tiles.map(|tile| if tile.is_passable() { Ground::Dug } else { Ground::Rock });
        for pos in tiles.bounds().positions().filter(|&pos| tiles.is_border(pos)) {
            ground[pos] = Ground::Border;
        }
        let dug = ground.cells().iter().filter(|&&ground| ground == Ground::Dug).count();
        let width = tiles.width() as usize;
        Earth { ground, beside: [width.wrapping_neg(), 1, width, 1_usize.wrapping_neg()], dug }
    }

    fn at(&self, place: usize) -> Ground {
        self.ground.cells()[place]
    }

    /// The cell beside another in a direction, modulo four clockwise from north.
    fn beside(&self, place: usize, heading: usize) -> usize {
        place.wrapping_add(self.beside[heading % 4])
    }

    /// Digs a cell; true if it was rock.
    fn dig(&mut self, place: usize) -> bool {
        let is_news = self.at(place) == Ground::Rock;
        self.ground.cells_mut()[place] = Ground::Dug;
        self.dug += usize::from(is_news);
        is_news
    }

    fn floor(&self) -> Bits {
        Bits::of(&self.ground, |&ground| ground == Ground::Dug)
    }
}

/// One random word, of which every draw of a step has bits of its own. So a step costs a single random number.
#[derive(Clone, Copy)]
struct StepDraws(u64);

impl StepDraws {
    /// A cardinal direction, in quarters clockwise from north.
    fn heading(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Which side is looked at first when the walker turns to what is dug.
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

    /// Whether the 16 bits from one on are under a chance in 65,536ths.
    fn is_under(self, first_bit: u32, chance: u64) -> bool {
        (self.0 >> first_bit & 0xffff) < chance
    }
}

struct Walker {
    /// The place of its cell.
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

/// How the walkers of a level behave; chances in 65,536ths.
struct Habits {
    birth: u64,
    straight: u64,
    dig: u64,
    run: u64,
    patience: i32,
    young: i32,
    max_walkers: usize,
}

impl Habits {
    /// A step for each walker, and the births after it.
    fn round(&self, alive: &mut Vec<Walker>, earth: &mut Earth, stream: &mut Stream) {
        let mut place = 0;
        for _ in 0..alive.len() {
            let draws = StepDraws(stream.next_u64());
            let walker = &mut alive[place];
            self.step(walker, earth, draws);
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

    /// Chooses a direction and goes there, unless the border is before and behind.
    fn step(&self, walker: &mut Walker, earth: &mut Earth, draws: StepDraws) {
        let is_young = walker.age < self.young;
        walker.age += 1;
        if is_young || !draws.goes_straight(self.straight) {
            walker.heading = draws.heading();
        }
        if !is_young && earth.at(earth.beside(walker.at, walker.heading)) != Ground::Dug {
            let digs_on = walker.idle == 0 && walker.age > self.young + 1;
            let may = draws.digs(if digs_on { self.run } else { self.dig });
            if !(may && Habits::stays_narrow(walker, earth)) {
                Habits::turn_to_dug(walker, earth, draws.right_first());
            }
        }
        let mut ahead = earth.beside(walker.at, walker.heading);
        if earth.at(ahead) == Ground::Border {
            walker.heading += 2;
            ahead = earth.beside(walker.at, walker.heading);
        }
        walker.idle += 1;
        if earth.at(ahead) != Ground::Border {
            walker.at = ahead;
            if earth.dig(ahead) {
                walker.idle = 0;
            }
        }
    }

    /// Whether the cell ahead has nothing dug on either side.
    fn stays_narrow(walker: &Walker, earth: &Earth) -> bool {
        let ahead = earth.beside(walker.at, walker.heading);
        earth.at(ahead) == Ground::Rock
            && [1, 3].into_iter().all(|quarters| {
                earth.at(earth.beside(ahead, walker.heading + quarters)) != Ground::Dug
            })
    }

    /// Turns to what is dug on one side, else on the other, else behind.
    fn turn_to_dug(walker: &mut Walker, earth: &Earth, right_first: bool) {
        let quarters = if right_first { [1, 3, 2] } else { [3, 1, 2] };
        let dug = quarters.into_iter().find(|&quarters| {
            earth.at(earth.beside(walker.at, walker.heading + quarters)) == Ground::Dug
        });
        walker.heading += dug.unwrap_or(0);
    }
}
