//! Passes that put things on the level.

pub(super) mod actors;
mod blocks;
pub(super) mod boss;
pub(super) mod chests;
pub(super) mod crates;
pub(super) mod doors;
mod draw;
pub(super) mod garrison;
pub(super) mod grass;
pub(super) mod hiding;
pub(super) mod items;
pub(super) mod lights;
mod loop_ends;
mod narrow;
pub(super) mod openers;
pub(super) mod pillars;
mod pockets;
pub(super) mod ponds;
pub(super) mod pools;
pub(super) mod services;
pub(super) mod site;
pub(super) mod stacks;
pub(super) mod traps;
pub(super) mod watch;
