//! The keep: rooms in the leaves of a binary space partition, connected half to half.

pub(in crate::levelgen) mod bsp_hallways;
pub(in crate::levelgen) mod courts;
pub(in crate::levelgen) mod crates;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod galleries;
pub(in crate::levelgen) mod garrison;
pub(in crate::levelgen) mod halvings;
pub(in crate::levelgen) mod roles;
