//! The part of a dump about a bastion: how its rooms were separated and connected.

use serde::Serialize;

/// How rooms were pushed apart and connected. Rooms are given by their final ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BastionDetail {
    /// Rounds of pushing; the last found nothing to push, unless they ran out.
    pub rounds: u32,
    /// The rooms above the size threshold: the graph is over these.
    pub main: Vec<usize>,
    /// The Delaunay triangulation of the main rooms' centres; pairs are in order, lower id first.
    pub delaunay: Vec<(usize, usize)>,
    /// Its minimum spanning tree, on squared length.
    pub mst: Vec<(usize, usize)>,
    /// The edges outside the tree that became hallways.
    pub added_back: Vec<(usize, usize)>,
    /// The share of the edges outside the tree that become hallways, in percent, rounded down.
    pub share_percent: i32,
    /// The minor rooms that a hallway crosses, with one link on either side.
    pub kept_minor: Vec<usize>,
    /// The number of drawn rooms that were dropped: minor rooms that no hallway crosses, and rooms that could not be
    /// pushed apart.
    pub dropped: usize,
}
