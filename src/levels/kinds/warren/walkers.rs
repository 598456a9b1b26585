//! The drunkard's walk, after "Random Walk Cave Generation" (RogueBasin), with births as of the walkers in Vlambeer's
//! "Nuclear Throne" (2013).

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::warren::detail::WarrenDetail;
use crate::kinds::warren::walk::{DigGrid, Habits, StepDraws, Walker, chance};
use crate::tile::Tile;

/// Maximum number of stages that are kept for a trace.
const MAX_STAGES: i32 = 16;

/// Starts walkers at the centre, and digs every cell that one of them steps on.
///
/// In each round each walker takes a step, and may then give birth where it stands, as long as there are fewer than
/// `most_walkers`. A walker that would step on the outer ring turns back. The plain walk digs one large blot; these
/// rules make dens and narrow runs of it:
///
/// - For `young` rounds after its birth a walker goes in random directions, and so digs a den.
/// - Then it keeps its direction with `straight_percent`. At rock it begins to dig a run with `dig_percent`, and goes on
///   digging with `run_percent`, as long as there is rock on both sides; otherwise it turns to a dug cell.
/// - It dies when it has dug nothing for `patience` rounds, unless it is the last. Walkers with rock around them live
///   longest, so the warren grows outward.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
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
            draft.keep_floor(&format!("walkers, round {round}"), &grid.floor());
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
