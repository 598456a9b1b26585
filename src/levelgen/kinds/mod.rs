//! What only one kind of level does: its own passes, what they share (`state`) and what they tell (`detail`).
//!
//! A file named after a pass exports `run`. `state.rs` and `detail.rs` hold data only: the draft and the dump
//! are made of them, so they must not name the draft. The delve has no folder: its recipe recombines passes
//! of others.

pub(in crate::levelgen) mod bastion;
pub(in crate::levelgen) mod cavern;
pub(in crate::levelgen) mod cloister;
pub(in crate::levelgen) mod crypt;
pub(in crate::levelgen) mod house;
pub(in crate::levelgen) mod keep;
pub(in crate::levelgen) mod town;
pub(in crate::levelgen) mod vault;
pub(in crate::levelgen) mod warren;
