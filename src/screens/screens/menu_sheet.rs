//! A sheet of text with a menu below it: the result of a shift, and the end of a journey.

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    Context,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    terminal::{Input, KeyCode},
    theme::ColorRole,
    widgets::{
        KeyHint, Scroll, Width, draw_lines, letter_menu, notice, selection::Selection, sheet,
    },
};
use base::Dir;

/// What a sheet remembers from one picture to the next.
#[derive(Default)]
pub(super) struct MenuSheet {
    pub selection: Selection,
    pub scroll: Scroll,
    /// What went wrong, shown above the menu; empty if nothing did.
    pub problem: String,
}

/// What an input comes to.
pub(super) enum SheetInput {
    Ignore,
    Stay,
    Help,
    /// The entry at a place of the menu is chosen.
    Choose(usize),
}

impl MenuSheet {
    /// Draws the sheet; `lines` gives the text for a width, in columns.
    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        context: &Context,
        heading: &str,
        entries: impl Iterator<Item = (char, &'static str)> + Clone,
        lines: impl FnOnce(usize) -> Vec<Line<'static>>,
    ) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Confirm, "choose"),
            KeyHint::of(context, Intent::PageDown, "more"),
            KeyHint::of(context, Intent::PageUp, "back up"),
        ];
        let area = sheet(frame, &looks, Width::Text, heading, &hints);
        let width = usize::from(area.width);
        // A small screen has room for the chosen entry alone.
        let rows = if area.height < 8 { 1 } else { entries.clone().count() };
        let menu = letter_menu(&looks, entries, self.selection, width, rows);
        let problem: Vec<Line<'static>> = notice(&self.problem, width)
            .into_iter()
            .map(|row| Line::styled(row, looks.style(ColorRole::Bad)))
            .collect();
        let below = (menu.len() + problem.len()).min(usize::from(area.height)) as u16;
        let air = u16::from(area.height > below + 12);
        let text = Rect { height: area.height - below - air, ..area };
        // The last columns are for the marks of what does not fit.
        self.scroll.draw(frame, text, &looks, &lines(width.saturating_sub(2)));
        let foot = Rect { y: text.bottom() + air, height: below, ..area };
        draw_lines(foot, frame.buffer_mut(), problem.iter().chain(&menu));
    }

    /// Handles an input of a sheet whose entries have these letters.
    pub(super) fn input(
        &mut self,
        input: &Input,
        context: &Context,
        letters: impl Iterator<Item = char> + Clone,
    ) -> SheetInput {
        if self.scroll.wheel(input) {
            return SheetInput::Stay;
        }
        if let Input::Key(key) = input
            && let KeyCode::Char(pressed) = key.code
            && !key.ctrl
            && !key.alt
            && let Some(at) = letters.clone().position(|letter| letter == pressed)
        {
            self.selection.at = at;
            return SheetInput::Choose(at);
        }
        let count = letters.count();
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => SheetInput::Choose(self.selection.at),
            Some(Intent::Help) => SheetInput::Help,
            Some(intent @ (Intent::Next | Intent::Previous)) => self.turn(intent, count),
            Some(intent) if self.scroll.take(intent) => SheetInput::Stay,
            _ => match context.intent(InputMode::Cursor, input) {
                Some(Intent::Move(Dir::East)) => self.turn(Intent::Next, count),
                Some(Intent::Move(Dir::West)) => self.turn(Intent::Previous, count),
                _ => SheetInput::Ignore,
            },
        }
    }

    fn turn(&mut self, intent: Intent, entries: usize) -> SheetInput {
        self.selection.turn(intent, entries);
        SheetInput::Stay
    }

    /// The sheet in reader mode: the text as it is drawn, and one entry a line.
    pub(super) fn accessible_lines(
        &self,
        heading: &str,
        text: &[Line<'_>],
        entries: impl Iterator<Item = (char, &'static str)>,
    ) -> Vec<String> {
        let mut lines = vec![format!("{heading}.")];
        lines.extend(text.iter().map(ToString::to_string));
        for (at, (letter, name)) in entries.enumerate() {
            let chosen = if at == self.selection.at { CHOSEN } else { "" };
            lines.push(format!("{chosen}{letter} {name}"));
        }
        lines.push(self.problem.clone());
        lines
    }
}
