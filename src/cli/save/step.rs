//! `upkeeper save step`: a run with more commands carried out at its end.

use std::io::Write as _;
use std::path::Path;

use clap::Args;
use serde::Serialize;

use crate::cli::inputs::STANDARD_INPUT;
use crate::cli::state_selector::{InAndOut, StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Format, Invocation, Output, inputs};
use engine::view::{describe_refusal, messages};
use runs::record::{NullSink, Scripted, SubmitError, outcome_name, parse_script};

/// The largest script, in bytes.
const MAX_SCRIPT_BYTES: u64 = 16 << 20;

#[derive(Debug, Args)]
pub(crate) struct StepArgs {
    #[command(flatten)]
    files: InAndOut,
    /// What to do, as `replay export --to commands` writes it: "step east; work north"; `-` reads it from
    /// the standard input
    #[arg(long, value_name = "SCRIPT")]
    commands: String,
    /// How to print: for people, or one object a line
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
    /// The turns among them that the player worked.
    worked_turns: u32,
    messages: Vec<String>,
    outcome: &'static str,
    digest: String,
}

pub(super) fn run(
    args: &StepArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    if args.commands == STANDARD_INPUT && args.files.is_standard_input() {
        return Err(Failure::usage(&"- is given twice: the standard input can be read once"));
    }
    let script = parse_script(&script(args, invocation)?)?;
    let (source, out) = (args.files.open(invocation)?, &args.files.out);
    let catalog = invocation.catalog()?;
    let replay = reach_whole(&source, StateSelector::END, &catalog)?;
    // Tried out first, so that a command that is refused leaves no file behind.
    let mut lines = Vec::new();
    let mut trial = source.load()?.session(&catalog, NullSink)?;
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
            turn: game.turns().0,
            worked_turns: game.view().turns_worked().0,
            messages: messages(&game.view(), &outcome.events)
                .into_iter()
                .map(|message| message.text)
                .collect(),
            outcome: outcome_name(trial.status()),
            digest: trial.chain().digest().to_string(),
        });
    }
    let mut session = out.write_branch(replay, &catalog)?;
    for &command in &script {
        session.submit(command).map_err(|error| match error {
            SubmitError::Rejected(why) => Failure::fault(&describe_refusal(why, &catalog)),
            SubmitError::Unrecorded(error) => error.into(),
        })?;
    }
    session.sink_mut().sync()?;
    write_lines(&lines, args.format, printed)
}

fn script(args: &StepArgs, invocation: &Invocation) -> Result<String, Failure> {
    if args.commands != STANDARD_INPUT {
        return Ok(args.commands.clone());
    }
    inputs::read_text(Path::new(STANDARD_INPUT), MAX_SCRIPT_BYTES, invocation)
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
