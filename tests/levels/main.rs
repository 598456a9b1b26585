//! The kernels against plain references, and every guarantee of `docs/levels.md`, held by checkers
//! that share nothing with the generator but the level it gives.
//!
//! `contract` has the contract of every kind, `every_kind` the tests that each has to pass; what
//! the passes of a kind promise is checked in a file named for it.

mod bastion;
mod cavern;
mod cloister;
mod contract;
mod crypt;
mod decoration;
mod dump;
mod every_kind;
mod geometry;
mod house;
mod keep;
mod kernels;
mod locks;
mod marches;
mod measures;
mod partition;
mod town;
mod vault;
mod warren;

#[path = "../support"]
mod support {
    pub(crate) mod cave;
    pub(crate) mod content;
    pub(crate) mod kinds;
    pub(crate) mod project;
    pub(crate) mod snapshot;
}
