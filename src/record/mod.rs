//! Runs as they are recorded and replayed, and the programs that play them.
//!
//! Nothing here reads a file or a clock: what is recorded goes to whoever keeps it.

pub mod bot;
