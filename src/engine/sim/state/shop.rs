//! The shop of a floor.

use serde::{Deserialize, Serialize};

use base::Rect;

use crate::sim::units::ActorId;

/// A room with goods, and who sells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shop {
    pub room: Rect,
    pub keeper: ActorId,
}
