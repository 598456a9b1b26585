//! The verbs: every write to the run, the shift, the random streams, the actors and the events goes through one.
//! One file a subject. The floor's cells have setters of their own (`state/floor/writes.rs`).
//!
//! A verb does one primitive write, and keeps what follows from it in the state (indexes, lists in order, caches).
//! It checks nothing that `check` or the action before it has checked. What follows from a write by the rules of the
//! game (noise, traps, harm) stands in `rules`.

mod activity;
mod actors;
mod belongings;
mod journey;
mod order;
mod prepared;
mod raid;
mod shop;
mod streams;
mod tenants;
mod tutor;

pub(crate) use raid::RaidSight;
