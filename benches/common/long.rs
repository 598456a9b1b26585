//! A run far longer than any shift, for what is measured on long runs.

use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;
use upkeeper::content::{Catalog, Sources};
use upkeeper::record::Session;
use upkeeper::save::RunFile;

use crate::support::driver::{Driver, opening, play};

/// A run of close to 20,000 turns, which no shift lasts: on content in which dawn comes late and nobody
/// can hurt anybody much.
pub(crate) struct Long {
    pub(crate) folder: TempDir,
    pub(crate) path: PathBuf,
    pub(crate) turns: u32,
}

impl Long {
    pub(crate) fn new(catalog: &Arc<Catalog>) -> Long {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("long.upk");
        let seed = 1;
        let begun = opening("cavern", seed, catalog);
        let file = RunFile::create(&path, &begun).expect("creates");
        let mut session = Session::begin(begun, catalog, file).expect("begins");
        play(&mut session, &mut Driver::new(seed), 19_500);
        let turns = session.game().world().clock().0;
        assert!(turns > 15_000, "it ended at turn {turns}: {:?}", session.status());
        Long { folder, path, turns }
    }
}

/// The content that it is played on.
pub(crate) fn catalog() -> Arc<Catalog> {
    Arc::new(Catalog::from_sources(&sources()).expect("valid"))
}

/// The same with nights of ten times par, the longest that there are.
#[allow(dead_code, reason = "not every bench plays that long")]
pub(crate) fn long_nights() -> Arc<Catalog> {
    let mut sources = sources();
    let text = sources.text("levels.ron").to_owned();
    let text = text.lines().map(|line| match line.trim_start().strip_prefix("night_percent:") {
        Some(_) => "night_percent: 1000,",
        None => line,
    });
    sources.replace("levels.ron", text.collect::<Vec<_>>().join("\n"));
    Arc::new(Catalog::from_sources(&sources).expect("valid"))
}

/// The files of that content.
pub(crate) fn sources() -> Sources {
    let mut sources = Sources::default();
    set(&mut sources, "rules.ron", "dawn: ", "20000");
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
