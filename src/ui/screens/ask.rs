//! A question that must not be answered by accident: enter or a capital letter says yes, no key that walks does.

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
    /// Enter is too easy for what cannot be undone.
    capital: bool,
}

const WIDTH: usize = 60;

impl Ask {
    /// Asks before a command.
    pub fn order(question: String, command: Command) -> Self {
        Self { question, command, capital: false }
    }

    /// Asks before the run is given up.
    pub fn abandon() -> Self {
        Self {
            question:
                "Put down your tools and walk off? The run ends here and the work is not counted."
                    .to_owned(),
            command: Command::Abandon,
            capital: true,
        }
    }

    fn is_yes(&self, input: &Input, context: &Context) -> bool {
        context.intent(keymap::Context::Ask, input) == Some(Intent::Yes)
            && !(self.capital && *input == Input::Key(Key::plain(KeyCode::Enter)))
    }

    /// The keys that say yes.
    fn yes_keys(&self, context: &Context) -> String {
        let keys = context.settings.keymap.keys(Intent::Yes).iter();
        let enough = keys.filter(|key| !(self.capital && key.code == KeyCode::Enter));
        enough.map(Key::to_string).collect::<Vec<_>>().join(" or ")
    }
}

impl Screen for Ask {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.looks;
        let style = looks.style(Role::Warning);
        let lines = wrap(&self.question, room(frame, WIDTH));
        Page {
            title: "Sure?".to_owned(),
            lines: lines.into_iter().map(|line| Line::styled(line, style)).collect(),
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
            _ => Step::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
