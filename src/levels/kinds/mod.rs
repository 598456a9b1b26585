//! What only one kind of level does: its own passes, what they share (`state`) and what they tell (`detail`).
//!
//! A file named after a pass exports `run`. `state.rs` and `detail.rs` hold data only: the draft and the dump
//! are made of them, so they must not name the draft. The delve has no folder: its recipe recombines passes
//! of others.

pub(crate) mod bastion;
pub(crate) mod cavern;
pub(crate) mod cloister;
pub(crate) mod crypt;
pub(crate) mod house;
pub(crate) mod keep;
pub(crate) mod town;
pub(crate) mod vault;
pub(crate) mod warren;
