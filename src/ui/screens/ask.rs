//! A question that must not be answered by accident: enter or a capital letter says yes; a plain `y` only where
//! nobody was walking, for it walks too.

use ratatui::{Frame, text::Line};

use crate::{
    sim::Command,
    ui::{
        Context, Screen, Step,
        keymap::{self, Intent},
        terminal::{Input, Key, KeyCode},
        theme::Role,
        widgets::{
            page::{Page, keys, room},
            wrap,
        },
    },
};

/// A question whose yes is a command.
pub struct Ask {
    question: String,
    command: Command,
    /// What says yes besides [`Intent::Yes`], or does not.
    care: Care,
    /// A key was pressed that says yes elsewhere, but not here.
    was_easy: bool,
}

/// How easily yes is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Care {
    /// `y` will do.
    Usual,
    /// Somebody walks, with keys of which `y` may be one.
    Walking,
    /// Not even enter: it cannot be undone.
    Final,
}

/// Yes, to most people; and north-west.
const EASY: Key = Key::char('y');

const WIDTH: usize = 60;

impl Ask {
    /// Asks before a command.
    pub fn order(question: String, command: Command) -> Self {
        Self { question, command, care: Care::Usual, was_easy: false }
    }

    /// Asks before a step.
    pub fn step(question: String, command: Command) -> Self {
        Self { care: Care::Walking, ..Self::order(question, command) }
    }

    /// Asks before the run is given up.
    pub fn abandon() -> Self {
        let question =
            "Put down your tools and walk off? The run ends here and the work is not counted.";
        Self { care: Care::Final, ..Self::order(question.to_owned(), Command::Abandon) }
    }

    fn is_yes(&self, input: &Input, context: &Context) -> bool {
        let enter = Input::Key(Key::plain(KeyCode::Enter));
        (context.intent(keymap::Context::Ask, input) == Some(Intent::Yes)
            && !(self.care == Care::Final && *input == enter))
            || (self.care == Care::Usual && *input == Input::Key(EASY))
    }

    /// The keys that say yes.
    fn yes_keys(&self, context: &Context) -> String {
        let keys = context.settings.keymap.keys(Intent::Yes).iter();
        let enough = keys.filter(|key| self.care != Care::Final || key.code != KeyCode::Enter);
        let easy = (self.care == Care::Usual).then_some(&EASY);
        enough.chain(easy).map(Key::to_string).collect::<Vec<_>>().join(" or ")
    }
}

impl Screen for Ask {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.looks;
        let style = looks.style(Role::Warning);
        let width = room(frame, WIDTH);
        let rows = wrap(&self.question, width).into_iter();
        let mut lines: Vec<_> = rows.map(|row| Line::styled(row, style)).collect();
        if self.was_easy {
            let text =
                format!("{EASY} is too easily pressed for that: {}.", self.yes_keys(context));
            lines.extend(wrap(&text, width).into_iter().map(Line::raw));
        }
        Page {
            title: "Sure?".to_owned(),
            lines,
            footer: keys(&[(self.yes_keys(context), "yes"), (context.key(Intent::Cancel), "no")]),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Step {
        if self.is_yes(input, context) {
            context.order(self.command);
            return Step::Pop;
        }
        match context.intent(keymap::Context::Ask, input) {
            Some(Intent::Cancel) => Step::Pop,
            _ if *input == Input::Key(EASY) => {
                self.was_easy = true;
                Step::Stay
            }
            _ => Step::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
