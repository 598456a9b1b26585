//! An encounter on the road of a journey: what happens, and the choices with their costs and odds.

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
use engine::view::ChoiceView;

/// The choice on the road that waits to be made. None is chosen at first, so that the key that began the walk takes
/// nothing unread.
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
            closes: false,
            is_read: true,
            ..Sheet::boxed(encounter.title)
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
