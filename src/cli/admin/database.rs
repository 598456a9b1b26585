//! `upkeeper admin live`, and what works on the whole database: `backup`, `export`, `import`,
//! `compare`, `check`, `reverify` and `prune`.

use std::fs;
use std::io::{self, IsTerminal as _, Read};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::desk::{Desk, NoArgs, count, moment, open, open_existing, sqlite_path};
use crate::cli::bounded_file::open_regular;
use crate::cli::inputs::is_standard_input;
use crate::cli::run_files::Force;
use crate::cli::{Answer, Failure};
use base::{path_text, sanitize};
use runs::record::Ruleset;
use runs::save::{Overwrite, SaveError};
use server::store::{Backup, RunFacts};

/// How many of the rows that differ are told in words.
const MAX_TOLD: usize = 10;

pub(super) fn live(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    for live in desk.open()?.live_runs()? {
        let (run, account, turn) = (live.run.to_string(), live.account_name, live.progress.turn);
        let RunFacts { mode, kind, depth, .. } = live.facts;
        let (front_end, since) = (live.holder.unwrap_or_default(), moment(live.held));
        let text = format!(
            "{account:<16}  {mode}, {kind}, depth {depth}, turn {turn}; since {since} at \
             {front_end}, run {run}"
        );
        let facts = [
            ("run", run.into()),
            ("account", account.into()),
            ("mode", mode.into()),
            ("kind", kind.into()),
            ("depth", depth.into()),
            ("turn", turn.into()),
            ("front_end", front_end.into()),
            ("may_be_watched", live.may_be_watched.into()),
            // When it was begun or taken up.
            ("since", since.into()),
        ];
        desk.facts("upkeeper.live/1", &facts, &sanitize(&text))?;
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

pub(super) fn backup(args: &BackupArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let url = desk.url()?;
    let store = desk.open()?;
    check_place(&args.file, args.force.overwrite(), &url)?;
    let form = store.backup_to(&args.file, args.force.overwrite())?;
    let data = fs::metadata(&args.file).map_err(|error| Failure::read(&args.file, &error))?;
    let (file, bytes) = (path_text(&args.file), data.len());
    let (form, restored) = match form {
        Backup::Database => ("sqlite", "put it in the place of the database to restore it"),
        Backup::Export => ("export", "upkeeper admin import restores it"),
    };
    let text = format!("{file}: {bytes} bytes; {restored}.");
    let facts = [("file", file.into()), ("form", form.into()), ("bytes", bytes.into())];
    desk.facts("upkeeper.backup/1", &facts, &text)
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

pub(super) fn export(args: &ExportArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let url = desk.url()?;
    let store = desk.open()?;
    if is_standard_input(&args.file) {
        store.export(desk.out.raw())?;
        return Ok(Answer::Yes);
    }
    check_place(&args.file, args.force.overwrite(), &url)?;
    let rows = store.export_to(&args.file, args.force.overwrite())?;
    let file = path_text(&args.file);
    let text = format!("{file}: {}.", count(rows, "row"));
    desk.facts("upkeeper.export/1", &[("file", file.into()), ("rows", rows.into())], &text)
}

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
        Box::new(open_regular(&args.file)?)
    };
    let rows = open(&desk.url()?, desk.invocation)?.import(reader)?;
    let file = path_text(&args.file);
    let text = format!("{file}: {} imported.", count(rows, "row"));
    desk.facts("upkeeper.import/1", &[("file", file.into()), ("rows", rows.into())], &text)
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The other database: sqlite:PATH or postgres://…
    #[arg(value_name = "URL")]
    url: String,
}

pub(super) fn compare(args: &CompareArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let first = desk.open()?;
    let second = open_existing(&args.url, desk.invocation)?;
    let comparison = first.compare(&second)?;
    let (equal, different) = (comparison.equal, comparison.different);
    let examples: Vec<String> = comparison.examples.iter().map(ToString::to_string).collect();
    let sum = format!("{} equal, {different} different.", count(equal, "row"));
    let text = examples.iter().take(MAX_TOLD).chain([&sum]).cloned().collect::<Vec<_>>().join("\n");
    let facts =
        [("equal", equal.into()), ("different", different.into()), ("examples", examples.into())];
    desk.facts("upkeeper.compare-stores/1", &facts, &text)?;
    Ok(if different == 0 { Answer::Yes } else { Answer::No })
}

pub(super) fn check(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let (damage, store) = (store.find_damage()?, store.description().to_owned());
    let is_whole = damage.is_empty();
    let name = sanitize(&store);
    let text = if is_whole {
        format!("{name}: no damage was found.")
    } else {
        let lines = damage.iter().map(|line| format!("{name}: {}", sanitize(line)));
        lines.collect::<Vec<_>>().join("\n")
    };
    let facts = [("store", store.into()), ("damage", damage.into())];
    desk.facts("upkeeper.check/1", &facts, &text)?;
    if is_whole { Ok(Answer::Yes) } else { Err(Failure::printed(65)) }
}

/// Has the runs of this program's ruleset verified again.
pub(super) fn reverify(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let content = desk.invocation.content()?;
    if content.modded {
        return Err(Failure::usage(&"a server serves the built-in content: leave --data out"));
    }
    let ruleset = Ruleset::of(&content.catalog).to_string();
    let runs = desk.open()?.reverify_all(&ruleset)?;
    let told = count(runs, "run");
    let text = format!("{told} of ruleset {ruleset} to verify again; on no board until then.");
    desk.facts("upkeeper.reverify/1", &[("ruleset", ruleset.into()), ("runs", runs.into())], &text)
}

pub(super) fn prune(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let guests = desk.open()?.prune()?;
    let text = format!("{} deleted, with all they owned.", count(guests, "guest"));
    desk.facts("upkeeper.prune/1", &[("guests", guests.into())], &text)
}
