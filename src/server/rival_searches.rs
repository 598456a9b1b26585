//! The runs to race against that sessions have asked for, until the thread that makes them ready takes them.

use std::collections::VecDeque;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::store::AccountId;
use screens::{HostError, Rival, RivalError, RivalRequest, RivalSearch};

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

/// A run that an account asks for.
pub(super) struct Search {
    pub(super) account: AccountId,
    pub(super) request: RivalRequest,
    pub(super) answer: Sender<Result<Box<Rival>, RivalError>>,
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
    pub(super) fn next(&self) -> Option<Search> {
        let is_idle = |state: &mut State| state.waiting.is_empty() && !state.is_stopping;
        let mut state =
            self.changed.wait_while(self.lock(), is_idle).unwrap_or_else(PoisonError::into_inner);
        if state.is_stopping { None } else { state.waiting.pop_front() }
    }

    pub(super) fn stop(&self) {
        self.lock().is_stopping = true;
        self.changed.notify_all();
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.lock().is_stopping
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
