//! Who of the cast goes together, and where: the rules that a player can learn.
//!
//! 1. Each person who is rested wants to go on so many nights in a hundred (`goes` of the habit).
//! 2. Those who want to go ask the others, the highest level first: friends first, then whoever else wants to go and is of about
//!    the level, one of each class before a second. Nobody goes with a rival.
//! 3. The leader chooses the site: one that the level dares, by what the habit counts (loot, a short way, a grudge, where others
//!    have been). Sites that were put in order or that somebody has settled in, towns and the Deep Seat
//!    are left alone.

use crate::sim::prelude::*;

/// Companions lodge no farther apart by road, in cells.
const MAX_MEETING_CELLS: u32 = 45;

/// A site is no farther from the leader's lodging by road, in cells.
const MAX_WAY_CELLS: u32 = 50;

/// Chests that a site is thought to hold before anybody has been there.
const CHESTS_OF_A_SITE: i32 = 6;

/// The most raids that a site sees before it is worked or lost.
const MAX_SITE_RAIDS: usize = 4;

/// A party and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedRaid {
    pub site: SiteId,
    /// The leader first.
    pub members: Vec<PersonId>,
}

/// The parties of a night, in the order in which they form.
pub(crate) fn plan(
    journey: &Journey,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Catalog,
) -> Vec<PlannedRaid> {
    let mut stream = Stream::new(seed, purpose::NIGHT, night_ordinal(journey.night));
    let mut company = Company::of_night(journey, catalog, &mut stream);
    let mut raids: Vec<PlannedRaid> = Vec::new();
    for leader in company.leaders() {
        if raids.len() >= catalog.campaign.parties {
            break;
        }
        if !company.is_free(leader) {
            continue;
        }
        let size = {
            let (low, high) = catalog.cast.party_size;
            stream.range(low.into(), high.into()) as usize
        };
        let members = company.members(leader, size, atlas);
        let habit = catalog.habit(journey.person(leader).habit);
        let friends = &journey.person(leader).friends;
        let has_friend = members[1..].iter().any(|member| friends.contains(member));
        if members.len() < 2 || (habit.needs_friends && !has_friend) {
            continue;
        }
        let is_taken = |site| raids.iter().any(|raid| raid.site == site);
        if let Some(site) = choose_site(journey, atlas, leader, catalog, is_taken) {
            company.take(&members);
            raids.push(PlannedRaid { site, members });
        }
    }
    raids
}

/// Those who are rested on a night, who of them wants to go, and who is spoken for.
pub(crate) struct Company<'a> {
    journey: &'a Journey,
    catalog: &'a Catalog,
    /// By person.
    is_fit: Vec<bool>,
    is_eager: Vec<bool>,
}

impl<'a> Company<'a> {
    fn of_night(journey: &'a Journey, catalog: &'a Catalog, stream: &mut Stream) -> Company<'a> {
        let is_expected = |id| journey.expected.contains(&id);
        let is_fit: Vec<bool> = journey
            .persons()
            .map(|(id, person)| person.is_fit(journey.night) && !is_expected(id))
            .collect();
        // Everybody draws, so that who is missing does not change the others' minds.
        let is_eager = journey
            .cast
            .iter()
            .map(|person| stream.percent(catalog.habit(person.habit).goes))
            .collect();
        Company { journey, catalog, is_fit, is_eager }
    }

    /// All of whom something holds: nobody is asked whether they want to.
    pub(crate) fn of_all(
        journey: &'a Journey,
        catalog: &'a Catalog,
        is_fit: impl Fn(PersonId, &Person) -> bool,
    ) -> Company<'a> {
        let is_fit: Vec<bool> = journey.persons().map(|(id, person)| is_fit(id, person)).collect();
        Company { journey, catalog, is_eager: is_fit.clone(), is_fit }
    }

    pub(crate) fn is_free(&self, id: PersonId) -> bool {
        self.is_fit[usize::from(id.0)]
    }

    fn take(&mut self, members: &[PersonId]) {
        for member in members {
            self.is_fit[usize::from(member.0)] = false;
        }
    }

    /// Those who are rested and want to go, the highest level first.
    fn leaders(&self) -> Vec<PersonId> {
        let mut leaders: Vec<PersonId> = self
            .journey
            .persons()
            .map(|(id, _)| id)
            .filter(|&id| self.is_free(id) && self.is_eager[usize::from(id.0)])
            .collect();
        leaders.sort_by_key(|&id| (std::cmp::Reverse(self.journey.person(id).level), id));
        leaders
    }

    /// A party around a leader, who is its first member.
    pub(crate) fn members(&self, leader: PersonId, size: usize, atlas: &Atlas) -> Vec<PersonId> {
        let journey = self.journey;
        let own = journey.person(leader);
        let mut members = vec![leader];
        while members.len() < size {
            let next = journey
                .persons()
                .filter(|&(id, other)| {
                    let is_asked = self.is_eager[usize::from(id.0)] || own.friends.contains(&id);
                    self.is_free(id)
                        && is_asked
                        && !members.contains(&id)
                        && other.level.abs_diff(own.level) <= self.catalog.cast.level_gap
                        && atlas.way(own.lodges, other.lodges) <= MAX_MEETING_CELLS
                        && members.iter().all(|&member| !are_rivals(journey, member, id))
                })
                .min_by_key(|&(id, other)| {
                    let is_friend = own.friends.contains(&id);
                    let same = |&&member: &&PersonId| journey.person(member).class == other.class;
                    let of_class = members.iter().filter(same).count();
                    (!is_friend, of_class, std::cmp::Reverse(other.level), id)
                });
            let Some((id, _)) = next else { break };
            members.push(id);
        }
        members
    }
}

fn are_rivals(journey: &Journey, one: PersonId, other: PersonId) -> bool {
    journey.person(one).rival == Some(other) || journey.person(other).rival == Some(one)
}

/// Whether somebody leads others to a depth.
pub(crate) fn dares(person: &Person, depth: Depth, catalog: &Catalog) -> bool {
    let rules = &catalog.cast.dares;
    let deeper = i32::from(catalog.habit(person.habit).deeper);
    let (level, depth) = (i32::from(person.level), i32::from(depth.0));
    (level - i32::from(rules.above)..=level + i32::from(rules.below) + deeper).contains(&depth)
}

/// The site that a leader chooses; the nearest of several as good, then the one with the lowest id.
fn choose_site(
    journey: &Journey,
    atlas: &Atlas,
    leader: PersonId,
    catalog: &Catalog,
    is_taken: impl Fn(SiteId) -> bool,
) -> Option<SiteId> {
    let person = journey.person(leader);
    let habit = catalog.habit(person.habit);
    let open = journey.all_sites().filter(|&(site, record)| {
        record.state == SiteState::Open
            && record.raids.len() < MAX_SITE_RAIDS
            && !atlas.is_town(site)
            && site != atlas.goal()
            && journey.settlers(site).next().is_none()
            && (site != journey.at || journey.night == 0)
            && dares(person, atlas.site(site).depth, catalog)
            && atlas.way(person.lodges, site) <= MAX_WAY_CELLS
            && !is_taken(site)
    });
    let worth = |site: SiteId| {
        let raids = &journey.site(site).raids;
        let gone: i32 = raids.iter().map(|raid| i32::from(raid.chests)).sum();
        let near = (MAX_WAY_CELLS - atlas.way(person.lodges, site)) as i32 / 8;
        let hurt = i32::from(person.hurt_at == Some(site));
        habit.loot * (CHESTS_OF_A_SITE - gone).max(0)
            + habit.near * near
            + habit.grudge * hurt
            + habit.follows * raids.len() as i32
    };
    open.map(|(site, _)| site).max_by_key(|&site| {
        let way = atlas.way(person.lodges, site);
        (worth(site), std::cmp::Reverse(way), std::cmp::Reverse(site))
    })
}
