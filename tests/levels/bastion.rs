//! Separated rooms: what `detail` claims is worked out anew, in whole numbers.

use std::collections::BTreeSet;

use base::Pos;
use levels::{BastionDetail, LinkKind, RoomRole};

use crate::contract::{Case, check_hallways, steps};
use crate::geometry::{check_lightest_tree, check_triangulation};

pub(crate) fn check(case: &Case<'_>, detail: &BastionDetail) {
    check_rooms(case, detail);
    check_graph(case, detail);
    check_links(case, detail);
    check_hallways(case);
    check_ends(case, detail);
}

/// Main rooms first, the larger ones; all of them apart.
fn check_rooms(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    let ids: Vec<usize> = detail.main.iter().chain(&detail.kept_minor).copied().collect();
    assert_eq!(ids, (0..level.rooms.len()).collect::<Vec<_>>(), "{context}");
    for room in &level.rooms {
        let is_main = detail.main.contains(&room.id);
        assert_eq!(room.rect.area() >= case.setting("main_area"), is_main, "{context}: {room:?}");
    }
    let gap = case.setting("gap");
    for (id, room) in level.rooms.iter().enumerate() {
        for other in &level.rooms[..id] {
            assert!(!room.rect.grown(gap).overlaps(other.rect), "{context}: {room:?} {other:?}");
        }
    }
    assert!((1..=10).contains(&detail.rounds), "{context}: {} rounds", detail.rounds);
}

/// The triangulation is Delaunay and complete, the tree spans it at the least length, and so many
/// of the other edges came back as were asked for.
fn check_graph(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    // So the centre is one cell, whoever works it out.
    assert!(
        level.rooms.iter().all(|room| room.rect.w % 2 == 1 && room.rect.h % 2 == 1),
        "{context}"
    );
    let centres: Vec<Pos> =
        detail.main.iter().map(|&room| level.rooms[room].rect.centre()).collect();
    let edges = &detail.delaunay;
    check_triangulation(&centres, edges, context);

    let all: BTreeSet<(usize, usize)> = edges.iter().copied().collect();
    let tree: BTreeSet<(usize, usize)> = detail.mst.iter().copied().collect();
    check_lightest_tree(&centres, edges, &detail.mst, context);

    let back: BTreeSet<(usize, usize)> = detail.added_back.iter().copied().collect();
    assert!(back.is_subset(&all) && back.is_disjoint(&tree), "{context}: {back:?}");
    assert_eq!(detail.share_percent, case.setting("share_percent"), "{context}");
    let others = all.len() - tree.len();
    assert_eq!(back.len(), others * detail.share_percent as usize / 100, "{context}");
    assert_eq!(back.len(), detail.added_back.len(), "{context}");
}

/// Every edge is there as a chain of links through minor rooms; no minor room is there for nothing.
fn check_links(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    let mut beside = vec![BTreeSet::new(); level.rooms.len()];
    for link in &level.links {
        assert!(beside[link.a].insert(link.b), "{context}: two links {} to {}", link.a, link.b);
        assert!(beside[link.b].insert(link.a), "{context}: a link from {} to itself", link.a);
        assert!(link.gate.is_none(), "{context}: {link:?}");
    }
    let mains = detail.main.len();
    for &(a, b) in detail.mst.iter().chain(&detail.added_back) {
        let mut seen = BTreeSet::from([a]);
        let mut open = vec![a];
        while let Some(room) = open.pop() {
            let through = room == a || room >= mains;
            let news = beside[room].iter().filter(|_| through).filter(|&&next| seen.insert(next));
            open.extend(news);
        }
        assert!(seen.contains(&b), "{context}: no hallway from {a} to {b}");
    }
    for &minor in &detail.kept_minor {
        assert!(beside[minor].len() >= 2, "{context}: no hallway crosses {minor}");
    }
    let tree = level.links.iter().filter(|link| link.kind == LinkKind::Tree);
    let tree: Vec<(usize, usize)> = tree.map(|link| (link.a, link.b)).collect();
    assert_eq!(tree.len(), level.rooms.len() - 1, "{context}");
    let tree = crate::contract::beside(level.rooms.len(), &tree);
    assert!(steps(&tree, 0).iter().all(|&steps| steps < u32::MAX), "{context}");
}

/// Start and exit stand in two main rooms, far enough from each other.
fn check_ends(case: &Case<'_>, detail: &BastionDetail) {
    let Case { level, context, .. } = case;
    for (role, cell) in [(RoomRole::Start, level.start), (RoomRole::Exit, level.exit)] {
        let rooms: Vec<_> = level.rooms.iter().filter(|room| room.role == role).collect();
        assert_eq!(rooms.len(), 1, "{context}: {role:?}");
        assert!(rooms[0].rect.contains(cell) && detail.main.contains(&rooms[0].id), "{context}");
    }
    let distance = level.start.manhattan(level.exit);
    assert!(distance >= case.setting("min_distance"), "{context}: {distance} apart");
}
