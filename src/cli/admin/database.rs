//! `upkeeper admin live`, and what works on the whole database: `backup`, `export`, `import`,
//! `compare`, `check`, `reverify` and `prune`.

use std::fmt;
use std::fs;
use std::io::{self, IsTerminal as _, Read};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;

use super::desk::{Desk, NoArgs, count, moment, open_existing, sqlite_path};
use crate::cli::bounded_file;
use crate::cli::inputs::is_standard_input;
use crate::cli::run_files::Force;
use crate::cli::{Answer, Failure, Report};
use base::{path_text, sanitize};
use runs::record::Ruleset;
use runs::save::{Overwrite, SaveError};
use server::store::Backup;

/// How many of the rows that differ are told in words.
const MAX_TOLD: usize = 10;

#[derive(Serialize)]
struct LiveLine {
    run: String,
    account: String,
    mode: String,
    kind: String,
    depth: u32,
    turn: u32,
    front_end: String,
    may_be_watched: bool,
    /// When it was begun or taken up.
    since: String,
}

impl Report for LiveLine {
    const SCHEMA: &'static str = "upkeeper.live/1";
}

impl fmt::Display for LiveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LiveLine { run, account, mode, kind, depth, turn, front_end, since, .. } = self;
        let line = format!(
            "{account:<16}  {mode}, {kind}, depth {depth}, turn {turn}; since {since} at \
             {front_end}, run {run}"
        );
        writeln!(f, "{}", sanitize(&line))
    }
}

/// Lists what is being played.
pub(super) fn live(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    for live in desk.open()?.live_runs()? {
        desk.report(&LiveLine {
            run: live.run.to_string(),
            account: live.account_name,
            mode: live.facts.mode,
            kind: live.facts.kind,
            depth: live.facts.depth,
            turn: live.progress.turn,
            front_end: live.holder.unwrap_or_default(),
            may_be_watched: live.may_be_watched,
            since: moment(live.held),
        })?;
    }
    Ok(Answer::Yes)
}

#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The file to write; only its owner can read it
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    force: Force,
}

#[derive(Serialize)]
struct BackupLine {
    file: String,
    form: &'static str,
    bytes: u64,
    /// How it is restored.
    #[serde(skip)]
    restored: &'static str,
}

impl Report for BackupLine {
    const SCHEMA: &'static str = "upkeeper.backup/1";
}

impl fmt::Display for BackupLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} bytes; {}.", self.file, self.bytes, self.restored)
    }
}

pub(super) fn backup(args: &BackupArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let url = desk.args.url(desk.invocation)?;
    let store = desk.open()?;
    check_place(&args.file, args.force.overwrite(), &url)?;
    let form = store.backup_to(&args.file, args.force.overwrite())?;
    let data = fs::metadata(&args.file).map_err(|error| Failure::read(&args.file, &error))?;
    let (file, bytes) = (path_text(&args.file), data.len());
    let (form, restored) = match form {
        Backup::Database => ("sqlite", "put it in the place of the database to restore it"),
        Backup::Export => ("export", "upkeeper admin import restores it"),
    };
    desk.report(&BackupLine { file, form, bytes, restored })?;
    Ok(Answer::Yes)
}

/// Refuses to write where something must stay: the database that is in use, files that may not be
/// replaced.
fn check_place(file: &Path, overwrite: Overwrite, url: &str) -> Result<(), Failure> {
    let name = path_text(file);
    let Ok(there) = fs::metadata(file) else { return Ok(()) };
    let is_store = sqlite_path(url)
        .and_then(|path| fs::metadata(path).ok())
        .is_some_and(|store| (store.dev(), store.ino()) == (there.dev(), there.ino()));
    if is_store {
        return Err(Failure::usage(&format_args!(
            "{name}: that is the database itself; name another"
        )));
    }
    if !there.is_file() {
        return Err(SaveError::NoRegularFile { name }.into());
    }
    if overwrite == Overwrite::Never {
        return Err(SaveError::WouldOverwrite { name }.into());
    }
    // The log of another database would be read into the new one.
    let log = format!("{}-wal", file.display());
    if Path::new(&log).exists() {
        return Err(SaveError::InUse { name }.into());
    }
    Ok(())
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The file to write, which only its owner can read; - for the standard output
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    force: Force,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The export to read; - for the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
}

#[derive(Serialize)]
struct ExportLine {
    file: String,
    rows: u64,
}

impl Report for ExportLine {
    const SCHEMA: &'static str = "upkeeper.export/1";
}

impl fmt::Display for ExportLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}.", self.file, count(self.rows, "row"))
    }
}

/// Writes all rows.
pub(super) fn export(args: &ExportArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let url = desk.args.url(desk.invocation)?;
    let store = desk.open()?;
    if is_standard_input(&args.file) {
        store.export(desk.out.raw())?;
        return Ok(Answer::Yes);
    }
    check_place(&args.file, args.force.overwrite(), &url)?;
    let rows = store.export_to(&args.file, args.force.overwrite())?;
    desk.report(&ExportLine { file: path_text(&args.file), rows })?;
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct ImportLine {
    file: String,
    rows: u64,
}

impl Report for ImportLine {
    const SCHEMA: &'static str = "upkeeper.import/1";
}

impl fmt::Display for ImportLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} imported.", self.file, count(self.rows, "row"))
    }
}

/// Reads all rows.
pub(super) fn import(args: &ImportArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let reader: Box<dyn Read> = if is_standard_input(&args.file) {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            let message =
                "-: the standard input is a terminal; pipe an export into it, or name one";
            return Err(Failure::usage(&message));
        }
        Box::new(stdin.lock())
    } else {
        Box::new(bounded_file::open_regular(&args.file)?)
    };
    let rows = desk.args.open_or_make(desk.invocation)?.import(reader)?;
    desk.report(&ImportLine { file: path_text(&args.file), rows })?;
    Ok(Answer::Yes)
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The other database: sqlite:PATH or postgres://…
    #[arg(value_name = "URL")]
    url: String,
}

#[derive(Serialize)]
struct CompareLine {
    equal: u64,
    different: u64,
    /// The first of the rows that differ.
    examples: Vec<String>,
}

impl Report for CompareLine {
    const SCHEMA: &'static str = "upkeeper.compare-stores/1";
}

impl fmt::Display for CompareLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.examples.iter().take(MAX_TOLD).try_for_each(|example| writeln!(f, "{example}"))?;
        writeln!(f, "{} equal, {} different.", count(self.equal, "row"), self.different)
    }
}

pub(super) fn compare(args: &CompareArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let first = desk.open()?;
    let second = open_existing(&args.url, desk.invocation)?;
    let comparison = first.compare(&second)?;
    let (equal, different) = (comparison.equal, comparison.different);
    let examples = comparison.examples.iter().map(ToString::to_string).collect();
    desk.report(&CompareLine { equal, different, examples })?;
    Ok(if different == 0 { Answer::Yes } else { Answer::No })
}

#[derive(Serialize)]
struct CheckLine {
    store: String,
    damage: Vec<String>,
}

impl Report for CheckLine {
    const SCHEMA: &'static str = "upkeeper.check/1";
}

impl fmt::Display for CheckLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = sanitize(&self.store);
        if self.damage.is_empty() {
            writeln!(f, "{store}: no damage was found.")?;
        }
        self.damage.iter().try_for_each(|line| writeln!(f, "{store}: {}", sanitize(line)))
    }
}

/// Looks for damage.
pub(super) fn check(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let line = CheckLine { damage: store.find_damage()?, store: store.description().to_owned() };
    desk.report(&line)?;
    if line.damage.is_empty() { Ok(Answer::Yes) } else { Err(Failure::printed(65)) }
}

#[derive(Serialize)]
struct ReverifyLine {
    ruleset: String,
    runs: u64,
}

impl Report for ReverifyLine {
    const SCHEMA: &'static str = "upkeeper.reverify/1";
}

impl fmt::Display for ReverifyLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (runs, ruleset) = (count(self.runs, "run"), &self.ruleset);
        writeln!(f, "{runs} of ruleset {ruleset} to verify again; on no board until then.")
    }
}

/// Has the runs of this program's ruleset verified again.
pub(super) fn reverify(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let content = desk.invocation.content()?;
    if content.modded {
        return Err(Failure::usage(&"a server serves the built-in content: leave --data out"));
    }
    let ruleset = Ruleset::of(&content.catalog).to_string();
    let runs = desk.open()?.reverify_all(&ruleset)?;
    desk.report(&ReverifyLine { ruleset, runs })?;
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct PruneLine {
    guests: u64,
}

impl Report for PruneLine {
    const SCHEMA: &'static str = "upkeeper.prune/1";
}

impl fmt::Display for PruneLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} deleted, with all they owned.", count(self.guests, "guest"))
    }
}

/// Deletes what has had its time.
pub(super) fn prune(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let guests = desk.open()?.prune()?;
    desk.report(&PruneLine { guests })?;
    Ok(Answer::Yes)
}
