//! Runs to be examined, in a file and in memory.

use std::path::Path;
use std::sync::Arc;

use upkeeper::content::Catalog;
use upkeeper::record::{Chain, Frame, RunHeader, Session};
use upkeeper::save::RunFile;

use crate::support::driver::{Driver, opening, play};

/// Plays a run into a file.
pub(crate) fn record(
    path: &Path,
    kind: &str,
    seed: u64,
    commands: u32,
    catalog: &Arc<Catalog>,
) -> Chain {
    let opening = opening(kind, seed, catalog);
    let file = RunFile::create(path, &opening).expect("creates");
    let mut session = Session::begin(opening, catalog, file).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    session.chain()
}

/// The same in memory.
pub(crate) fn frames(
    kind: &str,
    seed: u64,
    commands: u32,
    catalog: &Arc<Catalog>,
) -> (RunHeader, Vec<Frame>) {
    let opening = opening(kind, seed, catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    (opening, session.into_sink())
}
