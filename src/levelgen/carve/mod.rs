//! Passes that dig.

pub(super) mod automaton;
pub(super) mod cave;
pub(super) mod chambers;
pub(super) mod cloister;
pub(super) mod columns;
pub(super) mod courts;
pub(super) mod crypt;
pub(super) mod enclose;
pub(super) mod features;
pub(super) mod front_door;
pub(super) mod galleries;
mod garden;
pub(super) mod lattice;
mod neighbourhood;
pub(super) mod partition;
pub(super) mod passages;
pub(super) mod regions;
pub(super) mod room_walls;
pub(super) mod rooms;
pub(super) mod ruins;
pub(super) mod scatter;
pub(super) mod separate;
pub(super) mod super_tiles;
pub(super) mod town;
pub(super) mod walkers;
pub(super) mod walls;
