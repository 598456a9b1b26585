//! Passages that make every feature of a vault reachable.

use crate::algo::nearest_region::{NearestRegionSearch, SearchCell};
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::vault::detail::Repair;
use crate::kinds::vault::reach::Reach;
use crate::kinds::vault::state::{EXIT_ID, FeatureRole};

/// While a feature is unreachable, adds passages in empty super-tiles from the reachable features to the nearest unreachable
/// one, and sweeps again.
///
/// The way starts beside a reachable feature other than the exit and leads over empty super-tiles only, so it never leads
/// through the exit; it ends beside an unreachable feature, so every repair makes more features reachable, and there are
/// no more repairs than features.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let tiles = draft.super_tiles.as_mut().ok_or(PassError::Missing("super-tiles"))?;
    let stream = &mut draft.stream;
    let mut reach = Reach::from_start(tiles);
    let mut search = NearestRegionSearch::new(tiles.cols, tiles.rows);
    for id in (0..tiles.features.len()).filter(|&id| id != EXIT_ID && reach.is_reachable(id)) {
        search.join(tiles.features[id].cell);
    }
    while reach.count() < tiles.features.len() {
        let way = search.nearest(stream, |cell| match tiles.feature_at(cell) {
            None => SearchCell::Free,
            Some(id) if reach.is_reachable(id) => SearchCell::Barred,
            Some(_) => SearchCell::Wanted,
        });
        let Some((added, _)) = way else {
            return Err(PassError::Retry("a feature is walled in by the exit"));
        };
        let first = tiles.features.len();
        for &cell in &added {
            tiles.add(cell, FeatureRole::Passage);
        }
        // The sweep begins with the reachable features that the first passage is connected to.
        let before: Vec<usize> =
            tiles.connected(first).filter(|&id| reach.is_reachable(id)).collect();
        for id in reach.sweep(tiles, before).into_iter().filter(|&id| id != EXIT_ID) {
            search.join(tiles.features[id].cell);
        }
        tiles.repairs.push(Repair { added, reachable: reach.count() });
    }
    Ok(())
}
