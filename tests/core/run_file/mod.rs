//! The run file: whatever happens to one, what is read of it is true.

mod file;
mod hostile;
mod replay;
mod runs;
mod session;
mod stream;
mod truth;
