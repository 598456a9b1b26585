//! An encounter on the road of a journey: what happens, and the choices with their costs and odds.

use ratatui::{Frame, text::Line};
use unicode_width::UnicodeWidthStr;

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    intent_handler::handle_aside,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint, hint_text,
        page::{Page, room},
        selection::{Selection, letter, lettered, turn_from_none},
        wrap,
    },
};
use content::capital;
use engine::sim::{Command, JourneyCommand};
use engine::view::{ChoiceView, EncounterView};

const TEXT_COLUMNS: usize = 66;

/// What stands before the rows that tell what a choice may come to.
const INDENT: &str = "   ";

/// The choice on the road that waits to be made.
#[derive(Default)]
pub(crate) struct EncounterScreen {
    /// The choice that the cursor is on; none at first, so that the key that began the walk chooses nothing unread.
    at: Option<usize>,
}

/// A choice in one line: its letter, what it is and what it costs.
fn choice_text(place: usize, choice: &ChoiceView) -> String {
    let letter = letter(place);
    let costs =
        if choice.costs.is_empty() { String::new() } else { format!(" ({})", choice.costs) };
    let shut = if choice.is_open { "" } else { "  not now" };
    format!("{letter}  {}{costs}{shut}", choice.label)
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

impl EncounterScreen {
    fn choose(
        place: usize,
        encounter: &EncounterView,
        run: &mut ActiveRun,
        context: &Context,
    ) -> Transition {
        if place >= encounter.choices.len() {
            return Transition::Ignore;
        }
        let choose = JourneyCommand::Choose { choice: place as u8 };
        run.submit(Command::Journey(choose), &context.settings);
        Transition::Stay
    }
}

impl Screen for EncounterScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let Some(encounter) = run.view().journey().and_then(|own| own.encounter()) else { return };
        let width = room(frame, TEXT_COLUMNS);
        let mut lines: Vec<Line<'static>> =
            wrap(&encounter.text, width).into_iter().map(Line::raw).collect();
        lines.push(Line::raw(""));
        let mut selection = Selection { at: lines.len() };
        for (place, choice) in encounter.choices.iter().enumerate() {
            if self.at == Some(place) {
                selection.at = lines.len();
            }
            let role = match (self.at == Some(place), choice.is_open) {
                (true, _) => ColorRole::Selected,
                (false, true) => ColorRole::Text,
                (false, false) => ColorRole::Dim,
            };
            // Wrapping takes the wide gaps away: only where there is no room.
            let text = choice_text(place, choice);
            let rows = if text.width() <= width { vec![text] } else { wrap(&text, width) };
            lines.extend(rows.into_iter().map(|row| Line::styled(row, looks.style(role))));
            let rows = wrap(&prospect_text(choice), width.saturating_sub(INDENT.len())).into_iter();
            let indented = rows.map(|row| format!("{INDENT}{row}"));
            lines.extend(indented.map(|row| Line::styled(row, looks.style(ColorRole::Dim))));
        }
        Page {
            title: encounter.title,
            lines,
            footer: hint_text(&[
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, "this one"),
                KeyHint::of(context, Intent::SaveQuit, "save, leave"),
            ]),
            selection: Some(selection),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let Some(encounter) = run.view().journey().and_then(|own| own.encounter()) else {
            return Transition::Ignore;
        };
        let count = encounter.choices.len();
        if let Some(place) = lettered(input, count) {
            return EncounterScreen::choose(place, &encounter, run, context);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => {
                return match self.at {
                    Some(at) => EncounterScreen::choose(at, &encounter, run, context),
                    None => Transition::Ignore,
                };
            }
            Some(intent) if turn_from_none(&mut self.at, intent, count) => {
                return Transition::Stay;
            }
            _ => {}
        }
        handle_aside(input, run, context)
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, _) = context.in_run();
        let encounter = run.view().journey()?.encounter()?;
        let mut lines = vec![format!("{}.", encounter.title), encounter.text];
        for (place, choice) in encounter.choices.iter().enumerate() {
            let chosen = if self.at == Some(place) { CHOSEN } else { "" };
            let (text, prospects) = (choice_text(place, choice), prospect_text(choice));
            lines.push(format!("{chosen}{text}. {}.", capital(&prospects)));
        }
        Some(lines)
    }
}
