//! A cavern: the automaton run again, its regions filled and joined.

use std::collections::BTreeSet;

use base::{Grid, Pos, Rect};
use levels::{CavernDetail, Room, Rule};

use crate::contract::{Case, parts};

pub(crate) fn check(case: &Case<'_>, cavern: &CavernDetail) {
    let Case { level, context, .. } = case;
    let min = case.setting("min_distance");
    assert!(level.start.manhattan(level.exit) >= min, "{context}");
    let trace = level.detail.trace.as_ref().and_then(|trace| trace.cave.as_ref());
    let [fill_percent, open, smooth, least_region, open_cap] =
        ["fill_percent", "open_passes", "smooth_passes", "least_region", "open_cap"]
            .map(|name| case.setting(name));
    assert_eq!(cavern.fill_percent, fill_percent, "{context}");
    let rules: Vec<Rule> = std::iter::repeat_n(Rule::Open, open as usize)
        .chain(std::iter::repeat_n(Rule::Smooth, smooth as usize))
        .collect();
    assert_eq!(cavern.passes, rules, "{context}");
    let passable = level.tiles.map(|tile| tile.is_passable());
    // Rooms in a cave may be as wide as they like.
    let walled = |room: &Room| room.rect.grown(1);
    let mut wild = passable.clone();
    for pos in level.rooms.iter().flat_map(|room| walled(room).positions()) {
        wild[pos] = false;
    }
    assert!(widest_square(&wild) <= open_cap, "{context}: too wide an open space");
    let Some(trace) = trace else {
        return;
    };

    // The automaton, run again from the noise, a cell at a time.
    let read = |rows: &[String]| {
        let cells = rows.iter().flat_map(|row| row.chars()).map(|cell| cell == '#').collect();
        Grid::from_cells(level.tiles.width(), cells).expect("rows fill the level")
    };
    let mut wall = read(&trace.noise);
    assert_eq!(trace.generations.len(), rules.len(), "{context}");
    for (rule, rows) in rules.iter().zip(&trace.generations) {
        let walls = |pos: Pos, reach: i32| {
            let around = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
            around.filter(|&(dx, dy)| *wall.get(pos + Pos::new(dx, dy)).unwrap_or(&true)).count()
        };
        let mut next = wall.clone();
        for pos in wall.positions() {
            let opens = *rule == Rule::Open && walls(pos, 2) <= 2;
            next[pos] = walls(pos, 1) >= 5 || opens;
        }
        assert_eq!(next, read(rows), "{context}: {rule:?} gives something else");
        wall = next;
    }

    // Rooms stand in it within their walls, as far as those are not broken or dug through.
    let mut floor = wall.map(|&wall| !wall);
    let tunnelled: BTreeSet<Pos> = trace.tunnels.iter().flatten().copied().collect();
    let rooms = level.rooms.iter().map(|room| room.rect);
    for room in rooms.clone() {
        for pos in room.grown(1).positions() {
            floor[pos] = room.contains(pos) || (passable[pos] && !tunnelled.contains(&pos));
        }
    }

    // Small regions filled, the rest joined by tunnels inside the border.
    let (mut filled, mut kept) = (0, 0);
    for region in parts(&floor) {
        if (region.len() as i32) < least_region {
            filled += 1;
            for pos in region {
                floor[pos] = false;
            }
        } else {
            kept += 1;
        }
    }
    assert_eq!((cavern.regions_filled, cavern.regions_joined), (filled, kept - 1), "{context}");
    assert!(trace.tunnels.len() < kept, "{context}");
    for tunnel in &trace.tunnels {
        assert!(tunnel.windows(2).all(|pair| pair[0].manhattan(pair[1]) == 1), "{context}");
        for &pos in tunnel {
            assert!(!floor.is_border(pos) && !floor[pos], "{context}: {pos:?}");
        }
        for &pos in tunnel {
            floor[pos] = true;
        }
    }
    // What stands in rooms is decoration.
    for pos in rooms.flat_map(Rect::positions) {
        floor[pos] = passable[pos];
    }
    assert_eq!(passable, floor, "{context}: the level is not what the automaton made");
}

/// The side of the largest square of open cells.
fn widest_square(open: &Grid<bool>) -> i32 {
    let mut side = open.map(|_| 0);
    for pos in open.positions() {
        let before = |dx, dy| side.get(pos - Pos::new(dx, dy)).copied().unwrap_or(0);
        if open[pos] {
            side[pos] = 1 + before(1, 0).min(before(0, 1)).min(before(1, 1));
        }
    }
    side.cells().iter().copied().max().unwrap_or(0)
}
