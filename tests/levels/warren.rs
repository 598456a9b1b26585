//! A warren: what the walkers dug is there, all of it and nothing else.

use base::{Grid, Pos};
use levels::WarrenDetail;

use crate::contract::{Case, is_whole};

pub(crate) fn check(case: &Case<'_>, warren: &WarrenDetail) {
    let Case { level, context, .. } = case;
    assert!(level.start.manhattan(level.exit) >= case.setting("min_distance"), "{context}");
    let (walkers, rounds) = (case.setting("walkers"), case.setting("rounds"));
    let max = case.setting("most_walkers");
    assert_eq!((warren.walkers, warren.rounds, warren.most_walkers), (walkers, rounds, max));
    assert_eq!(warren.birth_percent, case.setting("birth_percent"), "{context}");

    // Nobody digs more than a cell a step, and the walk hangs together by itself.
    let steps = i64::from(walkers.max(max)) * i64::from(rounds);
    assert!((2..=1 + steps).contains(&(warren.walked as i64)), "{context}: {warren:?}");
    let passable = level.tiles.map(|tile| tile.is_passable());
    let open = passable.cells().iter().filter(|&&open| open).count();
    assert_eq!(open, warren.walked - warren.closed_border - warren.dropped, "{context}");
    assert_eq!((warren.closed_border, warren.dropped), (0, 0), "{context}: walkers turn back");

    check_stages(case, &passable);
}

/// Stage by stage more is dug, nothing is filled, and all of it hangs together with the centre.
fn check_stages(case: &Case<'_>, passable: &Grid<bool>) {
    let Case { level, context, .. } = case;
    let centre = passable.bounds().centre();
    assert!(passable[centre], "{context}: nobody was at {centre:?}");
    let mut before = passable.map(|_| false);
    let mut stages = 0;
    for stage in level.stages().iter().filter(|stage| stage.pass.starts_with("walkers, round")) {
        let cells = stage.rows.iter().flat_map(|row| row.chars()).map(|cell| cell == '.').collect();
        let dug = Grid::from_cells(passable.width(), cells).expect("rows fill the level");
        assert!(dug[centre] && is_whole(&dug), "{context}: {} is in parts", stage.pass);
        let grows = |pos: Pos| dug[pos] || !before[pos];
        assert!(dug.positions().all(grows), "{context}: {} fills something", stage.pass);
        assert!(dug.positions().all(|pos| passable[pos] || !dug[pos]), "{context}");
        before = dug;
        stages += 1;
    }
    assert!(case.request.trace == (stages >= 16), "{context}: {stages} stages");
}
