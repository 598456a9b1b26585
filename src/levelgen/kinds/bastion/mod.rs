//! The bastion: rooms scattered in a disc and pushed apart.

pub(in crate::levelgen) mod bastion_hallways;
mod chains;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod far_rooms;
pub(in crate::levelgen) mod main_rooms;
pub(in crate::levelgen) mod scatter;
pub(in crate::levelgen) mod separate;
pub(in crate::levelgen) mod state;
