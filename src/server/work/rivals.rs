//! The thread that makes ready the runs that players race against: it verifies them once more and
//! plays their ghosts, one at a time and at a low priority.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::background::{Background, Search, become_background};
use crate::FrontEnd;
use crate::play::failed;
use crate::service::category_query;
use crate::store::{AccountId, BoardQuery, Origin, RunKey};
use runs::save::RunReader;
use screens::{HostError, Rival, RivalError, RivalRequest, RivalSource};

/// The time from one look at the searches that wait to the next, if nobody asks for one.
const INTERVAL: Duration = Duration::from_hours(1);

/// Starts it. Searches that wait at its end get no answer.
pub(crate) fn begin(front_end: Arc<FrontEnd>) -> io::Result<Background> {
    let worker = front_end.clone();
    Background::begin(
        "rivals",
        move || front_end.rivals.stop(),
        move || {
            become_background();
            while !worker.rivals.is_stopping() {
                let search = worker.rivals.wait(INTERVAL, VecDeque::pop_front);
                if let Some(Search { account, request, answer }) = search {
                    // Whoever has asked may be gone.
                    let _ = answer.send(find(&worker, account, &request).map(Box::new));
                }
            }
        },
    )
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
        ..category_query(category, Origin::Live, 1, catalog)
    };
    front_end.store.best_run(account, &query).map_err(failed)
}
