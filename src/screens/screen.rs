//! The trait of screens, what they are given, and the transitions that they return after an input or a tick.
//!
//! Some screens stand by themselves: the title, the settings, a recorded run. The others belong to the run in progress,
//! and are open only in one. Which terminal they are drawn on, where keys come from and which screen follows, screens do
//! not know.

use std::{
    ops::{Deref, DerefMut},
    rc::Rc,
    time::Duration,
};

use ratatui::Frame;

use engine::sim::End;

use super::{active_run::ActiveRun, context::Context, run::Run, terminal::Input};

/// A screen: it fills the terminal, or lies over the screen below.
pub trait Screen {
    /// Draws all of it. The frame is blank, or shows the screen below an overlay.
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>);

    /// Handles a key, a paste or a click; ticks, resizes and signals never come here.
    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition;

    /// Handles that the time of [`Screen::tick_interval`] has gone by without input.
    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        Transition::Ignore
    }

    /// How long to wait for input before [`Screen::tick`]; `None` as long as nothing moves by itself.
    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        None
    }

    /// Whether the screen below is to be drawn first.
    fn is_overlay(&self) -> bool {
        false
    }

    /// What reader mode says of the screen, line by line; of these, only lines that are new are said. `None` to have
    /// the picture read from top to bottom.
    fn accessible_lines(&mut self, _: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        None
    }

    /// Whether those who watch the player on a server may see a screen that needs no run; they see those of the run. Not
    /// where it is about an account, or about runs and days that a watcher may not know of yet.
    fn may_be_watched(&self) -> bool {
        false
    }
}

/// What a screen is given: what all screens share, and its run if it belongs to one.
pub struct ScreenContext<'a> {
    run: Option<&'a mut ActiveRun>,
    shared: &'a mut Context,
}

/// Why there is a run: only a screen of a run opens another one of it.
const OF_RUN: &str = "screens of a run are open in one";

impl<'a> ScreenContext<'a> {
    pub(super) fn new(run: Option<&'a mut ActiveRun>, shared: &'a mut Context) -> Self {
        Self { run, shared }
    }

    /// The run of a screen that belongs to one.
    pub fn run(&self) -> &ActiveRun {
        self.run.as_deref().expect(OF_RUN)
    }

    /// The run of a screen that belongs to one, and what all screens share.
    pub fn in_run(&mut self) -> (&mut ActiveRun, &mut Context) {
        (self.run.as_deref_mut().expect(OF_RUN), self.shared)
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
    /// Makes the screen that it opens.
    pub open: Rc<dyn Fn(&mut Context) -> Box<dyn Screen>>,
}

/// What a screen asks for.
pub enum Transition {
    /// The input has no meaning here, and there is nothing to draw.
    Ignore,
    /// Something on this screen has changed.
    Stay,
    /// Opens a screen over this one. Over a screen of the run it belongs to the run, too.
    Push(Box<dyn Screen>),
    /// Opens a screen that needs no run over this one.
    Open(Box<dyn Screen>),
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
    /// Leaves the game.
    Quit,
}

impl Transition {
    /// [`Transition::Push`], without the box.
    pub fn push(screen: impl Screen + 'static) -> Self {
        Self::Push(Box::new(screen))
    }

    /// [`Transition::Open`], without the box.
    pub fn open(screen: impl Screen + 'static) -> Self {
        Self::Open(Box::new(screen))
    }

    /// [`Transition::Replace`], without the box.
    pub fn replace(screen: impl Screen + 'static) -> Self {
        Self::Replace(Box::new(screen))
    }
}
