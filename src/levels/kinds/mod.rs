//! The passes that only one kind of level has; a function is named after its pass.
//!
//! The delve has no file: its recipe recombines passes of others.

pub(crate) mod bastion;
pub(crate) mod bastion_hallways;
pub(crate) mod cavern;
pub(crate) mod cloister;
pub(crate) mod crypt;
pub(crate) mod house;
pub(crate) mod keep;
pub(crate) mod keep_hallways;
pub(crate) mod town;
pub(crate) mod vault;
pub(crate) mod warren;
