//! The choice of a perk: what seniority offers on a journey.

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
use content::capital;
use engine::sim::{Command, JourneyCommand};

use super::ask::AskScreen;

const INTRODUCTION: &str = "You have been at this for a while, and it shows. Those who noticed have left \
    you the choice of one of these. You keep it for the rest of the journey.";

/// The perks that are offered, of which one is to be chosen. None is at first, so that the key that led here takes
/// nothing unread.
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
            keys_act: false,
            closes: false,
            is_spaced: true,
            is_read: true,
            told: Some(format!("Seniority. {INTRODUCTION}")),
            ..Sheet::boxed("Seniority")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let perks = context.run().view().perks_offered();
        let Some(perk) = perks.get(row) else { return Transition::Ignore };
        let question = format!("{}: for the rest of the journey?", capital(&perk.name));
        let pick = JourneyCommand::PickPerk { choice: row as u8 };
        Transition::push(AskScreen::before(question, Command::Journey(pick)))
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        handle_aside(input, run, context)
    }
}
