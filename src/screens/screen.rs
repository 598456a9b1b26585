//! The trait of screens, what they are given, and the transitions that they return after an input
//! or a tick.
//!
//! Some screens stand by themselves: the title, the settings, a recorded run. The others belong to
//! the run in progress, and are open only in one. Which terminal they are drawn on, where keys come
//! from and which screen follows, screens do not know.

use std::{
    ops::{Deref, DerefMut},
    rc::Rc,
    time::Duration,
};

use ratatui::Frame;

use engine::sim::{Command, End};

use super::{
    active_run::ActiveRun,
    context::Context,
    host_error::HostError,
    run::Run,
    terminal::Input,
    widgets::sheet::{Sheet, SheetInput, SheetState},
};

/// A screen. A list, a menu, a form or a page of text says its [`Sheet`] and what a chosen row is
/// for; another screen draws itself and handles its input.
pub trait Screen {
    /// Called once, before anything else: chooses another row than the first, or asks the host what
    /// there is.
    fn open(&mut self, _: &mut ScreenContext<'_>) {}

    /// What it says now.
    fn sheet(&mut self, _: &mut ScreenContext<'_>) -> Option<Sheet> {
        None
    }

    /// Does what a row of the sheet is for.
    fn chosen(&mut self, _row: usize, _: &mut ScreenContext<'_>) -> Transition {
        Transition::Ignore
    }

    /// Handles an input that the sheet must not have. `None` to let it have it.
    fn key(&mut self, _: &Input, _: &mut ScreenContext<'_>) -> Option<Transition> {
        None
    }

    /// Handles an input that means nothing in the sheet.
    fn other(&mut self, _: &Input, _: &mut ScreenContext<'_>) -> Transition {
        Transition::Ignore
    }

    /// Draws all of it. The frame is blank, or shows the screen below a box.
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        draw_sheet(self, frame, context);
    }

    /// Handles a key, a paste or a click; ticks, resizes and signals never come here.
    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let is_filtering = context.sheet.is_filtering;
        if !is_filtering && let Some(transition) = self.key(input, context) {
            return transition;
        }
        let Some(sheet) = self.sheet(context) else { return self.other(input, context) };
        match sheet.input(input, context.sheet, context.shared) {
            SheetInput::Stay => Transition::Stay,
            SheetInput::Close => Transition::Pop,
            SheetInput::Help => Transition::Help,
            SheetInput::Choose(row) => self.chosen(row, context),
            SheetInput::Ignore if is_filtering => Transition::Ignore,
            SheetInput::Ignore => match self.other(input, context) {
                Transition::Ignore if sheet.note_unknown(input, context.sheet) => Transition::Stay,
                transition => transition,
            },
        }
    }

    /// Handles that the time of [`Screen::tick_interval`] has gone by without input.
    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        Transition::Ignore
    }

    /// How long to wait for input before [`Screen::tick`]; `None` as long as nothing moves by
    /// itself.
    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        None
    }

    /// What reader mode says of the screen, line by line; of these, only lines that are new are
    /// said. `None` to have the picture read from top to bottom.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        self.sheet(context)?.read(context.sheet, &context.appearance)
    }

    /// Whether those who watch the player on a server may see a screen that needs no run; they see
    /// those of the run. Not where it is about an account, or about runs and days that a watcher
    /// may not know of yet.
    fn may_be_watched(&self) -> bool {
        false
    }
}

pub(super) fn draw_sheet(
    screen: &mut (impl Screen + ?Sized),
    frame: &mut Frame<'_>,
    context: &mut ScreenContext<'_>,
) {
    let Some(mut sheet) = screen.sheet(context) else { return };
    let last = sheet.rows.len().saturating_sub(1);
    if context.sheet.chosen > Some(last) {
        // There were more rows when it was chosen.
        context.sheet.chosen = Some(last);
        sheet = screen.sheet(context).unwrap_or(sheet);
    }
    let looks = context.appearance;
    sheet.draw(frame, context.sheet, &looks);
}

/// The place after one of `len`, or before it, round and round; from none the first or the last.
pub(crate) fn next_of(at: Option<usize>, forward: bool, len: usize) -> Option<usize> {
    let last = len.checked_sub(1)?;
    Some(match (at, forward) {
        (None, true) => 0,
        (None, false) => last,
        (Some(at), true) => (at + 1) % len,
        (Some(at), false) => (at + last) % len,
    })
}

/// What a screen is given: what all screens share, and its run if it belongs to one.
pub struct ScreenContext<'a> {
    run: Option<&'a mut ActiveRun>,
    shared: &'a mut Context,
    pub sheet: &'a mut SheetState,
}

/// Why there is a run: only a screen of a run opens another one of it.
const OF_RUN: &str = "screens of a run are open in one";

impl<'a> ScreenContext<'a> {
    pub(super) fn new(
        run: Option<&'a mut ActiveRun>,
        shared: &'a mut Context,
        sheet: &'a mut SheetState,
    ) -> Self {
        Self { run, shared, sheet }
    }

    /// The run of a screen that belongs to one.
    pub fn run(&self) -> &ActiveRun {
        self.run.as_deref().expect(OF_RUN)
    }

    /// The run of a screen that belongs to one, and what all screens share.
    pub fn in_run(&mut self) -> (&mut ActiveRun, &mut Context) {
        (self.run.as_deref_mut().expect(OF_RUN), self.shared)
    }

    /// Carries a command out. What comes of it is in the log.
    pub fn submit(&mut self, command: Command) -> Transition {
        let (run, shared) = self.in_run();
        run.submit(command, &shared.settings);
        Transition::Stay
    }

    /// What a screen does that has waited for a forecast: it is drawn anew if that has come.
    pub(crate) fn told_of_dawn(&self) -> Transition {
        if self.run().outlook.has_news() { Transition::Stay } else { Transition::Ignore }
    }

    /// Tells what went wrong, until another row is chosen.
    #[expect(clippy::needless_pass_by_value, reason = "errors are at hand as values")]
    pub fn fail(&mut self, problem: impl ToString) -> Transition {
        self.sheet.problem = problem.to_string();
        Transition::Stay
    }

    /// Plays a run that was begun or taken up, or tells why it was not.
    pub fn play(&mut self, run: Result<Box<dyn Run>, HostError>) -> Transition {
        match run {
            Ok(run) => Transition::Play(run),
            Err(error) => self.fail(error),
        }
    }
}

impl Deref for ScreenContext<'_> {
    type Target = Context;

    fn deref(&self) -> &Context {
        self.shared
    }
}

impl DerefMut for ScreenContext<'_> {
    fn deref_mut(&mut self) -> &mut Context {
        self.shared
    }
}

/// An entry that a front end adds to the title screen, such as the account on a server.
#[derive(Clone)]
pub struct TitleEntry {
    pub name: &'static str,
    /// The key that chooses it at once; none that the title screen uses itself.
    pub letter: char,
    pub open: Rc<OpenScreen>,
}

pub type OpenScreen = dyn Fn(&mut Context) -> Box<dyn Screen>;

pub enum Transition {
    /// The input has no meaning here, and there is nothing to draw.
    Ignore,
    /// Something on this screen has changed.
    Stay,
    /// Opens a screen over this one. Over a screen of the run it belongs to the run, too.
    Push(Box<dyn Screen>),
    /// Opens a screen that needs no run over this one.
    Open(Box<dyn Screen>),
    /// Opens the help on keys.
    Help,
    /// Opens a screen in place of this one.
    Replace(Box<dyn Screen>),
    /// Closes this screen; closing the last one leaves the game.
    Pop,
    /// Shows the result of the run, which is over.
    ShowResult(End),
    /// Leaves the run for the title screen.
    Title,
    /// Closes everything and plays a run that was begun or loaded.
    Play(Box<dyn Run>),
    Quit,
}

impl Transition {
    pub fn push(screen: impl Screen + 'static) -> Self {
        Self::Push(Box::new(screen))
    }

    pub fn open(screen: impl Screen + 'static) -> Self {
        Self::Open(Box::new(screen))
    }

    pub fn replace(screen: impl Screen + 'static) -> Self {
        Self::Replace(Box::new(screen))
    }
}
