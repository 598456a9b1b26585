//! Passes that put things on the level, and the mess that is made of it.

pub(super) mod actors;
pub(super) mod chests;
pub(super) mod doors;
mod draw;
pub(super) mod items;
pub(super) mod lights;
pub(super) mod mess;
pub(super) mod openers;
pub(super) mod services;
pub(super) mod site;
pub(super) mod traps;
pub(super) mod watch;
