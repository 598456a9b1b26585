//! Who of the cast goes together, and where: the rules that a player can learn.
//!
//! Of a night (`plan`):
//!
//! 1. Each person who is rested wants to go on so many nights in a hundred (`goes` of the habit).
//! 2. Those who want to go ask the others, the highest level first: friends first, then whoever
//!    else wants to go and is of about the level, one of each class before a second. Nobody goes
//!    with a rival.
//! 3. The leader chooses the site: one that the level dares, by what the habit counts (loot, a
//!    short way, a grudge, where others have been). Sites that were put in order or that somebody
//!    has settled in, towns and the Deep Seat are left alone.
//!
//! To the player's site at dawn (`party_at_dawn`):
//!
//! 1. Once the player has worked deep enough, whoever would hold the Deep Seat leads a party to a
//!    dawn of theirs, once (`caller`), rested or tired.
//! 2. Of those who are rested, the nearest who dares the depth and finds company leads; whoever had
//!    it easy at the player's last site is taken to be nearer than they are, and so is whoever
//!    bears a grudge. If nobody dares it, the nearest of a lower level, down to a bound.
//! 3. If that makes no party, the same is asked of all who are rested within some nights. They come
//!    tired.
//! 4. If that makes none either, strangers come.

use crate::sim::prelude::*;
use std::cmp::Reverse;

use crate::sim::campaign::journey_ref::JourneyRef;

/// Companions lodge no farther apart by road, in cells.
const MAX_MEETING_CELLS: u32 = 45;

/// A site is no farther from the leader's lodging by road, in cells.
const MAX_WAY_CELLS: u32 = 50;

/// Chests that a site is thought to hold before anybody has been there.
const CHESTS_OF_A_SITE: i32 = 6;

/// The most raids that a site sees before it is worked or lost.
const MAX_SITE_RAIDS: usize = 4;

/// What it counts in cells of way, for the choice of a leader, to have carried loot off the
/// player's last floor.
const LOOT_HEAD_START_CELLS: u32 = 30;

/// The same for somebody with a grudge against the player.
const GRUDGE_HEAD_START_CELLS: u32 = 60;

/// Fewer do not go.
const MIN_MEMBERS: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedRaid {
    pub site: SiteId,
    /// The leader first.
    pub members: Vec<PersonId>,
}

impl JourneyRef<'_> {
    /// The parties of a night, in the order in which they form.
    pub(crate) fn plan(self) -> Vec<PlannedRaid> {
        let catalog = self.catalog;
        let mut stream = Stream::new(self.seed, purpose::NIGHT, night_ordinal(self.night));
        let mut company = Company::of_night(self, &mut stream);
        let mut raids: Vec<PlannedRaid> = Vec::new();
        for leader in company.leaders() {
            if raids.len() >= catalog.campaign.parties {
                break;
            }
            if !company.is_free(leader) {
                continue;
            }
            let (low, high) = catalog.cast.party_size;
            let size = stream.range(low.into(), high.into()) as usize;
            let members = company.members(leader, size);
            let habit = catalog.habit(self.person(leader).habit);
            let friends = &self.person(leader).friends;
            let has_friend = members[1..].iter().any(|member| friends.contains(member));
            if members.len() < MIN_MEMBERS || (habit.needs_friends && !has_friend) {
                continue;
            }
            let is_taken = |site| raids.iter().any(|raid| raid.site == site);
            if let Some(site) = self.site_to_raid(leader, is_taken) {
                company.take(&members);
                raids.push(PlannedRaid { site, members });
            }
        }
        raids
    }

    /// The site that a leader chooses; the nearest of several as good, then the one with the lowest
    /// id.
    fn site_to_raid(self, leader: PersonId, is_taken: impl Fn(SiteId) -> bool) -> Option<SiteId> {
        let (atlas, person) = (self.atlas, self.person(leader));
        let habit = self.catalog.habit(person.habit);
        let open = self.all_sites().filter(|&(site, record)| {
            record.state == SiteState::Open
                && record.raids.len() < MAX_SITE_RAIDS
                && !atlas.is_town(site)
                && site != atlas.goal()
                && self.settlers(site).next().is_none()
                && (site != self.at || self.night == 0)
                && dares(person, atlas.site(site).depth, self.catalog)
                && atlas.way(person.lodges, site) <= MAX_WAY_CELLS
                && !is_taken(site)
        });
        let worth = |site: SiteId| {
            let raids = &self.site(site).raids;
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
            (worth(site), Reverse(way), Reverse(site))
        })
    }

    /// The party that goes to the player's site on the day before the night, where nobody has been:
    /// those who are rested, but for whoever calls at dawn. Empty if nobody can.
    pub(crate) fn party_by_day(self, site: SiteId) -> Vec<PersonId> {
        let calls = self.caller(site);
        let is_fit = |id, person: &Person| person.is_fit(self.night) && Some(id) != calls;
        Company::of_all(self, is_fit).that_comes_to(site)
    }

    /// The party that comes to the player's site at dawn: of those who are rested, or else also of
    /// those who soon will be. Empty if nobody can.
    pub(crate) fn party_at_dawn(self, site: SiteId) -> Vec<PersonId> {
        let rested = Company::of_all(self, |_, person| person.is_fit(self.night));
        let companies = [rested, self.rested_or_tired(site)];
        let calls = self.caller(site);
        let with_caller = companies.iter().filter_map(|company| {
            let leader = calls.filter(|&id| company.is_free(id))?;
            Some(company.members(leader, self.size_of_party(site)))
        });
        if let Some(party) = with_caller.into_iter().find(|members| members.len() >= MIN_MEMBERS) {
            return party;
        }
        let parties = companies.iter().map(|company| company.that_comes_to(site));
        parties.into_iter().find(|members| !members.is_empty()).unwrap_or_default()
    }

    /// The number of members of a party that goes to the player's site tonight, if so many can be
    /// found.
    fn size_of_party(self, site: SiteId) -> usize {
        let key = (night_ordinal(self.night), Ordinal(site.0.into()));
        let mut stream = Stream::new(self.seed, purpose::EXPECTED, key);
        let (low, high) = self.catalog.cast.party_size;
        stream.range(low.into(), high.into()) as usize
    }
}

impl<'a> JourneyRef<'a> {
    /// All who are rested or will be within some nights, but for those who have been at the site
    /// today.
    fn rested_or_tired(self, site: SiteId) -> Company<'a> {
        let (night, within) = (self.night, self.catalog.cast.tired.nights);
        let today = self.site(site).raids.iter().filter(|raid| raid.night == night);
        let members = today.flat_map(|raid| raid.party.members.iter().filter_map(|own| own.person));
        let went: Vec<PersonId> = members.map(|person| person.id).collect();
        Company::of_all(self, |id, person| {
            person.is_fit_within(within, night) && !went.contains(&id)
        })
    }
}

/// Those who are rested on a night, who of them wants to go, and who is spoken for.
struct Company<'a> {
    journey: JourneyRef<'a>,
    /// By person.
    is_fit: Vec<bool>,
    is_eager: Vec<bool>,
}

impl<'a> Company<'a> {
    fn of_night(journey: JourneyRef<'a>, stream: &mut Stream) -> Company<'a> {
        let is_expected = |id| journey.expected.contains(&id);
        let is_fit = |id, person: &Person| person.is_fit(journey.night) && !is_expected(id);
        // Everybody draws, so that who is missing does not change the others' minds.
        let goes = |person: &Person| journey.catalog.habit(person.habit).goes;
        let is_eager = journey.cast.iter().map(|person| stream.percent(goes(person))).collect();
        Company { is_eager, ..Company::of_all(journey, is_fit) }
    }

    /// All of whom something holds: nobody is asked whether they want to.
    fn of_all(journey: JourneyRef<'a>, is_fit: impl Fn(PersonId, &Person) -> bool) -> Company<'a> {
        let is_fit: Vec<bool> = journey.persons().map(|(id, person)| is_fit(id, person)).collect();
        Company { journey, is_eager: is_fit.clone(), is_fit }
    }

    fn is_free(&self, id: PersonId) -> bool {
        self.is_fit[usize::from(id.0)]
    }

    fn take(&mut self, members: &[PersonId]) {
        for member in members {
            self.is_fit[usize::from(member.0)] = false;
        }
    }

    /// Those who are rested and want to go, the highest level first.
    fn leaders(&self) -> Vec<PersonId> {
        let ids = self.journey.persons().map(|(id, _)| id);
        let mut leaders: Vec<PersonId> =
            ids.filter(|&id| self.is_free(id) && self.is_eager[usize::from(id.0)]).collect();
        leaders.sort_by_key(|&id| (Reverse(self.journey.person(id).level), id));
        leaders
    }

    /// A party around a leader, who is its first member.
    fn members(&self, leader: PersonId, size: usize) -> Vec<PersonId> {
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
                        && other.level.abs_diff(own.level) <= journey.catalog.cast.level_gap
                        && journey.atlas.way(own.lodges, other.lodges) <= MAX_MEETING_CELLS
                        && members.iter().all(|&member| !self.are_rivals(member, id))
                })
                .min_by_key(|&(id, other)| {
                    let is_friend = own.friends.contains(&id);
                    let same = |&&member: &&PersonId| journey.person(member).class == other.class;
                    let of_class = members.iter().filter(same).count();
                    (!is_friend, of_class, Reverse(other.level), id)
                });
            let Some((id, _)) = next else { break };
            members.push(id);
        }
        members
    }

    fn are_rivals(&self, one: PersonId, other: PersonId) -> bool {
        let has_rival = |one, other| self.journey.person(one).rival == Some(other);
        has_rival(one, other) || has_rival(other, one)
    }

    /// A party that goes to a site because the player does, led by the nearest who dares it and
    /// finds others.
    fn that_comes_to(&self, site: SiteId) -> Vec<PersonId> {
        let JourneyRef { journey, atlas, catalog, .. } = self.journey;
        let depth = atlas.site(site).depth;
        let far = |person: &Person| {
            let had_it_easy = person.robbed_player_on == Some(journey.night.saturating_sub(1));
            let has_grudge = person.stance == Stance::Grudge;
            let head_start = if had_it_easy { LOOT_HEAD_START_CELLS } else { 0 }
                + if has_grudge { GRUDGE_HEAD_START_CELLS } else { 0 };
            atlas.way(person.lodges, site).saturating_sub(head_start)
        };
        // Where the upkeeper has been the traps are known to hold, and the doors to open.
        let comes = |person: &Person| {
            let is_near = person.level.saturating_add(catalog.cast.dares.at_dawn) >= depth.0;
            dares(person, depth, catalog) || (person.level < depth.0 && is_near)
        };
        let is_leader = |&(id, person): &(PersonId, &Person)| {
            self.is_free(id) && comes(person) && person.stance != Stance::Debt
        };
        let mut leaders: Vec<(PersonId, &Person)> = journey.persons().filter(is_leader).collect();
        leaders.sort_by_key(|&(id, person)| {
            (!dares(person, depth, catalog), far(person), Reverse(person.level), id)
        });
        let size = self.journey.size_of_party(site);
        let mut parties = leaders.into_iter().map(|(leader, _)| self.members(leader, size));
        parties.find(|members| members.len() >= MIN_MEMBERS).unwrap_or_default()
    }
}

/// Whether somebody leads others to a depth.
pub(crate) fn dares(person: &Person, depth: Depth, catalog: &Catalog) -> bool {
    let rules = &catalog.cast.dares;
    let deeper = i32::from(catalog.habit(person.habit).deeper);
    let (level, depth) = (i32::from(person.level), i32::from(depth.0));
    (level - i32::from(rules.above)..=level + i32::from(rules.below) + deeper).contains(&depth)
}
