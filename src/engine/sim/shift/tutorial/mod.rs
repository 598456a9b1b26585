//! The tutorial: its floor, and the tutor, who attends every command.

mod condition;
mod floor;
mod tutor;

pub(crate) use floor::world;
pub(crate) use tutor::attend;
