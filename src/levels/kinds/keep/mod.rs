//! The keep: rooms in the leaves of a binary space partition, connected half to half.

pub(crate) mod bsp_hallways;
pub(crate) mod courts;
pub(crate) mod crates;
pub(crate) mod detail;
pub(crate) mod galleries;
pub(crate) mod garrison;
pub(crate) mod halvings;
pub(crate) mod roles;
