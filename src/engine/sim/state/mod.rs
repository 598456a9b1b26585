//! The state of a run: the world and its parts, the primitive writes, and what is saved and
//! digested of it.
//!
//! Never here: a rule. What follows from a write stands in the subjects.

mod actors;
pub(crate) mod belongings;
pub(crate) mod cells;
pub(crate) mod components;
pub(crate) mod digest;
pub(crate) mod fixture;
pub(crate) mod floor;
pub(crate) mod journey;
pub(crate) mod mutate;
pub(crate) mod order;
pub mod purpose;
pub(crate) mod raid;
pub(crate) mod scratch;
pub(crate) mod shift;
pub(crate) mod snapshot;
pub(crate) mod sorted;
mod things;
pub(crate) mod world;
