//! `upkeeper save`: run files as snapshots.

mod make;
mod minimise;

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueHint};
use serde::Serialize;
use serde_json::Value;

use super::failure::WorstAnswer;
use super::info::{self, InfoArgs};
use super::run_files::{
    InAndOut, ReportFormat, StateSelector, StateToWrite, reach_whole, warn_torn,
};
use super::{Answer, Call, Failure, Format, Report, inputs};
use base::sanitize;
use runs::record::{
    Dump, FieldDifference, differences, header_differences, header_names, part_names,
};
use runs::save::{self, Migration, migrate};

#[derive(Debug, Subcommand)]
pub(crate) enum SaveCommand {
    /// Says what run files are
    Info(InfoArgs),
    /// Prints the whole state as JSON
    Dump(DumpArgs),
    /// Makes a run file of a dump, as it was printed or edited
    Load(make::LoadArgs),
    /// Changes values of a state, and writes what that makes as a run file of its own
    Set(make::SetArgs),
    /// Says in what two states differ; exits with 1 if they do
    Diff(DiffArgs),
    /// Writes a state as a run file of its own
    Cut(StateToWrite),
    /// Carries out commands where a run ends, and writes what that leads to
    Step(make::StepArgs),
    /// Writes a run with its commands and few digests alone
    Compact(CompactArgs),
    /// Searches for the few commands of a run with which a shell command still succeeds
    Minimise(minimise::MinimiseArgs),
    /// Brings run files up to the newest format, in place
    Migrate(MigrateArgs),
}

pub(super) fn run(command: SaveCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        SaveCommand::Info(args) => info::run(&args, call),
        SaveCommand::Dump(args) => dump(&args, call),
        SaveCommand::Load(args) => make::load(&args, call),
        SaveCommand::Set(args) => make::set(&args, call),
        SaveCommand::Diff(args) => diff(&args, call),
        SaveCommand::Cut(args) => make::cut(&args, call),
        SaveCommand::Step(args) => make::step(&args, call),
        SaveCommand::Compact(args) => compact(&args, call),
        SaveCommand::Minimise(args) => minimise::run(&args, call),
        SaveCommand::Migrate(args) => migrate_all(&args, call),
    }
}

#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// A run file; `-` is the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    place: StateSelector,
}

fn dump(args: &DumpArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let source = inputs::open(&args.file, call.invocation)?;
    let replay = reach_whole(&source, args.place, &call.invocation.catalog()?)?;
    call.out.json_document(&Dump::of_replay(&replay).to_json()?)?;
    Ok(Answer::Yes)
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// A run file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    left: PathBuf,
    /// The run file to compare it with
    #[arg(value_name = "OTHER", value_hint = ValueHint::FilePath)]
    right: PathBuf,
    /// Of both; their ends where not given
    #[command(flatten)]
    place: StateSelector,
    /// Only what differs in a component or below a path: actors, shift.raid, actors[id=7]; several
    /// at once
    #[arg(long, value_name = "PATH")]
    only: Vec<String>,
    /// Compares what they are states of as well: name, origin, ruleset, setup, number of commands
    #[arg(long)]
    header: bool,
    /// How to print the differences
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct DiffReport {
    left: String,
    right: String,
    same: bool,
    differences: Vec<FieldDifference>,
}

impl Report for DiffReport {
    const SCHEMA: &'static str = "upkeeper.diff/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.differences.iter().try_for_each(|FieldDifference { path, left, right, .. }| {
            writeln!(f, "{path}: {left} → {right}")
        })
    }
}

fn diff(args: &DiffArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    args.check_only()?;
    inputs::check_once([args.left.as_path(), args.right.as_path()])?;
    let catalog = call.invocation.catalog()?;
    let dump = |path: &Path| -> Result<Value, Failure> {
        let replay = reach_whole(&inputs::open(path, call.invocation)?, args.place, &catalog)?;
        Ok(Dump::of_replay(&replay).to_value()?)
    };
    let (left, right) = (dump(&args.left)?, dump(&args.right)?);
    let mut found = if args.header { header_differences(&left, &right) } else { Vec::new() };
    found.extend(differences(&left, &right));
    let is_asked = |found: &FieldDifference| args.only.iter().any(|part| found.is_in(part));
    found.retain(|found| args.only.is_empty() || is_asked(found));
    let report = DiffReport {
        left: args.left.display().to_string(),
        right: args.right.display().to_string(),
        same: found.is_empty(),
        differences: found,
    };
    call.out.report(args.format, &report)?;
    Ok(if report.same { Answer::Yes } else { Answer::No })
}

impl DiffArgs {
    /// Errors: refuses a path that begins with no part of a state: nothing would differ there.
    fn check_only(&self) -> Result<(), Failure> {
        let mut known = part_names();
        if self.header {
            known.extend(header_names());
        }
        for path in &self.only {
            let part = path.split(['.', '[']).next().unwrap_or_default();
            if !known.contains(part) {
                let known: Vec<&str> = known.into_iter().collect();
                let message =
                    format!("--only: there is no part “{part}”; there are {}", known.join(", "));
                return Err(Failure::usage(&message));
            }
        }
        Ok(())
    }
}

#[derive(Debug, Args)]
pub(crate) struct CompactArgs {
    #[command(flatten)]
    files: InAndOut,
    #[command(flatten)]
    report: ReportFormat,
}

fn compact(args: &CompactArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(call.invocation)?, &args.files.out);
    // Read to its end first, so that damage leaves no file behind.
    let loaded = source.load()?;
    warn_torn(source.name(), loaded.torn);
    let bytes = save::compact(&source, &out.path, out.overwrite())?;
    let (file, commands, before) = (out.json_name(), loaded.total, loaded.length());
    let name = sanitize(&file);
    let text = format!("{name}: {commands} commands in {bytes} bytes; {before} before");
    let facts = [
        ("file", file.into()),
        ("commands", commands.into()),
        ("bytes", bytes.into()),
        ("bytes_before", before.into()),
    ];
    call.out.facts(args.report.format, "upkeeper.compact/1", &facts, &text)
}

#[derive(Debug, Args)]
pub(crate) struct MigrateArgs {
    /// Run files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    report: ReportFormat,
}

fn migrate_all(args: &MigrateArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let mut worst = WorstAnswer::default();
    for path in &args.files {
        match migrate(path).map_err(Failure::from) {
            Ok(Migration::NothingToDo { format }) => {
                let file = path.display().to_string();
                let text = format!("{}: format {format}, nothing to do", sanitize(&file));
                // The format that it has now, and whether it was written anew.
                let facts =
                    [("file", file.into()), ("format", format.into()), ("migrated", false.into())];
                call.out.facts(args.report.format, "upkeeper.migrate/1", &facts, &text)?;
            }
            Err(failure) => worst.fail(&failure),
        }
    }
    worst.result()
}
