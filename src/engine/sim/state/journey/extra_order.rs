//! Extra orders: off the board of a town, and out of the closet of a site.

use serde::{Deserialize, Serialize};

use crate::sim::units::PersonId;
use content::NoticeId;

/// An extra order that the player has taken, or may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraOrder {
    pub notice: NoticeId,
    pub coins: u16,
    /// Whom it is about, if it is about one of the cast.
    pub person: Option<PersonId>,
}

/// The extra orders about this night's raid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosetOrders {
    /// Those that hang there; none of them once one was taken.
    pub offered: Vec<ExtraOrder>,
    pub taken: Option<ExtraOrder>,
}
