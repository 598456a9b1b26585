//! The question before an action that cannot be undone. All such questions, from a step onto a trap
//! to the end of a run, take the same keys.
//!
//! Enter, `y` and `Y` say yes. What a hand presses on without looking does not: a key that was
//! typed before the question could be seen; and, unless it comes after a pause, the key that
//! brought the question up, as enter does when it is held down, and `y`, which usually walks to the
//! north-west, where a step brought it up.
//!
//! Of several cells in reach one is chosen by its direction; they are marked on the map.

use std::time::Duration;

use base::{Dir, Pos};
use engine::{
    sim::{Command, LONG_JOB_TURNS, Reject},
    view::{NextJob, View},
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
    /// The time without a key, up to [`PAUSE`].
    quiet: Duration,
}

/// The key that answers yes in most programs, whatever else it does.
const CASUAL_YES_KEY: Key = Key::char('y');

/// The time without a key after which any of them is meant. A key that is held down repeats within
/// half of a second.
const PAUSE: Duration = Duration::from_millis(600);

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
            quiet: Duration::ZERO,
        }
    }

    /// Whether a key that says yes may have been pressed without looking.
    fn is_hasty(&self, key: Key, context: &Context) -> bool {
        let walks =
            |key| context.intent(InputMode::Play, &Input::Key(key)).is_some_and(Intent::is_move);
        let is_risky =
            self.raised_by == Some(key) || walks(key) && self.raised_by.is_some_and(walks);
        !self.is_seen || is_risky && self.quiet < PAUSE
    }

    pub fn before(question: impl Into<String>, command: Command) -> Self {
        Self::new(question, move |run, context| {
            run.submit(command, &context.settings);
            Transition::Pop
        })
    }
}

/// Whether a key says yes.
pub(super) fn is_yes(key: Key, context: &Context) -> bool {
    key == CASUAL_YES_KEY || context.settings.keymap.keys(Intent::Yes).contains(&key)
}

/// The names of the keys that say yes, without some: "enter or y".
pub(super) fn yes_keys(without: &[Key], context: &Context) -> String {
    let bound = context.settings.keymap.keys(Intent::Yes).iter();
    let others = bound.filter(|key| **key != Key::char('Y') && !without.contains(key));
    let names = others.chain([&CASUAL_YES_KEY]).map(Key::to_string);
    names.collect::<Vec<_>>().join(" or ")
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

/// What is asked before the next of the plan is done, or of the order where nothing is planned: a
/// kit that shuts the player off is set then all the same.
pub(crate) fn question_of_work(by: Command, run: &ActiveRun) -> Option<AskScreen> {
    let view = run.view();
    match view.refusal(&by) {
        Some(Reject::KitShutsOff) => {
            let (set, at) = view.planned_kit()?;
            view.question_before(set, at).map(|question| AskScreen::before(question, set))
        }
        Some(_) => None,
        None if run.is_under_fire() => {
            Some(AskScreen::before(question_under_fire("Go on working"), by))
        }
        None if view.plan().is_empty() => {
            let question = question_before_job(view, view.next_job()?)?;
            Some(AskScreen::before(question, by))
        }
        None => None,
    }
}

/// What is asked before something is done of which somebody who shoots from out of sight knows.
pub(crate) fn question_under_fire(what: &str) -> String {
    format!("Somebody that you do not see shoots at you. {what} all the same?")
}

/// What is asked before the next job if it is long, or makes the player late.
fn question_before_job(view: View<'_>, next: NextJob) -> Option<String> {
    let is_late = view.makes_late(next.turns);
    if !is_late && next.turns < LONG_JOB_TURNS {
        return None;
    }
    let NextJob { job, turns, .. } = next;
    let (name, left) = (job.name(), view.turns_left());
    let why = if next.is_rising { ", which gets up soon" } else { "" };
    let way = match view.way_out().filter(|_| is_late) {
        Some(way) => format!(", and the way out takes {way}"),
        None if is_late => ", and you know of no way out".to_owned(),
        None => String::new(),
    };
    Some(format!(
        "The next job is the {name}{why}: some {turns} turns{way}, with {left} to dawn. Set out?"
    ))
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
        let yes = yes_keys(&[], context);
        let refused = self.refused.map(|refused| {
            Block::text(if self.was_early {
                format!("{refused} was pressed before this was asked: {yes} says yes.")
            } else {
                format!("{refused} came too soon to be meant: {yes} says yes.")
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
        let &Input::Key(key) = input else { return Transition::Ignore };
        if context.intent(InputMode::Ask, input) == Some(Intent::Cancel) || NO_KEYS.contains(&key) {
            return Transition::Pop;
        }
        let is_hasty = self.is_hasty(key, context);
        self.quiet = Duration::ZERO;
        if !is_yes(key, context) {
            return Transition::Ignore;
        }
        if is_hasty {
            (self.refused, self.was_early) = (Some(key), !self.is_seen);
            return Transition::Stay;
        }
        (self.on_yes)(run, context)
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        Some(PAUSE.saturating_sub(self.quiet)).filter(|left| !left.is_zero())
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        self.quiet += self.tick_interval(context).unwrap_or_default();
        Transition::Ignore
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
    /// The choice that the cursor is on.
    at: usize,
}

impl ChooseScreen {
    /// Asks for one of at least one cell.
    pub(crate) fn new(question: impl Into<String>, pressed: Intent, choices: Vec<Choice>) -> Self {
        Self { question: question.into(), pressed, choices, at: 0 }
    }

    fn panel(&self, context: &Context) -> Vec<(String, Style)> {
        let looks = context.appearance;
        let help = hint_text(&[
            KeyHint::new("direction", "that one"),
            KeyHint::of(context, Intent::NextThing, "the next"),
            KeyHint::of(context, Intent::Confirm, "this one"),
            KeyHint::of(context, Intent::Cancel, "none"),
        ]);
        vec![
            (self.question.clone(), looks.style(ColorRole::Title)),
            (self.answers(), Style::new()),
            (help, looks.style(ColorRole::Dim)),
        ]
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
