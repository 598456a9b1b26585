//! The traits of screens, and the transitions that they return after an input or a tick.
//!
//! There are two sorts of screens. A [`Screen`] stands by itself: the title, the settings, a recorded run. A
//! [`RunScreen`] belongs to a run in progress and is given it: it cannot be open without one. Which terminal they
//! are drawn on, where keys come from and which screen follows, screens do not know.

use std::{rc::Rc, time::Duration};

use ratatui::Frame;

use engine::sim::End;

use super::{active_run::ActiveRun, context::Context, run::Run, terminal::Input};

/// A screen that fills the terminal and needs no run.
pub trait Screen {
    /// Draws all of it on a blank frame.
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context);

    /// Handles a key, a paste or a click; ticks, resizes and signals never come here.
    fn input(&mut self, input: &Input, context: &mut Context) -> Transition;

    /// Handles that the time of [`Screen::tick_interval`] has gone by without input.
    fn tick(&mut self, _context: &mut Context) -> Transition {
        Transition::Ignore
    }

    /// How long to wait for input before [`Screen::tick`]; `None` as long as nothing moves by itself.
    fn tick_interval(&self, _context: &Context) -> Option<Duration> {
        None
    }

    /// What reader mode says of the screen, line by line; of these, only lines that are new are said. `None` to have
    /// the picture read from top to bottom.
    fn accessible_lines(&mut self, _context: &mut Context) -> Option<Vec<String>> {
        None
    }

    /// Whether those who watch the player on a server may see it. Not where it is about an account, or about runs and days that
    /// a watcher may not know of yet.
    fn may_be_watched(&self) -> bool {
        false
    }
}

/// A screen of the run in progress: the map, or what lies over it.
pub trait RunScreen {
    /// Draws all of it. The frame is blank, or shows the screen below an overlay.
    fn draw(&mut self, frame: &mut Frame<'_>, run: &mut ActiveRun, context: &mut Context);

    /// Handles a key, a paste or a click; ticks, resizes and signals never come here.
    fn input(&mut self, input: &Input, run: &mut ActiveRun, context: &mut Context)
    -> RunTransition;

    /// Handles that the time of [`RunScreen::tick_interval`] has gone by without input.
    fn tick(&mut self, _run: &mut ActiveRun, _context: &mut Context) -> RunTransition {
        RunTransition::Ignore
    }

    /// How long to wait for input before [`RunScreen::tick`]; `None` as long as nothing moves by itself.
    fn tick_interval(&self, _run: &ActiveRun, _context: &Context) -> Option<Duration> {
        None
    }

    /// Whether the screen below is to be drawn first.
    fn is_overlay(&self) -> bool {
        false
    }

    /// As [`Screen::accessible_lines`].
    fn accessible_lines(
        &mut self,
        _run: &mut ActiveRun,
        _context: &mut Context,
    ) -> Option<Vec<String>> {
        None
    }
}

/// An entry that a front end adds to the title screen, such as the account on a server.
#[derive(Clone)]
pub struct TitleEntry {
    pub name: &'static str,
    /// The key that chooses it at once; none that the title screen uses itself.
    pub letter: char,
    /// Makes the screen that it opens.
    pub open: Rc<OpenScreen>,
}

/// Makes a screen.
pub type OpenScreen = dyn Fn(&mut Context) -> Box<dyn Screen>;

/// What a screen without a run asks for.
pub enum Transition {
    /// The input has no meaning here, and there is nothing to draw.
    Ignore,
    /// Something on this screen has changed.
    Stay,
    /// Opens a screen over this one.
    Push(Box<dyn Screen>),
    /// Closes this screen; closing the last one leaves the game.
    Pop,
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
}

/// What a screen of a run asks for.
pub enum RunTransition {
    /// The input has no meaning here, and there is nothing to draw.
    Ignore,
    /// Something on this screen has changed.
    Stay,
    /// Opens a screen of the run over this one.
    Push(Box<dyn RunScreen>),
    /// Opens a screen of the run in place of this one.
    Replace(Box<dyn RunScreen>),
    /// Opens a screen that needs no run over this one.
    Open(Box<dyn Screen>),
    /// Closes this screen.
    Pop,
    /// Shows the result of the run, which is over.
    ShowResult(End),
    /// Leaves the run for the title screen.
    Title,
    /// Leaves the run for another one that was begun or loaded.
    Play(Box<dyn Run>),
    /// Leaves the game.
    Quit,
}

impl RunTransition {
    /// [`RunTransition::Push`], without the box.
    pub fn push(screen: impl RunScreen + 'static) -> Self {
        Self::Push(Box::new(screen))
    }

    /// [`RunTransition::Replace`], without the box.
    pub fn replace(screen: impl RunScreen + 'static) -> Self {
        Self::Replace(Box::new(screen))
    }

    /// [`RunTransition::Open`], without the box.
    pub fn open(screen: impl Screen + 'static) -> Self {
        Self::Open(Box::new(screen))
    }
}

impl From<Transition> for RunTransition {
    fn from(transition: Transition) -> Self {
        match transition {
            Transition::Ignore => Self::Ignore,
            Transition::Stay => Self::Stay,
            Transition::Push(screen) => Self::Open(screen),
            Transition::Pop => Self::Pop,
            Transition::Play(run) => Self::Play(run),
            Transition::Quit => Self::Quit,
        }
    }
}
