//! Work on run files that goes on beside the screens: the search for unfinished runs, and verifying finished ones. A screen
//! asks for what is there so far, and never waits for a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use super::beside::beside;
use crate::{Unfinished, UnfinishedSearch, UnfinishedShift, UnfinishedStanding};
use base::Day;
use content::Catalog;
use engine::sim::Mode;
use runs::home::{UnfinishedRun, UnfinishedState, VerifiedRun, unfinished_runs, verify_file};

/// The longest that a screen waits for a search that has just begun: most are over by then, and the screen need not change
/// right after it appeared.
const MAX_WAIT: Duration = Duration::from_millis(15);

/// The search for runs that have not come to their end.
pub(super) struct Search {
    answer: Receiver<Vec<Unfinished>>,
    state: UnfinishedSearch,
}

impl Search {
    /// Begins to search a folder.
    pub(super) fn begin(folder: PathBuf, catalog: Arc<Catalog>) -> Search {
        let (sender, answer) = channel();
        beside(move || {
            let found = unfinished_runs(&folder, &catalog).into_iter().map(listed).collect();
            // Whoever has asked may be gone.
            let _ = sender.send(found);
        });
        Search { answer, state: UnfinishedSearch::Searching }
    }

    /// What was found so far, after a moment's waiting.
    pub(super) fn state(&mut self) -> UnfinishedSearch {
        if self.state == UnfinishedSearch::Searching {
            self.state = match self.answer.recv_timeout(MAX_WAIT) {
                Ok(found) => UnfinishedSearch::Done(found),
                Err(RecvTimeoutError::Disconnected) => UnfinishedSearch::Done(Vec::new()),
                Err(RecvTimeoutError::Timeout) => UnfinishedSearch::Searching,
            };
        }
        self.state.clone()
    }
}

/// A run as the screens list it.
fn listed(found: UnfinishedRun) -> Unfinished {
    let UnfinishedRun { id, played, header, state } = found;
    let (mut turn, mut place) = (None, None);
    let standing = match state {
        UnfinishedState::Playable { turn: at, place: of } => {
            (turn, place) = (Some(at), of);
            UnfinishedStanding::Waiting
        }
        UnfinishedState::Refused(error) => UnfinishedStanding::Refused(error.to_string()),
        UnfinishedState::Damaged { error, whole } => {
            UnfinishedStanding::Damaged { why: error.to_string(), whole }
        }
    };
    let shift = header.map(|header| {
        let seed = matches!(header.setup.mode, Mode::Shift { .. })
            .then(|| header.setup.seed.with_word(header.word.as_deref()));
        let mode = header.setup.mode;
        let (kind, depth, day) = (mode.kind().to_owned(), mode.depth(), mode.day());
        UnfinishedShift { kind, depth, seed, turn, place, day }
    });
    Unfinished { run: id, shift, played: Day::of_seconds(played / 1_000), standing }
}

/// Verifies run files one after another.
pub(super) struct Verifier {
    results: Receiver<Option<VerifiedRun>>,
    done: usize,
    total: usize,
    is_over: bool,
}

impl Verifier {
    pub(super) fn begin(files: Vec<PathBuf>, catalog: Arc<Catalog>, modded: bool) -> Verifier {
        let (sender, results) = channel();
        let total = files.len();
        beside(move || {
            for file in files {
                // Nobody waits for the rest once the screens are closed.
                if sender.send(verify_file(&file, &catalog, modded)).is_err() {
                    return;
                }
            }
        });
        Verifier { results, done: 0, total, is_over: false }
    }

    /// What has been verified since the last call.
    pub(super) fn take(&mut self) -> Vec<VerifiedRun> {
        let mut found = Vec::new();
        loop {
            match self.results.try_recv() {
                Ok(result) => {
                    self.done += 1;
                    found.extend(result);
                }
                Err(TryRecvError::Empty) => return found,
                Err(TryRecvError::Disconnected) => {
                    self.is_over = true;
                    return found;
                }
            }
        }
    }

    /// How many of how many files are done; `None` at the end.
    pub(super) fn progress(&self) -> Option<(usize, usize)> {
        (!self.is_over).then_some((self.done, self.total))
    }
}
