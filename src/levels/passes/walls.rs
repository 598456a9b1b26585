//! Tells walls from the solid rock behind them.

use crate::draft::LevelDraft;
use crate::tile::Tile;
use base::Bits;

/// Keeps the walls beside passable cells, and turns all other walls into solid rock.
pub(crate) fn run(draft: &mut LevelDraft<'_>) {
    let seen = Bits::of(&draft.tiles, |tile| tile.is_passable()).dilated();
    let width = draft.tiles.width() as usize;
    let rows = draft.tiles.cells_mut().chunks_exact_mut(width);
    for (row, words) in rows.zip(seen.words().chunks_exact(seen.stride())) {
        for (tiles, word) in row.chunks_mut(64).zip(words) {
            for (place, tile) in tiles.iter_mut().enumerate() {
                let is_hidden = *tile == Tile::Wall && word >> place & 1 == 0;
                *tile = if is_hidden { Tile::Rock } else { *tile };
            }
        }
    }
}
