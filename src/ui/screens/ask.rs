//! A question before what cannot be taken back: the same for a step onto a trap, the end of a shift and the end of a
//! run, so that nobody has to read which keys answer this one.
//!
//! Yes is enter or a capital letter, which nobody presses in walking; a plain `y` walks, and says so.

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

/// What is done when the player answers yes.
type OnYes = dyn FnMut(&mut ActiveRun, &Context) -> RunTransition;

/// A question, and what is done on yes.
pub struct AskScreen {
    question: String,
    on_yes: Box<OnYes>,
    /// A key was pressed that says yes elsewhere, but not here.
    was_easy: bool,
}

/// Yes, to most people; and north-west.
const EASY: Key = Key::char('y');

/// What says no besides [`Intent::Cancel`].
const NO: [Key; 2] = [Key::char('n'), Key::char('N')];

const TEXT_COLUMNS: usize = 60;

impl AskScreen {
    /// Asks a question. On yes, the continuation is called, and what it asks for is done in place of this screen.
    pub fn new(
        question: String,
        on_yes: impl FnMut(&mut ActiveRun, &Context) -> RunTransition + 'static,
    ) -> Self {
        Self { question, on_yes: Box::new(on_yes), was_easy: false }
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
        if self.was_easy {
            let text = format!("{EASY} is too easily pressed for that: {yes} says yes.");
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
            Input::Key(key) if NO.contains(&key) => RunTransition::Pop,
            Input::Key(EASY) => {
                self.was_easy = true;
                RunTransition::Stay
            }
            _ => RunTransition::Ignore,
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
