//! What is left of the season and of the rations on a journey, which roads are long or shut, and when towns were visited.

use crate::sim::SiteId;

use super::JourneyView;

impl JourneyView<'_> {
    /// The nights that are left until the season is over.
    pub fn nights_of_season_left(&self) -> u16 {
        (self.catalog().campaign.nights - self.night()).max(0).unsigned_abs()
    }

    /// Cells of road for which the rations last.
    pub fn cells_by_rations(&self) -> u32 {
        u32::from(self.rations()) * self.ration_cells()
    }

    /// Whether a road of a length in cells takes a night.
    pub fn is_long(&self, length: u32) -> bool {
        length > self.catalog().campaign.long
    }

    /// Whether something that happened has shut the road between two sites.
    pub fn is_road_shut(&self, one: SiteId, other: SiteId) -> bool {
        self.state().is_road_closed(one, other)
    }

    /// Nights since the player was last in a town; `None` if they never were.
    pub fn nights_since_visit(&self, town: SiteId) -> Option<u16> {
        let visited = self.state().town(town)?.visited;
        Some((self.night() - visited).max(0).unsigned_abs())
    }
}
