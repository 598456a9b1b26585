//! The story of a journey, told from what happened, and what it was worth part by part.

use std::cmp::Reverse;

use crate::content::capital;
use crate::sim::{End, Leg, Letter, PersonFate, Phase, SiteId, SiteState};

use super::View;
use super::journey::JourneyView;
use super::result::epitaph;
use super::tale::{list, number, plural};

/// A part of a journey's score: what it is for, and its points.
pub(crate) type ScorePart = (String, u32);

impl View<'_> {
    /// The story of a journey, a paragraph each: the way, night by night, those who raided, and the end.
    pub(crate) fn story_of_journey(&self) -> Vec<String> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let mut story = self.way_told(&journey);
        story.push(fallen_told(&journey));
        story.extend(best_told(&journey));
        story.extend(lost_told(&journey));
        story.push(self.ending(&journey));
        story
    }

    /// The parts of a journey's score, in the order in which they were earned.
    pub(crate) fn journey_score(&self) -> Vec<ScorePart> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let mut parts: Vec<ScorePart> = Vec::new();
        for leg in journey.trail() {
            if let Leg::Work { site, points, .. } = *leg {
                let depth = u32::from(journey.site(site).depth.0);
                let name = capital(&journey.site_name(site));
                parts.push((format!("{name}: {points} points by depth {depth}"), points * depth));
            }
        }
        if journey.phase() == Phase::Over(End::Won) {
            let rules = &self.catalog().campaign.score;
            let nights = rules.nights.saturating_sub(u32::from(journey.night()));
            parts.push(("the Deep Seat".to_owned(), rules.won));
            parts.push((format!("{nights} nights to spare"), rules.night * nights));
            parts.push(("coins in the pocket".to_owned(), journey.coins().0));
        }
        parts
    }

    /// The grade of a night's work on a journey, by its points.
    fn letter_of(&self, points: u32, max_points: u32) -> Letter {
        match max_points {
            0 => Letter::F,
            _ => Letter::of(&self.catalog().rules.grade, points, max_points),
        }
    }

    /// The way from site to site, a paragraph for each night's work and for the roads before it.
    fn way_told(&self, journey: &JourneyView<'_>) -> Vec<String> {
        let mut told = Vec::new();
        let mut roads: Vec<SiteId> = Vec::new();
        let mut hunger = 0;
        for leg in journey.trail() {
            match *leg {
                Leg::Road { to, health, .. } => {
                    roads.push(to);
                    hunger += u32::from(health);
                }
                Leg::Work { site, night, points, max_points, coins } => {
                    roads.retain(|place| *place != site);
                    let way = road_told(journey, &roads, hunger);
                    let seen = journey.site(site);
                    let letter = self.letter_of(points, max_points).character();
                    let dead = dead_at(journey, site, night);
                    told.push(format!(
                        "Night {night}. {way}{}, a {} at depth {}: {points} points of {max_points}, grade {letter}, {coins} {}.{dead}",
                        capital(&journey.site_name(site)),
                        seen.kind,
                        seen.depth,
                        plural(coins.into(), "coin"),
                    ));
                    roads.clear();
                    hunger = 0;
                }
            }
        }
        if !roads.is_empty() {
            told.push(format!("{}and no further.", road_told(journey, &roads, hunger)));
        }
        if told.is_empty() {
            told.push("You never left the Home Post.".to_owned());
        }
        told
    }

    fn ending(&self, journey: &JourneyView<'_>) -> String {
        match journey.phase() {
            Phase::Over(End::Won) => format!(
                "On night {} the Deep Seat was in order, and the chair in it empty. Somebody will have to keep it so.",
                journey.night()
            ),
            _ => format!("You {}.", epitaph(self).replacen("was ", "were ", 1)),
        }
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

/// Who of the cast fell at a site on a night.
fn dead_at(journey: &JourneyView<'_>, at: SiteId, on: u16) -> String {
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

/// What became of the cast.
fn fallen_told(journey: &JourneyView<'_>) -> String {
    let all = journey.cast().count();
    let count = |is: fn(&PersonFate) -> bool| journey.cast().filter(|it| is(&it.fate())).count();
    let dead = count(|fate| matches!(fate, PersonFate::Dead { .. } | PersonFate::Missing { .. }));
    let rich = count(|fate| matches!(fate, PersonFate::Retired { .. }));
    let others = all - dead - rich;
    format!(
        "Of the {} who raid the marches {} are dead, {} went home rich, and {} are still at it.",
        number(all),
        number(dead),
        number(rich),
        number(others)
    )
}

/// Who of those that still raid has done best.
fn best_told(journey: &JourneyView<'_>) -> Option<String> {
    let raiding = journey.roll().into_iter().filter(|it| it.fate() == PersonFate::Raiding);
    let best = raiding
        .min_by_key(|it| (Reverse(it.level()), Reverse(it.record().record.chests), it.id))?;
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

/// The sites that were lost meanwhile.
fn lost_told(journey: &JourneyView<'_>) -> Option<String> {
    let sites = journey.atlas().ids().map(|id| journey.site(id));
    let lost = sites.filter(|site| matches!(site.state, SiteState::Lost { .. }));
    let names: Vec<String> = lost.map(|site| site.name).collect();
    match names.len() {
        0 => None,
        1 => Some(format!("{} is lost.", capital(&list(&names)))),
        _ => Some(format!("{} are lost.", capital(&list(&names)))),
    }
}
