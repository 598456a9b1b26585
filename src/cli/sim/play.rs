//! Runs that are played by a bot, by another on the same seed, or by a script.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::args::{Args, Block};
use super::report::{RunLine, Summary};
use crate::cli::progress::Interruption;
use crate::cli::{Answer, Call, Content, Failure, Format, Invocation, inputs};
use base::path_text;
use content::Catalog;
use engine::sim::{Command, Reject, RunStatus, Setup};
use engine::view::describe_refusal;
use runs::record::{
    BeginError, NullSink, RunHeader, Scripted, Session, Sink, SubmitError, bot, parse_script_lines,
};
use runs::save::{self, Overwrite, RunFile};

/// The number of rejected commands in a row after which a run is ended.
const MAX_REJECTED: u32 = 10_000;

/// The key `bot` of the report on a script, and the player's name.
const SCRIPT: &str = "script";

const MAX_SCRIPT_BYTES: u64 = 64 << 20;

/// Plays a run; none if it was interrupted.
pub(super) fn play_run(
    args: &Args,
    content: &Content,
    (setup, word): (Setup, String),
    interruption: &Interruption,
) -> Result<Option<RunLine>, Failure> {
    let catalog = &content.catalog;
    let header = |bot: &str| RunHeader::of_bot(bot, setup.clone(), catalog).named(&word);
    if let Some(path) = &args.save {
        let path = if args.count == 1 { path.clone() } else { numbered(path, &setup) };
        let mut session = begin_file(&path, header(&args.bot), args.force.overwrite(), catalog)?;
        let line = play_by(&mut session, args, &args.bot, interruption)?;
        session.sink_mut().sync()?;
        return Ok(line);
    }
    let play = |bot: &str| {
        let mut session = begin(header(bot), catalog)?;
        let Ok(line) = play_by(&mut session, args, bot, interruption);
        Ok::<_, Failure>(line)
    };
    let Some(mut line) = play(&args.bot)? else { return Ok(None) };
    if let Some(other) = &args.against {
        let Some(other) = play(other)? else { return Ok(None) };
        line.against = Some(Box::new(other));
    }
    Ok(Some(line))
}

fn begin(header: RunHeader, catalog: &Arc<Catalog>) -> Result<Session<NullSink>, Failure> {
    Session::begin(header, catalog, NullSink).map_err(|error| Failure::usage(&error))
}

fn begin_file(
    path: &Path,
    header: RunHeader,
    overwrite: Overwrite,
    catalog: &Arc<Catalog>,
) -> Result<Session<RunFile>, Failure> {
    let file = RunFile::draft(path, &header, overwrite)?;
    let session = Session::begin(header, catalog, file);
    let mut session = session.map_err(|error| match error {
        BeginError::Level(why) => Failure::usage(&why),
        other => save::begin_error(&path_text(path), other).into(),
    })?;
    session.sink_mut().install()?;
    Ok(session)
}

/// "run.upk" with a seed, or the day of a daily shift: "run-7.upk".
fn numbered(path: &Path, setup: &Setup) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let number = setup.mode.day().map_or_else(|| setup.seed.to_string(), |day| day.to_string());
    path.with_file_name(format!("{stem}-{number}.{extension}"))
}

/// Plays to the end of the run, or for `args.commands` commands. Rejected commands do not count.
/// None if it was interrupted before that.
fn play_by<S: Sink>(
    session: &mut Session<S>,
    args: &Args,
    bot: &str,
    interruption: &Interruption,
) -> Result<Option<RunLine>, S::Error> {
    let seed = session.header().setup.seed;
    let mut player = bot::find(bot, seed).unwrap_or_else(|| Box::new(bot::Runner));
    let begun = Instant::now();
    let mut rejected = 0;
    while session.commands() < args.commands && rejected < MAX_REJECTED {
        if matches!(session.status(), RunStatus::Over(_)) {
            break;
        }
        if interruption.is_set() {
            return Ok(None);
        }
        let command = player.decide(&session.game().view());
        match session.submit(command) {
            Ok(_) => rejected = 0,
            Err(SubmitError::Rejected(_)) => rejected += 1,
            Err(SubmitError::Unrecorded(error)) => return Err(error),
        }
    }
    Ok(Some(RunLine::of(session, bot, begun.elapsed())))
}

/// A script that was read, with the lines of its commands.
pub(super) struct Script {
    name: String,
    commands: Vec<(usize, Command)>,
}

/// A command that the rules reject, and its line in the script, counted from 1.
type Refused = (usize, Command, Reject);

/// Reads the text of a script, `-` from the standard input.
pub(super) fn read_script(path: &Path, invocation: &Invocation) -> Result<String, Failure> {
    inputs::read_text(path, MAX_SCRIPT_BYTES, invocation)
}

impl Script {
    pub(super) fn open(path: &Path, invocation: &Invocation) -> Result<Script, Failure> {
        let name = path_text(path);
        let commands = parse_script_lines(&read_script(path, invocation)?)
            .map_err(|error| Failure { code: 2, message: format!("{name}: {error}") })?;
        Ok(Script { name, commands })
    }

    /// Carries out the commands, at most so many, up to the first that the rules reject.
    fn carry_out<S: Sink>(
        &self,
        session: &mut Session<S>,
        max_commands: u32,
    ) -> Result<(RunLine, Option<Refused>), S::Error> {
        let begun = Instant::now();
        let mut refused = None;
        for &(line, command) in self.commands.iter().take(max_commands as usize) {
            match session.submit(command) {
                Ok(_) => {}
                Err(SubmitError::Unrecorded(error)) => return Err(error),
                Err(SubmitError::Rejected(reject)) => {
                    refused = Some((line, command, reject));
                    break;
                }
            }
        }
        Ok((RunLine::of(session, SCRIPT, begun.elapsed()), refused))
    }

    /// Plays it from the beginning of a shift, and prints the line of the run.
    /// Errors: the first command that the rules reject, after the line of the run up to it.
    pub(super) fn play(
        &self,
        args: &Args,
        blocks: &[Block<'_>],
        content: &Content,
        call: &mut Call<'_>,
    ) -> Result<Answer, Failure> {
        let ([block], 1) = (blocks, args.count) else {
            return Err(Failure::usage(&"--script is played on one kind, depth and seed"));
        };
        let catalog = &content.catalog;
        let (setup, word) = block.opening(0, &args.seed, content);
        let header = RunHeader::of_bot(SCRIPT, setup, catalog).named(&word);
        let (line, refused) = if let Some(path) = &args.save {
            let mut session = begin_file(path, header, args.force.overwrite(), catalog)?;
            let played = self.carry_out(&mut session, args.commands)?;
            session.sink_mut().sync()?;
            played
        } else {
            let Ok(played) = self.carry_out(&mut begin(header, catalog)?, args.commands);
            played
        };
        match args.format {
            Format::Json => call.out.json(&line)?,
            Format::Text => {
                let mut summary = Summary::default();
                summary.add(line);
                summary.write(&format!("{block}: a script"), call.out)?;
            }
        }
        let Some((line, command, reject)) = refused else { return Ok(Answer::Yes) };
        let (name, command, why) =
            (&self.name, Scripted(command), describe_refusal(reject, catalog));
        Err(Failure { code: 1, message: format!("{name}:{line}: {command} is refused: {why}") })
    }
}
