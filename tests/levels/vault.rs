//! A vault: features on super-tiles, connected, repaired and widened.

use std::collections::{BTreeMap, BTreeSet};

use base::Pos;
use levels::VaultDetail;

use crate::contract::{Case, beside, is_whole, steps};

pub(crate) fn check(case: &Case<'_>, vault: &VaultDetail) {
    let Case { level, context, .. } = case;
    let min_distance = case.setting("min_distance");
    let (width, height) = (level.tiles.width(), level.tiles.height());
    assert_eq!((vault.cols, vault.rows), (width / 3, height / 3), "{context}");
    assert_eq!(vault.min_distance, min_distance, "{context}");
    let mut at = BTreeMap::new();
    for (place, feature) in vault.features.iter().enumerate() {
        assert_eq!(feature.id, place, "{context}");
        let Pos { x: i, y: j } = feature.cell;
        assert!((0..vault.cols).contains(&i) && (0..vault.rows).contains(&j), "{context}");
        assert!(at.insert(feature.cell, place).is_none(), "{context}: two on {:?}", feature.cell);
        assert!(level.tiles[Pos::new(3 * i + 1, 3 * j + 1)].is_passable(), "{context}");
    }
    let only = |kind: &str| {
        let mut of_kind = vault.features.iter().filter(|feature| feature.kind == kind);
        let first = of_kind.next().expect("there is one");
        assert!(of_kind.next().is_none(), "{context}: two of {kind}");
        first
    };
    let (start, exit) = (only("start"), only("exit"));
    assert!(start.cell.manhattan(exit.cell) >= min_distance.max(1), "{context}");
    let centre = |cell: Pos| Pos::new(3 * cell.x + 1, 3 * cell.y + 1);
    assert_eq!((centre(start.cell), centre(exit.cell)), (level.start, level.exit), "{context}");

    // Connected is exactly what is three cells apart.
    let mut connections = BTreeSet::new();
    for feature in &vault.features {
        for step in [Pos::new(1, 0), Pos::new(0, 1)] {
            if let Some(&other) = at.get(&(feature.cell + step)) {
                connections.insert((feature.id.min(other), feature.id.max(other)));
                let from = centre(feature.cell);
                assert!(level.tiles[from + step].is_passable(), "{context}");
                assert!(level.tiles[from + step + step].is_passable(), "{context}");
            }
        }
    }
    let given: BTreeSet<(usize, usize)> = vault.connections.iter().copied().collect();
    assert_eq!(given, connections, "{context}");
    assert_eq!(given.len(), vault.connections.len(), "{context}");

    // The repairs, done again: each adds passages beside what was reachable and reaches more.
    let added: usize = vault.repairs.iter().map(|repair| repair.added.len()).sum();
    let mut known = vault.features.len() - added;
    let mut reachable = swept(vault, &connections, known, start.id, exit.id);
    for repair in &vault.repairs {
        assert!(reachable < known, "{context}: there was nothing to repair");
        for &cell in &repair.added {
            let feature = &vault.features[known];
            assert_eq!((feature.cell, feature.kind.as_str()), (cell, "passage"), "{context}");
            known += 1;
        }
        // A plain sweep is slow: of very many repairs only the last is swept.
        if vault.repairs.len() > 300 && known < vault.features.len() {
            reachable = repair.reachable;
            continue;
        }
        let now = swept(vault, &connections, known, start.id, exit.id);
        assert!(now > reachable + repair.added.len(), "{context}: {repair:?} reached nothing");
        assert_eq!(repair.reachable, now, "{context}: {repair:?}");
        reachable = now;
    }
    assert_eq!(reachable, vault.features.len(), "{context}: something is unreachable");

    // Widening: every open cell is a feature's, and open cells of two super-tiles touch only where
    // their features are connected.
    let owner = |pos: Pos| at.get(&Pos::new(pos.x / 3, pos.y / 3)).copied();
    for (pos, tile) in level.tiles.iter().filter(|(_, tile)| tile.is_passable()) {
        let here = owner(pos).unwrap_or_else(|| panic!("{context}: nobody dug {pos:?} ({tile:?})"));
        for beside in pos.cardinals().filter(|&beside| level.tiles[beside].is_passable()) {
            let there = owner(beside).expect("checked in its turn");
            let joined = here == there || connections.contains(&(here.min(there), here.max(there)));
            assert!(joined, "{context}: {pos:?} joins what is not connected");
        }
        let is_arm = pos.x % 3 == 1 || pos.y % 3 == 1;
        assert!(here != exit.id || is_arm, "{context}: the exit is a chamber");
    }
    let mut without_exit = level.tiles.map(|tile| tile.is_passable());
    without_exit[level.exit] = false;
    assert!(is_whole(&without_exit), "{context}: only through the exit");
}

/// How many of the first so many features can be reached.
fn swept(
    vault: &VaultDetail,
    connections: &BTreeSet<(usize, usize)>,
    known: usize,
    start: usize,
    exit: usize,
) -> usize {
    let known = connections.iter().copied().filter(|&(a, b)| a < known && b < known);
    let mut graph = beside(vault.features.len(), &known.collect::<Vec<_>>());
    // Nobody goes on behind the exit.
    graph[exit].clear();
    steps(&graph, start).into_iter().filter(|&steps| steps < u32::MAX).count()
}
