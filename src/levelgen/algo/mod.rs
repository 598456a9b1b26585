//! Algorithms on grids and graphs that know nothing of levels.

pub(super) mod dfs_tree;
