//! The cloister: cycles of rooms, each with a pattern.

pub(crate) mod dig;
pub(crate) mod encounters;
pub(crate) mod layout;
pub(crate) mod patterns;
