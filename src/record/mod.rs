//! Runs as they are recorded and replayed, and the programs that play them.
//!
//! Nothing here reads a file or a clock: what is recorded goes to whoever keeps it.

pub mod bot;
mod script;

pub use script::{Fault, ScriptError, Scripted, dir_name, parse_script};
