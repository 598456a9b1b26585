//! The run file: whatever happens to one, what is read of it is true.

#[path = "../common/mod.rs"]
mod common;
mod file;
mod replay;
mod runs;
mod session;
mod truth;
