//! The contract of every kind, checked on the finished plan.

use crate::base::{Bits, flood};
use crate::levelgen::algo::dfs_tree::DfsTree;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::level::{Thing, ThingKind};
use crate::levelgen::tile::Tile;

/// Refuses a level whose outer ring is open, whose passable cells do not hang together, whose ends
/// are not where they should be, or where something stands in the way.
///
/// The passes before it leave nothing to refuse; this is the proof, made anew for every level.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let tiles = &plan.tiles;
    if (tiles[plan.start], tiles[plan.exit]) != (Tile::Start, Tile::Exit) {
        return Err(PassError::Retry("start or exit is missing"));
    }
    let passable = Bits::of(tiles, |tile| tile.is_passable());
    if passable.iter().any(|pos| tiles.is_border(pos)) {
        return Err(PassError::Retry("the outer ring is open"));
    }
    if flood(&passable, plan.start).count() != passable.count() {
        return Err(PassError::Retry("the level is in parts"));
    }

    let mut free = passable;
    free.remove(plan.exit);
    for thing in plan.things.iter().filter(|thing| thing.kind != ThingKind::Door) {
        if !free.remove(thing.pos()) || thing.pos() == plan.start {
            return Err(PassError::Retry("two things want one cell"));
        }
    }
    if plan.order.kind.furnishing.pockets.is_some() {
        return check_traps_alone(plan, &mut free);
    }
    if flood(&free, plan.start).count() != free.count() {
        return Err(PassError::Retry("something stands in the way"));
    }
    Ok(())
}

/// Traps may shut a pocket in pairs, but none may separate anything from the start alone. Leaves all traps out of
/// what stands.
fn check_traps_alone(plan: &Plan<'_>, free: &mut Bits) -> Result<(), PassError> {
    let traps = plan.things.iter().filter(|thing| thing.kind == ThingKind::Trap);
    for trap in traps.clone() {
        free.insert(trap.pos());
    }
    let tree = DfsTree::of(free, plan.start);
    if tree.len() != free.count() {
        return Err(PassError::Retry("something stands in the way"));
    }
    if traps.map(Thing::pos).any(|pos| tree.is_articulation(pos)) {
        return Err(PassError::Retry("a trap alone stands in the way"));
    }
    Ok(())
}
