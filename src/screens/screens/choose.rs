//! The choice of one of several cells in reach, by direction; the cells are marked on the map.

use ratatui::{Frame, style::Style};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint, hint_text,
        map::{MapMark, MarkKind},
        scene::Scene,
    },
};
use base::{Dir, Pos};
use engine::sim::Command;

use super::ask::submit_or_ask;

/// One of the cells to choose from.
pub(crate) struct Choice {
    /// What is there; may be empty.
    pub label: String,
    /// `None` for the cell underfoot.
    pub dir: Option<Dir>,
    pub at: Pos,
    pub command: Command,
}

/// The question which cell.
pub(crate) struct ChooseScreen {
    question: String,
    /// The intent whose key opened the question; pressed again, it chooses the cell of the cursor.
    pressed: Intent,
    choices: Vec<Choice>,
    /// Why other cells are not to be chosen; empty where that goes without saying.
    note: String,
    at: usize,
}

impl ChooseScreen {
    /// Asks for one of at least one cell.
    pub(crate) fn new(question: impl Into<String>, pressed: Intent, choices: Vec<Choice>) -> Self {
        Self { question: question.into(), pressed, choices, note: String::new(), at: 0 }
    }

    /// The same question, with the reason why other cells are not to be chosen.
    pub(crate) fn with_note(self, note: String) -> Self {
        Self { note, ..self }
    }

    /// The same question, with the cursor on this one of the choices.
    pub(crate) fn chosen(self, at: usize) -> Self {
        Self { at, ..self }
    }

    fn panel(&self, context: &Context) -> Vec<(String, Style)> {
        let looks = context.appearance;
        let help = hint_text(&[
            KeyHint::new("direction", "that one"),
            KeyHint::of(context, Intent::NextThing, "the next"),
            KeyHint::of(context, Intent::Confirm, "this one"),
            KeyHint::of(context, Intent::Cancel, "none"),
        ]);
        let mut panel = vec![
            (self.question.clone(), looks.style(ColorRole::Title)),
            (self.answers(), Style::new()),
        ];
        if !self.note.is_empty() {
            panel.push((self.note.clone(), Style::new()));
        }
        panel.push((help, looks.style(ColorRole::Dim)));
        panel
    }

    fn answers(&self) -> String {
        let answers: Vec<_> = self
            .choices
            .iter()
            .enumerate()
            .map(|(index, choice)| {
                let place = choice.dir.map_or("here", Dir::name);
                let text = match choice.label.as_str() {
                    "" => place.to_owned(),
                    label => format!("{place}: {label}"),
                };
                if index == self.at { format!("[{text}]") } else { text }
            })
            .collect();
        answers.join(" · ")
    }
}

fn take(choice: Option<&Choice>, run: &mut ActiveRun, context: &Context) -> Transition {
    let Some(choice) = choice else { return Transition::Ignore };
    submit_or_ask(choice.command, choice.at, run, context)
}

impl Screen for ChooseScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let marks = self.choices.iter().enumerate().map(|(index, choice)| MapMark {
            at: choice.at,
            kind: if index == self.at { MarkKind::Cursor } else { MarkKind::Choice },
        });
        let panel = Some(self.panel(context));
        Scene { marks: marks.collect(), panel, ..Scene::default() }.draw(frame, run, context);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let playing = context.intent(InputMode::Play, input);
        if playing == Some(self.pressed) {
            return take(self.choices.get(self.at), run, context);
        }
        if playing == Some(Intent::Wait) {
            return take(self.choices.iter().find(|choice| choice.dir.is_none()), run, context);
        }
        match context.intent(InputMode::Cursor, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => take(self.choices.get(self.at), run, context),
            Some(Intent::NextThing) => {
                self.at = (self.at + 1) % self.choices.len();
                Transition::Stay
            }
            Some(Intent::PreviousThing) => {
                self.at = (self.at + self.choices.len() - 1) % self.choices.len();
                Transition::Stay
            }
            Some(Intent::Move(dir)) => {
                let choice = self.choices.iter().find(|choice| choice.dir == Some(dir));
                take(choice, run, context)
            }
            _ => Transition::Ignore,
        }
    }
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        Some(self.panel(context).into_iter().map(|(text, _)| text).collect())
    }
}
