//! The story of a journey as one would tell it: a page of prose from what happened, in words that
//! the seed picks.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::sim::{End, Harm, Leg, Letter, PersonFate, PersonId, Phase, SiteId, SiteState, Stance};
use base::{Purpose, Stream};
use content::{Catalog, TrapKindId, capital};

use super::View;
use super::journey::{JourneyView, PersonView};
use super::journey_story::{best_told, fallen_told};
use super::tale::{counted_alike, counted_in_words, filled_in, list, number};

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
        let enemy = enemy_of(&journey, self.killer());
        Tale { view: self, journey, enemy, used: Vec::new(), told: Vec::new() }.paragraphs()
    }
}

struct Tale<'a> {
    view: &'a View<'a>,
    journey: JourneyView<'a>,
    enemy: Option<PersonView<'a>>,
    /// The topics so far: no text of one is used twice.
    used: Vec<&'static str>,
    /// The sentences of the present paragraph.
    told: Vec<String>,
}

/// A night's work: site, night, points in parts of 10,000 of the most they could have been, letter,
/// and pay.
type Night = (SiteId, i16, u64, Letter, u16);

/// What is filled into a text, by its name there.
type Value = (&'static str, String);

impl Tale<'_> {
    fn paragraphs(mut self) -> Vec<String> {
        let parts: [fn(&mut Self); 4] = [Self::way, Self::people, Self::undone, Self::end];
        let told = parts.map(|tell| {
            tell(&mut self);
            std::mem::take(&mut self.told).join(" ")
        });
        told.into_iter().filter(|own| !own.is_empty()).collect()
    }

    /// Tells a text of a topic, filled in; nothing once all have been used.
    fn tell(&mut self, topic: &'static str, values: &[Value]) {
        let catalog: &Catalog = self.view.catalog();
        let Some(own) = catalog.story.iter().find(|own| own.name == topic) else { return };
        let mut order: Vec<usize> = (0..own.texts.len()).collect();
        Stream::new(self.view.seed(), Purpose::new("story").of(topic), ()).shuffle(&mut order);
        let used = self.used.iter().filter(|own| **own == topic).count();
        let Some(&place) = order.get(used) else { return };
        self.used.push(topic);
        self.told.push(capital(&filled_in(&own.texts[place], values)));
    }

    fn place(&self, site: SiteId) -> Value {
        ("place", self.journey.site_name(site))
    }

    /// How long it took, by which sites, and how it went.
    fn way(&mut self) {
        let nights = nights_of(&self.journey);
        let sites = counted_alike(nights.iter().map(|&(site, ..)| site));
        let roads = self.journey.trail().iter().filter(|leg| matches!(leg, Leg::Road { .. }));
        let roads = ("roads", counted_in_words(roads.count(), "road"));
        let last = self.view.catalog().campaign.nights;
        let spent = self.journey.night().min(last).max(0).unsigned_abs();
        let spent = ("nights", counted_in_words(spent.into(), "night"));
        if sites.is_empty() {
            self.tell("no work", &[spent, roads]);
            return self.hunger();
        }
        self.tell("start", &[spent, roads, ("sites", counted_in_words(sites.len(), "site"))]);
        if sites.len() > 1 {
            let places: Vec<SiteId> = sites.iter().map(|&(site, _)| site).collect();
            self.tell("way", &[("places", self.places(&places))]);
        }
        self.best_and_worst(&nights);
        self.hunger();
        let longest = sites.into_iter().max_by_key(|&(site, often)| (often, Reverse(site)));
        if let Some((site, often)) = longest.filter(|&(_, often)| often > 1) {
            let nights = ("nights", counted_in_words(often, "night"));
            self.tell("again", &[self.place(site), nights]);
        }
    }

    fn places(&self, sites: &[SiteId]) -> String {
        let mut names: Vec<String> =
            sites.iter().take(MAX_PLACES).map(|&site| self.journey.site_name(site)).collect();
        if sites.len() > MAX_PLACES {
            names.push(format!("{} more", number(sites.len() - MAX_PLACES)));
        }
        list(&names)
    }

    fn best_and_worst(&mut self, nights: &[Night]) {
        // Of the nights with the best letter the one that paid most.
        let merit =
            |&&(_, night, _, letter, coins): &&Night| (Reverse(letter), coins, Reverse(night));
        let share = |&&(_, night, share, ..): &&Night| (share, Reverse(night));
        let Some(&(site, night, _, high, coins)) = nights.iter().max_by_key(merit) else { return };
        let Some(&(worst, worst_night, _, low, _)) = nights.iter().min_by_key(share) else {
            return;
        };
        if high == low && nights.len() > 1 {
            return;
        }
        let letter = |letter: Letter| ("letter", letter.character().to_string());
        let coins = ("coins", counted_in_words(coins.into(), "coin"));
        self.tell("best night", &[on(night), self.place(site), letter(high), coins]);
        // A night that was nearly as good is nothing to leave out.
        if high != low && !low.is_at_least('B') {
            self.tell("worst night", &[on(worst_night), self.place(worst), letter(low)]);
        }
    }

    fn hunger(&mut self) {
        let cost = |leg: &Leg| match *leg {
            Leg::Road { health, .. } => u32::from(health),
            Leg::Work { .. } => 0,
        };
        let health: u32 = self.journey.trail().iter().map(cost).sum();
        if health > 0 {
            self.tell("hunger", &[("health", health.to_string())]);
        }
    }

    /// Who was the enemy and why, and who died on the player's floors.
    fn people(&mut self) {
        if let Some(enemy) = self.enemy {
            self.reason_of_enmity(&enemy);
            self.end_of_enemy(&enemy);
        }
        self.dead();
    }

    fn reason_of_enmity(&mut self, enemy: &PersonView<'_>) {
        let name = ("name", enemy.title());
        let record = enemy.record();
        let visits = record.record.met_player;
        let times = ("times", times(visits));
        let robbed = record.robbed_player_on;
        if let Some((night, site)) =
            robbed.and_then(|on| Some((on, self.journey.site_of_night(on)?)))
        {
            self.tell("robber", &[name, self.place(site), on(night)]);
            if visits > 1 {
                self.tell("came back", &[times]);
            }
            return;
        }
        let topic = if robbed.is_none() && visits > 1 { "regular" } else { "grudge" };
        self.tell(topic, &[name, times]);
    }

    fn end_of_enemy(&mut self, enemy: &PersonView<'_>) {
        let given = ("given", enemy.given().to_owned());
        match enemy.fate() {
            PersonFate::Raiding => {
                let rank = format!("{} of level {}", enemy.kind(), enemy.level());
                self.tell("still raiding", &[given, ("rank", content::with_article(&rank))]);
            }
            PersonFate::Dead { night, site, by } => {
                let fell = ("fell", self.view.fell_to(by, false));
                self.tell("enemy dead", &[given, fell, self.place(site), on(night)]);
            }
            PersonFate::Retired { night } => self.tell("enemy rich", &[given, on(night)]),
            PersonFate::Settled { site, .. } => {
                self.tell("enemy settled", &[given, self.place(site)]);
            }
            PersonFate::Seated { night } => self.tell("enemy seated", &[given, on(night)]),
            PersonFate::DrivenOff { night, site } => {
                self.tell("enemy driven off", &[given, self.place(site), on(night)]);
            }
            PersonFate::Missing { night, site } => {
                self.tell("enemy missing", &[given, self.place(site), on(night)]);
            }
        }
    }

    /// Who died on floors of the player's, by trap and otherwise.
    fn dead(&mut self) {
        let enemy = self.enemy.map(|enemy| enemy.id);
        let mut by_trap: BTreeMap<(i16, SiteId, TrapKindId), Vec<String>> = BTreeMap::new();
        let mut others: Vec<String> = Vec::new();
        for person in self.journey.cast().filter(|own| Some(own.id) != enemy) {
            let PersonFate::Dead { night, site, by } = person.fate() else { continue };
            if self.journey.site_of_night(night) != Some(site) {
                continue;
            }
            match by {
                Harm::Trap(trap) => {
                    by_trap.entry((night, site, trap)).or_default().push(person.name());
                }
                _ => others.push(person.name()),
            }
        }
        for (&(night, site, trap), names) in by_trap.iter().take(MAX_TRAPS) {
            let trap = ("trap", self.view.catalog().trap(trap).name.clone());
            self.tell("trap", &[("names", list(names)), trap, self.place(site), on(night)]);
        }
        let more: usize = by_trap.values().skip(MAX_TRAPS).map(Vec::len).sum();
        if more > 0 {
            self.tell("more traps", &[("count", number(more))]);
        }
        if !others.is_empty() {
            let more = others.len().saturating_sub(MAX_OTHER_DEAD);
            others.truncate(MAX_OTHER_DEAD);
            others.extend((more > 0).then(|| format!("{} more", number(more))));
            self.tell("other dead", &[("names", list(&others))]);
        }
    }

    /// What nobody saw to, and who has done well by it.
    fn undone(&mut self) {
        let (journey, enemy) = (self.journey, self.enemy.map(|enemy| enemy.id));
        let is_lost = |id: &SiteId| matches!(journey.site(*id).state, SiteState::Lost { .. });
        let lost: Vec<SiteId> = journey.atlas().ids().filter(is_lost).collect();
        if !lost.is_empty() {
            self.tell("lost", &[("places", self.places(&lost))]);
        }
        let settled = journey.atlas().ids().filter_map(|site| Some((site, journey.settler(site)?)));
        for (site, leader) in settled.filter(|own| Some(own.1) != enemy).take(MAX_SETTLED) {
            let who = ("who", journey.person(leader).name());
            self.tell("settled", &[who, self.place(site)]);
        }
        self.told.push(fallen_told(&journey));
        self.told.extend(best_told(&journey, enemy));
    }

    /// The Deep Seat, and how it ended.
    fn end(&mut self) {
        let journey = self.journey;
        self.told.extend(self.view.seniority_told());
        self.told.extend(self.view.seat_told(&journey));
        let (place, night) = (self.place(journey.at()), on(journey.night()));
        let Phase::Over(end) = journey.phase() else { return };
        match end {
            End::Won => self.tell("won", &[night]),
            End::Died if self.view.shift_end().is_none() => self.tell("starved", &[place, night]),
            End::Died => self.tell("died", &[place, night, ("by", self.view.killer_name())]),
            End::Dawn => self.tell("season over", &[]),
            End::Abandoned => self.tell("given up", &[place, night]),
            End::ClockedOut => {}
        }
    }
}

fn on(night: i16) -> Value {
    ("night", night.to_string())
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
