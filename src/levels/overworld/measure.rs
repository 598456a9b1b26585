//! The measures of an overworld.

use crate::measure::graph::LevelGraph;
use crate::measure::plan::share;
use crate::overworld::marches::Marches;
use crate::overworld::roads::distances;

/// Measures of an overworld. Shares are in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarchesMeasures {
    pub sites: u32,
    pub roads: u32,
    /// Number of roads that could be removed without disconnecting the map.
    pub loops: u32,
    /// Sites with a single road.
    pub dead_ends: u32,
    /// Articulation points, as a share of all sites.
    pub chokepoints: u32,
    /// From start to goal by road, in cells.
    pub distance: u32,
    /// The same as a share of the diameter, which is estimated by two searches for the farthest site and may fall slightly
    /// short.
    pub path: u32,
    /// Sites on the way from start to goal with the fewest roads, as a share of all sites.
    pub linearity: u32,
    /// The mean length of a road, in cells.
    pub length: u32,
}

/// Measures an overworld.
pub fn measure_marches(marches: &Marches) -> MarchesMeasures {
    let count = marches.sites.len();
    let pairs = marches.roads.iter().map(|road| (road.a, road.b));
    let graph = LevelGraph::new(count, pairs, [marches.start, marches.goal]);
    let distance = distances(count, &marches.roads, marches.start)[marches.goal];
    let diameter = distances(count, &marches.roads, marches.goal).into_iter().max().unwrap_or(0);
    let total: u32 = marches.roads.iter().map(|road| road.length).sum();
    MarchesMeasures {
        sites: count as u32,
        roads: marches.roads.len() as u32,
        loops: graph.loops() as u32,
        dead_ends: graph.dead_ends() as u32,
        chokepoints: share(graph.articulation_points(), count),
        distance,
        path: share(distance as usize, diameter as usize),
        linearity: share(graph.shortest_path(), count),
        length: total / (marches.roads.len() as u32).max(1),
    }
}
