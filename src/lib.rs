pub mod base;
pub mod content;
