//! The warren: a drunkard's walk.

pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod enclose;
mod walk;
pub(in crate::levelgen) mod walkers;
