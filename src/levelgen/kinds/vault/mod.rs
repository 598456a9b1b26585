//! The vault: features on a grid of super-tiles.

pub(in crate::levelgen) mod chambers;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod features;
pub(in crate::levelgen) mod passages;
pub(in crate::levelgen) mod reach;
pub(in crate::levelgen) mod repair;
pub(in crate::levelgen) mod state;
