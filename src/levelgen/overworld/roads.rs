//! The roads of the overworld.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::{Pos, Stream};
use crate::levelgen::algo::graph::spanning_tree;
use crate::levelgen::overworld::Road;

/// The spanning tree of the edges, and so many percent of the rest, drawn by lot: those no longer than
/// twice the least distance first, as a road that long is none that anybody would build.
pub(in crate::levelgen) fn choose(
    sites: &[Pos],
    edges: &[(usize, usize)],
    min_distance: i32,
    percent: i32,
    stream: &mut Stream,
) -> Vec<Road> {
    let mut chosen = spanning_tree(sites, edges);
    let mut tree = chosen.clone();
    tree.sort_unstable();
    let mut rest: Vec<(usize, usize)> =
        edges.iter().copied().filter(|edge| tree.binary_search(edge).is_err()).collect();
    let share = rest.len() * percent as usize / 100;
    stream.shuffle(&mut rest);
    let far = i64::from(2 * min_distance) * i64::from(2 * min_distance);
    rest.sort_by_key(|&(a, b)| sites[a].squared(sites[b]) > far);
    chosen.extend(rest.into_iter().take(share));
    chosen.sort_unstable();
    chosen
        .into_iter()
        .map(|(a, b)| Road { a, b, length: length(sites[a].squared(sites[b])) })
        .collect()
}

/// The square root, rounded up.
fn length(squared: i64) -> u32 {
    let root = squared.isqrt();
    (root + i64::from(root * root < squared)) as u32
}

/// How far it is by road from a site to every other, in cells (Dijkstra, 1959).
pub(in crate::levelgen) fn distances(count: usize, roads: &[Road], from: usize) -> Vec<u32> {
    let mut beside = vec![Vec::new(); count];
    for road in roads {
        beside[road.a].push((road.b, road.length));
        beside[road.b].push((road.a, road.length));
    }
    let mut far = vec![u32::MAX; count];
    far[from] = 0;
    let mut heap = BinaryHeap::from([Reverse((0, from))]);
    while let Some(Reverse((cells, site))) = heap.pop() {
        if cells > far[site] {
            continue;
        }
        for &(next, length) in &beside[site] {
            if cells + length < far[next] {
                far[next] = cells + length;
                heap.push(Reverse((cells + length, next)));
            }
        }
    }
    far
}
