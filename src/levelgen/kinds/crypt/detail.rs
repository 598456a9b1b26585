//! The part of a dump about a crypt: its graph, from the triangulation to the way through.

use serde::Serialize;

use crate::base::Pos;

/// The graph of a crypt's rooms, and the way through it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CryptDetail {
    /// By room: the cell in its middle, of two the north-western one.
    pub centres: Vec<Pos>,
    /// The edges of a Delaunay triangulation of the centres, lower room first.
    pub delaunay: Vec<(usize, usize)>,
    /// The edges of its minimum spanning tree on squared length, shortest first.
    pub mst: Vec<(usize, usize)>,
    /// The edges that came back.
    pub loops: Vec<(usize, usize)>,
    /// The longest way through the tree, in edges.
    pub diameter: usize,
    /// The two ends of that way.
    pub start_room: usize,
    pub boss_room: usize,
    /// The rooms on it, in order.
    pub critical_path: Vec<usize>,
    /// No more gates than this stand on the level.
    pub most_gates: usize,
}
