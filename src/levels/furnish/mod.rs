//! Passes that place things on the level, and the draws that they share. Every pass exports `run`; `hiding` has two.

pub(crate) mod actors;
pub(crate) mod chests;
pub(crate) mod clear_floor;
pub(crate) mod doors;
pub(crate) mod draw;
pub(crate) mod grass;
pub(crate) mod hiding;
pub(crate) mod items;
pub(crate) mod lights;
pub(crate) mod openers;
pub(crate) mod pillars;
pub(crate) mod pockets;
pub(crate) mod ponds;
pub(crate) mod pools;
pub(crate) mod services;
pub(crate) mod stacks;
pub(crate) mod traps;
