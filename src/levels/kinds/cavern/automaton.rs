//! A cavern's cellular automaton. After Jim Babcock, "Cellular Automata Method for Generating Random
//! Cave-Like Levels" (RogueBasin, 2005).

use crate::algo::automaton::{next_generation, squares};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::cavern::detail::Rule;
use crate::kinds::cavern::state::Cave;
use base::{Bits, Rect, Stream};

/// How often the noise under open squares that are too wide is redrawn before the attempt is given up.
const MAX_NOISE_REDRAWS: u32 = 24;

/// How far beyond such a square the noise is redrawn, in cells.
const REDRAW_MARGIN_CELLS: i32 = 3;

/// Runs the open passes, then the smooth ones, each on the whole grid.
///
/// If the result has an open square wider than the cap, the noise around it is redrawn and all passes run again, so that
/// the result is always a pure function of the noise.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let open = draft.setting("open_passes")? as usize;
    let smooth = draft.setting("smooth_passes")? as usize;
    let cap = draft.setting("open_cap")? as u32;
    let trace = draft.spec.trace;
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let stream = &mut draft.stream;
    cave.passes.extend(std::iter::repeat_n(Rule::Open, open));
    cave.passes.extend(std::iter::repeat_n(Rule::Smooth, smooth));
    for _ in 0..=MAX_NOISE_REDRAWS {
        cave.floor = cave.noise.clone();
        cave.generations.clear();
        for rule in &cave.passes {
            cave.floor = next_generation(&cave.floor, *rule == Rule::Open);
            if trace {
                cave.generations.push(cave.floor.clone());
            }
        }
        let too_wide = squares(&cave.floor, cap + 1);
        if too_wide.is_empty() {
            let generations = cave.generations.clone();
            for (number, floor) in generations.iter().enumerate() {
                draft.keep_floor(&format!("automaton, generation {}", number + 1), floor);
            }
            return Ok(());
        }
        redraw(cave, &too_wide, cap as i32 + 1, stream);
    }
    Err(PassError::Retry("an open space stayed wider than open_cap"))
}

/// Redraws the noise under and around squares with this side; `squares` are their north-western cells.
fn redraw(cave: &mut Cave, squares: &Bits, side: i32, stream: &mut Stream) {
    let (width, height) = (cave.noise.width(), cave.noise.height());
    let mut doubtful = Bits::new(width, height);
    for corner in squares.iter() {
        for pos in Rect::new(corner.x, corner.y, side, side).grown(REDRAW_MARGIN_CELLS).positions()
        {
            if pos.x > 0 && pos.y > 0 && pos.x < width - 1 && pos.y < height - 1 {
                doubtful.insert(pos);
            }
        }
    }
    for pos in doubtful.iter() {
        cave.noise.set(pos, !stream.percent(cave.fill_percent as u32));
    }
}
