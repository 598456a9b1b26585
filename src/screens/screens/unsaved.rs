//! What can be done when the player leaves and the run cannot be saved.

use std::path::{Path, PathBuf};

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    ActiveRun, Context, HostError, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{Field, KeyHint, Width, draw_lines, notice, sheet, text_lines},
};
use base::path_text;

use super::{
    ask::AskScreen,
    help::HelpScreen,
    menu_sheet::{MenuSheet, SheetInput},
};

const HEADING: &str = "Not saved";
const WHAT_IS_LOST: &str =
    "What you have done since may be lost if you leave like this. Leave all the same?";
const WHAT_IS_KEPT: &str = "What was written before that is kept.";
const WHERE_TO: &str = "A file that is not there yet, best on another disk:";

const NO_TILDE: &str = "Nobody knows here whose home “~” is: write the folder out.";

const AGAIN: (char, &str) = ('t', "try again");
const ELSEWHERE: (char, &str) = ('e', "save it elsewhere");
const PLAY_ON: (char, &str) = ('p', "play on");
const LEAVE: (char, &str) = ('l', "leave all the same");

/// The longest path that can be written.
const MAX_PATH_COLUMNS: usize = 250;
/// The width of the lines of reader mode.
const READER_COLUMNS: usize = 100;

/// The choice of a player whose run cannot be saved.
pub(crate) struct UnsavedScreen {
    error: String,
    /// Where the host proposes to put a copy, if it can write one.
    place: Option<PathBuf>,
    sheet: MenuSheet,
    /// Where to save it, while that is written.
    path: Option<Field>,
}

impl UnsavedScreen {
    /// The choice after an error of saving.
    pub(crate) fn new(error: &HostError, run: &ActiveRun) -> UnsavedScreen {
        let (error, place) = (error.to_string(), run.proposed_copy());
        UnsavedScreen { error, place, sheet: MenuSheet::default(), path: None }
    }

    fn entries(&self) -> impl Iterator<Item = (char, &'static str)> + Clone + use<> {
        let elsewhere = self.place.is_some().then_some(ELSEWHERE);
        std::iter::once(AGAIN).chain(elsewhere).chain([PLAY_ON, LEAVE])
    }

    fn lines(&self, context: &Context, width: usize) -> Vec<Line<'static>> {
        let looks = &context.appearance;
        let mut lines = text_lines(&self.error, ColorRole::Bad, looks, width);
        lines.push(Line::default());
        lines.extend(text_lines(WHAT_IS_KEPT, ColorRole::Text, looks, width));
        lines
    }

    fn choose(&mut self, at: usize, run: &mut ActiveRun) -> Transition {
        match self.entries().nth(at) {
            Some(AGAIN) => match run.save() {
                Ok(()) => Transition::Title,
                Err(error) => {
                    self.error = error.to_string();
                    "It is the same again.".clone_into(&mut self.sheet.problem);
                    Transition::Stay
                }
            },
            Some(ELSEWHERE) => {
                let proposed = self.place.as_deref().and_then(Path::to_str).unwrap_or_default();
                self.path = Some(Field::new(proposed, MAX_PATH_COLUMNS));
                self.sheet.problem.clear();
                Transition::Stay
            }
            Some(PLAY_ON) => Transition::Pop,
            Some(LEAVE) => {
                Transition::push(AskScreen::new(WHAT_IS_LOST.to_owned(), |_, _| Transition::Title))
            }
            _ => Transition::Ignore,
        }
    }

    fn write_path(
        &mut self,
        input: &Input,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> Transition {
        let Some(field) = &mut self.path else { return Transition::Ignore };
        if field.take(input) {
            return Transition::Stay;
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) if field.text().starts_with('~') => {
                NO_TILDE.clone_into(&mut self.sheet.problem);
                Transition::Stay
            }
            Some(Intent::Confirm) => {
                let path = Path::new(field.text());
                match run.save_copy(path) {
                    Ok(()) => {
                        context.notices.push(format!("All of the run is in {}.", path_text(path)));
                        Transition::Title
                    }
                    Err(error) => {
                        self.sheet.problem = error.to_string();
                        Transition::Stay
                    }
                }
            }
            Some(Intent::Cancel) => {
                self.path = None;
                self.sheet.problem.clear();
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn draw_path(&self, field: &Field, frame: &mut Frame<'_>, context: &Context) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Confirm, "save"),
            KeyHint::of(context, Intent::Cancel, "back"),
        ];
        let area = sheet(frame, &looks, Width::Text, HEADING, &hints);
        let width = usize::from(area.width);
        let above = text_lines(WHERE_TO, ColorRole::Text, &looks, width);
        draw_lines(area, frame.buffer_mut(), &above);
        let from = (above.len() as u16).min(area.height);
        let row = Rect { y: area.y + from, height: area.height - from, ..area };
        field.draw(frame, row, &looks, true);
        let below =
            Rect { y: row.y + 2.min(row.height), height: row.height.saturating_sub(2), ..row };
        let problem: Vec<_> = notice(&self.sheet.problem, width)
            .into_iter()
            .map(|text| Line::styled(text, looks.style(ColorRole::Bad)))
            .collect();
        draw_lines(below, frame.buffer_mut(), &problem);
    }
}

impl Screen for UnsavedScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        if let Some(field) = &self.path {
            return self.draw_path(field, frame, context);
        }
        let mut sheet = std::mem::take(&mut self.sheet);
        sheet.draw(frame, context, HEADING, self.entries(), |width| self.lines(context, width));
        self.sheet = sheet;
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if self.path.is_some() {
            return self.write_path(input, run, context);
        }
        if context.intent(InputMode::List, input) == Some(Intent::Cancel) {
            return Transition::Pop;
        }
        let letters = self.entries().map(|(letter, _)| letter);
        match self.sheet.input(input, context, letters) {
            SheetInput::Ignore => Transition::Ignore,
            SheetInput::Stay => Transition::Stay,
            SheetInput::Help => Transition::open(HelpScreen::keys()),
            SheetInput::Choose(at) => self.choose(at, run),
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        if let Some(field) = &self.path {
            let written = [WHERE_TO, field.text(), &self.sheet.problem];
            return Some(written.map(str::to_owned).into());
        }
        let text = self.lines(context, READER_COLUMNS);
        Some(self.sheet.accessible_lines(HEADING, &text, self.entries()))
    }
}
