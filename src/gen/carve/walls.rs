//! Walls and the rock behind them.

use crate::base::Bits;
use crate::r#gen::Tile;
use crate::r#gen::plan::Plan;

/// Leaves a wall wherever a passable cell is beside it, and makes the rest solid rock.
pub(in crate::r#gen) fn line(plan: &mut Plan<'_>) {
    let seen = Bits::of(&plan.tiles, |tile| tile.is_passable()).dilated();
    for pos in plan.tiles.positions() {
        if plan.tiles[pos] == Tile::Wall && !seen.contains(pos) {
            plan.tiles[pos] = Tile::Rock;
        }
    }
}
