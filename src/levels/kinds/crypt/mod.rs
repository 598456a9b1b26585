//! The crypt: a tree of rooms with locks and keys along its critical path.

pub(crate) mod columns;
pub(crate) mod dig;
pub(crate) mod gates;
pub(crate) mod room_graph;
