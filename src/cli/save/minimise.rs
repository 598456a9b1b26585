//! `upkeeper save minimise`: the few commands of a run with which a shell command still succeeds.

mod judge;
mod judge_folder;

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use crate::cli::interruption::Interruption;
use crate::cli::state_selector::{InAndOut, whole_run};
use crate::cli::workers::Jobs;
use crate::cli::{Answer, Failure, Format, Invocation, Output};
use judge::ShellJudge;
use runs::record::{Judge as _, Minimised, minimise};
use runs::save;

#[derive(Debug, Args)]
pub(crate) struct MinimiseArgs {
    #[command(flatten)]
    files: InAndOut,
    /// A shell command that exits with 0 as long as a run is of interest. `{}` in it, or $UPKEEPER_FILE, is the run file to
    /// judge. It must answer the same for the same file; where it may hang, begin it with `timeout`
    #[arg(long = "while", value_name = "CMD")]
    condition: String,
    /// Begins with the latest state of the run from which the rest of it is still of interest, as `save cut` would: fewer commands
    /// are left, and what led to the state is left out
    #[arg(long)]
    cut: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print what is left
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct MinimiseReport {
    schema: &'static str,
    file: String,
    out: String,
    /// The commands of the run, and those that are left.
    commands: u32,
    /// Those before the state that it begins with, with --cut.
    skipped: usize,
    left: usize,
    judgements: u32,
    /// Whether no single command of those left can be spared; not so if the search was interrupted.
    complete: bool,
}

pub(super) fn run(
    args: &MinimiseArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(invocation)?, &args.files.out);
    let content = invocation.content()?;
    let (recording, start) = whole_run(&source, &content)?;
    let interrupted = Interruption::by_signals();
    let width = args.jobs.count();
    let mut judge = ShellJudge::new(&args.condition, start, width, &interrupted)?;
    let commands = judge.candidate(recording.commands());
    let skipped = if args.cut { judge.skip_head(&commands) } else { Ok(0) };
    let minimised =
        skipped.and_then(|skipped| Ok((skipped, minimise(&commands[skipped..], &mut judge)?)));
    judge.end();
    let (skipped, minimised) = minimised?;
    let Some(Minimised { commands, judgements, is_complete }) = minimised else {
        let message = format!(
            "{}: the run itself is of no interest: “{}” does not exit with 0",
            source.name(),
            args.condition
        );
        return Err(Failure { code: 1, message });
    };
    if judgements == 0 {
        // Nothing is known of the run, so nothing is written.
        return Ok(interrupted.answer(0, 0, "judgements"));
    }
    let judgements = judge.heads() + judgements;
    let mut session = save::draft_run(judge.start(), &out.path, out.overwrite())?;
    for &command in &commands {
        save::submit(&mut session, command)?;
    }
    session.sink_mut().install()?;
    session.sink_mut().sync()?;
    let report = MinimiseReport {
        schema: "upkeeper.minimise/1",
        file: source.name().to_owned(),
        out: out.path.display().to_string(),
        commands: recording.len(),
        skipped,
        left: commands.len(),
        judgements,
        complete: is_complete,
    };
    match args.format {
        Format::Json => printed.json(&report)?,
        Format::Text => {
            let MinimiseReport { commands, skipped, left, .. } = report;
            let out = out.name();
            let from = match skipped {
                0 => String::new(),
                skipped => format!(" from the state after {skipped} on"),
            };
            let more = if is_complete { "" } else { "; interrupted, so there may be fewer" };
            writeln!(
                printed,
                "{out}: {left} of {commands} commands{from} after {judgements} judgements{more}"
            )?;
        }
    }
    if interrupted.is_set() {
        return Ok(interrupted.answer(u64::from(judgements), u64::from(judgements), "judgements"));
    }
    Ok(Answer::Yes)
}
