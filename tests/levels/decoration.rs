//! Decoration: in its place, no more of it than was asked for, and in nobody's way.

use base::{Dir, Grid, Pos};
use content::Pass;

use crate::contract::{Case, parts_by};

/// For every kind, by the passes of its recipe.
pub(crate) fn check(case: &Case<'_>) {
    let Case { level, context, recipe, .. } = case;
    let has = |pass| recipe.passes.contains(&pass);
    let count =
        |character| level.tiles.cells().iter().filter(|t| t.character() == character).count();
    for room in &level.rooms {
        let floor = room.rect;
        let middle = floor.grown(-1);
        // Columns come with niches, which are walled off from each other; the kind that has them
        // looks closer.
        if has(Pass::Columns) {
            continue;
        }
        for pos in floor.positions().filter(|&pos| !middle.contains(pos)) {
            assert!(
                level.tiles[pos].is_passable(),
                "{context}: {pos:?} by a room's wall is barred"
            );
        }
        let filled = middle.positions().filter(|&pos| !level.tiles[pos].is_passable()).count();
        assert!(filled * 2 <= floor.area() as usize, "{context}: {floor:?} is stuffed");
        let is_decorated = (has(Pass::Pillars) && case.setting("pillar_percent") > 0)
            || has(Pass::DigCloister)
            || (has(Pass::Pools) && case.setting("pool_percent") > 0);
        assert!(filled == 0 || is_decorated, "{context}: something stands in {floor:?}");
    }
    if has(Pass::Ponds) && !has(Pass::Pools) {
        let max = if case.setting("pond_percent") > 0 { case.setting("most_pond") } else { 0 };
        assert!(largest_water(case) <= max as usize, "{context}: too large a pond");
    }
    if has(Pass::Grass) {
        let (green, bare) = (count('"'), count('.'));
        let percent = case.setting("grass_percent") as usize;
        let shore = if percent > 0 { 8 * count('~') } else { 0 };
        let max = (green + bare) * percent / 100 + shore.max(24);
        assert!(green <= if percent > 0 { max } else { 0 }, "{context}: {green} of {bare}");
        for thing in &level.things {
            let character = level.tiles[thing.pos()].character();
            assert!(character != '"', "{context}: {thing:?} stands in the grass");
        }
    }
}

/// The most cells of water that hang together, corners counted.
fn largest_water(case: &Case<'_>) -> usize {
    let water: Grid<bool> = case.level.tiles.map(|tile| tile.character() == '~');
    let ponds = parts_by(&water, |pos| Dir::ALL.map(|dir| pos + dir));
    let is_border = |pos: &Pos| water.is_border(*pos);
    assert!(!ponds.iter().flatten().any(is_border), "{}: water at the border", case.context);
    ponds.iter().map(Vec::len).max().unwrap_or(0)
}
