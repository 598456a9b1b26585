//! Run files that are made of states and commands: `save load`, `set`, `cut` and `step`.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::Value;

use crate::cli::failure::warn;
use crate::cli::inputs::STANDARD_INPUT;
use crate::cli::run_files::{
    InAndOut, Out, ReportFormat, StateSelector, StateToWrite, finish_run, reach, reach_whole,
    warn_damage,
};
use crate::cli::{Answer, Call, Content, Failure, Format, Invocation, Report, inputs};
use base::path_text;
use engine::sim::Game;
use engine::view::{describe_refusal, messages};
use runs::record::{
    Assignment, Dump, DumpError, DumpedState, NullSink, Scripted, SubmitError, outcome_name,
    parse_script,
};
use runs::save;

/// Bytes of the largest dump that is read: several times that of the largest floor.
const MAX_DUMP_BYTES: u64 = 64 << 20;

const MAX_SCRIPT_BYTES: u64 = 16 << 20;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    /// A dump as `save dump` prints it, edited or not; `-` reads the standard input
    #[arg(value_name = "DUMP", value_hint = ValueHint::FilePath)]
    dump: PathBuf,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    report: ReportFormat,
}

pub(super) fn load(args: &LoadArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let content = call.invocation.content()?;
    let name = path_text(&args.dump);
    let text = inputs::read_text(&args.dump, MAX_DUMP_BYTES, call.invocation)?;
    let dump: Value = serde_json::from_str(&text)
        .map_err(|error| Failure { code: 65, message: format!("{name}: no dump: {error}") })?;
    write_made(&dump, &name, &content, &args.out, args.report, call)
}

#[derive(Debug, Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    place: StateSelector,
    #[command(flatten)]
    files: InAndOut,
    /// What to change: a path as in the dump, and a JSON value or a word: shift.clock=5,
    /// actors[id=7].vitals.health=3, 'floor.tiles[3,4]=#'; null takes an entry of a list away
    #[allow(rustdoc::broken_intra_doc_links, reason = "the text is the option's help")]
    #[arg(required = true, value_name = "PATH=VALUE")]
    assignments: Vec<Assignment>,
    #[command(flatten)]
    report: ReportFormat,
}

pub(super) fn set(args: &SetArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let source = args.files.open(call.invocation)?;
    let content = call.invocation.content()?;
    let replay = reach_whole(&source, args.place, &content.catalog)?;
    let mut dump = Dump::of_replay(&replay).to_value()?;
    for assignment in &args.assignments {
        let set = assignment.apply(&mut dump);
        set.map_err(|error| Failure { code: 65, message: error.to_string() })?;
    }
    write_made(&dump, source.name(), &content, &args.files.out, args.report, call)
}

/// Reads a dump, checks the state and writes it as a run file. `name` is what errors name as its
/// source.
fn write_made(
    dump: &Value,
    name: &str,
    content: &Content,
    out: &Out,
    report: ReportFormat,
    call: &mut Call<'_>,
) -> Result<Answer, Failure> {
    let Content { catalog, modded } = content;
    let refuse = |error: DumpError| Failure { code: 65, message: format!("{name}: {error}") };
    let DumpedState { mut header, snapshot, other_ruleset } =
        DumpedState::read(dump, catalog).map_err(refuse)?;
    header.setup.options.modded |= modded;
    // Tried first, so that a state that cannot be names its path and leaves no file behind.
    let game = Game::restore(header.setup.clone(), snapshot.clone(), catalog);
    let game = game.map_err(|error| refuse(error.into()))?;
    if let Some(other) = other_ruleset {
        warn(&format_args!(
            "{name}: the state is of the ruleset {other}, and goes on by {} here",
            header.ruleset
        ));
    }
    let session = save::write_made(&header, snapshot, catalog, &out.path, out.overwrite())?;
    let (out, turn, digest) = (out.name(), game.turns(), game.digest());
    let words = format!("{out}: a state at turn {turn}, digest {digest}; made, unranked");
    finish_run(session, words, report.format, call)
}

pub(super) fn cut(args: &StateToWrite, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(call.invocation)?, &args.files.out);
    let catalog = call.invocation.catalog()?;
    let (replay, damage) = reach(&source, args.place, &catalog)?;
    warn_damage(damage.as_ref());
    let session = save::write_cut(&replay, &catalog, &out.path, out.overwrite())?;
    let words = format!("{}: the state at turn {}; unranked", out.name(), replay.turn());
    finish_run(session, words, args.report.format, call)
}

#[derive(Debug, Args)]
pub(crate) struct StepArgs {
    #[command(flatten)]
    files: InAndOut,
    /// What to do, as `replay export --to commands` writes it: "step east; work north"; `-` reads
    /// it from the standard input
    #[arg(long, value_name = "SCRIPT")]
    commands: String,
    /// How to print: for people, or one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct StepLine {
    number: u32,
    command: String,
    turn: u32,
    /// The turns among them that the player worked.
    worked_turns: u32,
    messages: Vec<String>,
    outcome: &'static str,
    digest: String,
}

impl Report for StepLine {
    const SCHEMA: &'static str = "upkeeper.step/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "turn {}: {}", self.turn, self.command)?;
        self.messages.iter().try_for_each(|message| writeln!(f, "  {message}"))
    }
}

pub(super) fn step(args: &StepArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    if args.commands == STANDARD_INPUT && args.files.is_standard_input() {
        return Err(Failure::usage(&"- is given twice: the standard input can be read once"));
    }
    let script = parse_script(&script(args, call.invocation)?)?;
    let (source, out) = (args.files.open(call.invocation)?, &args.files.out);
    let catalog = call.invocation.catalog()?;
    let replay = reach_whole(&source, StateSelector::END, &catalog)?;
    // Tried out first, so that a command that is refused leaves no file behind.
    let mut lines = Vec::new();
    let mut trial = source.load()?.session(&catalog, NullSink)?;
    for (number, &command) in (1..).zip(&script) {
        let outcome = trial.submit(command).map_err(|error| match error {
            SubmitError::Rejected(why) => {
                let why = trial.game().view().why_refused(&command, why);
                Failure { code: 1, message: format!("command {number} is refused: {why}") }
            }
            SubmitError::Unrecorded(never) => match never {},
        })?;
        let (game, view) = (trial.game(), trial.game().view());
        let messages = messages(&view, &outcome.events).into_iter().map(|message| message.text);
        lines.push(StepLine {
            number: trial.commands(),
            command: Scripted(command).to_string(),
            turn: game.turns().0,
            worked_turns: view.turns_worked().0,
            messages: messages.collect(),
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
    for line in &lines {
        call.out.report(args.format, line)?;
    }
    Ok(Answer::Yes)
}

fn script(args: &StepArgs, invocation: &Invocation) -> Result<String, Failure> {
    if args.commands != STANDARD_INPUT {
        return Ok(args.commands.clone());
    }
    inputs::read_text(Path::new(STANDARD_INPUT), MAX_SCRIPT_BYTES, invocation)
}
