//! Passes that join what was dug, and what they share: triangulation, trees, the hallway router.

pub(super) mod crossings;
pub(super) mod cycles;
pub(super) mod dig;
pub(super) mod ends;
pub(super) mod far_rooms;
mod gates;
mod growth;
pub(super) mod hallways;
pub(super) mod joins;
pub(super) mod locked;
mod loops;
pub(super) mod main_rooms;
pub(super) mod reach;
pub(super) mod repair;
pub(super) mod roles;
pub(super) mod room_graph;
pub(super) mod router;
mod search;
mod spine;
pub(super) mod tree;
pub(super) mod triangulate;
pub(super) mod tunnels;
