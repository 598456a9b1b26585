//! The choice of a perk: what seniority offers on a journey.

use ratatui::{Frame, text::Line};

use crate::{
    ActiveRun, Screen, ScreenContext, Transition,
    intent_handler::handle_aside,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    terminal::{Input, MouseKind},
    theme::ColorRole,
    widgets::{
        KeyHint, hint_text,
        page::{Page, paragraph, room},
        selection::{Selection, letter, lettered, turn_from_none},
        wrap,
    },
};
use content::{Perk, capital};
use engine::sim::{Command, JourneyCommand};

use super::ask::{AskScreen, on_yes};

const TEXT_COLUMNS: usize = 66;

/// The columns by which the text of a perk stands in.
const INDENT: &str = "   ";

const INTRODUCTION: &str = "You have been at this for a while, and it shows. Those who noticed have left \
    you the choice of one of these. You keep it for the rest of the journey.";

/// The perks that are offered, of which one is to be chosen.
#[derive(Default)]
pub(crate) struct SeniorityScreen {
    /// The perk that the cursor is on; none at first, so that the key that led here chooses nothing unread.
    at: Option<usize>,
    /// The place of the perk that each row of the screen showed when it was drawn last, by the row.
    rows: Vec<(u16, usize)>,
}

impl SeniorityScreen {
    /// Moves the cursor to a perk.
    fn point(&mut self, place: usize) -> Transition {
        self.at = Some(place);
        Transition::Stay
    }

    /// Asks whether the perk that the cursor is on is to be taken: it is kept for good.
    fn take(&self, run: &ActiveRun) -> Transition {
        let perks = run.view().perks_offered();
        let Some((place, perk)) = self.at.and_then(|at| Some((at, perks.get(at)?))) else {
            return Transition::Ignore;
        };
        let pick = JourneyCommand::PickPerk { choice: place as u8 };
        let question = format!("{}: for the rest of the journey?", capital(&perk.name));
        Transition::push(AskScreen::new(question, on_yes(Command::Journey(pick))))
    }
}

impl Screen for SeniorityScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let perks = run.view().perks_offered();
        let mut lines: Vec<Line<'static>> = paragraph(frame, INTRODUCTION).collect();
        // The perk that each line is about.
        let mut places = vec![None; lines.len()];
        let mut chosen = 0;
        for (place, perk) in perks.iter().enumerate() {
            lines.push(Line::default());
            places.push(None);
            if self.at == Some(place) {
                chosen = lines.len();
            }
            let name = format!("{}  {}", letter(place), capital(&perk.name));
            lines.push(Line::styled(name, looks.style(ColorRole::Title)));
            let width = room(frame, TEXT_COLUMNS).saturating_sub(INDENT.len()).max(1);
            let text = wrap(&perk.text, width).into_iter();
            lines.extend(text.map(|row| Line::raw(format!("{INDENT}{row}"))));
            places.resize(lines.len(), Some(place));
        }
        let page = Page {
            title: "Seniority".to_owned(),
            lines,
            footer: hint_text(&[
                KeyHint::new("letter", "look at it"),
                KeyHint::of(context, Intent::Confirm, "take it"),
                KeyHint::of(context, Intent::SaveQuit, "save, leave"),
            ]),
            selection: self.at.map(|_| Selection { at: chosen }),
            ..Page::default()
        };
        let shown = page.shown(frame.area());
        self.rows = shown.filter_map(|(y, line)| Some((y, places[line]?))).collect();
        page.draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let count = run.view().perks_offered().len();
        if let Input::Mouse(mouse) = input {
            let row = self.rows.iter().find(|(y, _)| *y == mouse.y);
            return match (mouse.kind, row) {
                (MouseKind::Click, Some(&(_, place))) if self.at == Some(place) => self.take(run),
                (MouseKind::Click, Some(&(_, place))) => self.point(place),
                _ => Transition::Ignore,
            };
        }
        if let Some(place) = lettered(input, count) {
            return self.point(place);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => return self.take(run),
            Some(intent) if turn_from_none(&mut self.at, intent, count) => {
                return Transition::Stay;
            }
            _ => {}
        }
        handle_aside(input, run, context)
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, _) = context.in_run();
        let told = |(place, perk): (usize, &&Perk)| {
            let chosen = if self.at == Some(place) { CHOSEN } else { "" };
            format!("{chosen}{}  {}. {}", letter(place), capital(&perk.name), perk.text)
        };
        let mut lines = vec![format!("Seniority. {INTRODUCTION}")];
        lines.extend(run.view().perks_offered().iter().enumerate().map(told));
        Some(lines)
    }
}
