//! Encounters on the road as the player sees them: the text, the choices with their costs, the
//! odds, and what a choice gives, in a few plain words derived from its effects.

use crate::sim::{ChoiceChange, Meeting, Phase, is_choice_open};
use content::{EncounterChoice, EncounterCost, EncounterEffect, EncounterOutcome};
use content::{counted, with_article};

use super::journey::JourneyView;
use super::tale::{counted_alike, counted_in_words, filled_in, list, plural};

#[derive(Clone, Debug)]
pub struct EncounterView {
    pub title: String,
    pub text: String,
    pub choices: Vec<ChoiceView>,
}

#[derive(Clone, Debug)]
pub struct ChoiceView {
    pub label: String,
    /// What it costs, in words: "8 coins, 1 oil"; empty if nothing.
    pub costs: String,
    /// The chance of each thing that it may come to, in percent, and what it is: one entry for all
    /// that are told alike, the likeliest first.
    pub prospects: Vec<(u32, String)>,
    /// Whether what it needs is there.
    pub is_open: bool,
}

impl JourneyView<'_> {
    /// The encounter that waits for a choice, if there is one.
    pub fn encounter(&self) -> Option<EncounterView> {
        let Phase::Encounter(meeting) = self.phase() else { return None };
        let encounter = self.catalog().encounter(meeting.encounter);
        let choice = |choice: &EncounterChoice| ChoiceView {
            label: self.fill(&choice.label, meeting),
            costs: choice.costs.iter().map(cost_text).collect::<Vec<_>>().join(", "),
            prospects: self.prospects(choice, meeting),
            is_open: is_choice_open(self.world(), meeting, choice),
        };
        Some(EncounterView {
            title: self.fill(&encounter.title, meeting),
            text: self.fill(&encounter.text, meeting),
            choices: encounter.choices.iter().map(choice).collect(),
        })
    }

    pub(super) fn encounter_title(&self, meeting: Meeting) -> String {
        self.fill(&self.catalog().encounter(meeting.encounter).title, meeting)
    }

    fn outcome(&self, meeting: Meeting, (choice, outcome): (u8, u8)) -> Option<&EncounterOutcome> {
        let choices = &self.catalog().encounter(meeting.encounter).choices;
        choices.get(usize::from(choice))?.outcomes.get(usize::from(outcome))
    }

    pub(super) fn outcome_text(&self, meeting: Meeting, choice: u8, outcome: u8) -> Option<String> {
        let outcome = self.outcome(meeting, (choice, outcome))?;
        Some(self.fill(&outcome.text, meeting))
    }

    fn fill(&self, text: &str, meeting: Meeting) -> String {
        let mut values =
            vec![("site", self.site_name(meeting.to)), ("back", self.site_name(self.at()))];
        if let Some(person) = meeting.person.map(|id| self.person(id)) {
            values.push(("hero", person.name()));
            values.push(("given", person.given().to_owned()));
            values.push(("class", person.kind().to_owned()));
        }
        filled_in(text, &values)
    }
}

fn cost_text(cost: &EncounterCost) -> String {
    match cost {
        EncounterCost::Coins(coins) => counted(*coins, "coin"),
        EncounterCost::Rations(rations) => counted(*rations, "ration"),
        EncounterCost::Health(health) => format!("{health} health"),
        EncounterCost::Item(name) => name.clone(),
        EncounterCost::Supply(supply, count) => supply.counted(*count),
        EncounterCost::Night => "a night".to_owned(),
    }
}

/// The words for an outcome that the data hide.
const HIDDEN: &str = "who knows";

impl JourneyView<'_> {
    /// The chance in percent of each thing that a choice may come to, and what it is, the likeliest
    /// first; the hidden ones last.
    pub(super) fn prospects(
        &self,
        choice: &EncounterChoice,
        meeting: Meeting,
    ) -> Vec<(u32, String)> {
        let mut prospects: Vec<(u32, String)> = Vec::new();
        for outcome in &choice.outcomes {
            let words = self.outcome_words(outcome, meeting);
            match prospects.iter_mut().find(|(_, own)| *own == words) {
                Some((percent, _)) => *percent += outcome.percent,
                None => prospects.push((outcome.percent, words)),
            }
        }
        prospects.sort_by_key(|(percent, words)| (words == HIDDEN, std::cmp::Reverse(*percent)));
        prospects
    }

    fn outcome_words(&self, outcome: &EncounterOutcome, meeting: Meeting) -> String {
        if outcome.hidden {
            return HIDDEN.to_owned();
        }
        let words = |effect| self.effect_words(effect, meeting);
        let words: Vec<String> = outcome.effects.iter().filter_map(words).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }

    /// What an effect gives or costs; `None` of what is only remembered.
    fn effect_words(&self, effect: &EncounterEffect, meeting: Meeting) -> Option<String> {
        let counted =
            |count: i32, noun: &str| format!("{count:+} {}", plural(count.unsigned_abs(), noun));
        Some(match effect {
            EncounterEffect::Coins(coins) => counted(*coins, "coin"),
            EncounterEffect::Rations(rations) => counted(*rations, "ration"),
            EncounterEffect::Supply(supply, count) => format!("{count:+} {}", supply.name()),
            EncounterEffect::Health(health) => format!("{health:+} health"),
            EncounterEffect::HealPercent(percent) => format!("{percent}% of lost health back"),
            EncounterEffect::Item(name, count) => self.item_words(name, *count),
            _ => self.other_words(effect, meeting)?,
        })
    }

    /// The same, of what is not counted among the player's belongings.
    fn other_words(&self, effect: &EncounterEffect, meeting: Meeting) -> Option<String> {
        let given = || meeting.person.map_or("somebody", |id| self.person(id).given());
        Some(match effect {
            EncounterEffect::Fight(foes) => format!("a fight with {}", counted_foes(foes)),
            EncounterEffect::Night => "a night lost".to_owned(),
            EncounterEffect::RoadClosed => "back, and the road shut".to_owned(),
            EncounterEffect::RoadOpened => "a new path".to_owned(),
            EncounterEffect::Follower(name) => format!("{} comes along", with_article(name)),
            EncounterEffect::Grudge => "a grudge".to_owned(),
            EncounterEffect::Debt => format!("{} in your debt", given()),
            EncounterEffect::HeroRests(nights) => {
                let noun = plural((*nights).into(), "night");
                format!("{} off the road for {nights} {noun}", given())
            }
            EncounterEffect::HeroDies => format!("{} gone for good", given()),
            EncounterEffect::Rumour => "news of tonight".to_owned(),
            EncounterEffect::Identify => "all that you carry named".to_owned(),
            EncounterEffect::NextStatus(status, turns) => format!("{status} for {turns} turns"),
            _ => return None,
        })
    }

    fn item_words(&self, name: &str, count: u16) -> String {
        if count == 1 {
            return with_article(name);
        }
        let item = self.catalog().items.iter().find(|item| item.name == name);
        format!("{count} {}", item.map_or(name, |item| item.plural.as_str()))
    }

    /// What a choice that was made has changed, in numbers: "-8 coins, +2 rations; news of
    /// tonight." `None` if nothing.
    pub(super) fn change_told(
        &self,
        meeting: Meeting,
        (choice, outcome): (u8, u8),
        change: &ChoiceChange,
    ) -> Option<String> {
        let outcome = self.outcome(meeting, (choice, outcome))?;
        let mut words = self.changed_belongings(change);
        words.extend(outcome.effects.iter().filter_map(|own| self.other_words(own, meeting)));
        (!words.is_empty()).then(|| format!("What it came to: {}.", list(&words)))
    }

    fn changed_belongings(&self, change: &ChoiceChange) -> Vec<String> {
        let counted = |count: i32, noun: &str| {
            (count != 0).then(|| format!("{count:+} {}", plural(count.unsigned_abs(), noun)))
        };
        let mut words: Vec<String> =
            [counted(change.coins, "coin"), counted(change.rations, "ration")]
                .into_iter()
                .flatten()
                .collect();
        let supplies = change.supplies.iter().filter(|(_, count)| *count != 0);
        words.extend(supplies.map(|(supply, count)| format!("{count:+} {}", supply.name())));
        if change.health != 0 {
            words.push(format!("{:+} health", change.health));
        }
        words.extend(change.items.iter().map(|&(kind, count)| {
            let item = self.catalog().item(kind);
            let noun = if count.abs() == 1 { &item.name } else { &item.plural };
            format!("{count:+} {noun}")
        }));
        words
    }
}

/// "two rats", "an armed skeleton and a skeleton".
fn counted_foes(foes: &[String]) -> String {
    let told = counted_alike(foes).into_iter().map(|(name, count)| match count {
        1 => with_article(name),
        _ => counted_in_words(count, name),
    });
    list(&told.collect::<Vec<_>>())
}
