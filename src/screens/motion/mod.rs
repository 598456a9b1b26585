//! What moves on a screen: what has happened, as plain [effects](effect::Effect) that are made
//! [of events](events), and fire and gas that breathe. A [`Director`] has the time of a screen and
//! says what is on the map now and when that changes.
//!
//! Nothing here gets into the state of a game, and no key waits for any of it.

mod director;
mod effect;
mod events;

pub(crate) use director::Director;
