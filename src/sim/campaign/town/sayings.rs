//! What people say: about whom or what, and whether it is so.

use crate::base::Stream;
use crate::content::{Catalog, HabitId, SayingId, Topic};
use crate::sim::campaign::roads;
use crate::sim::state::journey::Journey;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::person::{PersonFate, Stance};
use crate::sim::state::journey::site::SiteState;
use crate::sim::state::journey::town::Subject;
use crate::sim::units::{PersonId, SiteId};

/// How often people speak of each topic, if there is something to tell.
const TOPIC_WEIGHTS: [(Topic, u32); 6] = [
    (Topic::Hero, 5),
    (Topic::Road, 2),
    (Topic::Site, 4),
    (Topic::Fallen, 2),
    (Topic::Threat, 4),
    (Topic::Nothing, 3),
];

/// A saying and what it is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Talk {
    pub says: SayingId,
    pub about: Subject,
}

/// What somebody says tonight, who knows what they talk about or does not.
pub(super) fn draw(
    journey: &Journey,
    atlas: &Atlas,
    is_honest: bool,
    catalog: &Catalog,
    stream: &mut Stream,
) -> Talk {
    let mut weights = TOPIC_WEIGHTS;
    loop {
        let drawn = stream.weighted(weights.iter().map(|(_, weight)| *weight));
        let Some(place) = drawn else {
            return Talk { says: any_of(Topic::Nothing, catalog), about: Subject::Nothing };
        };
        let topic = weights[place].0;
        let subject = if topic == Topic::Nothing {
            Some(Subject::Nothing)
        } else {
            subject(journey, atlas, topic, is_honest, catalog, stream)
        };
        match subject {
            Some(about) => {
                // Of nothing everybody knows.
                let is_true = is_honest || topic == Topic::Nothing;
                return Talk { says: pick(topic, is_true, catalog, stream), about };
            }
            None => weights[place].1 = 0,
        }
    }
}

/// Something to tell about a topic; `None` if there is nothing.
fn subject(
    journey: &Journey,
    atlas: &Atlas,
    topic: Topic,
    is_honest: bool,
    catalog: &Catalog,
    stream: &mut Stream,
) -> Option<Subject> {
    let ahead: Vec<(SiteId, u32)> = roads::of(journey, atlas, journey.at);
    let open = |site: SiteId| journey.site(site).state == SiteState::Open && !atlas.is_town(site);
    let near: Vec<SiteId> = ahead.iter().map(|(to, _)| *to).filter(|&to| open(to)).collect();
    let wrong = |number: u16, stream: &mut Stream| match number {
        0 | 1 => number + 1 + stream.below(2) as u16,
        more => more - 1 - stream.below(u32::from(more.min(2))) as u16,
    };
    let told = |number, stream: &mut Stream| if is_honest { number } else { wrong(number, stream) };
    match topic {
        Topic::Hero => {
            let person = *stream.pick(&persons(journey, true))?;
            let own = journey.person(person).habit;
            let others: Vec<HabitId> = (0..catalog.cast.habits.len() as u8)
                .map(HabitId)
                .filter(|habit| *habit != own)
                .collect();
            let habit = if is_honest { own } else { *stream.pick(&others)? };
            Some(Subject::Hero { person, habit })
        }
        Topic::Road => {
            let &(site, length) = stream.pick(&ahead)?;
            let rations = length.div_ceil(catalog.campaign.ration_cells) as u16;
            Some(Subject::Site { site, number: told(rations, stream) })
        }
        Topic::Site => {
            let site = *stream.pick(&near)?;
            let raids = journey.site(site).raids.len() as u16;
            Some(Subject::Site { site, number: told(raids, stream) })
        }
        Topic::Fallen if is_honest => {
            let person = *stream.pick(&persons(journey, false))?;
            match journey.person(person).fate {
                PersonFate::Dead { site, .. } | PersonFate::Missing { site, .. } => {
                    Some(Subject::Fallen { person, site })
                }
                _ => None,
            }
        }
        Topic::Fallen => {
            let person = *stream.pick(&persons(journey, true))?;
            Some(Subject::Fallen { person, site: *stream.pick(&near)? })
        }
        Topic::Threat if is_honest => {
            let falling: Vec<(SiteId, i16)> = journey
                .all_sites()
                .filter(|(_, site)| site.state == SiteState::Open)
                .filter_map(|(id, site)| Some((id, site.falls_on?)))
                .collect();
            let &(site, falls_on) = stream.pick(&falling)?;
            let nights = falls_on.saturating_sub(journey.night).max(0).unsigned_abs();
            Some(Subject::Site { site, number: nights })
        }
        Topic::Threat => {
            let sound: Vec<SiteId> =
                near.into_iter().filter(|&site| journey.site(site).falls_on.is_none()).collect();
            let site = *stream.pick(&sound)?;
            Some(Subject::Site { site, number: 1 + stream.below(3) as u16 })
        }
        Topic::Nothing | Topic::Guest | Topic::Plan | Topic::Grudge | Topic::Debt => None,
    }
}

/// Those of the cast who raid, or those who are dead.
fn persons(journey: &Journey, alive: bool) -> Vec<PersonId> {
    let is_meant = |fate: PersonFate| match fate {
        PersonFate::Raiding => alive,
        PersonFate::Dead { .. } | PersonFate::Missing { .. } => !alive,
        _ => false,
    };
    journey.persons().filter(|(_, person)| is_meant(person.fate)).map(|(id, _)| id).collect()
}

/// What a hero at the inn says: what they think of the player, where they go tonight, or what they are like.
pub(super) fn of_hero(
    journey: &Journey,
    id: PersonId,
    plan: Option<SiteId>,
    catalog: &Catalog,
    stream: &mut Stream,
) -> (SayingId, Subject) {
    let person = journey.person(id);
    let own = Subject::Hero { person: id, habit: person.habit };
    let (topic, about) = match (person.stance, plan) {
        (Stance::Grudge, _) => (Topic::Grudge, own),
        (_, Some(site)) => (Topic::Plan, Subject::Site { site, number: 0 }),
        (Stance::Debt, _) => (Topic::Debt, own),
        _ => (Topic::Guest, own),
    };
    (pick(topic, true, catalog, stream), about)
}

fn pick(topic: Topic, is_true: bool, catalog: &Catalog, stream: &mut Stream) -> SayingId {
    let fits: Vec<usize> = catalog
        .sayings
        .iter()
        .enumerate()
        .filter(|(_, saying)| saying.about == topic && saying.is_true == is_true)
        .map(|(place, _)| place)
        .collect();
    SayingId(stream.pick(&fits).copied().unwrap_or(0) as u8)
}

/// The first saying on a topic.
pub(super) fn any_of(topic: Topic, catalog: &Catalog) -> SayingId {
    let place = catalog.sayings.iter().position(|saying| saying.about == topic);
    SayingId(place.unwrap_or(0) as u8)
}
