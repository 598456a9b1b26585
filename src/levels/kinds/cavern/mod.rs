//! The cavern: a cellular automaton on noise, and tunnels between its regions.

pub(crate) mod automaton;
pub(crate) mod detail;
pub(crate) mod noise;
pub(crate) mod open_cap;
pub(crate) mod regions;
pub(crate) mod state;
pub(crate) mod tunnels;
