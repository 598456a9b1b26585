//! Algorithms on grids and graphs. They know neither the draft nor any kind of level.

pub(crate) mod automaton;
pub(crate) mod bsp;
pub(crate) mod corridors;
pub(crate) mod delaunay;
pub(crate) mod dfs_tree;
pub(crate) mod flood;
pub(crate) mod graph;
pub(crate) mod locks;
pub(crate) mod nearest_region;
pub(crate) mod number_set;
pub(crate) mod router;
pub(crate) mod separation;
pub(crate) mod spanning_tree;
pub(crate) mod wfc;
