pub mod base;
pub mod content;
pub mod r#gen;
