//! What those who watch a session see of it: its newest picture, the run that its player is at, and
//! how it has ended.
//!
//! A session leaves its pictures here while somebody watches, and watchers take them when their own
//! terminal can show one: only the newest is kept, whoever is slow.

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
}

#[derive(Debug)]
struct State {
    /// How many watch.
    watchers: u32,
    run: Option<RunKey>,
    shown: Shown,
    input_at: Instant,
    departure: Option<Departure>,
}

/// What a session shows.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// No picture since somebody watches, or since the player has come to a run or left it: in
    /// reader mode there is none at all.
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
    /// The run that the player was at when it was drawn.
    pub run: Option<RunKey>,
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
    /// By a fault of the server, of its disk or of its database.
    Failed,
    /// The connection is gone.
    HungUp,
}

impl SharedScreen {
    pub(crate) fn new() -> Arc<SharedScreen> {
        let state = State {
            watchers: 0,
            run: None,
            shown: Shown::Nothing,
            input_at: Instant::now(),
            departure: None,
        };
        Arc::new(SharedScreen { state: Mutex::new(state) })
    }

    /// Whether somebody watches: otherwise no picture needs to be left here.
    pub(super) fn is_watched(&self) -> bool {
        self.lock().watchers > 0
    }

    /// The run that the player is at.
    pub(super) fn run(&self) -> Option<RunKey> {
        self.lock().run
    }

    /// The session shows something else now.
    pub(super) fn show(&self, shown: Shown) {
        let mut state = self.lock();
        // Whoever watches next must not find an old picture.
        if state.watchers > 0 {
            state.shown = shown;
        }
    }

    /// Something has come from the player.
    pub(super) fn touch(&self) {
        self.lock().input_at = Instant::now();
    }

    /// The player is at this run now, or at none. The last picture may be of another run, which
    /// whoever watches must not see.
    pub(super) fn set_run(&self, run: Option<RunKey>) {
        let mut state = self.lock();
        if state.run != run {
            state.run = run;
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
        screen.lock().watchers += 1;
        ScreenWatch(screen)
    }

    /// What there is to see now, all of one moment.
    pub(crate) fn look(&self) -> Look {
        let state = self.0.lock();
        let shown = match &state.shown {
            Shown::Picture(picture) if picture.run != state.run => Shown::Nothing,
            shown => shown.clone(),
        };
        Look {
            run: state.run,
            shown,
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
        let mut state = self.0.lock();
        state.watchers -= 1;
        if state.watchers == 0 {
            state.shown = Shown::Nothing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use screens::config::Settings;

    fn picture(run: Option<RunKey>) -> Shown {
        let looks = Appearance::of(&Settings::default(), |_| None);
        let buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 20, 5));
        Shown::Picture(Arc::new(SharedPicture { buffer, looks, is_floor: true, run }))
    }

    #[test]
    fn no_picture_of_a_run_is_shown_after_it() {
        let day = Some("0000000000001".parse().expect("a run"));
        let screen = SharedScreen::new();
        let watch = ScreenWatch::new(screen.clone());
        let is_shown = || matches!(watch.look().shown, Shown::Picture(_));
        screen.set_run(day);
        screen.show(picture(day));
        assert!(is_shown());
        screen.set_run(None);
        assert!(!is_shown(), "the player has left it");
        screen.show(picture(day));
        assert!(!is_shown(), "it was drawn before the player left");
        screen.show(picture(None));
        assert!(is_shown(), "the title");
        screen.set_run(day);
        assert!(!is_shown(), "the run has no picture yet");
    }

    #[test]
    fn what_the_last_watcher_saw_is_not_left_for_the_next() {
        let screen = SharedScreen::new();
        let first = ScreenWatch::new(screen.clone());
        screen.show(picture(None));
        let second = ScreenWatch::new(screen.clone());
        drop(first);
        assert!(matches!(second.look().shown, Shown::Picture(_)));
        drop(second);
        assert!(!screen.is_watched());
        screen.show(picture(None));
        assert!(matches!(ScreenWatch::new(screen).look().shown, Shown::Nothing));
    }
}
