//! What those who watch a session see of it: its newest picture, the run that its player is at, and how it has ended.
//!
//! A session leaves its pictures here while somebody watches, and watchers take them when their own terminal can show one: only
//! the newest is kept, whoever is slow.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;

use super::ending::Ending;
use crate::store::RunKey;
use screens::Appearance;

/// The screen of a session, for those who watch it.
#[derive(Debug)]
pub(crate) struct SharedScreen {
    state: Mutex<State>,
    watchers: AtomicU32,
}

#[derive(Debug)]
struct State {
    run: Option<RunKey>,
    shown: Shown,
    input_at: Instant,
    departure: Option<Departure>,
}

/// What a session shows.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// No picture since somebody watches: in reader mode there is none at all.
    Nothing,
    /// A screen that is nobody else's business.
    Private,
    Picture(Arc<SharedPicture>),
}

/// A picture as the player has it.
#[derive(Debug)]
pub(crate) struct SharedPicture {
    pub buffer: Buffer,
    pub looks: Appearance,
    /// Whether it is the floor, with no menu and no question over it.
    pub is_floor: bool,
}

/// A session as a watcher finds it.
#[derive(Debug)]
pub(crate) struct Look {
    /// The run that the player is at: what is shown is of it, or of no run.
    pub run: Option<RunKey>,
    pub shown: Shown,
    /// How long nothing has come from the player.
    pub silence: Duration,
    /// How the session has ended, if it has.
    pub departure: Option<Departure>,
}

/// How a session has ended, for those who watched it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Departure {
    /// By the player.
    Left,
    Ended(Ending),
    /// The connection is gone.
    HungUp,
}

impl SharedScreen {
    pub(crate) fn new() -> Arc<SharedScreen> {
        let state =
            State { run: None, shown: Shown::Nothing, input_at: Instant::now(), departure: None };
        Arc::new(SharedScreen { state: Mutex::new(state), watchers: AtomicU32::new(0) })
    }

    /// Whether somebody watches: otherwise no picture needs to be left here.
    pub(super) fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    /// The session shows something else now.
    pub(super) fn show(&self, shown: Shown) {
        self.lock().shown = shown;
    }

    /// Something has come from the player.
    pub(super) fn touch(&self) {
        self.lock().input_at = Instant::now();
    }

    /// The player is at this run now, or at none. Of a run there is no picture yet.
    pub(super) fn set_run(&self, run: Option<RunKey>) {
        let mut state = self.lock();
        state.run = run;
        if run.is_some() {
            state.shown = Shown::Nothing;
        }
    }

    /// The session has ended.
    pub(super) fn end(&self, departure: Departure) {
        self.lock().departure = Some(departure);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A watcher's hold on the screen of a session. Pictures are left there as long as there is one.
#[derive(Debug)]
pub(crate) struct ScreenWatch(Arc<SharedScreen>);

impl ScreenWatch {
    pub(super) fn new(screen: Arc<SharedScreen>) -> ScreenWatch {
        if screen.watchers.fetch_add(1, Ordering::Relaxed) == 0 {
            // What was left before is old.
            screen.show(Shown::Nothing);
        }
        ScreenWatch(screen)
    }

    /// What there is to see now, all of one moment.
    pub(crate) fn look(&self) -> Look {
        let state = self.0.lock();
        Look {
            run: state.run,
            shown: state.shown.clone(),
            silence: state.input_at.elapsed(),
            departure: state.departure,
        }
    }

    /// Whether the session is over.
    pub(crate) fn is_over(&self) -> bool {
        self.0.lock().departure.is_some()
    }
}

impl Drop for ScreenWatch {
    fn drop(&mut self) {
        if self.0.watchers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.show(Shown::Nothing);
        }
    }
}
