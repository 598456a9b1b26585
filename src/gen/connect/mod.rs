//! Passes that join what was dug.

pub(super) mod ends;
mod growth;
pub(super) mod reach;
pub(super) mod repair;
pub(super) mod tunnels;
