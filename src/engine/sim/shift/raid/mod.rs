//! Raids: a party walks a floor from its start to its exit, by the same rules and with the same
//! actions as all actors. One raid makes the mess before a shift, another tests the work after it.
//!
//! What a party knows is what its members have seen; nothing here looks at a cell for them.

pub(crate) mod after_raid;
pub(crate) mod party;
pub(crate) mod rehearsal;
pub(crate) mod relay;
