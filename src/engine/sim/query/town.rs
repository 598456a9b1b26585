//! The town as the player meets it: where they are in it, what things cost, and what is offered.

use crate::sim::prelude::*;
use crate::sim::state::journey::town::{TownRecord, TownVisit};
use content::{HouseKind, Offer};

impl World {
    /// The visit to a town that goes on.
    pub(crate) fn town_visit(&self) -> Option<&TownVisit> {
        let journey = self.journey().filter(|journey| journey.phase == Phase::Town)?;
        journey.visit.as_ref()
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
        let rises = 100 + self.catalog().town.deeper * deeper;
        let TheftMarkup { here, elsewhere } = journey.theft_markup(journey.at, self.catalog());
        Coins(base * rises * (100 + here + elsewhere) / 10_000)
    }
}

/// Percent by which prices of a town have risen for somebody who was seen at chests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TheftMarkup {
    /// For what was seen in that town.
    pub here: u32,
    /// For what was seen in others, as far as it has come round.
    pub elsewhere: u32,
}

impl Journey {
    /// How much dearer things are for the player in a town: no more in all than for the most thefts that count.
    pub(crate) fn theft_markup(&self, site: SiteId, catalog: &Catalog) -> TheftMarkup {
        let rules = &catalog.town.theft;
        let max = rules.percent * u32::from(rules.most);
        let (own, others): (Vec<&TownRecord>, Vec<&TownRecord>) =
            self.towns.iter().partition(|record| record.site == site);
        let seen: u32 = own.iter().map(|record| u32::from(record.thefts)).sum();
        let known: u32 = others.iter().map(|record| u32::from(record.known_elsewhere)).sum();
        let here = (rules.percent * seen).min(max);
        let elsewhere = (rules.percent * known * rules.elsewhere / 100).min(max - here);
        TheftMarkup { here, elsewhere }
    }

    /// Percent by which what was seen in a town makes things dearer in every other, once it has come round.
    pub(crate) fn theft_markup_elsewhere(&self, site: SiteId, catalog: &Catalog) -> u32 {
        let rules = &catalog.town.theft;
        let seen = self.town(site).map_or(0, |record| u32::from(record.thefts));
        let max = rules.percent * u32::from(rules.most);
        (rules.percent * seen * rules.elsewhere / 100).min(max)
    }

    /// What is kept of a town that the player has visited.
    pub(crate) fn town(&self, site: SiteId) -> Option<&TownRecord> {
        self.towns.iter().find(|record| record.site == site)
    }
}
