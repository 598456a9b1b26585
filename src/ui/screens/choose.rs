//! Which of several cells in reach: asked with a direction, the cells lit up on the map.

use ratatui::{Frame, style::Style};

use crate::{
    base::{Dir, Pos},
    sim::Command,
    ui::{
        Context, Screen, Transition,
        intents::{direction, direction_name, doubt},
        keymap::{InputMode, Intent},
        terminal::Input,
        theme::Role,
        widgets::{
            Hint, hint_text,
            map::{Mark, MarkKind},
            scene::Scene,
        },
    },
};

use super::ask::Ask;

/// One of the cells to choose from.
pub struct Choice {
    pub label: String,
    /// `None` for the cell underfoot.
    pub dir: Option<Dir>,
    pub at: Pos,
    pub command: Command,
}

/// The question which.
pub struct Choose {
    question: &'static str,
    /// The key that asked: pressed again it takes the cell the cursor is on.
    asked: Intent,
    choices: Vec<Choice>,
    at: usize,
}

impl Choose {
    /// Asks for one of at least one cell.
    pub fn new(question: &'static str, asked: Intent, choices: Vec<Choice>) -> Self {
        Self { question, asked, choices, at: 0 }
    }

    fn panel(&self, context: &Context) -> Vec<(String, Style)> {
        let looks = context.appearance;
        let help = hint_text(&[
            Hint::new("direction", "that one"),
            Hint::of(context, Intent::NextThing, "the next"),
            Hint::of(context, Intent::Confirm, "this one"),
            Hint::of(context, Intent::Cancel, "none"),
        ]);
        vec![
            (self.question.to_owned(), looks.style(Role::Title)),
            (self.answers(), Style::new()),
            (help, looks.style(Role::Dim)),
        ]
    }

    fn answers(&self) -> String {
        let answers: Vec<_> = self
            .choices
            .iter()
            .enumerate()
            .map(|(index, choice)| {
                let text = format!("{}: {}", direction_name(choice.dir), choice.label);
                if index == self.at { format!("[{text}]") } else { text }
            })
            .collect();
        answers.join(" · ")
    }
}

fn take(choice: Option<&Choice>, context: &mut Context) -> Transition {
    let Some(choice) = choice else { return Transition::Ignore };
    let question = context.view().and_then(|view| doubt(view, choice.at, choice.command));
    if let Some(question) = question {
        return Transition::replace(Ask::new(question, choice.command));
    }
    context.submit(choice.command);
    Transition::Pop
}

impl Screen for Choose {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let marks = self.choices.iter().enumerate().map(|(index, choice)| Mark {
            at: choice.at,
            kind: if index == self.at { MarkKind::Cursor } else { MarkKind::Choice },
        });
        let panel = Some(self.panel(context));
        Scene { marks: marks.collect(), panel, ..Scene::default() }.draw(frame, context);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        let playing = context.intent(InputMode::Play, input);
        if playing == Some(self.asked) {
            return take(self.choices.get(self.at), context);
        }
        if playing == Some(Intent::Wait) {
            return take(self.choices.iter().find(|choice| choice.dir.is_none()), context);
        }
        match context.intent(InputMode::Cursor, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => take(self.choices.get(self.at), context),
            Some(Intent::NextThing) => {
                self.at = (self.at + 1) % self.choices.len();
                Transition::Stay
            }
            Some(Intent::PreviousThing) => {
                self.at = (self.at + self.choices.len() - 1) % self.choices.len();
                Transition::Stay
            }
            Some(intent) => match direction(intent) {
                Some(dir) => {
                    let choice = self.choices.iter().find(|choice| choice.dir == Some(dir));
                    take(choice, context)
                }
                None => Transition::Ignore,
            },
            None => Transition::Ignore,
        }
    }
    fn accessible_lines(&mut self, context: &mut Context) -> Option<Vec<String>> {
        Some(self.panel(context).into_iter().map(|(text, _)| text).collect())
    }
}
