//! What happened on a journey night by night, what became of the cast, and what it was worth part
//! by part.

use crate::sim::{
    End, Event, JourneyEvent, Leg, Letter, PersonFate, PersonId, Phase, SiteId, SiteState,
    best_nights, rank,
};
use content::{Perk, capital, counted, with_article};

use super::View;
use super::journey::JourneyView;
use super::message::{Message, messages};
use super::tale::{list, number, plural};

/// A part of a journey's score: what it is for, and its points.
pub(crate) type ScorePart = (String, u32);

impl View<'_> {
    pub(super) fn seniority_told(&self) -> Option<String> {
        let quoted = |perk: &Perk| format!("“{}”", capital(&perk.name));
        let names: Vec<String> = self.perks().into_iter().map(quoted).collect();
        (!names.is_empty()).then(|| format!("Seniority came as {}.", list(&names)))
    }

    pub fn journey_score(&self) -> Vec<ScorePart> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let mut parts: Vec<ScorePart> = Vec::new();
        for (site, points, _) in best_nights(journey.trail()) {
            let depth = u32::from(journey.site(site).depth.0);
            let name = capital(&journey.site_name(site));
            parts.push((format!("{name}: {points} points by depth {depth}"), points * depth));
        }
        if journey.phase() == Phase::Over(End::Won) {
            let rules = &self.catalog().campaign.score;
            let nights = rules.nights.saturating_sub(journey.night().max(0).unsigned_abs().into());
            parts.push(("the Deep Seat in order".to_owned(), rules.won));
            parts.push((format!("{} to spare", counted(nights, "night")), rules.night * nights));
            parts.push(("coins in the pocket".to_owned(), journey.coins().0));
        }
        parts
    }

    /// What happened night by night, a paragraph for each night's work and for the roads before it.
    pub fn nights_of_journey(&self) -> Vec<String> {
        let Some(journey) = &self.journey() else { return Vec::new() };
        let mut told = Vec::new();
        let mut roads: Vec<SiteId> = Vec::new();
        let mut hunger = 0;
        for leg in journey.trail() {
            match *leg {
                Leg::Road { to, health, .. } => {
                    roads.push(to);
                    hunger += u32::from(health);
                }
                Leg::Work { site, night, letter, coins, .. } => {
                    roads.retain(|place| *place != site);
                    let way = road_told(journey, &roads, hunger);
                    let dead = dead_at(journey, site, night);
                    told.push(format!(
                        "Night {night}. {way}{}. {} ({}), and {coins} {}.{dead}",
                        place_told(journey, site),
                        remark(letter),
                        letter.character(),
                        plural(coins.into(), "coin"),
                    ));
                    roads.clear();
                    hunger = 0;
                }
            }
        }
        // The night that was not seen out, or the roads that led to no work any more.
        let here = journey.at();
        if self.shift_end().is_some() || !roads.is_empty() {
            roads.retain(|place| *place != here);
            let way = road_told(journey, &roads, hunger);
            let place = place_told(journey, here);
            told.push(format!("Night {}. {way}{place}, and no further.", journey.night()));
        }
        if told.is_empty() {
            told.push("You never left the Home Post.".to_owned());
        }
        told
    }
}

/// "Nether Wold, a keep at depth 3".
fn place_told(journey: &JourneyView<'_>, id: SiteId) -> String {
    let site = journey.site(id);
    let name = capital(&site.name);
    if site.is_town || site.is_goal || id == journey.home() {
        return name;
    }
    format!("{name}, {} at depth {}", with_article(site.kind), site.depth)
}

/// What one would note of a night's work.
fn remark(letter: Letter) -> &'static str {
    match letter {
        Letter::S => "Nobody could have asked for more",
        Letter::A => "Very nearly spotless",
        Letter::B => "Good work, if nobody looked under things",
        Letter::C => "It would do, in bad light",
        Letter::D => "Hard to say what had been done all night",
        Letter::F => "The less is written about it, the better",
    }
}

/// "By way of Inkpen and Mizzle to ", and what it cost.
fn road_told(journey: &JourneyView<'_>, roads: &[SiteId], hunger: u32) -> String {
    let names: Vec<String> = roads.iter().map(|&site| journey.site_name(site)).collect();
    let hungry = match hunger {
        0 => String::new(),
        hunger => format!("Hunger took {hunger} health on the road. "),
    };
    if names.is_empty() { hungry } else { format!("{hungry}By way of {}: ", list(&names)) }
}

fn dead_at(journey: &JourneyView<'_>, at: SiteId, on: i16) -> String {
    let fell = journey.cast().filter(|person| {
        matches!(person.fate(), PersonFate::Dead { night, site, .. } if (night, site) == (on, at))
    });
    let names: Vec<String> = fell.map(|person| person.name()).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" {} stayed there for good.", list(&names))
    }
}

pub(super) fn fallen_told(journey: &JourneyView<'_>) -> String {
    let all = journey.cast().count();
    let count = |is: fn(&PersonFate) -> bool| journey.cast().filter(|it| is(&it.fate())).count();
    let dead = count(|fate| matches!(fate, PersonFate::Dead { .. } | PersonFate::Missing { .. }));
    let rich = count(|fate| matches!(fate, PersonFate::Retired { .. }));
    let settled = count(|fate| matches!(fate, PersonFate::Settled { .. }));
    let seated = count(|fate| matches!(fate, PersonFate::Seated { .. }));
    let driven_off = count(|fate| matches!(fate, PersonFate::DrivenOff { .. }));
    let raiding = count(|fate| matches!(fate, PersonFate::Raiding));
    let told = |count: usize, one: &str, several: &str| {
        let fate = if count == 1 { one } else { several };
        (count > 0).then(|| format!("{} {fate}", number(count)))
    };
    let fates = [
        told(dead, "is dead", "are dead"),
        told(rich, "went home rich", "went home rich"),
        told(settled, "keeps a place of their own", "keep a place of their own"),
        told(seated, "sits at the Deep Seat", "sit at the Deep Seat"),
        told(driven_off, "was driven off", "were driven off"),
        told(raiding, "is still at it", "are still at it"),
    ];
    let fates: Vec<String> = fates.into_iter().flatten().collect();
    format!("Of the {} who raid the marches {}.", number(all), list(&fates))
}

/// Who of those that still raid has done best, unless that is somebody who was told of already.
pub(super) fn best_told(journey: &JourneyView<'_>, told: Option<PersonId>) -> Option<String> {
    let raiding = journey.roll().into_iter().filter(|it| it.fate() == PersonFate::Raiding);
    let best =
        raiding.min_by_key(|it| rank(it.id, it.record())).filter(|it| Some(it.id) != told)?;
    let chests = u32::from(best.record().record.chests);
    Some(format!(
        "The best of them is {}, {} of level {}, with {} {} to the name.",
        best.name(),
        best.kind(),
        best.level(),
        number(chests as usize),
        plural(chests, "chest"),
    ))
}

impl View<'_> {
    /// What happened in the last night of a journey, as it can still be told from its state: for a
    /// run that was just begun or loaded. A night that passes in play is told by its events.
    pub fn news_of_last_night(&self) -> Vec<Message> {
        let events: Vec<Event> =
            self.last_nights_events().into_iter().map(Event::Journey).collect();
        messages(self, &events)
    }

    fn last_nights_events(&self) -> Vec<JourneyEvent> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let last = journey.night().saturating_sub(1);
        let sites: Vec<_> = journey.atlas().ids().map(|id| journey.site(id)).collect();
        let mut events = Vec::new();
        for site in &sites {
            events.extend(site.raids.iter().filter(|raid| raid.night == last).map(|raid| {
                let leader = raid.party.members.first().and_then(|leader| Some(leader.person?.id));
                let (fallen, chests) = (raid.fallen, raid.chests);
                JourneyEvent::SiteRaided { site: site.id, leader, fallen, chests }
            }));
        }
        for person in journey.cast() {
            match person.fate() {
                PersonFate::Dead { night, site, by } if night == last => {
                    events.push(JourneyEvent::PersonDied { person: person.id, site, by });
                }
                PersonFate::Settled { night, site }
                    if night == last && journey.settler(site) == Some(person.id) =>
                {
                    let companions = journey.settlers(site).count() as u8 - 1;
                    let leader = person.id;
                    events.push(JourneyEvent::PartySettled { leader, site, companions });
                }
                PersonFate::DrivenOff { night, site } if night == last => {
                    events.push(JourneyEvent::PersonDrivenOff { person: person.id, site });
                }
                PersonFate::Retired { night } if night == last => {
                    events.push(JourneyEvent::PersonRetired { person: person.id });
                }
                _ => {}
            }
        }
        for site in &sites {
            let is_fresh = site.raids.last().is_some_and(|raid| raid.night == last);
            match (site.state, site.falls_on) {
                (SiteState::Lost { night }, _) if night == last => {
                    events.push(JourneyEvent::SiteLost { site: site.id });
                }
                (SiteState::Open, Some(falls_on)) if is_fresh => {
                    events.push(JourneyEvent::SiteThreatened { site: site.id, falls_on });
                }
                _ => {}
            }
        }
        events
    }
}
