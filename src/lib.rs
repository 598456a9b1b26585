pub mod base;
#[cfg(feature = "tui")]
pub mod ui;
