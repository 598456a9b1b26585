//! The outcome of a raid: for the site, and for those of the cast who were in it.

use crate::sim::campaign::partings;
use crate::sim::prelude::*;

/// The health in percent below which somebody remembers where it was.
const REMEMBERED_BELOW_PERCENT: i32 = 50;

/// Notes a raid on a site that was played, and what became of those who were in it.
pub(super) fn note(
    journey: &mut Journey,
    site: SiteId,
    raid: SiteRaid,
    report: &RaidReport,
    atlas: &Atlas,
    catalog: &Catalog,
    events: &mut Vec<Event>,
) {
    let (fallen, chests) = (report.fallen() as u8, report.loot_taken() as u16);
    let leader = raid.entrants.first().and_then(|member| Some(member.person?.id));
    events.push(Event::Journey(JourneyEvent::SiteRaided { site, leader, fallen, chests }));
    apply(journey, report, site, atlas, catalog, events);
    let night = journey.night;
    let falls = &catalog.campaign.falls;
    let record = journey.site_mut(site);
    record.raids.push(SiteRaid { fallen, chests, ..raid });
    let robbed = record.raids.iter().filter(|raid| raid.chests > 0).count() as u16;
    if record.falls_on.is_none() && robbed >= falls.parties {
        let falls_on = night + falls.nights;
        record.falls_on = Some(falls_on);
        events.push(Event::Journey(JourneyEvent::SiteThreatened { site, falls_on }));
    }
}

/// What became of the cast in a raid on a site: experience, wounds, what they learned and took, and who is dead.
pub(super) fn apply(
    journey: &mut Journey,
    report: &RaidReport,
    site: SiteId,
    atlas: &Atlas,
    catalog: &Catalog,
    events: &mut Vec<Event>,
) {
    let mut home = Vec::new();
    for member in &report.members {
        let Some(id) = member.person.filter(|&id| journey.person(id).is_raiding()) else {
            continue;
        };
        match member.fate {
            Fate::Fell(by) => {
                journey.person_mut(id).record.raids += 1;
                bury(journey, id, site, by, events);
            }
            Fate::Through | Fate::Fled | Fate::Inside => {
                come_home(journey, id, member, site, atlas, catalog, events);
                home.push(id);
            }
        }
    }
    partings::part(journey, &home, atlas, catalog, events);
}

/// Somebody died at a site.
pub(super) fn bury(
    journey: &mut Journey,
    id: PersonId,
    site: SiteId,
    by: Harm,
    events: &mut Vec<Event>,
) {
    let night = journey.night;
    let person = journey.person_mut(id);
    person.fate = PersonFate::Dead { night, site, by };
    // What they had lies where they fell.
    (person.kit, person.carries) = (None, None);
    events.push(Event::Journey(JourneyEvent::PersonDied { person: id, site, by }));
}

/// Somebody came home from a site.
fn come_home(
    journey: &mut Journey,
    id: PersonId,
    member: &RaidMember,
    site: SiteId,
    atlas: &Atlas,
    catalog: &Catalog,
    events: &mut Vec<Event>,
) {
    let rules = &catalog.cast;
    let night = journey.night;
    let depth = atlas.site(site).depth;
    let nearest = atlas
        .ids()
        .filter(|&town| atlas.is_town(town))
        .min_by_key(|&town| (atlas.way(site, town), town));
    let person = journey.person_mut(id);
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
            events.push(Event::Journey(JourneyEvent::PersonRose { person: id, level }));
        }
    }
}
