//! The question before an action that cannot be undone. All such questions, from a step onto a trap to the end of a run,
//! take the same keys.
//!
//! The usual keys for yes are enter and `Y`, neither of which moves the upkeeper. A plain `y` usually does, and is not
//! accepted: the question then names the keys that are.

use ratatui::{Frame, text::Line};

use crate::{
    sim::Command,
    ui::{
        ActiveRun, Context, RunScreen, RunTransition,
        keymap::{InputMode, Intent},
        terminal::{Input, Key},
        theme::ColorRole,
        widgets::{
            KeyHint, hint_text,
            page::{Page, room},
            wrap,
        },
    },
};

/// The continuation that is called when the player answers yes.
type OnYes = dyn FnMut(&mut ActiveRun, &Context) -> RunTransition;

/// A question, and the continuation on yes.
pub struct AskScreen {
    question: String,
    on_yes: Box<OnYes>,
    /// Whether [`CASUAL_YES_KEY`] was pressed.
    was_casual: bool,
}

/// The key that answers yes in most programs. It is refused here, since it also walks to the north-west.
const CASUAL_YES_KEY: Key = Key::char('y');

/// The keys that answer no besides those of [`Intent::Cancel`].
const NO_KEYS: [Key; 2] = [Key::char('n'), Key::char('N')];

const TEXT_COLUMNS: usize = 60;

impl AskScreen {
    /// Asks a question. On yes, `on_yes` is called, and its transition is that of this screen.
    pub fn new(
        question: String,
        on_yes: impl FnMut(&mut ActiveRun, &Context) -> RunTransition + 'static,
    ) -> Self {
        Self { question, on_yes: Box::new(on_yes), was_casual: false }
    }
}

/// The continuation that submits a command and closes the question.
pub fn on_yes(command: Command) -> impl FnMut(&mut ActiveRun, &Context) -> RunTransition {
    move |run, context| {
        run.submit(command, &context.settings);
        RunTransition::Pop
    }
}

impl RunScreen for AskScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, _: &mut ActiveRun, context: &mut Context) {
        let looks = context.appearance;
        let style = looks.style(ColorRole::Warning);
        let width = room(frame, TEXT_COLUMNS);
        let yes = context.settings.keymap.keys(Intent::Yes).iter();
        let yes = yes.map(Key::to_string).collect::<Vec<_>>().join(" or ");
        let rows = wrap(&self.question, width).into_iter();
        let mut lines: Vec<_> = rows.map(|row| Line::styled(row, style)).collect();
        if self.was_casual {
            let text = format!("{CASUAL_YES_KEY} is too easily pressed for that: {yes} says yes.");
            lines.extend(wrap(&text, width).into_iter().map(Line::raw));
        }
        let no = format!("n or {}", context.key(Intent::Cancel));
        Page {
            title: "Sure?".to_owned(),
            lines,
            footer: hint_text(&[KeyHint::new(yes, "yes"), KeyHint::new(no, "no")]),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(
        &mut self,
        input: &Input,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> RunTransition {
        match context.intent(InputMode::Ask, input) {
            Some(Intent::Yes) => return (self.on_yes)(run, context),
            Some(Intent::Cancel) => return RunTransition::Pop,
            _ => {}
        }
        match *input {
            Input::Key(key) if NO_KEYS.contains(&key) => RunTransition::Pop,
            Input::Key(CASUAL_YES_KEY) => {
                self.was_casual = true;
                RunTransition::Stay
            }
            _ => RunTransition::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
