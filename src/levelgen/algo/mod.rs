//! Algorithms on grids and graphs. They know neither the draft nor any kind of level.

pub(in crate::levelgen) mod automaton;
pub(in crate::levelgen) mod bsp;
pub(in crate::levelgen) mod corridors;
pub(in crate::levelgen) mod delaunay;
pub(in crate::levelgen) mod dfs_tree;
pub(in crate::levelgen) mod flood;
pub(in crate::levelgen) mod graph;
pub(in crate::levelgen) mod locks;
pub(in crate::levelgen) mod nearest_region;
pub(in crate::levelgen) mod number_set;
pub(in crate::levelgen) mod router;
pub(in crate::levelgen) mod separation;
pub(in crate::levelgen) mod spanning_tree;
pub(in crate::levelgen) mod strong_components;
pub(in crate::levelgen) mod wfc;
