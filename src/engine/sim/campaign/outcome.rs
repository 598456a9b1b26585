//! The outcome of a raid: for the site, and for those of the cast who were in it.
//!
//! What becomes of parties that get rich:
//!
//! 1. Whoever comes home with a fortune stops raiding. So does whoever was in the same raid, has a
//!    share of a fortune and is a friend of one who stops.
//! 2. They are led by the leader of the raid if that one stops too, or else by the best of them.
//! 3. If the leader's habit is to settle and there is a site to settle in, they move in there.
//!    Otherwise they go home for good.
//! 4. The site is the nearest to the leader's lodging of those that are open, empty and of a depth
//!    that the leader dares; not the one where the player is, no town, and not the Deep Seat.

use crate::sim::campaign::holders::rank;
use crate::sim::campaign::journey_ref::{JourneyMut, JourneyRef};
use crate::sim::campaign::parties::dares;
use crate::sim::prelude::*;

/// The health in percent below which somebody remembers where it was.
const REMEMBERED_BELOW_PERCENT: i32 = 50;

impl JourneyMut {
    /// Notes a raid on a site that was played, and what became of those who were in it.
    pub(super) fn note_raid(&mut self, site: SiteId, raid: SiteRaid, report: &RaidReport) {
        let (fallen, chests) = (report.fallen() as u8, report.loot_taken() as u16);
        let leader = raid.party.members.first().and_then(|member| Some(member.person?.id));
        self.tell(JourneyEvent::SiteRaided { site, leader, fallen, chests });
        self.apply_report(report, site);
        let night = self.night;
        let record = self.journey.site_mut(site);
        record.raids.push(SiteRaid { fallen, chests, ..raid });
        let robbed = record.raids.iter().filter(|raid| raid.chests > 0).count() as u16;
        let falls = &self.catalog.campaign.falls;
        if record.falls_on.is_none() && robbed >= falls.parties {
            let falls_on = night + falls.nights;
            record.falls_on = Some(falls_on);
            self.tell(JourneyEvent::SiteThreatened { site, falls_on });
        }
    }

    /// What became of the cast in a raid on a site: experience, wounds, what they learned and took,
    /// and who is dead.
    pub(super) fn apply_report(&mut self, report: &RaidReport, site: SiteId) {
        let mut home = Vec::new();
        for member in &report.members {
            let Some(id) = member.person.filter(|&id| self.person(id).is_raiding()) else {
                continue;
            };
            match member.fate {
                Fate::Fell(by) => {
                    self.person_mut(id).record.raids += 1;
                    self.bury(id, site, by);
                }
                Fate::Through | Fate::Fled | Fate::Inside => {
                    self.come_home(id, member, site);
                    home.push(id);
                }
            }
        }
        self.part_ways(&home);
    }

    pub(super) fn bury(&mut self, id: PersonId, site: SiteId, by: Harm) {
        let night = self.night;
        let person = self.person_mut(id);
        person.fate = PersonFate::Dead { night, site, by };
        // What they had lies where they fell.
        (person.kit, person.carries) = (None, None);
        self.tell(JourneyEvent::PersonDied { person: id, site, by });
    }

    fn come_home(&mut self, id: PersonId, member: &RaidMember, site: SiteId) {
        let (atlas, rules, night) = (&self.atlas, &self.catalog.cast, self.night);
        let depth = atlas.site(site).depth;
        let nearest = atlas
            .ids()
            .filter(|&town| atlas.is_town(town))
            .min_by_key(|&town| (atlas.way(site, town), town));
        let person = self.journey.person_mut(id);
        let left = member.health * 100 / member.max_health.max(1);
        let nights = rules.rests.nights
            + u8::from(left < rules.rests.hurt_below)
            + u8::from(left < rules.rests.badly_below);
        // Whoever came tired still has to rest from before.
        person.rested_on = person.rested_on.max(night) + 1 + i16::from(nights);
        person.lodges = nearest.unwrap_or(person.lodges);
        person.wary = person.wary.union(member.caught);
        if left < REMEMBERED_BELOW_PERCENT {
            person.hurt_at = Some(site);
        }
        person.carries = member.took.or(person.carries);
        let record = &mut person.record;
        record.raids += 1;
        record.through += u16::from(member.fate == Fate::Through);
        record.chests += u16::from(member.loot);
        let chest = rules.chest_coins.0 + rules.chest_coins.1 * u16::from(depth.below_first());
        person.coins = person.coins.saturating_add(chest.saturating_mul(member.loot.into()));
        let earned = &rules.experience;
        let came = if member.fate == Fate::Through { earned.through } else { earned.home };
        person.experience += came + earned.chest * u16::from(member.loot);
        while person.experience >= earned.next {
            person.experience -= earned.next;
            if person.level < rules.max_level {
                person.level += 1;
                let level = person.level;
                let rose = JourneyEvent::PersonRose { person: id, level };
                self.events.push(Event::Journey(rose));
            }
        }
    }

    /// Takes those out of the raids who have made their fortune. `home` are those who came home
    /// from one raid, the leader first.
    fn part_ways(&mut self, home: &[PersonId]) {
        let mut leaving = self.read().leaving(home);
        leaving.sort_by_key(|&id| rank(id, self.person(id)));
        let leads = home.first().copied().filter(|leader| leaving.contains(leader));
        let Some(leader) = leads.or(leaving.first().copied()) else { return };
        let night = self.night;
        let settles = self.catalog.habit(self.person(leader).habit).settles;
        let site = if settles { self.read().site_to_settle_in(leader) } else { None };
        let Some(site) = site else {
            for &id in home.iter().filter(|id| leaving.contains(id)) {
                self.retire(id);
            }
            return;
        };
        leaving.retain(|&id| id != leader);
        let stays = leaving.len().min(self.catalog.campaign.settlers.companions.into());
        let retired = leaving.split_off(stays);
        for id in leaving.into_iter().chain([leader]) {
            self.person_mut(id).fate = PersonFate::Settled { night, site };
        }
        for id in retired {
            self.retire(id);
        }
        // Somebody keeps the place now: it does not fall.
        self.site_mut(site).falls_on = None;
        let companions = stays as u8;
        self.tell(JourneyEvent::PartySettled { leader, site, companions });
    }

    fn retire(&mut self, id: PersonId) {
        let night = self.night;
        self.person_mut(id).fate = PersonFate::Retired { night };
        self.tell(JourneyEvent::PersonRetired { person: id });
    }
}

impl JourneyRef<'_> {
    /// Those of a raid who stop: the rich, and friends of theirs who are rich enough.
    fn leaving(self, home: &[PersonId]) -> Vec<PersonId> {
        let fortune = self.catalog.cast.fortune;
        let share = u32::from(fortune) * u32::from(self.catalog.campaign.settlers.share) / 100;
        let raids = |id: &&PersonId| self.person(**id).is_raiding();
        let is_rich = |id: &PersonId| self.person(*id).coins >= fortune;
        let home = || home.iter().filter(raids).copied();
        let rich: Vec<PersonId> = home().filter(is_rich).collect();
        let stops = |id: &PersonId| {
            let has_enough = u32::from(self.person(*id).coins) >= share;
            let has_rich_friend = || self.person(*id).friends.iter().any(|own| rich.contains(own));
            rich.contains(id) || (has_enough && has_rich_friend())
        };
        home().filter(stops).collect()
    }

    fn site_to_settle_in(self, leader: PersonId) -> Option<SiteId> {
        let (atlas, person) = (self.atlas, self.person(leader));
        let fits = |site: SiteId| {
            self.site(site).state == SiteState::Open
                && !atlas.is_town(site)
                && site != atlas.goal()
                && site != self.at
                && dares(person, atlas.site(site).depth, self.catalog)
                && self.settlers(site).next().is_none()
        };
        let sites = atlas.ids().filter(|&site| fits(site));
        sites.min_by_key(|&site| (atlas.way(person.lodges, site), site))
    }
}
