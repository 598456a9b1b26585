//! The choices of a journey: in an encounter on the road, with costs and odds, and of a perk that
//! seniority offers.

use content::capital;
use engine::{
    sim::{Command, JourneyCommand},
    view::ChoiceView,
};

use crate::{
    Screen, ScreenContext, Transition,
    intent_handler::handle_aside,
    keymap::Intent,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint,
        sheet::{Block, Row, Sheet, letters},
    },
};

use super::ask::ask;

/// The choice on the road that waits to be made. None is chosen at first, so that the key that
/// began the walk takes nothing unread.
pub(crate) struct EncounterScreen;

/// A choice in one line: what it is and what it costs.
fn choice_text(choice: &ChoiceView) -> String {
    let costs =
        if choice.costs.is_empty() { String::new() } else { format!(" ({})", choice.costs) };
    let shut = if choice.is_open { "" } else { "  not now" };
    format!("{}{costs}{shut}", choice.label)
}

/// What a choice may come to: "60%: +12 coins; else: a fight with a squire".
fn prospect_text(choice: &ChoiceView) -> String {
    let last = choice.prospects.len().saturating_sub(1);
    let told = choice.prospects.iter().enumerate().map(|(place, (percent, words))| match place {
        0 if last == 0 && words == "nothing" => "nothing else".to_owned(),
        0 if last == 0 => words.clone(),
        place if place == last => format!("else: {words}"),
        _ => format!("{percent}%: {words}"),
    });
    told.collect::<Vec<_>>().join("; ")
}

impl Screen for EncounterScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        context.sheet.chosen = None;
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let encounter = context.run().view().journey()?.encounter()?;
        let rows = encounter.choices.iter().zip(letters(context)).map(|(choice, letter)| {
            let (text, prospects) = (choice_text(choice), prospect_text(choice));
            Row {
                role: if choice.is_open { ColorRole::Text } else { ColorRole::Dim },
                told: Some(format!("{letter}  {text}. {}.", capital(&prospects))),
                below: vec![Block::dim(prospects)],
                ..Row::keyed(letter, text)
            }
        });
        Some(Sheet {
            rows: rows.collect(),
            text: vec![Block::text(encounter.text), Block::blank()],
            hints: vec![
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, "this one"),
                KeyHint::of(context, Intent::SaveQuit, "save, leave"),
            ],
            stays: true,
            is_read: true,
            ..Sheet::boxed(66, encounter.title)
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        context.submit(Command::Journey(JourneyCommand::Choose { choice: row as u8 }))
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        handle_aside(input, run, context)
    }
}

const INTRODUCTION: &str = "You have been at this for a while, and it shows. Those who noticed \
                            have left you the choice of one of these. You keep it for the rest of \
                            the journey.";

/// The perks that are offered, of which one is to be chosen. None is at first, so that the key that
/// led here takes nothing unread.
pub(crate) struct SeniorityScreen;

impl Screen for SeniorityScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        context.sheet.chosen = None;
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let perks = context.run().view().perks_offered().into_iter();
        let rows = perks.zip(letters(context)).map(|(perk, letter)| Row {
            role: ColorRole::Title,
            below: vec![Block::text(&*perk.text)],
            told: Some(format!("{letter}  {}. {}", capital(&perk.name), perk.text)),
            ..Row::keyed(letter, capital(&perk.name))
        });
        Some(Sheet {
            text: vec![Block::text(INTRODUCTION)],
            rows: rows.collect(),
            hints: vec![
                KeyHint::new("letter", "look at it"),
                KeyHint::of(context, Intent::Confirm, "take it"),
                KeyHint::of(context, Intent::SaveQuit, "save, leave"),
            ],
            // A perk is kept for good.
            keys_choose: true,
            stays: true,
            is_spaced: true,
            is_read: true,
            told: Some(format!("Seniority. {INTRODUCTION}")),
            ..Sheet::boxed(66, "Seniority")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let perks = context.run().view().perks_offered();
        let Some(perk) = perks.get(row) else { return Transition::Ignore };
        let question = format!("{}: for the rest of the journey?", capital(&perk.name));
        let pick = JourneyCommand::PickPerk { choice: row as u8 };
        ask(question, Command::Journey(pick))
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        handle_aside(input, run, context)
    }
}
