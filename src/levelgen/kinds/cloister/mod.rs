//! The cloister: cycles of rooms, each with a pattern.

pub(in crate::levelgen) mod block_grid;
pub(in crate::levelgen) mod cycle_hallways;
mod cycle_layout;
pub(in crate::levelgen) mod cycles;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod dig_cloister;
pub(in crate::levelgen) mod garden;
pub(in crate::levelgen) mod pattern_encounters;
pub(in crate::levelgen) mod pattern_fitter;
pub(in crate::levelgen) mod patterns;
pub(in crate::levelgen) mod ring;
pub(in crate::levelgen) mod state;
