//! Where a journey stands, in a few words: for what tells of a run without opening it.

use std::fmt;

use serde::Serialize;

use super::View;
use crate::sim::Phase;
use content::Depth;

/// The night of a journey and the site at which the player is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JourneyPlace {
    pub night: i16,
    /// "Nether Wold", "the Home Post".
    pub site: String,
    /// The kind of its level, and how deep it is.
    pub kind: String,
    pub depth: Depth,
    /// Whether the player is at work there, or else over the map or on a road.
    pub at_work: bool,
}

impl View<'_> {
    /// Where a journey stands; `None` in other modes.
    pub fn journey_place(&self) -> Option<JourneyPlace> {
        let journey = self.journey()?;
        let site = journey.site(journey.at());
        Some(JourneyPlace {
            night: journey.night(),
            site: site.name,
            kind: site.kind.to_owned(),
            depth: site.depth,
            at_work: journey.phase() == Phase::Site,
        })
    }
}

impl View<'_> {
    /// What the journey began with from the cart of another upkeeper: whose, and what.
    pub fn hand_me_down(&self) -> Option<(&str, String)> {
        let item = self.setup().mode.hand_me_down()?;
        let kind = item.kind(self.catalog())?;
        Some((&item.from, self.item_name(kind, 1)))
    }
}

impl fmt::Display for JourneyPlace {
    /// "night 6 at Nether Wold (keep, depth 4)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JourneyPlace { night, site, kind, depth, .. } = self;
        write!(f, "night {night} at {site} ({kind}, depth {depth})")
    }
}
