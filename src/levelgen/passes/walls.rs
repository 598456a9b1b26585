//! Tells walls from the solid rock behind them.

use crate::base::Bits;
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::tile::Tile;

/// Keeps the walls beside passable cells, and turns all other walls into solid rock.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) {
    let seen = Bits::of(&draft.tiles, |tile| tile.is_passable()).dilated();
    for pos in seen.complement().iter() {
        if draft.tiles[pos] == Tile::Wall {
            draft.tiles[pos] = Tile::Rock;
        }
    }
}
