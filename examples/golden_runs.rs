//! Writes the golden run files of this version anew, and their list: `cargo run --release -p
//! examples --bin golden_runs`.
//!
//! To be run whenever the rules or the format of the state changed, and not any more once the
//! version is released: files of released versions stay as they are. Each file shows another way in
//! which a run can be kept or come to an end; seeds are tried in order until a run comes to the end
//! that its file is to show, so that the files are always the same.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use base::Seed;
use content::{Catalog, Depth};
use engine::sim::{Command, End, Outcome as Stepped, RunStatus, Setup};
use engine::view::describe_refusal;
use runs::record::{
    MarkKind, Replay, RunHeader, Session, Sink, SubmitError,
    bot::{self, Bot},
};
use runs::save::{self, Overwrite, RunFile, RunSource};

#[path = "../tests/support/project.rs"]
mod project;

#[path = "../tests/support/golden.rs"]
mod golden;

use golden::{Golden, folder};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Commands of a run, at the most.
const MAX_COMMANDS: u32 = 4_000;

/// Seeds that are tried for a file, at the most.
const MAX_SEEDS: u64 = 500;

/// Commands that are played after a cut or a branch.
const COMMANDS_AFTER: u32 = 60;

/// The time of day of the first mark, in milliseconds since 1970; each further one is a minute
/// later.
const FIRST_MARK: u64 = 1_795_132_800_000;
/// The time that each command takes, in milliseconds.
const COMMAND_TIME: u64 = 350;
/// The time between leaving a run and resuming it, in milliseconds.
const BREAK: u64 = 60_000;

/// A golden run file: a level, a player, and what the file is to show.
struct Story {
    kind: &'static str,
    depth: Depth,
    bot: &'static str,
    shows: Shows,
}

/// What a file shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// The run ends so, and its file is kept whole.
    End(End),
    /// The run ends so, and its file is compacted.
    Compacted(End),
    /// Clocked out; the seed was typed as a word, and the time of day is recorded every hundred
    /// commands.
    WordAndMarks,
    /// The player has done some work, and then waits on the floor until the dawn raid is over.
    InsideAtDawn,
    /// The run is left in the middle of the night.
    Unfinished,
    /// A state from the middle of a run, played on.
    Cut,
    /// A state from the raid after clocking out, that goes on by itself.
    CutInRaid,
    /// A run from its middle on, played by another bot.
    Branched,
}

/// What stands for the kind of level of a journey.
const JOURNEY: &str = "marches";

const STORIES: [Story; 11] = [
    Story { kind: "vault", depth: Depth(1), bot: "planner", shows: Shows::WordAndMarks },
    Story { kind: "cavern", depth: Depth(2), bot: "random", shows: Shows::Unfinished },
    Story { kind: "crypt", depth: Depth(3), bot: "cautious", shows: Shows::Compacted(End::Died) },
    Story { kind: "cloister", depth: Depth(4), bot: "cautious", shows: Shows::Cut },
    Story { kind: "house", depth: Depth(5), bot: "cautious", shows: Shows::Branched },
    Story { kind: "keep", depth: Depth(6), bot: "cautious", shows: Shows::InsideAtDawn },
    Story {
        kind: "town",
        depth: Depth(7),
        bot: "runner",
        shows: Shows::Compacted(End::ClockedOut),
    },
    Story { kind: "warren", depth: Depth(8), bot: "random", shows: Shows::End(End::Died) },
    Story { kind: "bastion", depth: Depth(9), bot: "runner", shows: Shows::CutInRaid },
    Story { kind: "delve", depth: Depth(10), bot: "planner", shows: Shows::End(End::Abandoned) },
    Story { kind: JOURNEY, depth: Depth(1), bot: "runner", shows: Shows::Compacted(End::Died) },
];

fn main() -> Outcome<()> {
    let catalog = Arc::new(Catalog::embedded()?);
    let version = env!("CARGO_PKG_VERSION");
    let list = folder().join("manifest.json");
    let (old, mut kept): (Vec<Golden>, Vec<Golden>) =
        serde_json::from_str::<Vec<Golden>>(&fs::read_to_string(&list)?)?
            .into_iter()
            .partition(|golden| golden.version == version);
    for golden in old {
        fs::remove_file(folder().join(&golden.file))?;
    }
    for story in &STORIES {
        let path = folder().join(format!("{version}-{}.upk", story.kind));
        write(story, &path, &catalog)?;
        let golden = Golden::of(&path, version, &catalog);
        let length = fs::metadata(&path)?.len();
        println!(
            "{}: {} {} commands, {} at turn {}, {length} bytes",
            golden.file, golden.origin, golden.commands, golden.outcome, golden.turns
        );
        kept.push(golden);
    }
    fs::write(&list, serde_json::to_string_pretty(&kept)? + "\n")?;
    Ok(())
}

/// Plays runs of a story until one comes out as the story wants it, and writes its file.
fn write(story: &Story, path: &Path, catalog: &Arc<Catalog>) -> Outcome<()> {
    for seed in (1..=MAX_SEEDS).map(Seed) {
        let (seed, word) = match story.shows {
            Shows::WordAndMarks => {
                let word = format!("mop {seed}");
                (Seed::from_text(&word), word)
            }
            _ => (seed, String::new()),
        };
        let setup = match story.kind {
            JOURNEY => Setup::campaign(seed),
            kind => Setup::shift(kind, story.depth, seed),
        };
        let header = match story.shows {
            Shows::End(_) => RunHeader::of_bot(story.bot, setup, catalog),
            _ => RunHeader::new("Golden", setup, catalog).named(&word),
        };
        // Tried in memory, until a run is found.
        let mut trial = Session::begin(header.clone(), catalog, Vec::new())?;
        play(story, &mut trial)?;
        if !is_as_wanted(story.shows, trial.status()) {
            continue;
        }
        let mut session = Session::begin(header, catalog, RunFile::replace(path, trial.header())?)?;
        play(story, &mut session)?;
        session.sink_mut().sync()?;
        drop(session);
        return rewrite(story, path, catalog);
    }
    Err(format!("no seed makes the story of {}", story.kind).into())
}

fn is_as_wanted(shows: Shows, status: RunStatus) -> bool {
    match shows {
        Shows::End(end) | Shows::Compacted(end) => status == RunStatus::Over(end),
        Shows::WordAndMarks | Shows::CutInRaid => status == RunStatus::Over(End::ClockedOut),
        Shows::InsideAtDawn => status == RunStatus::Over(End::Dawn),
        Shows::Unfinished | Shows::Cut | Shows::Branched => !matches!(status, RunStatus::Over(_)),
    }
}

/// Plays a run of a story.
fn play<S: Sink>(story: &Story, session: &mut Session<S>) -> Outcome<()>
where
    S::Error: Error + 'static,
{
    let mut player = find_bot(story.bot, session);
    match story.shows {
        Shows::Unfinished => play_by(&mut *player, session, 300),
        Shows::Cut | Shows::Branched => play_by(&mut *player, session, 200),
        Shows::InsideAtDawn => {
            play_by(&mut *player, session, 100)?;
            play_by(&mut Waiting, session, MAX_COMMANDS)
        }
        Shows::End(End::Abandoned) => {
            play_by(&mut *player, session, 150)?;
            play_by(&mut Abandoning, session, 1)
        }
        Shows::WordAndMarks => {
            session.mark(MarkKind::Start, FIRST_MARK)?;
            play_timed(&mut *player, session, 100)?;
            session.mark(MarkKind::Leave, time_of(session))?;
            session.mark(MarkKind::Resume, time_of(session) + BREAK)?;
            play_timed(&mut *player, session, MAX_COMMANDS)
        }
        Shows::End(_) | Shows::Compacted(_) | Shows::CutInRaid => {
            play_by(&mut *player, session, MAX_COMMANDS)
        }
    }
}

/// Makes of a played file what the story shows.
fn rewrite(story: &Story, path: &Path, catalog: &Arc<Catalog>) -> Outcome<()> {
    let source = path.with_extension("whole");
    match story.shows {
        Shows::Compacted(_) | Shows::InsideAtDawn => {
            fs::rename(path, &source)?;
            save::compact(&RunSource::open(&source)?, path, Overwrite::Force)?;
        }
        Shows::Cut => {
            fs::rename(path, &source)?;
            let mut replay = Replay::new(save::open(&source)?.whole()?, catalog)?;
            replay.seek(replay.recording().len() / 2)?;
            let mut session = save::write_cut(&replay, catalog, path, Overwrite::Force)?;
            play_by(&mut *find_bot("cautious", &session), &mut session, COMMANDS_AFTER)?;
        }
        Shows::CutInRaid => {
            fs::rename(path, &source)?;
            let mut replay = Replay::new(save::open(&source)?.whole()?, catalog)?;
            while !replay.game().view().is_away() {
                replay.forward()?.ok_or("the player never leaves")?;
            }
            let mut session = save::write_cut(&replay, catalog, path, Overwrite::Force)?;
            play_by(&mut *find_bot("runner", &session), &mut session, 20)?;
        }
        Shows::Branched => {
            fs::rename(path, &source)?;
            let mut recording = save::open(&source)?.whole()?;
            let commands = recording.len() / 2;
            let mut session =
                save::write_branch(&mut recording, commands, catalog, path, Overwrite::Force)?;
            play_by(&mut *find_bot("planner", &session), &mut session, COMMANDS_AFTER)?;
        }
        Shows::End(_) | Shows::WordAndMarks | Shows::Unfinished => return Ok(()),
    }
    Ok(fs::remove_file(&source)?)
}

/// A bot for a run.
fn find_bot<S: Sink>(name: &str, session: &Session<S>) -> Box<dyn Bot> {
    bot::find(name, session.header().setup.seed).expect("a bot of this name")
}

/// Waits for ever.
struct Waiting;

impl Bot for Waiting {
    fn decide(&mut self, _: &engine::view::View<'_>) -> Command {
        Command::Wait
    }
}

/// Gives the run up.
struct Abandoning;

impl Bot for Abandoning {
    fn decide(&mut self, _: &engine::view::View<'_>) -> Command {
        Command::Abandon
    }
}

/// The moment of the last command of a run that is marked.
fn time_of<S: Sink>(session: &Session<S>) -> u64 {
    FIRST_MARK + u64::from(session.commands()) * COMMAND_TIME
}

/// Plays so many commands, or until the run is over.
fn play_by<S: Sink>(player: &mut dyn Bot, session: &mut Session<S>, commands: u32) -> Outcome<()>
where
    S::Error: Error + 'static,
{
    play_with(player, session, commands, Session::submit)
}

/// The same, with marks of what is reached.
fn play_timed<S: Sink>(player: &mut dyn Bot, session: &mut Session<S>, commands: u32) -> Outcome<()>
where
    S::Error: Error + 'static,
{
    play_with(player, session, commands, |session, command| {
        session.submit_at(command, time_of(session))
    })
}

/// Plays by a way of submitting. A rejected command is passed over: the random bot gives many.
fn play_with<S: Sink>(
    player: &mut dyn Bot,
    session: &mut Session<S>,
    commands: u32,
    submit: impl Fn(&mut Session<S>, Command) -> Result<Stepped, SubmitError<S::Error>>,
) -> Outcome<()>
where
    S::Error: Error + 'static,
{
    let (end, mut rejected) = (session.commands() + commands, 0);
    while session.commands() < end && !matches!(session.status(), RunStatus::Over(_)) {
        let command = player.decide(&session.game().view());
        match submit(session, command) {
            Ok(_) => rejected = 0,
            Err(SubmitError::Rejected(_)) if rejected < 1_000 => rejected += 1,
            Err(SubmitError::Rejected(reject)) => {
                let catalog = session.game().view().catalog();
                return Err(describe_refusal(reject, catalog).into());
            }
            Err(SubmitError::Unrecorded(error)) => return Err(error.into()),
        }
    }
    Ok(())
}
