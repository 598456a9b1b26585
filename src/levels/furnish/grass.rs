//! Grows grass and moss.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::tile::Tile;
use base::{Bits, Pos};

/// Maximum size of a patch of grass, in cells.
const MAX_PATCH_CELLS: i32 = 24;

/// Grows patches of grass over `grass_percent` of the floor, and moss beside water, but not on cells with things. Both are
/// walked on like floor.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("grass_percent")? as usize;
    let mut bare = Bits::of(&draft.tiles, |&tile| tile == Tile::Floor);
    for thing in &draft.things {
        bare.remove(thing.pos());
    }
    let cells: Vec<Pos> = bare.iter().collect();
    let wanted = cells.len() * percent / 100;
    let mut green = 0;
    if wanted > 0 {
        green += moss(draft, &cells, &mut bare);
    }
    // The number of tries is bounded, because seeds on green cells grow nothing.
    for _ in 0..wanted {
        let Some(&seed) = draft.stream.pick(&cells) else {
            break;
        };
        if green >= wanted {
            break;
        }
        if bare.contains(seed) {
            let size = draft.stream.range(MAX_PATCH_CELLS / 4, MAX_PATCH_CELLS) as usize;
            green += patch(draft, &mut bare, seed, size);
        }
    }
    Ok(())
}

/// Grows moss on two in three of the bare cells beside water, and returns their number.
fn moss(draft: &mut LevelDraft<'_>, cells: &[Pos], bare: &mut Bits) -> usize {
    let water = Bits::of(&draft.tiles, |&tile| tile == Tile::DeepWater);
    if water.is_empty() {
        return 0;
    }
    let shore = water.dilated();
    let mut green = 0;
    for &pos in cells.iter().filter(|&&pos| shore.contains(pos)) {
        if draft.stream.below(3) < 2 {
            bare.remove(pos);
            draft.tiles[pos] = Tile::Grass;
            green += 1;
        }
    }
    green
}

/// Grows a patch of at most `size` cells from a cell, and returns its number of cells.
fn patch(draft: &mut LevelDraft<'_>, bare: &mut Bits, seed: Pos, size: usize) -> usize {
    bare.remove(seed);
    let mut cells = vec![seed];
    let mut next = 0;
    while let Some(&pos) = cells.get(next) {
        next += 1;
        draft.tiles[pos] = Tile::Grass;
        for beside in pos.cardinals() {
            if cells.len() < size && bare.contains(beside) && draft.stream.percent(70) {
                bare.remove(beside);
                cells.push(beside);
            }
        }
    }
    cells.len()
}
