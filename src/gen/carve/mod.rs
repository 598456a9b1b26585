//! Passes that dig.

pub(super) mod automaton;
pub(super) mod cave;
pub(super) mod chambers;
pub(super) mod features;
mod neighbourhood;
pub(super) mod passages;
pub(super) mod regions;
pub(super) mod super_tiles;
pub(super) mod town;
pub(super) mod walls;
