//! The cavern: a cellular automaton on noise, and tunnels between its regions. After Jim Babcock,
//! "Cellular Automata Method for Generating Random Cave-Like Levels" (RogueBasin, 2005).

use crate::algo::automaton::{next_generation, squares};
use crate::algo::regions::{NearestRegionSearch, SearchCell, take_region};
use crate::detail::{CavernDetail, Rule};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::floor_rows;
use crate::state::Cave;
use base::{Bits, Components, Dir, Pos, Rect, Stream};
use content::Tile;

/// Draws wall or floor for every cell inside the outer ring, which is wall.
///
/// Cells outside count as wall, so every cell of the outer ring has at least five walls in its
/// block and stays wall.
pub(crate) fn noise(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let fill_percent = draft.setting("fill_percent")?;
    let (width, height) = (draft.spec.width, draft.spec.height);
    let mut floor = Bits::new(width, height);
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            if !draft.stream.percent(fill_percent as u32) {
                floor.insert(Pos::new(x, y));
            }
        }
    }
    draft.keep_step("noise", || floor_rows(&floor));
    let passes = Vec::new();
    draft.cave = Some(Cave {
        detail: CavernDetail { fill_percent, passes, regions_filled: 0, regions_joined: 0 },
        noise: floor.clone(),
        floor,
        generations: Vec::new(),
        regions: Vec::new(),
        tunnels: Vec::new(),
    });
    Ok(())
}

/// How often the noise under open squares that are too wide is redrawn before the attempt is given
/// up.
const MAX_NOISE_REDRAWS: u32 = 24;

/// How far beyond such a square the noise is redrawn, in cells.
const REDRAW_MARGIN_CELLS: i32 = 3;

/// Runs the open passes, then the smooth ones, each on the whole grid.
///
/// If the result has an open square wider than the cap, the noise around it is redrawn and all
/// passes run again, so that the result is always a pure function of the noise.
pub(crate) fn automaton(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let open = draft.setting("open_passes")? as usize;
    let smooth = draft.setting("smooth_passes")? as usize;
    let cap = draft.setting("open_cap")? as u32;
    let trace = draft.spec.trace;
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let stream = &mut draft.stream;
    cave.detail.passes.extend(std::iter::repeat_n(Rule::Open, open));
    cave.detail.passes.extend(std::iter::repeat_n(Rule::Smooth, smooth));
    for _ in 0..=MAX_NOISE_REDRAWS {
        cave.floor = cave.noise.clone();
        cave.generations.clear();
        for rule in &cave.detail.passes {
            cave.floor = next_generation(&cave.floor, *rule == Rule::Open);
            if trace {
                cave.generations.push(cave.floor.clone());
            }
        }
        let too_wide = squares(&cave.floor, cap + 1);
        if too_wide.is_empty() {
            let generations = cave.generations.clone();
            for (number, floor) in generations.iter().enumerate() {
                let step = format!("automaton, generation {}", number + 1);
                draft.keep_step(&step, || floor_rows(floor));
            }
            return Ok(());
        }
        redraw(cave, &too_wide, cap as i32 + 1, stream);
    }
    Err(PassError::Retry("an open space stayed wider than open_cap"))
}

/// Redraws the noise under and around squares with this side; `squares` are their north-western
/// cells.
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
        cave.noise.set(pos, !stream.percent(cave.detail.fill_percent as u32));
    }
}

/// Writes the rooms into the cave: floor with a ring of wall around it, except for cells of the
/// wall where the cave has broken in, with `breach_percent`.
///
/// A room that the cave does not reach is a region like any other, so a tunnel will connect it.
pub(crate) fn ruins(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("breach_percent")? as u32;
    let floors: Vec<Rect> = draft.rooms.iter().map(|room| room.rect).collect();
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let stream = &mut draft.stream;
    for &floor in &floors {
        for pos in floor.grown(1).positions() {
            cave.floor.set(pos, floor.contains(pos));
        }
    }
    for &floor in &floors {
        for (wall, beyond) in sides(floor) {
            if cave.floor.contains(beyond) && stream.percent(percent) {
                cave.floor.insert(wall);
            }
        }
    }
    let floor = cave.floor.clone();
    draft.keep_step("ruins", || floor_rows(&floor));
    Ok(())
}

/// The cells of a room's walls without corners, each with the cell behind it.
fn sides(floor: Rect) -> impl Iterator<Item = (Pos, Pos)> {
    let Rect { x, y, .. } = floor;
    let (right, bottom) = (floor.right(), floor.bottom());
    let rows = (x..right).flat_map(move |x| {
        [(Pos::new(x, y - 1), Pos::new(x, y - 2)), (Pos::new(x, bottom), Pos::new(x, bottom + 1))]
    });
    let columns = (y..bottom).flat_map(move |y| {
        [(Pos::new(x - 1, y), Pos::new(x - 2, y)), (Pos::new(right, y), Pos::new(right + 1, y))]
    });
    rows.chain(columns)
}

/// Fills every region with fewer than `least_region` cells, and lists the others.
pub(crate) fn regions(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_cells = draft.setting("least_region")? as usize;
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let mut regions: Vec<(usize, Pos)> = Vec::new();
    for (seed, region) in Components::each_part(cave.floor.clone()) {
        let size = region.iter().map(|(_, cells)| cells.count_ones() as usize).sum();
        if size < min_cells {
            cave.detail.regions_filled += 1;
            for (word, cells) in region {
                cave.floor.words_mut()[word] &= !cells;
            }
        } else {
            regions.push((size, seed));
        }
    }
    // Largest first; of regions with the same size the first in reading order.
    regions.sort_by_key(|&(size, seed)| (std::cmp::Reverse(size), seed));
    cave.regions = regions.into_iter().map(|(_, seed)| seed).collect();
    let others = cave.regions.len().checked_sub(1);
    cave.detail.regions_joined =
        others.ok_or(PassError::Retry("every region is under least_region"))?;
    Ok(())
}

/// Connects every region to the largest by tunnels one cell wide, always the nearest region next,
/// and writes the cave's floor to the level. No tunnel touches the border.
pub(crate) fn tunnels(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let stream = &mut draft.stream;
    let mut search = NearestRegionSearch::new(cave.floor.width(), cave.floor.height());
    let mut apart = cave.floor.clone();
    let (width, height) = (cave.floor.width(), cave.floor.height());
    let inside = |pos: Pos| pos.x > 0 && pos.y > 0 && pos.x < width - 1 && pos.y < height - 1;
    // From cells with floor on every side no tunnel can begin.
    let mut inner = cave.floor.clone();
    for dir in Dir::CARDINAL {
        inner.intersect(&cave.floor.beside(dir));
    }
    let join_region = |search: &mut NearestRegionSearch, apart: &mut _, seed: Pos| {
        for pos in take_region(apart, seed).into_iter().filter(|&pos| !inner.contains(pos)) {
            search.join(pos);
        }
    };
    let &largest = cave.regions.first().ok_or(PassError::Missing("regions"))?;
    join_region(&mut search, &mut apart, largest);
    let mut tunnels = Vec::new();
    for _ in 1..cave.regions.len() {
        let way = search.nearest(stream, |pos| {
            if apart.contains(pos) {
                SearchCell::Wanted
            } else if cave.floor.contains(pos) || !inside(pos) {
                SearchCell::Barred
            } else {
                SearchCell::Free
            }
        });
        let Some((tunnel, seed)) = way else {
            return Err(PassError::Retry("a region is out of reach of tunnels"));
        };
        for &pos in &tunnel {
            search.join(pos);
        }
        join_region(&mut search, &mut apart, seed);
        // A region that the end of an earlier tunnel touches needs no tunnel of its own.
        if !tunnel.is_empty() {
            tunnels.push(tunnel);
        }
    }
    for &pos in tunnels.iter().flatten() {
        cave.floor.insert(pos);
    }
    cave.tunnels = tunnels;
    draft.tiles.fill(cave.floor.iter(), Tile::Floor);
    Ok(())
}

/// Refuses a cavern whose tunnels opened a square wider than the cap.
pub(crate) fn open_cap(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let cap = draft.setting("open_cap")? as u32;
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    if squares(&cave.floor, cap + 1).is_empty() {
        Ok(())
    } else {
        Err(PassError::Retry("a tunnel opened a space wider than open_cap"))
    }
}
