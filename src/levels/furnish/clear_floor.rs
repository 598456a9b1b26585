//! Areas of floor that may be filled without blocking a way.

use crate::draft::LevelDraft;
use crate::tile::Tile;
use base::Rect;

/// Whether a rectangle and the ring of cells around it are plain floor. Every way through it can go round it instead, so
/// filling it disconnects nothing.
pub(crate) fn is_clear_floor(draft: &LevelDraft<'_>, rect: Rect) -> bool {
    rect.grown(1).positions().all(|pos| draft.tiles.get(pos) == Some(&Tile::Floor))
}
