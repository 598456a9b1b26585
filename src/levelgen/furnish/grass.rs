//! Grass and moss.

use crate::base::{Bits, Pos};
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;
use crate::levelgen::tile::Tile;

/// The size of the largest patch of grass, in cells.
const MAX_PATCH_CELLS: i32 = 24;

/// Lets patches of grass grow over the floor, and moss beside water. One walks on it as on floor; it
/// leaves alone the cells where something stands.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
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
    // Seeds that fall on what is green already grow nothing: so the tries are bounded.
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

/// Two in three of the bare cells beside water.
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

/// Grows from a cell to about so many; gives how many there are.
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
