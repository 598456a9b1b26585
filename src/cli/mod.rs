//! The commands, one file each: the only place that prints reports.

pub mod play;
