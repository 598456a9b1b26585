//! A run far longer than any shift, for what is measured on long runs.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use content::{Catalog, Sources};
use engine::sim::{Game, Turns};
use runs::record::{Origin, RunHeader, Session, Sink};
use runs::save::RunFile;
use tempfile::TempDir;

use crate::support::driver::{Driver, opening, play};

/// Dawn of a night that no run sees the end of.
const FAR_DAWN: Turns = Turns(10_000_000);

/// A run of close to 20,000 turns, which no shift lasts: from a state in which dawn is far off, on
/// content in which nobody can hurt anybody much.
pub(crate) struct Long {
    pub(crate) folder: TempDir,
    pub(crate) path: PathBuf,
    pub(crate) turns: u32,
}

impl Long {
    pub(crate) fn new(catalog: &Arc<Catalog>) -> Long {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("long.upk");
        let file = RunFile::create(&path, &header(catalog)).expect("creates");
        let mut session = begin(catalog, file);
        play(&mut session, &mut Driver::new(SEED), 19_500);
        let turns = session.game().world().clock().0;
        assert!(turns > 15_000, "it ended at turn {turns}: {:?}", session.status());
        Long { folder, path, turns }
    }
}

const SEED: u64 = 1;

/// The header of long runs.
pub(crate) fn header(catalog: &Catalog) -> RunHeader {
    let RunHeader { name, setup, .. } = opening("cavern", SEED);
    RunHeader::new(&name, setup, catalog).with_origin(Origin::Made)
}

/// A run that no dawn ends.
pub(crate) fn begin<S: Sink>(catalog: &Arc<Catalog>, sink: S) -> Session<S>
where
    S::Error: Debug,
{
    let header = header(catalog);
    let mut snapshot = Game::new(header.setup.clone(), catalog).expect("a level").snapshot();
    snapshot.shift.dawn = FAR_DAWN;
    Session::begin_from(&header, snapshot, catalog, sink).expect("begins")
}

/// The content that it is played on.
pub(crate) fn catalog() -> Arc<Catalog> {
    Arc::new(Catalog::from_sources(&sources()).expect("valid"))
}

/// The files of that content.
pub(crate) fn sources() -> Sources {
    let mut sources = Sources::default();
    set(&mut sources, "rules.ron", "regeneration: ", "1");
    set(&mut sources, "rules.ron", "vermin_percent: ", "0");
    set(&mut sources, "actors.ron", "health: ", "999");
    sources
}

/// Gives the first field of that name another value.
fn set(sources: &mut Sources, file: &str, field: &str, value: &str) {
    let text = sources.text(file).to_owned();
    let place = text.find(field).expect("is there") + field.len();
    let end = place + text[place..].find(',').expect("a field ends");
    sources.replace(file, format!("{}{value}{}", &text[..place], &text[end..]));
}
