//! The part of a dump about a crypt: its graph, from the triangulation to the critical path.

use serde::Serialize;

use base::Pos;

/// The graph of a crypt's rooms, and its critical path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CryptDetail {
    /// By room: its centre; between two cells the north-western one.
    pub centres: Vec<Pos>,
    /// The edges of a Delaunay triangulation of the centres, lower room first.
    pub delaunay: Vec<(usize, usize)>,
    /// The edges of its minimum spanning tree on squared length, shortest first.
    pub mst: Vec<(usize, usize)>,
    /// The edges outside the tree that became loops.
    pub loops: Vec<(usize, usize)>,
    /// The diameter of the tree: the number of edges of its longest path.
    pub diameter: usize,
    /// The two ends of that path.
    pub start_room: usize,
    pub boss_room: usize,
    /// The rooms on it, in order.
    pub critical_path: Vec<usize>,
    /// The maximum number of gates on the level.
    pub most_gates: usize,
}
