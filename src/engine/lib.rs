//! The game without a screen: the rules ([`sim`]), and what the player may know of a run
//! ([`view`]), which may use the rules and is used by none of them.

pub mod sim;
pub mod view;
