//! The house: one floor split by walls with a single opening.

pub(crate) mod back_door;
pub(crate) mod detail;
pub(crate) mod front_door;
pub(crate) mod room_walls;
