//! A run that somebody else plays now, followed by what of it reaches the store: whoever plays is not asked for anything.

use std::sync::Arc;

use thiserror::Error;

use super::FrontEnd;
use super::host::failed;
use super::session::ScreenWatch;
use super::store::RunKey;
use super::watcher::Watcher;
use engine::sim::{Game, Outcome, RunStatus};
use runs::record::{Frame, NullSink, Session};
use runs::save::{self, RunReader, SaveError};
use screens::HostError;

/// Why a run cannot be watched, or not any more.
#[derive(Debug, Error)]
pub(super) enum WatchError {
    #[error("its player has closed the door")]
    DoorClosed,
    #[error(transparent)]
    Host(#[from] HostError),
}

impl From<SaveError> for WatchError {
    fn from(error: SaveError) -> WatchError {
        WatchError::Host(error.into())
    }
}

/// The state of a run as far as the store has it. Its player is told that somebody watches, as long as this is kept.
pub(super) struct LiveView {
    run: RunKey,
    front_end: Arc<FrontEnd>,
    session: Session<NullSink>,
    /// The screen of the player, if they play at this front end.
    screen: Option<ScreenWatch>,
    _watcher: Watcher,
    /// The first bytes of the file: frames are read behind them.
    header: Vec<u8>,
    /// How many bytes of the file were read.
    length: u64,
}

impl LiveView {
    /// The state of a run now.
    ///
    /// # Errors
    /// [`WatchError::DoorClosed`], or the store has failed, or the run cannot be played here.
    pub(super) fn open(run: RunKey, front_end: Arc<FrontEnd>) -> Result<LiveView, WatchError> {
        let bytes = read(run, 0, &front_end)?;
        let name = run.to_string();
        let reader = RunReader::new(&name, bytes.as_slice())?;
        let header = bytes[..reader.offset() as usize].to_vec();
        let session = save::load_from(reader)?.session(&front_end.catalog, NullSink)?;
        let screen = front_end.registry.watch(run);
        // It has the player's session draw, which leaves its picture only for a screen that is watched already.
        let watcher = Watcher::new(front_end.clone(), run);
        let length = bytes.len() as u64;
        Ok(LiveView { run, front_end, session, screen, _watcher: watcher, header, length })
    }

    pub(super) fn game(&self) -> &Game {
        self.session.game()
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.game().status(), RunStatus::Over(_))
    }

    pub(super) fn run(&self) -> RunKey {
        self.run
    }

    /// The screen of the player, if they play at this front end.
    pub(super) fn screen(&self) -> Option<&ScreenWatch> {
        self.screen.as_ref()
    }

    /// Looks for the session that plays the run now, if the one that did is over or was none of this front end. Returns whether
    /// somebody plays it, as far as is known.
    ///
    /// # Errors
    /// When the store has failed.
    pub(super) fn find_screen(&mut self) -> Result<bool, WatchError> {
        if self.screen.as_ref().is_some_and(|screen| !screen.is_over()) {
            return Ok(true);
        }
        if let Some(screen) = self.front_end.registry.watch(self.run) {
            self.screen = Some(screen);
            self.front_end.registry.show_anew(self.run);
            return Ok(true);
        }
        let runs = self.front_end.store.live_runs().map_err(failed)?;
        let holder = runs.into_iter().find(|live| live.run == self.run).map(|live| live.front_end);
        if holder.as_ref().is_some_and(|holder| *holder != self.front_end.id) {
            // The player went on elsewhere: how the session here ended says nothing any more.
            self.screen = None;
        }
        Ok(holder.is_some())
    }

    /// Plays what has come since the last call, a command at a time.
    ///
    /// # Errors
    /// [`WatchError::DoorClosed`], or the store has failed, or holds what the rules refuse.
    pub(super) fn follow(
        &mut self,
        mut show: impl FnMut(&Game, &Outcome),
    ) -> Result<(), WatchError> {
        let news = read(self.run, self.length, &self.front_end)?;
        if news.is_empty() {
            return Ok(());
        }
        self.length += news.len() as u64;
        let name = self.run.to_string();
        let bytes = [&self.header[..], &news].concat();
        for frame in RunReader::new(&name, bytes.as_slice())? {
            if let Frame::Command(command) = frame? {
                let outcome = self.session.submit(command).map_err(|_| HostError::NoSuchRun)?;
                show(self.session.game(), &outcome);
            }
        }
        Ok(())
    }
}

/// The bytes of a run's file from a place on, if its player lets others watch.
fn read(run: RunKey, place: u64, front_end: &FrontEnd) -> Result<Vec<u8>, WatchError> {
    let watched = front_end.store.watch_run(run, place).map_err(failed)?;
    let watched = watched.ok_or(HostError::NoSuchRun)?;
    watched.may_be_watched.then_some(watched.bytes).ok_or(WatchError::DoorClosed)
}
