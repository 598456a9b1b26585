//! The vault: features on a grid of super-tiles, connected by passages.

use crate::algo::regions::{NearestRegionSearch, SearchCell};
use crate::detail::Repair;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::state::{EXIT_ID, START_ID, SuperTiles};
use base::{Bits, Grid, Pos, Stream};
use content::Tile;

/// Draws the features (one start, one exit, then `feature_percent` of the super-tiles, drawn by
/// weight) and places them on distinct super-tiles, start and exit at least `min_distance` apart.
pub(crate) fn features(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_distance = draft.setting("min_distance")?;
    let percent = draft.setting("feature_percent")?;
    let mut tiles = SuperTiles::new(draft.spec.width, draft.spec.height, min_distance);
    let stream = &mut draft.stream;

    let (start, exit) =
        ends(&tiles, stream).ok_or(PassError::Retry("no two super-tiles are so far apart"))?;
    tiles.add(start, "start", true);
    tiles.add(exit, "exit", false);

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
        tiles.add(cell, &kind.name, kind.wide);
        if let Some(holding) = kind.holds {
            let requests = draft.feature_requests.entry(holding).or_default();
            requests.push_back(SuperTiles::centre(cell));
        }
    }
    draft.super_tiles = Some(tiles);
    Ok(())
}

/// Two super-tiles at least `min_distance` apart: the first is drawn among those that have a
/// partner, the second among its partners.
fn ends(tiles: &SuperTiles, stream: &mut Stream) -> Option<(Pos, Pos)> {
    let (last_col, last_row) = (tiles.at.width() - 1, tiles.at.height() - 1);
    let farthest = |cell: Pos| cell.x.max(last_col - cell.x) + cell.y.max(last_row - cell.y);
    let with_partner: Vec<Pos> =
        tiles.at.positions().filter(|&cell| farthest(cell) >= tiles.detail.min_distance).collect();
    let start = *stream.pick(&with_partner)?;
    let partners: Vec<Pos> = tiles
        .at
        .positions()
        .filter(|&cell| cell != start && cell.manhattan(start) >= tiles.detail.min_distance)
        .collect();
    Some((start, *stream.pick(&partners)?))
}

/// While a feature is unreachable, adds passages in empty super-tiles from the reachable features
/// to the nearest unreachable one, and sweeps again.
///
/// The way starts beside a reachable feature other than the exit and leads over empty super-tiles
/// only, so it never leads through the exit; it ends beside an unreachable feature, so every repair
/// makes more features reachable, and there are no more repairs than features.
pub(crate) fn repair(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let tiles = draft.super_tiles.as_mut().ok_or(PassError::Missing("super-tiles"))?;
    let stream = &mut draft.stream;
    // The super-tiles of the reachable features.
    let mut reachable = Bits::new(tiles.at.width(), tiles.at.height());
    reachable.insert(tiles.detail.features[START_ID].cell);
    sweep(&mut reachable, tiles, vec![START_ID]);
    let mut search = NearestRegionSearch::new(tiles.at.width(), tiles.at.height());
    for feature in tiles.detail.features.iter().filter(|feature| feature.id != EXIT_ID) {
        if reachable.contains(feature.cell) {
            search.join(feature.cell);
        }
    }
    while reachable.count() < tiles.detail.features.len() {
        let way = search.nearest(stream, |cell| match tiles.feature_at(cell) {
            None => SearchCell::Free,
            Some(_) if reachable.contains(cell) => SearchCell::Barred,
            Some(_) => SearchCell::Wanted,
        });
        let Some((added, _)) = way else {
            return Err(PassError::Retry("a feature is walled in by the exit"));
        };
        let first = tiles.detail.features.len();
        for &cell in &added {
            tiles.add(cell, "passage", false);
        }
        // The sweep begins with the reachable features that the first passage is connected to.
        let is_reachable = |&id: &usize| reachable.contains(tiles.detail.features[id].cell);
        let before: Vec<usize> = tiles.connected(first).filter(is_reachable).collect();
        for id in sweep(&mut reachable, tiles, before).into_iter().filter(|&id| id != EXIT_ID) {
            search.join(tiles.detail.features[id].cell);
        }
        tiles.detail.repairs.push(Repair { added, reachable: reachable.count() });
    }
    Ok(())
}

/// Sweeps until nothing changes: a feature is reachable if a connected one is reachable *and that
/// one is not the exit*. Returns the features that became reachable.
///
/// Only features that changed can change their neighbours, so a sweep visits no others.
fn sweep(reachable: &mut Bits, tiles: &SuperTiles, mut changed: Vec<usize>) -> Vec<usize> {
    let given = changed.len();
    let mut swept = 0;
    while let Some(&from) = changed.get(swept) {
        swept += 1;
        if from != EXIT_ID {
            let cell_of = |id: usize| tiles.detail.features[id].cell;
            changed.extend(tiles.connected(from).filter(|&id| reachable.insert(cell_of(id))));
        }
    }
    changed.split_off(given)
}

/// Digs the cell of every feature, and the two cells between every connected pair.
pub(crate) fn passages(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let tiles = draft.super_tiles.as_mut().ok_or(PassError::Missing("super-tiles"))?;
    let mut dug: Vec<Pos> = Vec::with_capacity(tiles.detail.features.len() * 5);
    for (a, feature) in tiles.detail.features.iter().enumerate() {
        let from = SuperTiles::centre(feature.cell);
        dug.push(from);
        for b in tiles.connected(a).filter(|&b| b > a) {
            let to = SuperTiles::centre(tiles.detail.features[b].cell);
            let step = Pos::new((to.x - from.x) / 3, (to.y - from.y) / 3);
            dug.extend([from + step, to - step]);
        }
    }
    let start = SuperTiles::centre(tiles.detail.features[START_ID].cell);
    let exit = SuperTiles::centre(tiles.detail.features[EXIT_ID].cell);
    draft.tiles.fill(dug, Tile::Floor);
    draft.set_ends(start, exit);
    Ok(())
}

/// Widens super-tiles to chambers where that connects nothing new.
///
/// Two adjacent chambers connect two features that are connected anyway. The exit is never widened:
/// a way round it within its own chamber would connect features that are connected only through it.
/// If two chambers would meet at a corner alone, the second stays narrow, so that there is no way
/// or view between them. The outer ring stays solid.
pub(crate) fn chambers(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("chamber_percent")? as u32;
    let tiles = draft.super_tiles.as_mut().ok_or(PassError::Missing("super-tiles"))?;
    let stream = &mut draft.stream;
    let mut wide = tiles.at.map(|_| false);
    for feature in tiles.detail.features.iter().filter(|feature| tiles.may_widen[feature.id]) {
        let drawn = feature.id == START_ID || stream.percent(percent);
        wide[feature.cell] = drawn && !meets_at_a_corner(&wide, feature.cell);
    }
    for (cell, _) in wide.iter().filter(|&(_, &is_wide)| is_wide) {
        for pos in SuperTiles::block(cell).positions() {
            if draft.tiles[pos] == Tile::Wall && !draft.tiles.is_border(pos) {
                draft.tiles[pos] = Tile::Floor;
            }
        }
    }
    Ok(())
}

/// Whether a chamber here would touch another at a corner and nowhere else.
fn meets_at_a_corner(wide: &Grid<bool>, cell: Pos) -> bool {
    let is_wide = |dx, dy| wide.get(cell + Pos::new(dx, dy)).copied().unwrap_or(false);
    [(-1, -1), (1, -1), (-1, 1), (1, 1)]
        .into_iter()
        .any(|(dx, dy)| is_wide(dx, dy) && !is_wide(dx, 0) && !is_wide(0, dy))
}
