//! The thread that makes ready the runs that players race against: it verifies them once more and plays their ghosts, one at a
//! time and at a low priority.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::FrontEnd;
use super::boards::board_query;
use super::host::failed;
use super::store::{AccountId, BoardQuery, Origin, RunKey};
use super::thread_priority;
use crate::save::RunReader;
use crate::ui::{HostError, Rival, RivalError, RivalRequest, RivalSearch, RivalSource};

/// How many searches of one account wait at the same time: there are two of every race.
const MAX_SEARCHES_OF_ACCOUNT: usize = 4;
/// And of all accounts.
const MAX_SEARCHES: usize = 1_024;

/// The searches that wait, shared by sessions and the thread.
#[derive(Default)]
pub(crate) struct RivalSearches {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Search>,
    is_stopping: bool,
}

struct Search {
    account: AccountId,
    request: RivalRequest,
    answer: Sender<Result<Box<Rival>, RivalError>>,
}

impl RivalSearches {
    /// Begins to look for a run of an account to race against.
    pub(super) fn begin(&self, account: AccountId, request: RivalRequest) -> RivalSearch {
        let (sender, answer) = channel();
        let mut state = self.lock();
        let own = state.waiting.iter().filter(|search| search.account == account).count();
        if own < MAX_SEARCHES_OF_ACCOUNT && state.waiting.len() < MAX_SEARCHES {
            state.waiting.push_back(Search { account, request, answer: sender });
            self.changed.notify_one();
        } else {
            // The receiver is here.
            let _ = sender.send(Err(HostError::Refused("too many runs are looked for").into()));
        }
        answer
    }

    /// The search that has waited longest; waits for one, and is `None` when the thread is to end.
    fn next(&self) -> Option<Search> {
        let is_idle = |state: &mut State| state.waiting.is_empty() && !state.is_stopping;
        let mut state =
            self.changed.wait_while(self.lock(), is_idle).unwrap_or_else(PoisonError::into_inner);
        if state.is_stopping { None } else { state.waiting.pop_front() }
    }

    fn stop(&self) {
        self.lock().is_stopping = true;
        self.changed.notify_all();
    }

    fn is_stopping(&self) -> bool {
        self.lock().is_stopping
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The running thread.
pub(super) struct RivalFinder {
    front_end: Arc<FrontEnd>,
    thread: JoinHandle<()>,
}

impl RivalFinder {
    /// Ends it; who still waits gets no answer.
    pub(super) fn stop(self) {
        self.front_end.rivals.stop();
        // It has nothing to tell.
        let _ = self.thread.join();
    }
}

/// Starts it.
pub(super) fn begin(front_end: Arc<FrontEnd>) -> io::Result<RivalFinder> {
    let worker = front_end.clone();
    let thread = thread::Builder::new().name("rivals".to_owned()).spawn(move || {
        if let Err(error) = thread_priority::lower() {
            tracing::warn!(%error, "rivals are looked for at the priority of sessions");
        }
        while let Some(Search { account, request, answer }) = worker.rivals.next() {
            let found = find(&worker, account, &request);
            // Whoever has asked may be gone.
            let _ = answer.send(found.map(Box::new));
        }
    })?;
    Ok(RivalFinder { front_end, thread })
}

fn find(
    front_end: &FrontEnd,
    account: AccountId,
    request: &RivalRequest,
) -> Result<Rival, RivalError> {
    let RivalSource::Best = request.source else {
        return Err(HostError::Refused("there are no files here").into());
    };
    let run = best(front_end, account, request)?.ok_or(RivalError::NoBest)?;
    let bytes = front_end.store.run_bytes(run).map_err(failed)?.ok_or(HostError::NoSuchRun)?;
    let name = run.to_string();
    let mut reader = RunReader::new(&name, bytes.as_slice())?;
    let header = reader.header().run.clone();
    let frames = reader.by_ref().take_while(|_| !front_end.rivals.is_stopping());
    Rival::verify(&name, &header, frames, request, &front_end.catalog, false)
}

/// The account's best run at the floor of the run that races.
fn best(
    front_end: &FrontEnd,
    account: AccountId,
    request: &RivalRequest,
) -> Result<Option<RunKey>, HostError> {
    let catalog = &front_end.catalog;
    let Some(category) = catalog.find_category(&request.category) else { return Ok(None) };
    let mode = &request.setup.mode;
    let query = BoardQuery {
        kind: Some(mode.kind().to_owned()),
        depth: Some(mode.depth().0.into()),
        seed: Some(request.setup.seed.to_string()),
        ..board_query(category, Origin::Live, 1, catalog)
    };
    front_end.store.best_run(account, &query).map_err(failed)
}
