//! The bastion: rooms scattered in a disc and pushed apart.

pub(crate) mod bastion_hallways;
mod chains;
pub(crate) mod detail;
pub(crate) mod far_rooms;
pub(crate) mod main_rooms;
pub(crate) mod scatter;
pub(crate) mod separate;
pub(crate) mod state;
