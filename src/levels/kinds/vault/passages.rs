//! Digs the features and passages of a vault.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::vault::state::{EXIT_ID, START_ID, SuperTiles};
use crate::tile::Tile;
use base::Pos;

/// Digs the cell of every feature, and the two cells between every connected pair.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let tiles = draft.super_tiles.as_mut().ok_or(PassError::Missing("super-tiles"))?;
    let mut dug: Vec<Pos> = Vec::with_capacity(tiles.features.len() * 5);
    for (a, feature) in tiles.features.iter().enumerate() {
        let from = SuperTiles::centre(feature.cell);
        dug.push(from);
        for b in tiles.connected(a).filter(|&b| b > a) {
            let to = SuperTiles::centre(tiles.features[b].cell);
            let step = Pos::new((to.x - from.x) / 3, (to.y - from.y) / 3);
            dug.extend([from + step, to - step]);
        }
    }
    let start = SuperTiles::centre(tiles.features[START_ID].cell);
    let exit = SuperTiles::centre(tiles.features[EXIT_ID].cell);
    for pos in dug {
        draft.tiles[pos] = Tile::Floor;
    }
    draft.tiles[start] = Tile::Start;
    draft.tiles[exit] = Tile::Exit;
    (draft.start, draft.exit) = (start, exit);
    Ok(())
}
