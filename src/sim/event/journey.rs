//! What happens on a journey between the floors.

use serde::Serialize;

use crate::sim::event::{Harm, Meeting};
use crate::sim::units::{Coins, PersonId, SiteId};

/// What happens on a journey between the floors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum JourneyEvent {
    /// The player has walked a road, for so many rations, and so much health for those that were lacking.
    Travelled {
        to: SiteId,
        rations: u16,
        hunger: i32,
    },
    /// Something happens on the road, and what has come of the choice that was made.
    Met {
        meeting: Meeting,
    },
    Chosen {
        meeting: Meeting,
        choice: u8,
        outcome: u8,
    },
    RationBought {
        price: Coins,
    },
    /// A path was found.
    RoadFound {
        from: SiteId,
        to: SiteId,
    },
    /// Somebody of the cast would go there tonight.
    PlanHeard {
        leader: PersonId,
        site: SiteId,
    },
    /// The player has begun the night's work at a site.
    Entered {
        site: SiteId,
    },
    /// The player has left a site after the raid of dawn, and was paid.
    Departed {
        site: SiteId,
        pay: Coins,
    },
    /// A night is over; the one that begins has this number.
    NightPassed {
        night: i16,
    },
    /// A party of the cast, or of strangers, has raided a site: members that fell, and chests carried off.
    SiteRaided {
        site: SiteId,
        leader: Option<PersonId>,
        fallen: u8,
        chests: u16,
    },
    PersonDied {
        person: PersonId,
        site: SiteId,
        by: Harm,
    },
    /// Somebody has come to a higher level.
    PersonRose {
        person: PersonId,
        level: u8,
    },
    /// Somebody is rich, and has gone for good.
    PersonRetired {
        person: PersonId,
    },
    /// A site is lost on that night, unless it is worked before.
    SiteThreatened {
        site: SiteId,
        falls_on: i16,
    },
    SiteLost {
        site: SiteId,
    },
    /// The player has come to another floor of the site, counted from 0.
    StairsTaken {
        to: u8,
    },
}
