//! Watching: a run that somebody else plays now, followed by what of it reaches the store, so that
//! the player is not asked for anything; and how many watch which run, at this front end and at the
//! others, which tell it with their signs of life.

use std::sync::Arc;

use thiserror::Error;

use super::failed;
use crate::FrontEnd;
use crate::session::ScreenWatch;
use crate::store::RunKey;
use engine::sim::{Game, Outcome, RunStatus};
use runs::record::{Frame, NullSink, Session};
use runs::save;
use runs::save::{RunReader, SaveError};
use screens::HostError;

/// Why a run cannot be watched, or not any more.
#[derive(Debug, Error)]
pub(crate) enum WatchError {
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

/// The state of a run as far as the store has it. As long as it is kept, its player is told.
pub(crate) struct LiveView {
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
    /// Errors: [`WatchError::DoorClosed`], or the store has failed, or the run cannot be played
    /// here.
    pub(crate) fn open(run: RunKey, front_end: Arc<FrontEnd>) -> Result<LiveView, WatchError> {
        let bytes = read(run, 0, &front_end)?;
        let name = run.to_string();
        let reader = RunReader::new(&name, bytes.as_slice())?;
        let header = bytes[..reader.offset() as usize].to_vec();
        let session = save::load_from(reader)?.session(&front_end.catalog, NullSink)?;
        let screen = front_end.registry.watch(run);
        // It has the player's session draw, which leaves its picture only for a known watcher.
        let watcher = Watcher::new(front_end.clone(), run);
        let length = bytes.len() as u64;
        Ok(LiveView { run, front_end, session, screen, _watcher: watcher, header, length })
    }

    pub(crate) fn game(&self) -> &Game {
        self.session.game()
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.game().status(), RunStatus::Over(_))
    }

    pub(crate) fn run(&self) -> RunKey {
        self.run
    }

    pub(crate) fn screen(&self) -> Option<&ScreenWatch> {
        self.screen.as_ref()
    }

    /// Looks for the session that plays the run now, if the one that did is over or was none of
    /// this front end. Returns whether somebody plays it, as far as is known.
    pub(crate) fn find_screen(&mut self) -> Result<bool, WatchError> {
        if self.screen.as_ref().is_some_and(|screen| !screen.is_over()) {
            return Ok(true);
        }
        if let Some(screen) = self.front_end.registry.watch(self.run) {
            self.screen = Some(screen);
            self.front_end.registry.show_anew(self.run);
            return Ok(true);
        }
        let runs = self.front_end.store.live_runs().map_err(failed)?;
        let holder =
            runs.into_iter().find(|live| live.run == self.run).and_then(|live| live.holder);
        if holder.as_ref().is_some_and(|holder| *holder != self.front_end.id) {
            // The player went on elsewhere: how the session here ended says nothing any more.
            self.screen = None;
        }
        Ok(holder.is_some())
    }

    /// Plays what has come since the last call, a command at a time.
    /// Errors: [`WatchError::DoorClosed`], or the store has failed, or holds what the rules refuse.
    pub(crate) fn follow(
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

/// It is counted until this is dropped.
pub(crate) struct Watcher {
    front_end: Arc<FrontEnd>,
    run: RunKey,
}

impl Watcher {
    pub(crate) fn new(front_end: Arc<FrontEnd>, run: RunKey) -> Watcher {
        front_end.watchers.enter(run);
        front_end.registry.show_anew(run);
        Watcher { front_end, run }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.front_end.watchers.leave(self.run);
        self.front_end.registry.show_anew(self.run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front_end::tests::front_end;

    #[test]
    fn watchers_are_counted_at_all_front_ends() {
        let (_folder, front_end) = front_end();
        let front_end = Arc::new(front_end);
        let [run, other] =
            ["0000000000001", "0000000000002"].map(|run| run.parse().expect("a run"));
        let first = Watcher::new(front_end.clone(), run);
        let second = Watcher::new(front_end.clone(), run);
        let store = &front_end.store;
        store.heartbeat(&front_end.id, &front_end.watchers.here()).expect("told");
        store.heartbeat("another", &[(run, 3), (other, 1)]).expect("told");
        store.heartbeat("a third", &[(run, 1)]).expect("told");
        front_end.refresh_watchers().expect("heard");
        assert_eq!((front_end.watchers.count(run), front_end.watchers.count(other)), (6, 1));
        store.leave("another").expect("gone");
        front_end.refresh_watchers().expect("heard");
        drop(first);
        assert_eq!((front_end.watchers.count(run), front_end.watchers.count(other)), (2, 0));
        drop(second);
        assert_eq!(front_end.watchers.here(), []);
    }
}
