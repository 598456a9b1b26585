//! The house: one floor split by walls with a single opening.

pub(in crate::levelgen) mod back_door;
pub(in crate::levelgen) mod detail;
pub(in crate::levelgen) mod front_door;
pub(in crate::levelgen) mod room_walls;
