//! Encounters on the road as the player sees them: the text, the choices with their costs, and the odds.

use crate::sim::{Meeting, Phase, is_choice_open};
use content::{EncounterChoice, EncounterCost};

use super::journey::JourneyView;

/// An encounter that waits for a choice.
#[derive(Clone, Debug)]
pub struct EncounterView {
    pub title: String,
    pub text: String,
    pub choices: Vec<ChoiceView>,
}

/// A choice in an encounter.
#[derive(Clone, Debug)]
pub struct ChoiceView {
    pub label: String,
    /// What it costs, in words: "8 coins, 1 oil"; empty if nothing.
    pub costs: String,
    /// The chance of each thing that it may come to, in percent, the likeliest first.
    pub odds: Vec<u32>,
    /// The same with what it is, in words: one entry for all that are told alike.
    pub prospects: Vec<(u32, String)>,
    /// Whether what it needs is there.
    pub is_open: bool,
}

impl JourneyView<'_> {
    /// The encounter that waits for a choice, if there is one.
    pub fn encounter(&self) -> Option<EncounterView> {
        let Phase::Encounter(meeting) = self.phase() else { return None };
        let encounter = self.catalog().encounter(meeting.encounter);
        let choice = |choice: &EncounterChoice| {
            let mut odds: Vec<u32> =
                choice.outcomes.iter().map(|outcome| outcome.percent).collect();
            odds.sort_unstable_by_key(|&percent| std::cmp::Reverse(percent));
            ChoiceView {
                label: self.fill(&choice.label, meeting),
                costs: choice.costs.iter().map(cost_text).collect::<Vec<_>>().join(", "),
                odds,
                prospects: self.prospects(choice, meeting),
                is_open: is_choice_open(self.world(), meeting, choice),
            }
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

    /// What a choice has come to, in words.
    pub(super) fn outcome_text(&self, meeting: Meeting, choice: u8, outcome: u8) -> Option<String> {
        let choices = &self.catalog().encounter(meeting.encounter).choices;
        let outcome = choices.get(usize::from(choice))?.outcomes.get(usize::from(outcome))?;
        Some(self.fill(&outcome.text, meeting))
    }

    /// A text of an encounter with its names filled in.
    fn fill(&self, text: &str, meeting: Meeting) -> String {
        let text = text.replace("{site}", &self.site_name(meeting.to));
        let text = text.replace("{back}", &self.site_name(self.at()));
        let Some(person) = meeting.person.map(|id| self.person(id)) else { return text };
        text.replace("{hero}", &person.name())
            .replace("{given}", person.given())
            .replace("{class}", person.kind())
    }
}

fn cost_text(cost: &EncounterCost) -> String {
    let plural = |count: u32, noun: &str| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    match cost {
        EncounterCost::Coins(coins) => plural(*coins, "coin"),
        EncounterCost::Rations(rations) => plural((*rations).into(), "ration"),
        EncounterCost::Health(health) => format!("{health} health"),
        EncounterCost::Item(name) => name.clone(),
        EncounterCost::Supply(supply, count) => supply.counted(*count),
        EncounterCost::Night => "a night".to_owned(),
    }
}
