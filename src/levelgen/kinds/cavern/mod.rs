//! The cavern: a cellular automaton on noise, and tunnels between its regions.

pub(in crate::levelgen) mod automaton;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod noise;
pub(in crate::levelgen) mod open_cap;
pub(in crate::levelgen) mod regions;
pub(in crate::levelgen) mod state;
pub(in crate::levelgen) mod tunnels;
