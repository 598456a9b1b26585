//! Digs what the features of a vault agreed on.

use crate::base::Pos;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::vault::state::{EXIT, START, SuperTiles};
use crate::levelgen::tile::Tile;

/// Digs the cell of every feature, and the two cells between every connected pair.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let tiles = plan.super_tiles("Passages")?;
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
    let start = SuperTiles::centre(tiles.features[START].cell);
    let exit = SuperTiles::centre(tiles.features[EXIT].cell);
    for pos in dug {
        plan.tiles[pos] = Tile::Floor;
    }
    plan.tiles[start] = Tile::Start;
    plan.tiles[exit] = Tile::Exit;
    (plan.start, plan.exit) = (start, exit);
    Ok(())
}
