//! The features of a vault, each on a super-tile.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::vault::state::{FeatureRole, SuperTiles};
use base::{Pos, Stream};

/// Draws the features (one start, one exit, then `feature_percent` of the super-tiles, drawn by weight) and places them on
/// distinct super-tiles, start and exit at least `min_distance` apart.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_distance = draft.setting("min_distance")?;
    let percent = draft.setting("feature_percent")?;
    let mut tiles = SuperTiles::new(draft.spec.width, draft.spec.height, min_distance);
    let stream = &mut draft.stream;

    let (start, exit) =
        ends(&tiles, stream).ok_or(PassError::Retry("no two super-tiles are so far apart"))?;
    tiles.add(start, FeatureRole::Start);
    tiles.add(exit, FeatureRole::Exit);

    let kinds = &draft.spec.kind.features;
    let mut cells: Vec<Pos> =
        tiles.at.positions().filter(|&cell| cell != start && cell != exit).collect();
    stream.shuffle(&mut cells);
    let asked = tiles.at.area() * percent as usize / 100;
    for &cell in cells.iter().take(asked) {
        let drawn = stream.weighted(kinds.iter().map(|kind| kind.weight));
        let Some(kind) = drawn.map(|place| &kinds[place]) else {
            return Err(PassError::NothingToDraw("features"));
        };
        tiles.add(cell, FeatureRole::Drawn { name: kind.name.clone(), wide: kind.wide });
        if let Some(holding) = kind.holds {
            let requests = draft.feature_requests.entry(holding).or_default();
            requests.push_back(SuperTiles::centre(cell));
        }
    }
    draft.super_tiles = Some(tiles);
    Ok(())
}

/// Two super-tiles at least `min_distance` apart: the first is drawn among those that have a partner, the second among its
/// partners.
fn ends(tiles: &SuperTiles, stream: &mut Stream) -> Option<(Pos, Pos)> {
    let (last_col, last_row) = (tiles.cols - 1, tiles.rows - 1);
    let farthest = |cell: Pos| cell.x.max(last_col - cell.x) + cell.y.max(last_row - cell.y);
    let with_partner: Vec<Pos> =
        tiles.at.positions().filter(|&cell| farthest(cell) >= tiles.min_distance).collect();
    let start = *stream.pick(&with_partner)?;
    let partners: Vec<Pos> = tiles
        .at
        .positions()
        .filter(|&cell| cell != start && cell.manhattan(start) >= tiles.min_distance)
        .collect();
    Some((start, *stream.pick(&partners)?))
}
