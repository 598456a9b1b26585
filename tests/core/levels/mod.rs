//! Every guarantee of `LEVELS.md`, held by checkers that share nothing with the generator but the
//! level it gives.
//!
//! `support` has the contract of every kind, `every_kind` the tests that each has to pass; what the
//! passes of a kind promise is checked in a file named for it.

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
mod marches;
mod measures;
mod partition;
mod plans;
mod refusals;

mod town;
mod vault;
mod warren;
