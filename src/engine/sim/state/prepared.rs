//! What the player has changed for the raid beyond the work order, as far as it does not show in the cells of the floor.

use serde::{Deserialize, Serialize};

use crate::sim::units::ActorId;
use base::{Dir, Pos};

/// Residents that follow the player or were led to another post, and doors that were hung the other way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// The resident that follows the player.
    pub led: Option<ActorId>,
    /// The residents at a post that the player chose, by id.
    pub posted: Vec<PostedResident>,
    /// The doors that were hung the other way, in reading order.
    pub rehung: Vec<RehungDoor>,
}

/// A resident at a post that the player chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostedResident {
    pub id: ActorId,
    /// The post that it had before the shift.
    pub home: Pos,
}

/// A door that was hung the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RehungDoor {
    pub at: Pos,
    /// The side that it opens to; never diagonal.
    pub opens_to: Dir,
}

impl Prepared {
    /// The post that a resident had before the player led it to another.
    pub(crate) fn first_home(&self, id: ActorId) -> Option<Pos> {
        let place = self.posted.binary_search_by_key(&id, |posted| posted.id).ok()?;
        Some(self.posted[place].home)
    }

    /// The side that a door opens to that was hung the other way.
    pub(crate) fn opens_to(&self, door: Pos) -> Option<Dir> {
        let place = self.rehung.binary_search_by_key(&door, |rehung| rehung.at).ok()?;
        Some(self.rehung[place].opens_to)
    }
}
