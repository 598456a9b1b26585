//! Passes that place things on the level, and the draws that they share. Every pass exports `run`; `hiding` has two.

pub(in crate::levelgen) mod actors;
pub(in crate::levelgen) mod chests;
pub(in crate::levelgen) mod clear_floor;
pub(in crate::levelgen) mod doors;
pub(in crate::levelgen) mod draw;
pub(in crate::levelgen) mod grass;
pub(in crate::levelgen) mod hiding;
pub(in crate::levelgen) mod items;
pub(in crate::levelgen) mod lights;
pub(in crate::levelgen) mod openers;
pub(in crate::levelgen) mod pillars;
pub(in crate::levelgen) mod pockets;
pub(in crate::levelgen) mod ponds;
pub(in crate::levelgen) mod pools;
pub(in crate::levelgen) mod services;
pub(in crate::levelgen) mod stacks;
pub(in crate::levelgen) mod traps;
