//! A crypt: its graph made again by other means, its locks played in every order.

use std::collections::BTreeSet;

use base::{Pos, Rect};
use content::Depth;
use levels::{CryptDetail, LinkGate, LinkKind, PartitionDetail, RoomRole, ThingKind, Tile};

use crate::contract::{Case, beside, check_hallways, parts, steps};
use crate::geometry::{check_lightest_tree, check_triangulation};
use crate::locks::{Play, regions};

pub(crate) fn check(case: &Case<'_>, crypt: &CryptDetail) {
    let partition = case.level.detail.partition.as_ref().expect("its rooms stand in leaves");
    check_rooms(case, crypt, partition);
    check_triangulation(&crypt.centres, &crypt.delaunay, &case.context);
    check_tree(case, crypt);
    check_loops(case, crypt);
    check_hallways(case);
    check_doors(case);
    check_gates(case, crypt);
    check_openers(case, crypt);
    check_every_order(case, crypt);
    check_regions_stay_whole(case);
}

fn check_rooms(case: &Case<'_>, crypt: &CryptDetail, partition: &PartitionDetail) {
    let Case { level, context, .. } = case;
    assert_eq!(partition.leaves.len(), level.rooms.len(), "{context}");
    assert_eq!(crypt.centres.len(), level.rooms.len(), "{context}");
    let (min, most_leaf) = (case.setting("least_room"), case.setting("most_leaf"));
    // A side that is too long by little may have no place where both halves hold a room.
    let longest = most_leaf.max(2 * (min + 2 * case.recipe.room_padding) - 1);
    for (room, &[x, y, w, h]) in level.rooms.iter().zip(&partition.leaves) {
        let (rect, leaf) = (room.rect, Rect::new(x, y, w, h));
        assert!(leaf.w <= longest && leaf.h <= longest, "{context}: {leaf:?} is not split");
        let inside = leaf.grown(-case.recipe.room_padding);
        assert!(rect.positions().all(|pos| inside.contains(pos)), "{context}: room {}", room.id);
        assert!(rect.w >= min && rect.h >= min, "{context}: room {}", room.id);
        assert_eq!(crypt.centres[room.id], rect.centre(), "{context}");
        assert!(level.tiles[rect.centre()].is_passable(), "{context}: room {}", room.id);
        let stones = rect.positions().filter(|&pos| !level.tiles[pos].is_passable()).count() as i32;
        assert!(stones * 3 <= rect.area(), "{context}: room {} is stuffed", room.id);
        let is_plain = room.role == RoomRole::Start
            || room.role == RoomRole::Room && case.setting("adorned_percent") == 0;
        assert!(stones == 0 || !is_plain, "{context}: room {}", room.id);
        let role = match room.id {
            id if id == crypt.start_room => RoomRole::Start,
            id if id == crypt.boss_room => RoomRole::Boss,
            _ => RoomRole::Room,
        };
        assert_eq!(room.role, role, "{context}");
    }
    assert!(level.rooms[crypt.start_room].rect.contains(level.start), "{context}");
    assert!(level.rooms[crypt.boss_room].rect.contains(level.exit), "{context}");
}

/// The tree is the lightest there is, and its longest way is the critical path.
fn check_tree(case: &Case<'_>, crypt: &CryptDetail) {
    let context = &case.context;
    let rooms = crypt.centres.len();
    check_lightest_tree(&crypt.centres, &crypt.delaunay, &crypt.mst, context);
    let tree = beside(rooms, &crypt.mst);

    let path = &crypt.critical_path;
    assert_eq!(path.first(), Some(&crypt.start_room), "{context}");
    assert_eq!(path.last(), Some(&crypt.boss_room), "{context}");
    assert!(path.windows(2).all(|pair| tree[pair[0]].contains(&pair[1])), "{context}");
    assert_eq!(path.iter().collect::<BTreeSet<_>>().len(), path.len(), "{context}: goes back");
    let longest = (0..rooms).map(|room| steps(&tree, room).into_iter().max().unwrap_or(0)).max();
    assert_eq!(Some(crypt.diameter as u32), longest, "{context}");
    assert_eq!(crypt.diameter, path.len() - 1, "{context}");
}

fn check_loops(case: &Case<'_>, crypt: &CryptDetail) {
    let Case { level, context, .. } = case;
    let joined: Vec<(usize, usize)> = crypt.mst.iter().chain(&crypt.loops).copied().collect();
    let graph = beside(crypt.centres.len(), &joined);
    for &(a, b) in &crypt.loops {
        assert!(crypt.delaunay.contains(&(a, b)), "{context}: {a} {b} is no edge");
        assert!(!crypt.mst.contains(&(a, b)), "{context}: {a} {b} is in the tree");
        for end in [crypt.start_room, crypt.boss_room] {
            assert!(a != end && b != end, "{context}: a loop touches room {end}");
        }
        let third = graph[a].iter().find(|room| graph[b].contains(room));
        assert_eq!(third, None, "{context}: {a} {b} closes a triangle");
    }
    let of_kind = |kind| {
        let links = level.links.iter().filter(move |link| link.kind == kind);
        links.map(|link| (link.a, link.b)).collect::<Vec<_>>()
    };
    assert_eq!(of_kind(LinkKind::Tree), crypt.mst, "{context}");
    assert_eq!(of_kind(LinkKind::Loop), crypt.loops, "{context}");
}

/// What hangs in a link is one of its doors.
fn check_doors(case: &Case<'_>) {
    for link in &case.level.links {
        let hung = |pos: &&Pos| matches!(case.level.tiles[**pos].character(), '+' | 'L' | 'B');
        let doors: BTreeSet<Pos> = link.cells.iter().filter(hung).copied().collect();
        assert_eq!(doors, link.doors.iter().copied().collect(), "{}: {link:?}", case.context);
    }
}

/// Where gates stand: never more than there may be, at the start's end of their link, none that can
/// be walked round.
fn check_gates(case: &Case<'_>, crypt: &CryptDetail) {
    let Case { level, context, request, .. } = case;
    let gates = level.links.iter().filter(|link| link.gate.is_some()).count();
    assert_eq!(crypt.most_gates as i32, case.setting("most_gates"), "{context}");
    assert!((2..=crypt.most_gates).contains(&gates), "{context}: {gates} gates");
    assert_eq!(level.tiles.iter().filter(|(_, tile)| tile.is_gate()).count(), gates, "{context}");

    let graph: Vec<(usize, usize)> = level.links.iter().map(|link| (link.a, link.b)).collect();
    let from_start = steps(&beside(level.rooms.len(), &graph), crypt.start_room);
    for (number, link) in level.links.iter().enumerate() {
        let ends =
            [(from_start[link.a], link.cells.first()), (from_start[link.b], link.cells.last())];
        let nearest = ends[0].0.min(ends[1].0);
        let wanted = match link.gate {
            None => continue,
            Some(LinkGate::Key) => Tile::LockedDoor,
            Some(LinkGate::Boss) => Tile::BossDoor,
            Some(LinkGate::Pit) => Tile::Pit,
            Some(LinkGate::Rubble) => Tile::Rubble,
        };
        let stands = ends.iter().any(|&(steps, pos)| {
            steps == nearest && pos.is_some_and(|&it| level.tiles[it] == wanted)
        });
        assert!(stands, "{context}: {wanted:?} of link {number} is not where it should be");
        if request.depth == Depth(1) {
            assert!(
                matches!(link.gate, Some(LinkGate::Key | LinkGate::Boss)),
                "{context}: {number}"
            );
        }
    }
    let regions = regions(level, &[]);
    for (number, link) in level.links.iter().enumerate().filter(|(_, link)| link.gate.is_some()) {
        assert_ne!(regions[link.a], regions[link.b], "{context}: a way leads round link {number}");
    }
    let only = |room: usize| {
        let mut links = level.links.iter().filter(|link| link.a == room || link.b == room);
        (links.next().and_then(|link| link.gate), links.count())
    };
    assert_eq!(only(crypt.start_room), (Some(LinkGate::Key), 0), "{context}: the lesson");
    assert_eq!(only(crypt.boss_room), (Some(LinkGate::Boss), 0), "{context}: the boss door");
}

/// What opens the gates on the critical path lies where it should: the first key beside its door,
/// the others in a room farthest down the branch at the fork where their gate stands.
fn check_openers(case: &Case<'_>, crypt: &CryptDetail) {
    let Case { level, context, request, .. } = case;
    let path = &crypt.critical_path;
    let tree = beside(crypt.centres.len(), &crypt.mst);
    let on_branch = |room: usize, at: usize| room == path[at] || !path.contains(&room);
    let lies =
        |kind: ThingKind, room: usize| level.things_of(kind).any(|thing| thing.room == Some(room));
    assert!(lies(ThingKind::Key, crypt.start_room), "{context}: no key beside the first door");
    let (mut forks, mut gated, mut with_tools) = (0, 0, 0);
    for at in 1..path.len() - 1 {
        // The branch: everything that the path's own neighbours do not lead to.
        let branches = crypt.mst.iter().copied();
        let branches = branches.filter(|&(a, b)| on_branch(a, at) && on_branch(b, at));
        let off = steps(&beside(tree.len(), &branches.collect::<Vec<_>>()), path[at]);
        let farthest = off.iter().filter(|&&it| it < u32::MAX).max().copied().unwrap_or(0);
        let is_last = at == path.len() - 2;
        let onward = |link: &&levels::Link| {
            [(link.a, link.b), (link.b, link.a)].contains(&(path[at], path[at + 1]))
        };
        let gate = level.links.iter().find(onward).expect("the path is linked").gate;
        if is_last && farthest == 0 {
            continue;
        }
        forks += usize::from(farthest > 0 && !is_last);
        let kind = match gate {
            None => continue,
            Some(LinkGate::Key) => ThingKind::Key,
            Some(LinkGate::Boss) => ThingKind::BossKey,
            Some(LinkGate::Pit) => ThingKind::Feather,
            Some(LinkGate::Rubble) => ThingKind::Satchel,
        };
        gated += usize::from(!is_last);
        with_tools += usize::from(matches!(gate, Some(LinkGate::Pit | LinkGate::Rubble)));
        assert!(farthest > 0, "{context}: a gate at room {} where nothing forks", path[at]);
        let found = (0..tree.len()).any(|room| off[room] == farthest && lies(kind, room));
        assert!(found, "{context}: {kind:?} for the gate at room {} lies elsewhere", path[at]);
    }
    assert_eq!(gated, forks.min(crypt.most_gates - 2), "{context}: {forks} forks");
    if request.depth > Depth(1) && gated > 0 {
        assert!(with_tools > 0, "{context}: neither pit nor rubble at depth {}", request.depth);
    }
    // The boss key lies behind a lock: the player must have opened one to take it.
    let boss_keys: Vec<_> = level.things_of(ThingKind::BossKey).collect();
    assert_eq!(boss_keys.len(), 1, "{context}");
    let regions = regions(level, &[]);
    let room = boss_keys[0].room.expect("it lies in a room");
    assert_ne!(regions[room], regions[crypt.start_room], "{context}: the boss key lies open");
    // Where boots or satchel are there is something to use them on, and the reverse.
    for (kind, tile) in [(ThingKind::Feather, Tile::Pit), (ThingKind::Satchel, Tile::Rubble)] {
        let things = level.things_of(kind).count();
        let gates = level.tiles.iter().filter(|(_, it)| **it == tile).count();
        assert!(things <= 1 && (things == 1) == (gates > 0), "{context}: {kind:?}");
    }
}

/// Every state of play is played out: from each the boss can be reached. The certificate's own
/// order is one of the plays.
fn check_every_order(case: &Case<'_>, crypt: &CryptDetail) {
    let Case { level, context, .. } = case;
    let play = Play::of(level, &[], [crypt.start_room, crypt.boss_room]);
    let played = play.check_every_order(context);
    let certificate = level.certificate.as_ref().expect("it has locks");
    assert_eq!(certificate.proof, "every-order", "{context}");
    let states = certificate.states.expect("a proof over states");
    assert!(states > 0 && states <= played as u64, "{context}");
    assert!(certificate.par as i32 >= level.start.steps_to(level.exit), "{context}: par");
    play.check_order(&certificate.order, context);
}

/// With every gate shut, what stands divides no region: nothing that opens a gate, and no job, has
/// an armed trap for its only approach. What every shift needs can be reached at once.
fn check_regions_stay_whole(case: &Case<'_>) {
    let Case { level, context, .. } = case;
    let mut open = level.tiles.map(|tile| tile.is_passable() && !tile.is_gate());
    open[level.exit] = false;
    let before = parts(&open).len();
    for thing in level.things.iter().filter(|thing| thing.kind != ThingKind::Door) {
        open[thing.pos()] = false;
    }
    let after = parts(&open);
    assert_eq!(before, after.len(), "{context}: something stands in the way");
    let home = after.iter().find(|part| part.contains(&level.start)).expect("it is open");
    for kind in [ThingKind::Closet, ThingKind::Chute, ThingKind::Well] {
        let near = |pos: Pos| pos.cardinals().any(|beside| home.contains(&beside));
        let found = level.things_of(kind).any(|thing| near(thing.pos()));
        assert!(found, "{context}: {kind:?} lies behind a gate");
    }
}
