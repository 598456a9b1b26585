//! The thread that makes ready the runs that players race against: it verifies them once more and plays their ghosts, one at a
//! time and at a low priority.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use super::host::failed;
use super::rival_searches::Search;
use super::store::{AccountId, BestRunQuery, RunKey};
use super::{FrontEnd, boards, thread_priority};
use runs::record::Ruleset;
use runs::save::RunReader;
use screens::{HostError, Rival, RivalError, RivalRequest, RivalSource};

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
    let thread = thread_priority::spawn("rivals", move || {
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
    let query = BestRunQuery {
        ruleset: Ruleset::of(catalog).to_string(),
        category: category.id.clone(),
        best: boards::best(category),
        kind: mode.kind().to_owned(),
        depth: mode.depth().0.into(),
        seed: request.setup.seed.to_string(),
    };
    front_end.store.best_run(account, &query).map_err(failed)
}
