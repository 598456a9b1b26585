//! The story of a journey as one would tell it: a page of prose from what happened, in words that
//! the seed picks.

use std::cmp::Reverse;

use crate::sim::{End, Harm, Leg, Letter, PersonFate, PersonId, Phase, SiteId, SiteState, Stance};
use base::{Purpose, Stream};
use content::{Catalog, TrapKindId, capital};

use super::View;
use super::journey::JourneyView;
use super::journey::PersonView;
use super::journey_story::{best_told, fallen_told};
use super::tale::{counted_in_words, filled_in, list, number};

/// Sites that the way names at most.
pub const MAX_PLACES: usize = 8;
/// Traps that are told of, those who died otherwise, and those who have settled, at most.
const MAX_TRAPS: usize = 3;
const MAX_OTHER_DEAD: usize = 4;
const MAX_SETTLED: usize = 2;

impl View<'_> {
    /// The story of a journey, a paragraph each: the way, those who raided, what was left undone,
    /// and the end.
    pub fn story_of_journey(&self) -> Vec<String> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let mut tale = Tale { view: self, journey, told: Vec::new() };
        let enemy = enemy_of(&journey, self.killer());
        let paragraphs =
            [tale.way(), tale.people(enemy.as_ref()), tale.undone(enemy.as_ref()), tale.end()];
        let told = paragraphs.into_iter().filter(|sentences| !sentences.is_empty());
        told.map(|sentences| sentences.join(" ")).collect()
    }
}

struct Tale<'a> {
    view: &'a View<'a>,
    journey: JourneyView<'a>,
    /// The topics so far: no text of one is used twice.
    told: Vec<&'static str>,
}

/// A night's work: site, night, points in parts of 10,000 of the most they could have been, letter,
/// and pay.
type Night = (SiteId, i16, u64, Letter, u16);

impl Tale<'_> {
    /// A text of a topic, filled in; nothing once all have been used.
    fn tell(&mut self, topic: &'static str, values: &[(&str, String)]) -> Option<String> {
        let catalog: &Catalog = self.view.catalog();
        let texts = &catalog.story.iter().find(|own| own.name == topic)?.texts;
        let mut order: Vec<usize> = (0..texts.len()).collect();
        Stream::new(self.view.seed(), Purpose::new("story").of(topic), ()).shuffle(&mut order);
        let used = self.told.iter().filter(|own| **own == topic).count();
        let text = &texts[*order.get(used)?];
        self.told.push(topic);
        Some(capital(&filled_in(text, values)))
    }

    fn place(&self, site: SiteId) -> (&'static str, String) {
        ("place", self.journey.site_name(site))
    }

    /// How long it took, by which sites, and how it went.
    fn way(&mut self) -> Vec<String> {
        let nights = nights_of(&self.journey);
        let mut sites: Vec<SiteId> = Vec::new();
        for &(site, ..) in &nights {
            if !sites.contains(&site) {
                sites.push(site);
            }
        }
        let roads = self.journey.trail().iter().filter(|leg| matches!(leg, Leg::Road { .. }));
        let roads = counted_in_words(roads.count(), "road");
        let spent = self.nights_spent();
        if sites.is_empty() {
            let told = self.tell("no work", &[("nights", spent), ("roads", roads)]);
            return told.into_iter().chain(self.hunger()).collect();
        }
        let count = counted_in_words(sites.len(), "site");
        let mut told = Vec::new();
        told.extend(self.tell("start", &[("nights", spent), ("roads", roads), ("sites", count)]));
        if sites.len() > 1 {
            told.extend(self.tell("way", &[("places", self.places(&sites))]));
        }
        told.extend(self.best_and_worst(&nights));
        told.extend(self.hunger());
        let long =
            sites.into_iter().map(|site| (nights.iter().filter(|own| own.0 == site).count(), site));
        if let Some((often, site)) = long.max_by_key(|&(often, site)| (often, Reverse(site)))
            && often > 1
        {
            let nights = ("nights", counted_in_words(often, "night"));
            told.extend(self.tell("again", &[self.place(site), nights]));
        }
        told
    }

    fn nights_spent(&self) -> String {
        let last = self.view.catalog().campaign.nights;
        let nights = self.journey.night().min(last).max(0).unsigned_abs();
        counted_in_words(nights.into(), "night")
    }

    fn places(&self, sites: &[SiteId]) -> String {
        let mut names: Vec<String> =
            sites.iter().take(MAX_PLACES).map(|&site| self.journey.site_name(site)).collect();
        if sites.len() > MAX_PLACES {
            names.push(format!("{} more", number(sites.len() - MAX_PLACES)));
        }
        list(&names)
    }

    fn best_and_worst(&mut self, nights: &[Night]) -> Vec<String> {
        let share = |&(_, night, share, ..): &Night| (share, Reverse(night));
        let mut told = Vec::new();
        // Of the nights with the best letter the one that paid most.
        let merit =
            |&(_, night, _, letter, coins): &Night| (Reverse(letter), coins, Reverse(night));
        let Some(&best) = nights.iter().max_by_key(|night| merit(night)) else { return told };
        let Some(&worst) = nights.iter().min_by_key(|night| share(night)) else { return told };
        let (high, low) = (best.3, worst.3);
        if high == low && nights.len() > 1 {
            return told;
        }
        let (site, night, .., coins) = best;
        let values = [
            ("night", night.to_string()),
            self.place(site),
            ("letter", high.character().to_string()),
            ("coins", counted_in_words(coins.into(), "coin")),
        ];
        told.extend(self.tell("best night", &values));
        // A night that was nearly as good is nothing to leave out.
        if high != low && !low.is_at_least('B') {
            let (site, night, ..) = worst;
            let letter = ("letter", low.character().to_string());
            let values = [("night", night.to_string()), self.place(site), letter];
            told.extend(self.tell("worst night", &values));
        }
        told
    }

    fn hunger(&mut self) -> Option<String> {
        let cost = |leg: &Leg| match *leg {
            Leg::Road { health, .. } => u32::from(health),
            Leg::Work { .. } => 0,
        };
        let health: u32 = self.journey.trail().iter().map(cost).sum();
        (health > 0).then(|| self.tell("hunger", &[("health", health.to_string())])).flatten()
    }

    /// Who was the enemy and why, and who died on the player's floors.
    fn people(&mut self, enemy: Option<&PersonView<'_>>) -> Vec<String> {
        let mut told = Vec::new();
        if let Some(enemy) = enemy {
            told.extend(self.reason_of_enmity(enemy));
            told.extend(self.end_of_enemy(enemy));
        }
        told.extend(self.dead(enemy));
        told
    }

    fn reason_of_enmity(&mut self, enemy: &PersonView<'_>) -> Vec<String> {
        let name = ("name", enemy.title());
        let record = enemy.record();
        let visits = record.record.met_player;
        let times = ("times", times(visits));
        let robbed = record.robbed_player_on;
        if let Some((night, site)) =
            robbed.and_then(|on| Some((on, self.journey.site_of_night(on)?)))
        {
            let values = [name, self.place(site), ("night", night.to_string())];
            let first = self.tell("robber", &values);
            let again = (visits > 1).then(|| self.tell("came back", &[times])).flatten();
            return first.into_iter().chain(again).collect();
        }
        let topic = if robbed.is_none() && visits > 1 { "regular" } else { "grudge" };
        self.tell(topic, &[name, times]).into_iter().collect()
    }

    fn end_of_enemy(&mut self, enemy: &PersonView<'_>) -> Option<String> {
        let given = ("given", enemy.given().to_owned());
        let on = |night: i16| ("night", night.to_string());
        match enemy.fate() {
            PersonFate::Raiding => {
                let rank = format!("{} of level {}", enemy.kind(), enemy.level());
                let rank = ("rank", content::with_article(&rank));
                self.tell("still raiding", &[given, rank])
            }
            PersonFate::Dead { night, site, by } => {
                let fell = ("fell", self.view.fell_to(by, false));
                self.tell("enemy dead", &[given, fell, self.place(site), on(night)])
            }
            PersonFate::Retired { night } => self.tell("enemy rich", &[given, on(night)]),
            PersonFate::Settled { site, .. } => {
                self.tell("enemy settled", &[given, self.place(site)])
            }
            PersonFate::Seated { night } => self.tell("enemy seated", &[given, on(night)]),
            PersonFate::DrivenOff { night, site } => {
                self.tell("enemy driven off", &[given, self.place(site), on(night)])
            }
            PersonFate::Missing { night, site } => {
                self.tell("enemy missing", &[given, self.place(site), on(night)])
            }
        }
    }

    /// Who died on floors of the player's, by trap and otherwise.
    fn dead(&mut self, enemy: Option<&PersonView<'_>>) -> Vec<String> {
        let mut by_trap: Vec<((i16, SiteId, TrapKindId), Vec<String>)> = Vec::new();
        let mut others: Vec<String> = Vec::new();
        for person in self.journey.cast().filter(|own| enemy.is_none_or(|enemy| enemy.id != own.id))
        {
            let PersonFate::Dead { night, site, by } = person.fate() else { continue };
            if self.journey.site_of_night(night) != Some(site) {
                continue;
            }
            let Harm::Trap(trap) = by else {
                others.push(person.name());
                continue;
            };
            match by_trap.iter_mut().find(|(key, _)| *key == (night, site, trap)) {
                Some((_, names)) => names.push(person.name()),
                None => by_trap.push(((night, site, trap), vec![person.name()])),
            }
        }
        by_trap.sort_by_key(|(key, _)| *key);
        let mut told = Vec::new();
        for ((night, site, trap), names) in by_trap.iter().take(MAX_TRAPS) {
            let trap = self.view.catalog().trap(*trap).name.clone();
            let values = [
                ("names", list(names)),
                ("trap", trap),
                self.place(*site),
                ("night", night.to_string()),
            ];
            told.extend(self.tell("trap", &values));
        }
        let more: usize = by_trap.iter().skip(MAX_TRAPS).map(|(_, names)| names.len()).sum();
        if more > 0 {
            told.extend(self.tell("more traps", &[("count", number(more))]));
        }
        if !others.is_empty() {
            let more = others.len().saturating_sub(MAX_OTHER_DEAD);
            others.truncate(MAX_OTHER_DEAD);
            others.extend((more > 0).then(|| format!("{} more", number(more))));
            told.extend(self.tell("other dead", &[("names", list(&others))]));
        }
        told
    }

    /// What nobody saw to, and who has done well by it.
    fn undone(&mut self, enemy: Option<&PersonView<'_>>) -> Vec<String> {
        let journey = self.journey;
        let sites = journey.atlas().ids();
        let lost: Vec<SiteId> =
            sites.filter(|&id| matches!(journey.site(id).state, SiteState::Lost { .. })).collect();
        let mut told = Vec::new();
        if !lost.is_empty() {
            told.extend(self.tell("lost", &[("places", self.places(&lost))]));
        }
        let settled = journey.atlas().ids().filter_map(|site| Some((site, journey.settler(site)?)));
        let settled = settled.filter(|&(_, id)| enemy.is_none_or(|enemy| enemy.id != id));
        for (site, leader) in settled.take(MAX_SETTLED) {
            let who = ("who", journey.person(leader).name());
            told.extend(self.tell("settled", &[who, self.place(site)]));
        }
        told.push(fallen_told(&journey));
        told.extend(best_told(&journey, enemy.map(|enemy| enemy.id)));
        told
    }

    /// The Deep Seat, and how it ended.
    fn end(&mut self) -> Vec<String> {
        let journey = self.journey;
        let mut told: Vec<String> = self.view.seniority_told().into_iter().collect();
        told.extend(self.view.seat_told(&journey));
        let (place, night) = (self.place(journey.at()), ("night", journey.night().to_string()));
        let end = match journey.phase() {
            Phase::Over(End::Won) => self.tell("won", &[night]),
            Phase::Over(End::Died) if self.view.shift_end().is_none() => {
                self.tell("starved", &[place, night])
            }
            Phase::Over(End::Died) => {
                self.tell("died", &[place, night, ("by", self.view.killer_name())])
            }
            Phase::Over(End::Dawn) => self.tell("season over", &[]),
            Phase::Over(End::Abandoned) => self.tell("given up", &[place, night]),
            _ => None,
        };
        told.extend(end);
        told
    }
}

/// Whom of the cast the player has most to say of: who killed them, who robbed them, who came most
/// often, who has a score to settle.
pub fn enemy_of<'a>(journey: &JourneyView<'a>, killer: Option<PersonId>) -> Option<PersonView<'a>> {
    let key = |person: &PersonView<'_>| {
        let record = person.record();
        let robbed = record.robbed_player_on.is_some();
        let grudge = record.stance == Stance::Grudge;
        let is_killer = killer == Some(person.id);
        (is_killer, robbed, record.record.met_player, grudge, person.level(), Reverse(person.id))
    };
    let has_reason = |person: &PersonView<'_>| {
        let (_, robbed, visits, grudge, ..) = key(person);
        robbed || visits > 1 || grudge
    };
    journey.cast().filter(has_reason).max_by_key(key)
}

fn nights_of(journey: &JourneyView<'_>) -> Vec<Night> {
    let legs = journey.trail().iter();
    let nights = legs.filter_map(|leg| match *leg {
        Leg::Work { site, night, points, max_points, letter, coins } => {
            let share = u64::from(points) * 10_000 / u64::from(max_points.max(1));
            Some((site, night, share, letter, coins))
        }
        Leg::Road { .. } => None,
    });
    nights.collect()
}

/// "twice", "three times".
fn times(count: u16) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => counted_in_words(more.into(), "time"),
    }
}
