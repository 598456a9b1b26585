//! Work on run files that goes on beside the screens: the search for a run to continue, and verifying finished ones. A screen
//! asks for what is there so far, and never waits for a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use super::beside::beside;
use crate::{Unfinished, UnfinishedSearch};
use content::Catalog;
use runs::home::find_unfinished;
use runs::home::{Standing, VerifiedRun, VerifiedRuns, verify_file};
use runs::save::RunId;

/// The longest that a screen waits for a search that has just begun: most are over by then, and the screen need not change
/// right after it appeared.
const MAX_WAIT: Duration = Duration::from_millis(15);

/// The search for the newest run that can be continued.
pub(super) struct Search {
    answer: Receiver<Option<(RunId, Unfinished)>>,
    state: UnfinishedSearch,
    /// The run that was found.
    run: Option<RunId>,
}

impl Search {
    /// Begins to search a folder. Runs that `list` tells to be over are not read again.
    pub(super) fn begin(runs: PathBuf, list: PathBuf, catalog: Arc<Catalog>) -> Search {
        let (sender, answer) = channel();
        beside(move || {
            let verified = VerifiedRuns::read(&list);
            let is_over =
                |path: &_| matches!(verified.standing(path, &catalog), Some(Standing::True { .. }));
            let found = find_unfinished(&runs, &catalog, is_over).map(|(id, run)| {
                let mode = &run.header().setup.mode;
                let (kind, depth) = (mode.kind().to_owned(), mode.depth());
                let view = run.game().view();
                (id, Unfinished { kind, depth, turn: view.turns(), place: view.journey_place() })
            });
            // Whoever has asked may be gone.
            let _ = sender.send(found);
        });
        Search { answer, state: UnfinishedSearch::Searching, run: None }
    }

    /// What was found so far, after a moment's waiting.
    pub(super) fn state(&mut self) -> UnfinishedSearch {
        if self.state == UnfinishedSearch::Searching {
            self.state = match self.answer.recv_timeout(MAX_WAIT) {
                Ok(Some((run, unfinished))) => {
                    self.run = Some(run);
                    UnfinishedSearch::Found(unfinished)
                }
                Ok(None) | Err(RecvTimeoutError::Disconnected) => UnfinishedSearch::Nothing,
                Err(RecvTimeoutError::Timeout) => UnfinishedSearch::Searching,
            };
        }
        self.state.clone()
    }

    /// The run that was found.
    pub(super) fn run(&self) -> Option<&RunId> {
        self.run.as_ref()
    }
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
