//! A keep: rooms in the leaves of a partition, joined at every split, manned and stacked with
//! crates.

use std::collections::{BTreeMap, BTreeSet};

use base::{Pos, Seed};
use content::Depth;
use levels::{KeepDetail, Level, LinkKind, Request, Room, RoomRole, ThingKind};

use crate::contract::{Case, beside, check_loops, level, steps};

pub(crate) fn check(case: &Case<'_>, keep: &KeepDetail) {
    assert_eq!(case.level.rooms.len(), 1 << case.setting("halvings"), "{}", case.context);
    check_joins(case, keep);
    check_loops(case, case.level.rooms.len() >= 8);
    let dead_ends = (0..case.level.rooms.len()).filter(|&room| doorways(case.level, room) == 1);
    assert!(dead_ends.count() > 0, "{}: no dead end", case.context);
    check_hallways(case);
    check_roles(case);
    check_crates(case);
    check_garrison(case);
}

/// Joins are made from the leaves up: each merges two sets that earlier ones made, whose leaves
/// fill two rectangles side by side.
fn check_joins(case: &Case<'_>, keep: &KeepDetail) {
    let Case { level, context, .. } = case;
    let leaves = &level.detail.partition.as_ref().expect("a keep has leaves").leaves;
    assert_eq!(keep.joins.len(), leaves.len() - 1, "{context}");
    let mut sets: BTreeSet<Vec<usize>> = (0..leaves.len()).map(|room| vec![room]).collect();
    let mut links = BTreeSet::new();
    for join in &keep.joins {
        assert!(sets.remove(&join.left) && sets.remove(&join.right), "{context}: {join:?}");
        let both: Vec<usize> = join.left.iter().chain(&join.right).copied().collect();
        let area = |rooms: &[usize]| {
            let corner = rooms.iter().map(|&room| leaves[room]).fold(
                (i32::MAX, i32::MAX, 0, 0),
                |(west, north, east, south), [x, y, w, h]| {
                    (west.min(x), north.min(y), east.max(x + w), south.max(y + h))
                },
            );
            let cells: i32 = rooms.iter().map(|&room| leaves[room][2] * leaves[room][3]).sum();
            (corner, (corner.2 - corner.0) * (corner.3 - corner.1) == cells)
        };
        assert!(area(&both).1, "{context}: {join:?} is no rectangle");
        let ((west, north, ..), (east, south, ..)) = (area(&join.left).0, area(&join.right).0);
        assert!(west < east && north == south || west == east && north < south, "{context}");
        let link = &level.links[join.link];
        assert_eq!(link.kind, LinkKind::Tree, "{context}");
        let ends = (join.left.contains(&link.a), join.right.contains(&link.b));
        assert_eq!(ends, (true, true), "{context}: {join:?} has the wrong hallway");
        assert!(links.insert(join.link), "{context}: a hallway joins twice");
        sets.insert(both);
    }
    assert_eq!(sets.len(), 1, "{context}");
}

/// Straight where the rooms face each other, one turn where not; no two touch even at a corner;
/// what else is dug lies behind the wall of some room.
fn check_hallways(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    let mut dug = level.tiles.map(|_| None);
    for room in &level.rooms {
        for pos in room.rect.positions() {
            assert!(level.tiles[pos].is_passable(), "{context}: {room:?} is no floor rectangle");
            dug[pos] = Some(usize::MAX);
        }
    }
    for (number, link) in level.links.iter().enumerate() {
        assert_eq!(link.gate, None, "{context}");
        let (a, b) = (level.rooms[link.a].rect, level.rooms[link.b].rect);
        let faces = a.x < b.right() && b.x < a.right() || a.y < b.bottom() && b.y < a.bottom();
        let is_turn = |three: &&[Pos]| three[0].x != three[2].x && three[0].y != three[2].y;
        let turns = link.cells.windows(3).filter(is_turn).count();
        assert_eq!(turns, usize::from(!faces), "{context}: link {number}");
        let ends = [link.cells[0], link.cells[link.cells.len() - 1]];
        assert!(link.doors.iter().all(|door| ends.contains(door)), "{context}: link {number}");
        for &pos in &link.cells {
            let is_door = level.tiles[pos].character() == '+';
            assert_eq!(is_door, link.doors.contains(&pos), "{context}: link {number}");
            dug[pos] = Some(number);
        }
        let inner = &link.cells[1..link.cells.len() - 1];
        let rings =
            |pos: Pos| level.rooms.iter().filter(|room| room.rect.grown(1).contains(pos)).count();
        if level.rooms.len() < 40 {
            assert!(inner.iter().all(|&pos| rings(pos) == 0), "{context}: link {number}");
        }
    }
    for (number, link) in level.links.iter().enumerate() {
        for pos in link.cells.iter().flat_map(|pos| pos.neighbours()) {
            let other = dug[pos].filter(|&other| other != usize::MAX);
            assert!(other.is_none_or(|other| other == number), "{context}: {number} at {pos:?}");
        }
    }
    let mut near = level.tiles.map(|_| false);
    for pos in level.rooms.iter().flat_map(|room| room.rect.grown(2).positions()) {
        near[pos] = true;
    }
    for (pos, tile) in level.tiles.iter().filter(|(_, tile)| tile.is_passable()) {
        assert!(dug[pos].is_some() || near[pos], "{context}: {tile:?} in the rock at {pos:?}");
        let hall = dug[pos].filter(|&number| number != usize::MAX);
        if let (None, Some(number)) = (
            dug[pos],
            pos.cardinals().find_map(|beside| dug[beside].filter(|&number| number != usize::MAX)),
        ) {
            panic!("{context}: a gallery opens into hallway {number} at {pos:?} ({hall:?})");
        }
    }
}

fn check_roles(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    let only = |role: RoomRole| {
        let mut rooms = level.rooms.iter().filter(|room| room.role == role);
        let first = rooms.next().unwrap_or_else(|| panic!("{context}: no {role:?}"));
        assert!(rooms.next().is_none(), "{context}: two of {role:?}");
        first
    };
    let (start, exit, shop) = (only(RoomRole::Start), only(RoomRole::Exit), only(RoomRole::Shop));
    assert!(start.rect.contains(level.start) && exit.rect.contains(level.exit), "{context}");
    let closet = level.things_of(ThingKind::Closet).next().expect("checked with the services");
    assert_eq!(closet.room, Some(start.id), "{context}");

    let edges: Vec<(usize, usize)> = level.links.iter().map(|link| (link.a, link.b)).collect();
    let graph = beside(level.rooms.len(), &edges);
    let (from_start, from_exit) = (steps(&graph, start.id), steps(&graph, exit.id));
    // The longest way is that from the room farthest from the first.
    let from_first = steps(&graph, 0);
    let farthest =
        (0..level.rooms.len()).rev().max_by_key(|&room| from_first[room]).expect("rooms");
    let longest = steps(&graph, farthest).into_iter().max().expect("rooms");
    let max = longest.min(level.rooms.len() as u32 - 2);
    let percent = case.setting("min_distance") as u32;
    assert!(from_start[exit.id] * 100 >= max * percent, "{context}: start and exit are near");
    let by_shop = from_start[shop.id] + from_exit[shop.id];
    assert!(by_shop > from_start[exit.id], "{context}: the shop is on the way");
}

fn doorways(level: &Level, room: usize) -> usize {
    level.links.iter().filter(|link| link.a == room || link.b == room).count()
}

/// Along the walls of a room, off every doorway.
fn check_crates(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    for thing in level.things_of(ThingKind::Crate) {
        let pos = thing.pos();
        let room = &level.rooms[thing.room.unwrap_or_else(|| panic!("{context}: {thing:?}"))];
        assert!(!room.rect.grown(-1).contains(pos), "{context}: {thing:?} is not by the wall");
    }
    let crates: BTreeSet<Pos> = level.things_of(ThingKind::Crate).map(levels::Thing::pos).collect();
    for link in &level.links {
        for end in [link.cells[0], link.cells[link.cells.len() - 1]] {
            let blocked = end.cardinals().any(|beside| crates.contains(&beside));
            assert!(!blocked, "{context}: a crate before the doorway at {end:?}");
        }
    }
}

/// Never more heads than the rule and the room allow, and nobody in the start or the shop.
fn check_garrison(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    let heads = heads(level);
    let max = (13 * u32::from(level.depth.0)).div_ceil(4);
    for (&room, &heads) in &heads {
        let room = &level.rooms[room];
        assert!(
            !matches!(room.role, RoomRole::Start | RoomRole::Shop),
            "{context}: {room:?} is manned"
        );
        assert!(heads <= max.min(space(room)), "{context}: {room:?} is crowded");
    }
}

/// How many live in each room.
fn heads(level: &Level) -> BTreeMap<usize, u32> {
    let mut heads = BTreeMap::new();
    for thing in level.things_of(ThingKind::Actor) {
        *heads.entry(thing.room.expect("nobody lives in a hallway")).or_default() += 1;
    }
    heads
}

/// The heads that a room has space for: one for five cells, and always one.
fn space(room: &Room) -> u32 {
    (room.rect.area() / 5).max(1) as u32
}

fn levels(depth: Depth, count: u64) -> Vec<Level> {
    (0..count).map(|seed| level(&Request::new("keep", Seed(seed), depth))).collect()
}

#[test]
fn rooms_are_manned_by_depth_and_three_in_ten_are_mages() {
    for depth in [1, 2, 4, 7, 10] {
        let (mut rooms, mut short, mut mages, mut all) = (0, 0, 0, 0);
        let mut seen = BTreeSet::new();
        for level in levels(Depth(depth), 60) {
            let heads = heads(&level);
            for room in &level.rooms {
                if !matches!(room.role, RoomRole::Start | RoomRole::Shop) {
                    let here = heads.get(&room.id).copied().unwrap_or(0);
                    rooms += 1;
                    short += u32::from(here < u32::from(depth).min(space(room)));
                    seen.insert(here);
                }
            }
            mages += level.things_of(ThingKind::Actor).filter(|it| it.name == "house mage").count();
            all += level.things_of(ThingKind::Actor).count();
        }
        assert!(short * 50 <= rooms, "depth {depth}: {short} of {rooms} rooms have too few");
        assert!((27..=33).contains(&(mages * 100 / all)), "depth {depth}: {mages} of {all}");
        let max = (13 * u32::from(depth)).div_ceil(4);
        assert!(depth > 2 || seen.contains(&max), "depth {depth}: never {max} in a room");
    }
}

#[test]
fn crates_are_denser_towards_the_corners() {
    let (mut crates, mut cells) = ([0; 3], [0; 3]);
    for level in levels(Depth(1), 60) {
        let stands: BTreeSet<Pos> =
            level.things_of(ThingKind::Crate).map(levels::Thing::pos).collect();
        for room in level.rooms.iter().filter(|room| room.role == RoomRole::Room) {
            let rect = room.rect;
            for pos in rect.positions().filter(|&pos| !rect.grown(-1).contains(pos)) {
                let across = (pos.x - rect.x).min(rect.right() - 1 - pos.x);
                let down = (pos.y - rect.y).min(rect.bottom() - 1 - pos.y);
                let off = (across.max(down) as usize).div_ceil(2).min(2);
                cells[off] += 1;
                crates[off] += u32::from(stands.contains(&pos));
            }
        }
    }
    let share: Vec<u32> =
        crates.iter().zip(cells).map(|(&crates, cells): (_, u32)| crates * 1000 / cells).collect();
    assert!(share.windows(2).all(|pair| pair[0] > pair[1] * 3 / 2), "per mille: {share:?}");
}

#[test]
fn chests_get_better_with_depth() {
    let tiers = |depth| -> Vec<u8> {
        let levels = levels(depth, 40);
        levels
            .iter()
            .flat_map(|level| level.things_of(ThingKind::Chest))
            .map(|it| it.tier)
            .collect()
    };
    let mean = |depth| {
        let tiers = tiers(depth);
        tiers.iter().map(|&tier| usize::from(tier)).sum::<usize>() * 100 / tiers.len()
    };
    let means = [1, 4, 7, 10].map(|depth| mean(Depth(depth)));
    assert!(means.windows(2).all(|pair| pair[1] > pair[0] + 50), "{means:?}");
}
