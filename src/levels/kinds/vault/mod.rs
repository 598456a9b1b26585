//! The vault: features on a grid of super-tiles.

pub(crate) mod chambers;
pub(crate) mod detail;
pub(crate) mod features;
pub(crate) mod passages;
pub(crate) mod reach;
pub(crate) mod repair;
pub(crate) mod state;
