//! Walls and the rock behind them.

use crate::base::Bits;
use crate::levelgen::draft::Plan;
use crate::levelgen::tile::Tile;

/// Leaves a wall wherever a passable cell is beside it, and makes the rest solid rock.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) {
    let seen = Bits::of(&plan.tiles, |tile| tile.is_passable()).dilated();
    for pos in seen.complement().iter() {
        if plan.tiles[pos] == Tile::Wall {
            plan.tiles[pos] = Tile::Rock;
        }
    }
}
