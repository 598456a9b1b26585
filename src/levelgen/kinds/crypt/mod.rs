//! The crypt: a tree of rooms with locks and keys along its critical path.

pub(in crate::levelgen) mod boss;
pub(in crate::levelgen) mod columns;
pub(in crate::levelgen) mod critical_path;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod dig_crypt;
pub(in crate::levelgen) mod gates;
pub(in crate::levelgen) mod hallways;
pub(in crate::levelgen) mod locks;
pub(in crate::levelgen) mod loops;
pub(in crate::levelgen) mod room_graph;
