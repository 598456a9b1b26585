//! What there is to say of one of the cast: what they did last, whom they have lost, and whether a saying fits.

use crate::sim::prelude::*;
use content::SayingNeed;

impl Journey {
    /// The last raid of somebody that a site still shows.
    pub(crate) fn last_raid_of(&self, id: PersonId) -> Option<(SiteId, &SiteRaid)> {
        let was_there = |raid: &&SiteRaid| {
            raid.entrants.iter().any(|own| own.person.is_some_and(|person| person.id == id))
        };
        self.all_sites()
            .flat_map(|(site, record)| record.raids.iter().map(move |raid| (site, raid)))
            .filter(|(_, raid)| was_there(raid))
            .max_by_key(|(site, raid)| (raid.night, std::cmp::Reverse(*site)))
    }

    /// A friend of somebody who is about.
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

    /// Whether something is so of somebody.
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

    /// Whether a saying can be said of somebody.
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
