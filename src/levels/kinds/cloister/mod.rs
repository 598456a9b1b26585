//! The cloister: cycles of rooms, each with a pattern.

pub(crate) mod block_grid;
pub(crate) mod cycle_hallways;
mod cycle_layout;
pub(crate) mod cycles;
pub(crate) mod detail;
pub(crate) mod dig_cloister;
pub(crate) mod garden;
pub(crate) mod pattern_encounters;
pub(crate) mod pattern_fitter;
pub(crate) mod patterns;
pub(crate) mod ring;
pub(crate) mod state;
