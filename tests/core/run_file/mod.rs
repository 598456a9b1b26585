//! The run file: whatever happens to one, what is read of it is true.

mod code;
mod daily;
mod file;
mod forged;
mod hostile;
mod journeys;
mod kept;
mod other_commands;
mod replay;
mod runs;
mod session;
mod splits;
mod stream;
mod truth;
