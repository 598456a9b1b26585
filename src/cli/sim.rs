//! `upkeeper sim`: plays headless, by a bot; one JSON line a run.

mod block;
mod fuzz;
mod perks;
mod script;
mod summary;

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueHint;
use serde::Serialize;

use super::interruption::Interruption;
use super::outputs::Force;
use super::progress::Progress;
use super::seed_arg::SeedArg;
use super::workers::{self, Ended, Jobs};
use super::{Answer, Content, Failure, Format, Invocation, Output};
use crate::base::{Day, path_text};
use crate::content::{Catalog, Depth};
use crate::record::{
    BeginError, NullSink, RunHeader, Session, Sink, SubmitError, bot, outcome_name,
};
use crate::save::{self, RunFile};
use crate::sim::{Grade, GradeReason, RunStatus, Setup};
use block::{Block, BlockOptions, Opening};
use fuzz::FuzzOptions;
use perks::Seniority;
use script::Script;
use summary::Summary;

/// Commands of a run of the fuzzer at most: nearly all are over before.
const MAX_FUZZED_COMMANDS: u32 = 1_500;
/// The same of a journey.
const MAX_FUZZED_COMMANDS_OF_JOURNEYS: u32 = 5_000;
/// The number of rejected commands in a row after which a run is ended.
const MAX_REJECTED: u32 = 10_000;

/// Plays headless by a bot, and prints one JSON line a run
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What is played: shifts, journeys, the tutorial, or the daily shifts of a day and those that follow it, whose date is the seed
    #[arg(long, default_value = "shift", value_parser = ["campaign", "shift", "daily", "tutorial"])]
    mode: String,
    /// The kind of level; several, with commas between them, are played one after another; a vault where not given, and all
    /// kinds with --fuzz
    #[arg(long, value_delimiter = ',')]
    kind: Vec<String>,
    /// Depth, counted from 1; or several; the first where not given, and all with --fuzz
    #[arg(long, value_delimiter = ',')]
    depth: Vec<Depth>,
    /// Any text; a number is itself
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    seed: SeedArg,
    /// How many runs, from this seed and those that follow it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Who plays
    #[arg(long, default_value = "cautious", value_parser = bot::NAMES)]
    bot: String,
    /// Plays the commands of a script in the place of a bot, as `replay export --to commands` prints them; `-` reads the
    /// standard input. A command that is refused ends it, with exit 1
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["bot", "against"])]
    script: Option<PathBuf>,
    /// Plays random and adversarial commands over all kinds and depths with every invariant checked, or on journeys with --mode
    /// campaign, until one fails, the time is up or a signal comes; the first failure is minimised and kept. With --script the
    /// commands of that with every check
    #[arg(long, conflicts_with_all = ["bot", "against"])]
    fuzz: bool,
    /// Ends --fuzz after this time: 90s, 10m, 2h
    #[arg(long = "for", value_name = "TIME", requires = "fuzz")]
    span: Option<fuzz::Span>,
    /// Plays each seed by this bot too, and tells how many points more or fewer the first one has
    #[arg(long, value_parser = bot::NAMES, value_name = "BOT")]
    against: Option<String>,
    /// Stops after so many commands, if the run is not over by then
    #[arg(long, default_value_t = 20_000)]
    commands: u32,
    /// Keeps the run in a file; with --count, in one file a run, numbered by its seed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print: one object a run, or what all runs of a kind and depth came to
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
}

/// The line of a run. All but `turns_per_second` depend on the input alone.
#[derive(Serialize)]
struct RunLine {
    schema: &'static str,
    mode: &'static str,
    /// The day of a daily shift.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    kind: String,
    seed: String,
    /// What was typed for the seed, if that was more than its number.
    word: Option<String>,
    bot: String,
    commands: u32,
    turns: u32,
    outcome: &'static str,
    grade: Option<char>,
    score: Option<u32>,
    digest: String,
    turns_per_second: u64,
    depth: u8,
    /// The condition of the floor, if it has one.
    condition: Option<String>,
    /// Turns on the floor, without those of the raid that is watched from outside.
    worked_turns: u32,
    par: Option<u32>,
    dawn: u32,
    points: Option<u32>,
    max_points: Option<u32>,
    /// The points of a run that is over by what they are for.
    work_points: Option<i32>,
    time_points: Option<i32>,
    raid_points: Option<i32>,
    /// The part of the raid's points that traps set beyond the order have earned.
    prepared_points: Option<i32>,
    killed_by: Option<String>,
    coins: u32,
    /// Bosses that are dead or were driven off.
    bosses: u16,
    /// The perks of a journey, and how far it came.
    #[serde(flatten)]
    seniority: Option<Seniority>,
    /// What the other bot came to on the same seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Box<RunLine>>,
}

pub(super) fn run(
    args: &Args,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    let blocks = Block::of(args.block_options())?;
    if args.fuzz {
        if args.mode == "daily" {
            return Err(Failure::usage(
                &"--fuzz plays shifts or journeys: --mode campaign, or none",
            ));
        }
        return fuzz::run(&args.fuzz_options(), invocation, &content, out);
    }
    if let Some(path) = &args.script {
        return play_script(args, &blocks, &Script::open(path, invocation)?, &content, out);
    }
    if args.save.is_some() && blocks.len() > 1 {
        return Err(Failure::usage(&"--save keeps runs of one kind and depth"));
    }
    if args.save.is_some() && args.against.is_some() {
        return Err(Failure::usage(&"--save keeps the runs of one bot: leave --against out"));
    }
    let total = args.count.saturating_mul(blocks.len() as u64);
    let interruption = Interruption::by_signals();
    let progress = Progress::new(total, "runs", invocation);
    let mut report = Report { args, blocks: &blocks, summary: Summary::default(), done: 0, out };
    let ended = workers::run_in_order(
        total,
        args.jobs.count(),
        interruption.flag(),
        |number| {
            let block = blocks[(number / args.count) as usize];
            run_one(
                args,
                &content,
                block.opening(number % args.count, &args.seed, &content),
                &interruption,
            )
        },
        |number, result| {
            let played = match result {
                Ok(Some(played)) => played,
                // Interrupted before it came to its end.
                Ok(None) => return ControlFlow::Continue(()),
                Err(failure) => return ControlFlow::Break(Err(failure)),
            };
            if let Err(failure) = progress.around(|| report.add(number, played)) {
                return ControlFlow::Break(Err(failure));
            }
            progress.update(report.done);
            if report.out.is_closed() {
                ControlFlow::Break(Ok(()))
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    drop(progress);
    match ended {
        Ended::Stopped(result) => result.map(|()| Answer::Yes),
        Ended::Done => report.end().map(|()| Answer::Yes),
        Ended::Interrupted => {
            report.end()?;
            report.out.flush()?;
            Ok(interruption.answer(report.done, total, "runs"))
        }
    }
}

impl Args {
    fn block_options(&self) -> BlockOptions<'_> {
        BlockOptions { mode: &self.mode, kinds: &self.kind, depths: &self.depth, seed: &self.seed }
    }

    fn fuzz_options(&self) -> FuzzOptions<'_> {
        let is_of_journeys = self.mode == "campaign";
        let most =
            if is_of_journeys { MAX_FUZZED_COMMANDS_OF_JOURNEYS } else { MAX_FUZZED_COMMANDS };
        FuzzOptions {
            is_of_journeys,
            kinds: &self.kind,
            depths: &self.depth,
            seed: self.seed.seed,
            count: Some(self.count).filter(|&count| count > 1),
            span: self.span,
            max_commands: self.commands.min(most),
            script: self.script.as_deref(),
            save: self.save.as_deref(),
            overwrite: self.force.overwrite(),
            jobs: self.jobs.count(),
            format: self.format,
        }
    }
}

/// Plays a script from the beginning of a shift, and prints the line of the run.
///
/// # Errors
/// The first command that the rules reject, after the line of the run up to it.
fn play_script(
    args: &Args,
    blocks: &[Block<'_>],
    script: &Script,
    content: &Content,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let ([block], 1) = (blocks, args.count) else {
        return Err(Failure::usage(&"--script is played on one kind, depth and seed"));
    };
    let catalog = &content.catalog;
    let Opening { setup, word } = block.opening(0, &args.seed, content);
    let header = RunHeader::of_bot(script::BOT, setup, catalog).named(&word);
    let begun = Instant::now();
    let (line, result, refused) = match &args.save {
        None => {
            let session = Session::begin(header, catalog, NullSink);
            let mut session = session.map_err(|error| Failure::usage(&error))?;
            let Ok(refused) = script.play(&mut session, args.commands);
            let line = line_of(&session, script::BOT, begun.elapsed());
            (line, result(&session), refused)
        }
        Some(path) => {
            let mut session = begin_file(path, header, args, catalog)?;
            let refused = script.play(&mut session, args.commands)?;
            session.sink_mut().sync()?;
            let line = line_of(&session, script::BOT, begun.elapsed());
            (line, result(&session), refused)
        }
    };
    match args.format {
        Format::Json => out.json(&line)?,
        Format::Text => {
            let mut summary = Summary::default();
            summary.add(result);
            summary.write(&format!("{block}: a script"), out)?;
        }
    }
    script.answer(refused.as_ref(), catalog)
}

/// Begins a run that is kept in a file.
fn begin_file(
    path: &Path,
    header: RunHeader,
    args: &Args,
    catalog: &Arc<Catalog>,
) -> Result<Session<RunFile>, Failure> {
    let file = RunFile::draft(path, &header, args.force.overwrite())?;
    let session = Session::begin(header, catalog, file);
    let mut session = session.map_err(|error| match error {
        BeginError::Level(why) => Failure::usage(&why),
        other => save::begin_error(&path_text(path), other).into(),
    })?;
    session.sink_mut().install()?;
    Ok(session)
}

/// A run that was played.
struct Played {
    line: RunLine,
    result: summary::Result,
}

/// What is printed of the runs, in their order.
struct Report<'a> {
    args: &'a Args,
    blocks: &'a [Block<'a>],
    /// The runs of the last block that a run came from, in a text report.
    summary: Summary,
    /// How many runs have been added.
    done: u64,
    out: &'a mut Output,
}

impl Report<'_> {
    /// Adds the run of a number: prints its line, or the summary of a block when its last run has been added.
    fn add(&mut self, number: u64, played: Played) -> Result<(), Failure> {
        self.done += 1;
        if self.args.format == Format::Json {
            return self.out.json(&played.line);
        }
        let block = (number / self.args.count) as usize;
        if self.summary.block() != Some(block) {
            self.end()?;
            self.summary = Summary::of_block(block);
        }
        self.summary.add(played.result);
        if u64::from(self.summary.runs()) == self.args.count {
            self.end()?;
        }
        Ok(())
    }

    /// Prints the summary of the runs that were added last.
    fn end(&mut self) -> Result<(), Failure> {
        let summary = std::mem::take(&mut self.summary);
        let Some(block) = summary.block() else { return Ok(()) };
        let (block, Args { count, bot, .. }) = (self.blocks[block], self.args);
        let of = match u64::from(summary.runs()) {
            done if done < *count => format!("{done} of "),
            _ => String::new(),
        };
        let runs = if *count == 1 { "run" } else { "runs" };
        let heading = format!("{block}: {of}{count} {runs} by {bot}");
        summary.write(&heading, self.out)?;
        Ok(self.out.flush()?)
    }
}

/// Plays a run; none if it was interrupted.
fn run_one(
    args: &Args,
    content: &Content,
    opening: Opening,
    interruption: &Interruption,
) -> Result<Option<Played>, Failure> {
    let Opening { setup, word } = opening;
    let header = RunHeader::of_bot(&args.bot, setup.clone(), &content.catalog).named(&word);
    let Some(path) = &args.save else {
        let session = Session::begin(header, &content.catalog, NullSink);
        let mut session = session.map_err(|error| Failure::usage(&error))?;
        let Ok(line) = play(&mut session, args, &args.bot, interruption);
        let Some(mut line) = line else { return Ok(None) };
        let mut result = result(&session);
        if let Some(other) = &args.against {
            let header = RunHeader::of_bot(other, setup, &content.catalog).named(&word);
            let session = Session::begin(header, &content.catalog, NullSink);
            let mut session = session.map_err(|error| Failure::usage(&error))?;
            let Ok(other) = play(&mut session, args, other, interruption);
            let Some(other) = other else { return Ok(None) };
            result.gain = line.points.zip(other.points);
            line.against = Some(Box::new(other));
        }
        return Ok(Some(Played { line, result }));
    };
    let path = if args.count == 1 { path.clone() } else { numbered(path, &setup) };
    let mut session = begin_file(&path, header, args, &content.catalog)?;
    let line = play(&mut session, args, &args.bot, interruption)?;
    session.sink_mut().sync()?;
    Ok(line.map(|line| Played { line, result: result(&session) }))
}

/// The result of a run, for the summary.
fn result<S: Sink>(session: &Session<S>) -> summary::Result {
    let (game, view) = (session.game(), session.game().view());
    let is_over = matches!(game.status(), RunStatus::Over(_));
    let grade = game.run_grade();
    summary::Result {
        outcome: outcome_name(game.status()),
        grade: is_over.then(|| grade.letter.character()),
        killed_by: view.tally().killed_by.map(|by| view.harm_name(by)),
        turns: view.turns_worked().0,
        par: view.par().map(|par| par.0),
        is_order_done: is_over && is_work_done(&grade),
        work: points(&grade, |what| matches!(what, GradeReason::Jobs { .. })),
        raid: points(&grade, GradeReason::is_of_raid),
        seniority: Seniority::of(view),
        gain: None,
    }
}

/// Whether the order was complete when the party found it. What the party undid afterwards does not count.
fn is_work_done(grade: &Grade) -> bool {
    let mut work = grade.lines.iter().filter(|line| matches!(line.what, GradeReason::Jobs { .. }));
    work.all(|line| line.points >= line.max_points as i32)
}

/// The points won for some reasons, and those that could be won.
fn points(grade: &Grade, wanted: fn(GradeReason) -> bool) -> (u32, u32) {
    let lines = grade.lines.iter().filter(|line| wanted(line.what));
    let (won, max) =
        lines.fold((0, 0), |(won, max), line| (won + line.points, max + line.max_points));
    (won.max(0) as u32, max)
}

/// Plays to the end of the run, or for `args.commands` commands. Rejected commands do not count. None if it was interrupted
/// before that.
fn play<S: Sink>(
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
    Ok(Some(line_of(session, bot, begun.elapsed())))
}

/// The line of a run as it stands, that took so long.
fn line_of<S: Sink>(session: &Session<S>, bot: &str, elapsed: Duration) -> RunLine {
    let seconds = elapsed.as_secs_f64();
    let game = session.game();
    let view = game.view();
    let turns = view.turns().0;
    let grade = matches!(game.status(), RunStatus::Over(_)).then(|| game.run_grade());
    let won = |wanted: fn(GradeReason) -> bool| {
        let lines = grade.as_ref()?.lines.iter().filter(|line| wanted(line.what));
        Some(lines.map(|line| line.points).sum::<i32>())
    };
    let Setup { seed, mode, .. } = game.setup();
    RunLine {
        schema: "upkeeper.sim/1",
        mode: mode.name(),
        day: mode.day(),
        kind: mode.kind().to_owned(),
        seed: seed.to_string(),
        word: session.header().word.clone(),
        bot: bot.to_owned(),
        commands: session.commands(),
        turns,
        outcome: outcome_name(game.status()),
        grade: grade.as_ref().map(|grade| grade.letter.character()),
        score: grade.as_ref().map(|grade| grade.score),
        digest: session.chain().digest().to_string(),
        turns_per_second: (f64::from(turns) / seconds.max(1e-9)) as u64,
        depth: view.depth().0,
        condition: view.condition().map(str::to_owned),
        worked_turns: view.turns_worked().0,
        par: view.par().map(|par| par.0),
        dawn: view.dawn().0,
        points: grade.as_ref().map(|grade| grade.points),
        max_points: grade.as_ref().map(|grade| grade.max_points),
        work_points: won(|what| matches!(what, GradeReason::Jobs { .. })),
        time_points: won(GradeReason::is_of_hurry),
        raid_points: won(GradeReason::is_of_raid),
        prepared_points: won(|what| matches!(what, GradeReason::Prepared { .. })),
        killed_by: view.tally().killed_by.map(|by| view.harm_name(by)),
        coins: view.coins().0,
        bosses: view.tally().bosses,
        seniority: Seniority::of(view),
        against: None,
    }
}

/// "run.upk" with a seed, or the day of a daily shift: "run-7.upk".
fn numbered(path: &Path, setup: &Setup) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let number = setup.mode.day().map_or_else(|| setup.seed.to_string(), |day| day.to_string());
    path.with_file_name(format!("{stem}-{number}.{extension}"))
}
