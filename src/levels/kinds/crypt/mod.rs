//! The crypt: a tree of rooms with locks and keys along its critical path.

pub(crate) mod boss;
pub(crate) mod columns;
pub(crate) mod critical_path;
pub(crate) mod detail;
pub(crate) mod dig_crypt;
pub(crate) mod gates;
pub(crate) mod hallways;
pub(crate) mod locks;
pub(crate) mod loops;
pub(crate) mod room_graph;
