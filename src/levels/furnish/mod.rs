//! Passes that place things on the level; a function is named after its pass.

pub(crate) mod terrain;
pub(crate) mod things;
pub(crate) mod traps;
