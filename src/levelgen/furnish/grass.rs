//! What grows where nobody sweeps.

use crate::base::{Bits, Pos};
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::tile::Tile;

/// The largest patch, in cells.
const LARGEST: i32 = 24;

/// Lets patches of grass grow over the floor, and moss beside water. One walks on it as on floor; it
/// leaves alone the cells where something stands.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let percent = plan.setting("grass_percent")? as usize;
    let mut bare = Bits::of(&plan.tiles, |&tile| tile == Tile::Floor);
    for thing in &plan.things {
        bare.remove(thing.pos());
    }
    let cells: Vec<Pos> = bare.iter().collect();
    let wanted = cells.len() * percent / 100;
    let mut green = 0;
    if wanted > 0 {
        green += moss(plan, &cells, &mut bare);
    }
    // Seeds that fall on what is green already grow nothing: so the tries are bounded.
    for _ in 0..wanted {
        let Some(&seed) = plan.stream.pick(&cells) else {
            break;
        };
        if green >= wanted {
            break;
        }
        if bare.contains(seed) {
            let size = plan.stream.range(LARGEST / 4, LARGEST) as usize;
            green += patch(plan, &mut bare, seed, size);
        }
    }
    Ok(())
}

/// Two in three of the bare cells beside water.
fn moss(plan: &mut Plan<'_>, cells: &[Pos], bare: &mut Bits) -> usize {
    let water = Bits::of(&plan.tiles, |&tile| tile == Tile::DeepWater);
    if water.is_empty() {
        return 0;
    }
    let shore = water.dilated();
    let mut green = 0;
    for &pos in cells.iter().filter(|&&pos| shore.contains(pos)) {
        if plan.stream.below(3) < 2 {
            bare.remove(pos);
            plan.tiles[pos] = Tile::Grass;
            green += 1;
        }
    }
    green
}

/// Grows from a cell to about so many; gives how many there are.
fn patch(plan: &mut Plan<'_>, bare: &mut Bits, seed: Pos, size: usize) -> usize {
    bare.remove(seed);
    let mut cells = vec![seed];
    let mut next = 0;
    while let Some(&pos) = cells.get(next) {
        next += 1;
        plan.tiles[pos] = Tile::Grass;
        for beside in pos.cardinals() {
            if cells.len() < size && bare.contains(beside) && plan.stream.percent(70) {
                bare.remove(beside);
                cells.push(beside);
            }
        }
    }
    cells.len()
}
