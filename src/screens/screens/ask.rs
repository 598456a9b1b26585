//! The question before an action that cannot be undone. All such questions, from a step onto a trap
//! to the end of a run, take the same keys.
//!
//! The usual keys for yes are enter and `Y`, neither of which moves the upkeeper. A plain `y`
//! usually does, and is not accepted: the question then names the keys that are. Nor does the key
//! say yes that brought the question up, as enter does when it is held down, nor one that was typed
//! before the question could be seen.
//!
//! Of several cells in reach one is chosen by its direction; they are marked on the map.

use base::{Dir, Pos};
use engine::{
    sim::{Command, Reject},
    view::View,
};
use ratatui::{Frame, style::Style};

use crate::{
    ActiveRun, CommandRefusal, Context, Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    screen::next_of,
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{
        KeyHint, hint_text,
        map::{MapMark, MarkKind},
        scene::Scene,
        sheet::{Block, Sheet},
    },
};

type OnYes = dyn FnMut(&mut ActiveRun, &Context) -> Transition;

pub struct AskScreen {
    question: String,
    on_yes: Box<OnYes>,
    /// The key after which the question came up, if it was one.
    raised_by: Option<Key>,
    /// The key that was pressed for yes and is not accepted.
    refused: Option<Key>,
    /// Whether it was shown when no key waited.
    is_seen: bool,
    /// Whether the refused key came before that.
    was_early: bool,
}

/// The key that answers yes in most programs. It is refused here, since it also walks to the
/// north-west.
const CASUAL_YES_KEY: Key = Key::char('y');

/// The keys that answer no besides those of [`Intent::Cancel`].
const NO_KEYS: [Key; 2] = [Key::char('n'), Key::char('N')];

impl AskScreen {
    /// Asks a question. On yes, `on_yes` is called, and its transition is that of this screen.
    pub fn new(
        question: impl Into<String>,
        on_yes: impl FnMut(&mut ActiveRun, &Context) -> Transition + 'static,
    ) -> Self {
        Self {
            question: question.into(),
            on_yes: Box::new(on_yes),
            raised_by: None,
            refused: None,
            is_seen: false,
            was_early: false,
        }
    }

    pub fn before(question: impl Into<String>, command: Command) -> Self {
        Self::new(question, move |run, context| {
            run.submit(command, &context.settings);
            Transition::Pop
        })
    }
}

/// The keys that say yes without some, unless there is no other.
pub(super) fn yes_keys(without: &[Key], context: &Context) -> Vec<Key> {
    let all = context.settings.keymap.keys(Intent::Yes);
    let others: Vec<Key> = all.iter().copied().filter(|key| !without.contains(key)).collect();
    if others.is_empty() { all.to_vec() } else { others }
}

/// The names of keys: "enter or Y".
pub(super) fn key_names(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" or ")
}

/// Carries a command on a cell out in the place of this screen, after the question that the player
/// may have to be asked before.
pub(crate) fn submit_or_ask(
    command: Command,
    at: Pos,
    run: &mut ActiveRun,
    context: &Context,
) -> Transition {
    if let Some(question) = run.view().question_before(command, at) {
        Transition::replace(AskScreen::before(question, command))
    } else {
        run.submit(command, &context.settings);
        Transition::Pop
    }
}

/// Logs a line; see [`ActiveRun::say`].
pub(crate) fn say(text: impl Into<String>, run: &mut ActiveRun) -> Transition {
    run.say(text);
    Transition::Stay
}

/// Carries a command out. What comes of it is in the log.
pub(crate) fn submit(command: Command, run: &mut ActiveRun, context: &Context) -> Transition {
    run.submit(command, &context.settings);
    Transition::Stay
}

pub(crate) fn refuse(reject: Reject, run: &mut ActiveRun, context: &Context) -> Transition {
    run.log.decide();
    run.refuse(&CommandRefusal::Rules(reject), &context.settings);
    Transition::Stay
}

pub(crate) fn ask(question: impl Into<String>, command: Command) -> Transition {
    Transition::push(AskScreen::before(question, command))
}

/// Asks before the run is given up; twice before a journey is, wherever the player is on it.
pub fn ask_to_abandon(view: View<'_>) -> Transition {
    if !view.is_journey() {
        let question =
            "Put down your tools and walk off? The run ends here and the work is not counted.";
        return ask(question, Command::Abandon);
    }
    let question = "Put down the mop and go home? The journey ends here.";
    Transition::push(AskScreen::new(question, |_, _| {
        let again =
            "Once more, so that it is not a slip of the hand: give the journey up for good?";
        Transition::replace(AskScreen::before(again, Command::Abandon))
    }))
}

impl Screen for AskScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.raised_by = context.previous_key;
    }

    /// It is asked for to be drawn, and for nothing else.
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        self.is_seen |= !context.is_typed_ahead;
        let yes = key_names(&yes_keys(self.raised_by.as_slice(), context));
        let refused = self.refused.map(|refused| {
            Block::text(if self.was_early {
                format!("{refused} was pressed before this was asked: {yes} says yes.")
            } else {
                format!("{refused} is too easily pressed for that: {yes} says yes.")
            })
        });
        let question = Block::Text(self.question.clone(), ColorRole::Warning);
        let no = format!("n or {}", context.key(Intent::Cancel));
        Some(Sheet {
            text: [question].into_iter().chain(refused).collect(),
            hints: vec![KeyHint::new(yes, "yes"), KeyHint::new(no, "no")],
            ..Sheet::boxed(60, "Sure?")
        })
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        match (context.intent(InputMode::Ask, input), input) {
            (Some(Intent::Yes), Input::Key(key))
                if !self.is_seen || !yes_keys(self.raised_by.as_slice(), context).contains(key) =>
            {
                (self.refused, self.was_early) = (Some(*key), !self.is_seen);
                return Transition::Stay;
            }
            (Some(Intent::Yes), _) => return (self.on_yes)(run, context),
            (Some(Intent::Cancel), _) => return Transition::Pop,
            _ => {}
        }
        match *input {
            Input::Key(key) if NO_KEYS.contains(&key) => Transition::Pop,
            Input::Key(CASUAL_YES_KEY) => {
                (self.refused, self.was_early) = (Some(CASUAL_YES_KEY), false);
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }
}

/// One of the cells to choose from.
pub(crate) struct Choice {
    /// What is there; may be empty.
    pub label: String,
    /// `None` for the cell underfoot.
    pub dir: Option<Dir>,
    pub at: Pos,
    pub command: Command,
}

pub(crate) struct ChooseScreen {
    question: String,
    /// The intent whose key opened the question; pressed again, it chooses the cell of the cursor.
    pressed: Intent,
    choices: Vec<Choice>,
    /// Why other cells are not to be chosen; empty where that goes without saying.
    pub note: String,
    /// The choice that the cursor is on.
    pub at: usize,
}

impl ChooseScreen {
    /// Asks for one of at least one cell.
    pub(crate) fn new(question: impl Into<String>, pressed: Intent, choices: Vec<Choice>) -> Self {
        Self { question: question.into(), pressed, choices, note: String::new(), at: 0 }
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
        let answers = self.choices.iter().enumerate().map(|(index, choice)| {
            let place = choice.dir.map_or("here", Dir::name);
            let text = match choice.label.as_str() {
                "" => place.to_owned(),
                label => format!("{place}: {label}"),
            };
            if index == self.at { format!("[{text}]") } else { text }
        });
        answers.collect::<Vec<_>>().join(" · ")
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
            Some(intent @ (Intent::NextThing | Intent::PreviousThing)) => {
                let is_next = intent == Intent::NextThing;
                self.at = next_of(Some(self.at), is_next, self.choices.len()).unwrap_or(0);
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
