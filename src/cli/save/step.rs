//! `upkeeper save step`: a run with more commands carried out at its end.

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use clap::Args;
use serde::Serialize;

use crate::cli::state_selector::{InAndOut, StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Format, Invocation, Output};
use crate::record::{NullSink, Scripted, SubmitError, outcome_name, parse_script};
use crate::save;
use crate::view::{describe_refusal, messages};

#[derive(Debug, Args)]
pub struct StepArgs {
    #[command(flatten)]
    files: InAndOut,
    /// What to do, as `replay export --to commands` writes it: "step east; work north"; `-` reads it from
    /// the standard input
    #[arg(long, value_name = "SCRIPT")]
    commands: String,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// One command and what came of it.
#[derive(Serialize)]
struct StepLine {
    schema: &'static str,
    number: u32,
    command: String,
    turn: u32,
    messages: Vec<String>,
    outcome: &'static str,
    digest: String,
}

pub(super) fn run(
    args: &StepArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    args.files.check()?;
    let InAndOut { file, out } = &args.files;
    let script = parse_script(&script(args)?)?;
    let catalog = invocation.catalog()?;
    let replay = reach_whole(file, StateSelector::END, &catalog)?;
    // Tried out first, so that a command that is refused leaves no file behind.
    let mut lines = Vec::new();
    let mut trial = save::load(file)?.session(&catalog, NullSink)?;
    for (number, &command) in (1..).zip(&script) {
        let outcome = trial.submit(command).map_err(|error| match error {
            SubmitError::Rejected(why) => {
                Failure::refused(number, &describe_refusal(why, &catalog))
            }
            SubmitError::Unrecorded(never) => match never {},
        })?;
        let game = trial.game();
        lines.push(StepLine {
            schema: "upkeeper.step/1",
            number: trial.commands(),
            command: Scripted(command).to_string(),
            turn: game.world().clock().0,
            messages: messages(&game.view(), &outcome.events)
                .into_iter()
                .map(|message| message.text)
                .collect(),
            outcome: outcome_name(trial.status()),
            digest: trial.chain().digest().to_string(),
        });
    }
    let commands = replay.at();
    let mut session = save::write_branch(&mut replay.into_recording(), commands, &catalog, out)?;
    for &command in &script {
        session.submit(command).map_err(|error| match error {
            SubmitError::Rejected(why) => Failure::fault(&describe_refusal(why, &catalog)),
            SubmitError::Unrecorded(error) => error.into(),
        })?;
    }
    session.sink_mut().sync()?;
    write_lines(&lines, args.format, printed)
}

fn script(args: &StepArgs) -> Result<String, Failure> {
    if args.commands != "-" {
        return Ok(args.commands.clone());
    }
    let mut text = String::new();
    let read = io::stdin().take(16 << 20).read_to_string(&mut text);
    read.map_err(|error| Failure::read(Path::new("-"), &error))?;
    Ok(text)
}

fn write_lines(lines: &[StepLine], format: Format, out: &mut Output) -> Result<Answer, Failure> {
    for line in lines {
        match format {
            Format::Json => out.json(line)?,
            Format::Text => {
                writeln!(out, "turn {}: {}", line.turn, line.command)?;
                for message in &line.messages {
                    writeln!(out, "  {message}")?;
                }
            }
        }
    }
    Ok(Answer::Yes)
}
