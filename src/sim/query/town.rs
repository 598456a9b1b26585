//! The town as the player meets it: where they are in it, what things cost, and what is offered.

use crate::content::{HouseKind, Offer};
use crate::sim::state::journey::town::{TownHouse, TownRecord, TownVisit};
use crate::sim::state::journey::{Journey, Phase};
use crate::sim::state::world::World;
use crate::sim::units::Coins;

impl World {
    /// The visit to a town that goes on.
    pub(crate) fn town_visit(&self) -> Option<&TownVisit> {
        let journey = self.journey().filter(|journey| journey.phase == Phase::Town)?;
        journey.visit.as_ref()
    }

    /// What is kept of the town that the player visits.
    pub(crate) fn town_record(&self) -> Option<&TownRecord> {
        let journey = self.journey().filter(|journey| journey.phase == Phase::Town)?;
        journey.town(journey.at)
    }

    /// The number of the house that the player is in.
    pub(crate) fn house_number(&self) -> Option<u8> {
        self.town_visit()?;
        self.journey()?.floor.checked_sub(1)
    }

    /// The house that the player is in.
    pub(crate) fn house_here(&self) -> Option<&TownHouse> {
        let number = self.house_number()?;
        self.town_visit()?.houses.get(usize::from(number))
    }

    /// The kind of the house that the player is in; `None` in a dwelling.
    pub(crate) fn house_kind_here(&self) -> Option<&HouseKind> {
        Some(self.catalog().house(self.house_here()?.kind?))
    }

    /// What is sold over the counter of this house.
    pub(crate) fn offers_here(&self) -> &[Offer] {
        self.house_kind_here().map_or(&[], |kind| &kind.offers)
    }

    /// A price of the first depth as it is here: more the deeper the town lies, and more for somebody who was seen at a chest.
    pub(crate) fn price_here(&self, base: u32) -> Coins {
        let Some(journey) = self.journey() else { return Coins(base) };
        let Some(atlas) = self.atlas().filter(|_| journey.phase == Phase::Town) else {
            return Coins(base);
        };
        let deeper = u32::from(atlas.site(journey.at).depth.below_first());
        let rises = 100 + self.catalog().campaign.pay.deeper * deeper;
        let theft = &self.catalog().town.theft;
        let seen = self.town_record().map_or(0, |record| record.thefts.min(theft.most));
        Coins(base * rises * (100 + theft.percent * u32::from(seen)) / 10_000)
    }
}

impl Journey {
    /// What is kept of a town that the player has visited.
    pub(crate) fn town(&self, site: crate::sim::units::SiteId) -> Option<&TownRecord> {
        self.towns.iter().find(|record| record.site == site)
    }
}
