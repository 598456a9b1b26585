//! A closed border and a single connected component, after random digging.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::tile::Tile;
use base::{Bits, Components, flood};

/// Closes the border, and fills every connected component of floor but the largest.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let mut passable = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let border: Vec<_> = passable.iter().filter(|&pos| draft.tiles.is_border(pos)).collect();
    for &pos in &border {
        passable.remove(pos);
        draft.tiles[pos] = Tile::Wall;
    }
    let first = passable.iter().next().ok_or(PassError::Retry("nothing was dug"))?;
    let mut dropped = 0;
    if flood(&passable, first) != passable {
        let parts = Components::of(&passable);
        let largest = parts.largest();
        for pos in passable.iter().filter(|&pos| parts.at(pos) != largest) {
            draft.tiles[pos] = Tile::Wall;
            dropped += 1;
        }
    }
    if let Some(warren) = &mut draft.detail.warren {
        warren.closed_border = border.len();
        warren.dropped = dropped;
    }
    Ok(())
}
