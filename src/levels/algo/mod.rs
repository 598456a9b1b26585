//! Algorithms on grids and graphs. They know neither the draft nor any kind of level.

pub(crate) mod automaton;
pub(crate) mod bsp;
pub(crate) mod delaunay;
pub(crate) mod dfs_tree;
pub(crate) mod graph;
pub(crate) mod locks;
pub(crate) mod regions;
pub(crate) mod router;
pub(crate) mod separation;
pub(crate) mod ways;
pub(crate) mod wfc;
