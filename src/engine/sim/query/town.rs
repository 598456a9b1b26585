//! What towns say and think of the player.

use crate::sim::prelude::*;
use crate::sim::state::journey::records::{TownRecord, TownVisit};
use content::{HouseKind, Offer, SayingNeed};

impl World {
    pub(crate) fn town_visit(&self) -> Option<&TownVisit> {
        let journey = self.journey().filter(|journey| journey.phase == Phase::Town)?;
        journey.visit.as_ref()
    }

    pub(crate) fn house_number(&self) -> Option<u8> {
        self.town_visit()?;
        self.journey()?.floor.checked_sub(1)
    }

    pub(crate) fn house_here(&self) -> Option<&TownHouse> {
        let number = self.house_number()?;
        self.town_visit()?.houses.get(usize::from(number))
    }

    /// The kind of the house that the player is in; `None` in a dwelling.
    pub(crate) fn house_kind_here(&self) -> Option<&HouseKind> {
        Some(self.catalog().house(self.house_here()?.kind?))
    }

    pub(crate) fn offers_here(&self) -> &[Offer] {
        self.house_kind_here().map_or(&[], |kind| &kind.offers)
    }

    /// A price of the first depth as it is here: more the deeper the town lies, and more for
    /// somebody who was seen at a chest.
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
    /// How much dearer things are for the player in a town: no more in all than for the most thefts
    /// that count.
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

    /// Percent by which what was seen in a town makes things dearer in every other, once it has
    /// come round.
    pub(crate) fn theft_markup_elsewhere(&self, site: SiteId, catalog: &Catalog) -> u32 {
        let rules = &catalog.town.theft;
        let seen = self.town(site).map_or(0, |record| u32::from(record.thefts));
        let max = rules.percent * u32::from(rules.most);
        (rules.percent * seen * rules.elsewhere / 100).min(max)
    }

    pub(crate) fn town(&self, site: SiteId) -> Option<&TownRecord> {
        self.towns.iter().find(|record| record.site == site)
    }

    /// The last raid of somebody that a site still shows.
    pub(crate) fn last_raid_of(&self, id: PersonId) -> Option<(SiteId, &SiteRaid)> {
        let was_there = |raid: &&SiteRaid| {
            raid.party.members.iter().any(|own| own.person.is_some_and(|person| person.id == id))
        };
        self.all_sites()
            .flat_map(|(site, record)| record.raids.iter().map(move |raid| (site, raid)))
            .filter(|(_, raid)| was_there(raid))
            .max_by_key(|(site, raid)| (raid.night, std::cmp::Reverse(*site)))
    }

    pub(crate) fn living_friend_of(&self, id: PersonId) -> Option<PersonId> {
        let mut friends = self.person(id).friends.iter().copied();
        friends.find(|&friend| self.person(friend).is_raiding())
    }

    /// A friend of somebody who is dead, and where that was.
    pub(crate) fn dead_friend_of(&self, id: PersonId) -> Option<(PersonId, SiteId)> {
        let friends = self.person(id).friends.iter();
        friends.copied().find_map(|friend| match self.person(friend).fate {
            PersonFate::Dead { site, .. } | PersonFate::Missing { site, .. } => {
                Some((friend, site))
            }
            _ => None,
        })
    }

    /// What somebody would lay on the table: what they carried off, or else their own.
    pub(crate) fn belonging_of(&self, id: PersonId) -> Option<Stack> {
        let person = self.person(id);
        person.carries.or(person.kit)
    }

    pub(crate) fn is_so(&self, need: SayingNeed, id: PersonId) -> bool {
        let person = self.person(id);
        match need {
            SayingNeed::LevelFrom(level) => person.level >= level,
            SayingNeed::LevelTo(level) => person.level <= level,
            SayingNeed::Resting => person.is_raiding() && person.rested_on > self.night,
            SayingNeed::Fit => person.is_fit(self.night),
            SayingNeed::Raided => self.last_raid_of(id).is_some(),
            SayingNeed::RaidCost => self.last_raid_of(id).is_some_and(|(_, raid)| raid.fallen > 0),
            SayingNeed::RaidEasy => self
                .last_raid_of(id)
                .is_some_and(|(site, raid)| raid.fallen == 0 && person.hurt_at != Some(site)),
            SayingNeed::HurtAt => person.hurt_at.is_some(),
            SayingNeed::Carries => person.carries.is_some(),
            SayingNeed::Kit => person.kit.is_some(),
            SayingNeed::Coins(coins) => person.coins >= coins,
            SayingNeed::Caught => person.wary.iter().next().is_some(),
            SayingNeed::NeverCaught => person.wary.iter().next().is_none(),
            SayingNeed::Friend => self.living_friend_of(id).is_some(),
            SayingNeed::FriendDied => self.dead_friend_of(id).is_some(),
            SayingNeed::Rival => person.rival.is_some_and(|rival| self.person(rival).is_raiding()),
            SayingNeed::RobbedPlayer => person.robbed_player_on.is_some(),
            SayingNeed::MetPlayer => person.record.met_player > 0,
        }
    }

    pub(crate) fn fits(&self, needs: &[SayingNeed], id: PersonId) -> bool {
        needs.iter().all(|&need| self.is_so(need, id))
    }

    /// The nights that somebody still keeps to bed, this one included.
    pub(crate) fn nights_in_bed(&self, id: PersonId) -> u16 {
        self.person(id).rested_on.saturating_sub(self.night).max(0).unsigned_abs()
    }
}

/// The first trap that caught somebody, by name.
pub(crate) fn trap_of<'c>(
    journey: &Journey,
    id: PersonId,
    catalog: &'c Catalog,
) -> Option<&'c str> {
    let trap = journey.person(id).wary.iter().next()?;
    catalog.traps.get(usize::from(trap.0)).map(|trap| trap.name.as_str())
}
