//! Tunnels between the regions of a cavern.

use crate::algo::flood::take_region;
use crate::algo::nearest_region::{NearestRegionSearch, SearchCell};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::tile::Tile;
use base::{Dir, Pos};

/// Connects every region to the largest by tunnels one cell wide, always the nearest region next, and writes the cave's
/// floor to the level. No tunnel touches the border.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
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
    let Some(&largest) = cave.regions.first() else {
        return Err(PassError::Missing("regions"));
    };
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
    let floor = cave.floor.clone();
    for pos in floor.iter() {
        draft.tiles[pos] = Tile::Floor;
    }
    Ok(())
}
