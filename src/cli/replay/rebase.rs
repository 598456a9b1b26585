//! `upkeeper replay rebase`: the commands of a run, played under the rules of this program.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use crate::cli::state_selector::{InAndOut, whole_run};
use crate::cli::{Answer, Failure, Format, Invocation, Output};
use engine::view::describe_refusal;
use runs::record::{Misfit, Refit, Scripted};
use runs::save;

#[derive(Debug, Args)]
pub(crate) struct RebaseArgs {
    #[command(flatten)]
    files: InAndOut,
    /// Goes on past commands that no longer fit, without them
    #[arg(long)]
    skip: bool,
    /// How to print what became of the commands
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct RebaseReport {
    schema: &'static str,
    file: String,
    out: String,
    /// The ruleset of the run, and that of this program.
    from: String,
    to: String,
    commands: u32,
    /// The commands that were carried out.
    fit: u32,
    /// The first command that no longer fits, or all of them with `--skip`.
    rejected: Vec<MisfitLine>,
}

#[derive(Serialize)]
struct MisfitLine {
    number: u32,
    turn: u32,
    command: String,
    reason: String,
}

pub(super) fn run(
    args: &RebaseArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(invocation)?, &args.files.out);
    let content = invocation.content()?;
    let (recording, start) = whole_run(&source, &content)?;
    let mut session = save::draft_run(&start, &out.path, out.overwrite())?;
    let refit = start
        .refit(recording.commands(), args.skip, |command| save::submit(&mut session, command))?;
    session.sink_mut().install()?;
    session.sink_mut().sync()?;
    let Refit { fit, rejected } = refit;
    let rejected = rejected.into_iter().map(|Misfit { number, turn, command, reject }| {
        let reason = describe_refusal(reject, &content.catalog);
        MisfitLine { number, turn, command: Scripted(command).to_string(), reason }
    });
    let report = RebaseReport {
        schema: "upkeeper.rebase/1",
        file: source.name().to_owned(),
        out: out.path.display().to_string(),
        from: recording.header().ruleset.to_string(),
        to: start.header().ruleset.to_string(),
        commands: recording.len(),
        fit,
        rejected: rejected.collect(),
    };
    match args.format {
        Format::Json => printed.json(&report)?,
        Format::Text => write_text(&report, &out.name(), printed)?,
    }
    Ok(if report.rejected.is_empty() { Answer::Yes } else { Answer::No })
}

fn write_text(report: &RebaseReport, out: &str, printed: &mut Output) -> Result<(), Failure> {
    for MisfitLine { number, turn, command, reason } in &report.rejected {
        writeln!(printed, "command {number}, turn {turn}: {command} no longer fits: {reason}")?;
    }
    let RebaseReport { from, to, commands, fit, .. } = report;
    let by = if from == to { format!("ruleset {to}") } else { format!("ruleset {from} → {to}") };
    writeln!(printed, "{out}: {fit} of {commands} commands, {by}; unranked")?;
    Ok(())
}
