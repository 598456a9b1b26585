//! The contract of every kind, checked on the finished draft.

use crate::algo::dfs_tree::DfsTree;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Thing, ThingKind};
use base::{Bits, Pos, flood, local_components};
use content::Tile;

/// Number of floods that cost as much as one depth-first search.
const MAX_FLOODS: usize = 12;

/// Refuses a level with a passable cell in the outer ring, with passable cells that are not
/// connected, without start or exit, or with a thing that blocks a way.
///
/// The passes before it should leave nothing to refuse; this checks every level.
pub(crate) fn contract(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let tiles = &draft.tiles;
    if (tiles[draft.start], tiles[draft.exit]) != (Tile::Start, Tile::Exit) {
        return Err(PassError::Retry("start or exit is missing"));
    }
    let passable = Bits::of(tiles, |tile| tile.is_passable());
    let mut border = passable.clone();
    border.clear_within(tiles.bounds().grown(-1));
    if !border.is_empty() {
        return Err(PassError::Retry("the outer ring is open"));
    }
    if flood(&passable, draft.start).count() != passable.count() {
        return Err(PassError::Retry("the level is in parts"));
    }

    let mut free = passable;
    free.remove(draft.exit);
    for thing in draft.things.iter().filter(|thing| thing.kind != ThingKind::Door) {
        if !free.remove(thing.pos()) || [draft.start, draft.entrance()].contains(&thing.pos()) {
            return Err(PassError::Retry("two things want one cell"));
        }
    }
    if draft.spec.kind.furnishing.pockets.is_some() {
        return check_traps_alone(draft, &mut free);
    }
    if flood(&free, draft.start).count() != free.count() {
        return Err(PassError::Retry("something stands in the way"));
    }
    Ok(())
}

/// Refuses a trap that alone separates cells from the start; two traps may close a pocket together.
/// Adds the cells of all traps to `free`.
fn check_traps_alone(draft: &LevelDraft<'_>, free: &mut Bits) -> Result<(), PassError> {
    let traps = draft.things.iter().filter(|thing| thing.kind == ThingKind::Trap);
    for trap in traps.clone() {
        free.insert(trap.pos());
    }
    if flood(free, draft.start).count() != free.count() {
        return Err(PassError::Retry("something stands in the way"));
    }
    // What hangs together around a cell does so without it.
    let positions = traps.map(Thing::pos);
    let doubtful: Vec<Pos> = positions.filter(|&pos| local_components(free, pos) > 1).collect();
    let separates_alone = if doubtful.len() <= MAX_FLOODS {
        doubtful.into_iter().any(|pos| {
            free.remove(pos);
            let is_cut = flood(free, draft.start).count() != free.count();
            free.insert(pos);
            is_cut
        })
    } else {
        let tree = DfsTree::of(free, draft.start);
        doubtful.into_iter().any(|pos| tree.is_articulation(pos))
    };
    if separates_alone {
        return Err(PassError::Retry("a trap alone stands in the way"));
    }
    Ok(())
}
