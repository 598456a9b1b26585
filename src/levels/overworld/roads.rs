//! The roads of the overworld.

use crate::algo::graph::Graph;
use crate::algo::spanning_tree::spanning_tree;
use crate::overworld::marches::{Marches, Road};
use base::{Pos, Stream};

/// The spanning tree of the edges, and `percent` of the other edges at random: those no longer than twice the minimum
/// distance first, because longer roads look out of place on a map.
pub(crate) fn choose(
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

/// The distance by road from a site to every other, in cells.
pub(crate) fn distances(count: usize, roads: &[Road], from: usize) -> Vec<u32> {
    Graph::new(count, roads.iter().map(|road| (road.a, road.b, road.length))).shortest_lengths(from)
}

impl Marches {
    /// The lengths of the shortest ways by road from a site to every site, in cells.
    pub fn road_lengths(&self, from: usize) -> Vec<u32> {
        distances(self.sites.len(), &self.roads, from)
    }
}
