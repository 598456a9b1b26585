//! The part of a dump about a bastion: how its rooms came apart and together.

use serde::Serialize;

/// How rooms were pushed apart and joined. Rooms are named by their final ids.
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
    /// Those of its other edges that came back.
    pub added_back: Vec<(usize, usize)>,
    /// How many of the other edges were to come back, in percent, rounded down.
    pub share_percent: i32,
    /// The minor rooms that a hallway crosses. It is two links there, one to the room and one on.
    pub kept_minor: Vec<usize>,
    /// The number of rooms that were drawn and are not there: minor ones that no hallway crosses, and
    /// any that would not be pushed apart.
    pub dropped: usize,
}
