//! The commands, one file each.

pub mod r#gen;
