//! The warren: a drunkard's walk.

pub(crate) mod detail;
pub(crate) mod enclose;
mod walk;
pub(crate) mod walkers;
