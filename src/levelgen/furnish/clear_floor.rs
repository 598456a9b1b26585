//! Where something may fill the floor of a room and yet bar nothing.

use crate::base::Rect;
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::tile::Tile;

/// Whether a rectangle and the ring of cells around it are plain floor. Whoever went through it can
/// go round it, and whatever is beside it, a door or the start, has more floor to go on from.
pub(in crate::levelgen) fn is_clear_floor(draft: &LevelDraft<'_>, rect: Rect) -> bool {
    rect.grown(1).positions().all(|pos| draft.tiles.get(pos) == Some(&Tile::Floor))
}
