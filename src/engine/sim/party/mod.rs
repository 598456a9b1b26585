//! What the rules of actors have of a raid: what raiders alone do, and what is counted of them.

pub(crate) mod raiders;
pub(crate) mod report;
