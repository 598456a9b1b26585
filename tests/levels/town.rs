//! A town: modules whose sockets fit, streets in one piece, houses with their doors on them.

use std::collections::BTreeSet;

use base::{Grid, Pos, Rect, Seed};
use content::{Catalog, Depth, Sources};
use levels::{GenError, Request, ThingKind, TownDetail, generate};

use crate::contract::{Case, beside, check as check_level, is_whole, steps};
use crate::support::content::catalog;

/// The sockets that a street crosses.
fn is_way(socket: &str) -> bool {
    ["avenue", "lane", "rim", "core"].contains(&socket.split(':').next().expect("a first part"))
}

pub(crate) fn check(case: &Case<'_>, town: &TownDetail) {
    check_modules(case, town);
    check_gates(case, town);
    check_houses(case, town);
    let Case { level, context, .. } = case;
    // Streets hang together by themselves, from gate to gate.
    let street = level.tiles.map(|tile| "=<>".contains(tile.character()));
    assert!(is_whole(&street), "{context}: the streets are in parts");
    let far = case.setting("min_distance") >= 35;
    if far && case.size.0 >= 70 && case.size.1 >= 35 {
        let on_square = |pos: Pos| level.tiles[pos].character() == '.';
        let mut wells = level.things_of(ThingKind::Well);
        let has_square = case.setting("square") > 0;
        let is_on_one = wells.any(|well| on_square(well.pos()));
        assert!(is_on_one || !has_square, "{context}: no well on a square");
        assert!(town.houses.len() >= 8, "{context}: {} houses", town.houses.len());
    }
}

fn check_modules(case: &Case<'_>, town: &TownDetail) {
    let context = &case.context;
    let side = town.module_size as i32;
    let (cols, rows) = ((case.size.0 - 2) / side, (case.size.1 - 2) / side);
    assert_eq!(town.modules.len() as i32, rows, "{context}");
    assert!(town.modules.iter().all(|row| row.len() as i32 == cols), "{context}");
    let used: BTreeSet<&String> = town.modules.iter().flatten().collect();
    assert_eq!(used, town.sockets.keys().collect(), "{context}");

    let sockets = |col: usize, row: usize| &town.sockets[&town.modules[row][col]];
    let (cols, rows) = (cols as usize, rows as usize);
    let mut gates = 0;
    for row in 0..rows {
        for col in 0..cols {
            let [north, east, south, west] = sockets(col, row);
            if col + 1 < cols {
                assert_eq!(east, &sockets(col + 1, row)[3], "{context}: east of {col}, {row}");
            }
            if row + 1 < rows {
                assert_eq!(south, &sockets(col, row + 1)[0], "{context}: south of {col}, {row}");
            }
            let outward = [
                (row == 0, north),
                (col + 1 == cols, east),
                (row + 1 == rows, south),
                (col == 0, west),
            ];
            for (at_border, socket) in outward {
                let leads_out = socket == "gate";
                assert!(at_border || !leads_out, "{context}: a gate inside");
                assert!(!at_border || leads_out || socket == "closed", "{context}: {socket}");
                gates += usize::from(leads_out);
            }
        }
    }
    assert_eq!(gates, 2, "{context}");

    // The modules with streets are one component by the sockets that streets cross.
    let place = |col: usize, row: usize| row * cols + col;
    let has_street = |col, row| sockets(col, row).iter().any(|socket| is_way(socket));
    let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
    let streets: Vec<(usize, usize)> = places.filter(|&(c, r)| has_street(c, r)).collect();
    let ways = streets.iter().flat_map(|&(col, row)| {
        let [_, east, south, _] = sockets(col, row);
        let ways = [(is_way(east), (col + 1, row)), (is_way(south), (col, row + 1))];
        ways.into_iter().filter(|way| way.0).map(move |way| (place(col, row), way.1))
    });
    let ways: Vec<_> = ways.map(|(from, (col, row))| (from, place(col, row))).collect();
    let from_first = steps(&beside(cols * rows, &ways), place(streets[0].0, streets[0].1));
    let is_joined = |&(col, row): &(usize, usize)| from_first[place(col, row)] < u32::MAX;
    assert!(streets.iter().all(is_joined), "{context}: modules of streets apart");
}

/// Gates on two sides of the town, far apart.
fn check_gates(case: &Case<'_>, town: &TownDetail) {
    let Case { level, context, .. } = case;
    let min = case.setting("min_distance");
    assert!(level.start.manhattan(level.exit) >= min, "{context}");
    let size = town.module_size as i32;
    let (cols, rows) = (town.modules[0].len() as i32, town.modules.len() as i32);
    let origin = Pos::new((case.size.0 - cols * size) / 2, (case.size.1 - rows * size) / 2);
    let grid = Rect::new(origin.x, origin.y, cols * size, rows * size);
    let sides_of = |pos: Pos| {
        [pos.y == grid.y, pos.x == grid.right() - 1, pos.y == grid.bottom() - 1, pos.x == grid.x]
    };
    let (of_start, of_exit) = (sides_of(level.start), sides_of(level.exit));
    assert!(of_start.contains(&true) && of_exit.contains(&true), "{context}: gates within");
    assert!(of_start != of_exit, "{context}: both gates on one side");
}

fn check_houses(case: &Case<'_>, town: &TownDetail) {
    let Case { level, context, .. } = case;
    let mut taken: Grid<bool> = level.tiles.map(|_| false);
    for house in &town.houses {
        let walls = Rect::new(house.x, house.y, house.w, house.h);
        assert!(house.w >= 3 && house.h >= 3, "{context}: {house:?} is a hut");
        for pos in walls.positions() {
            assert!(!taken[pos], "{context}: {house:?} stands in another");
            taken[pos] = true;
            let expected = if pos == house.door { '+' } else { '#' };
            assert_eq!(level.tiles[pos].character(), expected, "{context}: {house:?} at {pos:?}");
        }
        let before = house.door + house.side;
        assert!(walls.contains(house.door) && !walls.contains(before), "{context}: {house:?}");
        assert_eq!(level.tiles[before].character(), '=', "{context}: {house:?} is on no street");
        let thing = level.thing_at(house.door).expect("something at the door");
        assert_eq!(thing.kind, ThingKind::House, "{context}: {house:?}");
    }
    let doors = level.tiles.cells().iter().filter(|tile| tile.character() == '+').count();
    assert_eq!(doors, town.houses.len(), "{context}");
    assert_eq!(level.things_of(ThingKind::House).count(), town.houses.len(), "{context}");
}

#[test]
fn houses_look_to_every_side() {
    let mut sides = BTreeSet::new();
    for seed in 0..20 {
        let level =
            generate(&Request::new("town", Seed(seed), Depth(1)), catalog()).expect("a town");
        let town = level.detail.town.expect("checked");
        sides.extend(town.houses.iter().map(|house| house.side as usize));
    }
    assert_eq!(sides.len(), 4);
}

/// Without dead ends and bends lanes have to meet again: choices come to nothing and are taken
/// back, and what comes of it is a town or a refusal in bounded time.
#[test]
fn contradictions_are_taken_back() {
    let mut sources = Sources::default();
    let text = sources.text("modules.ron");
    let start = text.find("(name: \"dead-end\"").expect("there are dead ends");
    let end = start + text[start..].find("]),").expect("the entry ends") + 3;
    let text = format!("{}{}", &text[..start], &text[end..]);
    let text = text.replace(
        "name: \"bend\", class: Street, weight: 60",
        "name: \"bend\", class: Street, weight: 1",
    );
    assert!(sources.replace("modules.ron", text));
    let catalog = Catalog::from_sources(&sources).expect("still valid");
    let (mut made, mut taken_back) = (0, 0);
    for seed in 0..60 {
        let mut request = Request::new("town", Seed(seed), Depth(1));
        request.trace = true;
        match generate(&request, &catalog) {
            Ok(level) => {
                made += 1;
                check_level(&level, &request);
                taken_back += level.detail.town.expect("checked").restarts;
            }
            Err(GenError::OutOfAttempts { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(made >= 30, "{made} made");
    assert!(taken_back > 0, "nothing was ever taken back");
}
