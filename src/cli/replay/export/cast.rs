//! A run as a recording of a terminal: asciicast version 2, as asciinema plays it.

use std::collections::BTreeMap;
use std::io::Write as _;

use clap::{Args, ValueEnum};
use ratatui::Terminal;
use ratatui::layout::Size;
use serde::Serialize;

use crate::cli::{Failure, GlyphChoice, Invocation, Output};
use engine::sim::Outcome;
use engine::view::View;
use runs::record::{Milestone, RealTime, Recording, Replay, TimedRun, milestones};
use screens::Appearance;
use screens::glyphs::GlyphSet;
use screens::run_film::RunFilm;
use screens::terminal::{Backend, ColorChoice, ColorDepth, Paint};

pub(super) const DEFAULT_SIZE: (u16, u16) = (80, 24);
const DEFAULT_TURNS_PER_SECOND: u32 = 12;
/// How long the first picture stands in game pace, and the last one always, in milliseconds.
const FIRST_PICTURE: u64 = 2_000;
const LAST_PICTURE: u64 = 4_000;

#[derive(Clone, Debug, Default, PartialEq, Args)]
#[command(next_help_heading = "Options of --to cast")]
pub(in crate::cli) struct CastArgs {
    /// Columns of the terminal [default: 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=500))]
    width: Option<u16>,
    /// Rows of the terminal [default: 24]
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u16).range(5..=200))]
    height: Option<u16>,
    /// What the times of the pictures follow [default: game]
    #[arg(long, value_enum)]
    pace: Option<Pace>,
    /// Turns a second in game pace [default: 12]
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    turns_per_second: Option<u32>,
    /// No picture stands longer than so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=3600))]
    idle_limit: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pace {
    /// So many turns a second, with pauses at what matters
    Game,
    /// The times of the marks, and in between as if every command took as long
    Real,
}

impl CastArgs {
    pub(super) fn is_given(&self) -> bool {
        *self != CastArgs::default()
    }

    fn size(&self) -> Size {
        let (width, height) = DEFAULT_SIZE;
        Size { width: self.width.unwrap_or(width), height: self.height.unwrap_or(height) }
    }
}

#[derive(Serialize)]
struct Header {
    version: u8,
    width: u16,
    height: u16,
    /// In seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<u64>,
    title: String,
    env: BTreeMap<&'static str, &'static str>,
}

pub(super) fn write(
    name: &str,
    run: &TimedRun,
    recording: Recording,
    args: &CastArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut clock =
        Clock::of(args, run).map_err(|why| Failure::usage(&format!("{name}: {why}")))?;
    let looks = appearance(invocation);
    let size = args.size();
    let term = match looks.theme.depth {
        ColorDepth::None => "vt100",
        ColorDepth::Sixteen => "xterm",
        ColorDepth::Indexed | ColorDepth::Truecolor => "xterm-256color",
    };
    let header = serde_json::to_string(&Header {
        version: 2,
        width: size.width,
        height: size.height,
        timestamp: run.real_time.as_ref().map(|time| time.start() / 1_000),
        title: title(run),
        env: [("TERM", term)].into(),
    })?;
    writeln!(out.raw(), "{header}")?;
    let failed = |error| Failure::replay(name, &error);
    let replay = Replay::new(recording, &invocation.catalog()?).map_err(failed)?;
    let mut film = RunFilm::new(replay, looks).map_err(failed)?;
    let theme = looks.theme;
    let paint = Paint { depth: theme.depth, plain: theme.plain(), erases_to_color: true };
    let backend = Backend::new(Vec::new(), size, paint);
    let mut terminal = Terminal::new(backend)?;
    loop {
        terminal.draw(|frame| film.draw(frame, clock.time_of_play()))?;
        let bytes = std::mem::take(terminal.backend_mut().writer_mut());
        if !bytes.is_empty() {
            clock.write('o', &String::from_utf8_lossy(&bytes), out)?;
        }
        if out.is_closed() {
            break;
        }
        let Some(outcome) = film.forward().map_err(failed)? else { break };
        let reached = clock.advance(&outcome, film.replay().game().view(), film.replay().at());
        for milestone in reached {
            clock.write('m', milestone.name(), out)?;
        }
    }
    // Players stop with the last event: an empty one lets the last picture stand.
    clock.pass(LAST_PICTURE * 1_000);
    clock.write('o', "", out)
}

pub(super) fn title(run: &TimedRun) -> String {
    let (setup, word) = (&run.header.setup, run.header.word.as_deref());
    let (kind, depth, seed) = (setup.mode.kind(), setup.mode.depth(), setup.seed.with_word(word));
    format!("Upkeeper: {}, {kind}, depth {depth}, seed {seed}", run.header.name)
}

/// The looks of a picture do not depend on the terminal of whoever makes it, nor on their
/// settings.
pub(super) fn appearance(invocation: &Invocation) -> Appearance {
    let depth = match invocation.globals.color {
        Some(ColorChoice::Always(depth)) => depth,
        Some(ColorChoice::Auto) | None => ColorDepth::Truecolor,
    };
    let glyphs = match invocation.globals.glyphs {
        Some(GlyphChoice::Ascii) => GlyphSet::Ascii,
        Some(GlyphChoice::Unicode) | None => GlyphSet::Unicode,
    };
    Appearance::usual(depth, glyphs)
}

struct Clock {
    /// In microseconds since its start.
    now: u64,
    /// Microseconds that may pass at once.
    limit: u64,
    pace: ClockPace,
    last_turn: u32,
    commands: u32,
}

enum ClockPace {
    /// Microseconds of a turn.
    Game {
        turn: u64,
    },
    Real(RealTime),
}

impl Clock {
    /// Errors: refuses what the run or the other options do not go with.
    fn of(args: &CastArgs, run: &TimedRun) -> Result<Clock, &'static str> {
        let pace = match args.pace.unwrap_or(Pace::Game) {
            Pace::Game => {
                let turns = args.turns_per_second.unwrap_or(DEFAULT_TURNS_PER_SECOND);
                ClockPace::Game { turn: 1_000_000 / u64::from(turns) }
            }
            Pace::Real if args.turns_per_second.is_some() => {
                return Err("--turns-per-second goes with --pace game");
            }
            Pace::Real => {
                let real_time = run.real_time.clone();
                ClockPace::Real(
                    real_time.ok_or("it has no marks of real time; --pace game needs none")?,
                )
            }
        };
        let limit = args.idle_limit.map_or(u64::MAX, |seconds| u64::from(seconds) * 1_000_000);
        Ok(Clock { now: 0, limit, pace, last_turn: 0, commands: 0 })
    }

    /// What the caption tells: in real pace the milliseconds of play, however long pictures stand.
    fn time_of_play(&self) -> Option<u64> {
        match &self.pace {
            ClockPace::Game { .. } => None,
            ClockPace::Real(real_time) => Some(real_time.estimate(self.commands)),
        }
    }

    fn pass(&mut self, microseconds: u64) {
        self.now += microseconds.min(self.limit);
    }

    /// Lets the time of a command pass that has led to a state, and returns the milestones that are
    /// marked there.
    fn advance(&mut self, outcome: &Outcome, view: View<'_>, commands: u32) -> Vec<Milestone> {
        let reached = milestones(outcome, view);
        let turns = view.turns().0.saturating_sub(self.last_turn).max(1);
        self.last_turn = view.turns().0;
        self.commands = commands;
        let passed = match &self.pace {
            ClockPace::Game { turn } => {
                let first = if commands == 1 { FIRST_PICTURE * 1_000 } else { 0 };
                let pauses = reached.iter().map(|milestone| pause(*milestone)).max().unwrap_or(0);
                first + u64::from(turns) * turn + pauses * 1_000
            }
            ClockPace::Real(real_time) => {
                let before = real_time.estimate(commands.saturating_sub(1));
                real_time.estimate(commands).saturating_sub(before) * 1_000
            }
        };
        self.pass(passed);
        let is_chapter = |milestone: &Milestone| !matches!(milestone, Milestone::JobDone(_));
        reached.into_iter().filter(is_chapter).collect()
    }

    /// Writes an event at the present time: `o` for output, `m` for a marker.
    fn write(&self, kind: char, data: &str, out: &mut Output) -> Result<(), Failure> {
        let (seconds, rest) = (self.now / 1_000_000, self.now % 1_000_000);
        let data = serde_json::to_string(data)?;
        writeln!(out.raw(), "[{seconds}.{rest:06}, \"{kind}\", {data}]")?;
        Ok(())
    }
}

/// How long the picture before a milestone stands longer in game pace, in milliseconds.
fn pause(milestone: Milestone) -> u64 {
    match milestone {
        Milestone::JobDone(_) => 200,
        Milestone::OrderDone | Milestone::ClockedOut => 1_500,
        Milestone::RaidOver
        | Milestone::Over
        | Milestone::SiteEntered
        | Milestone::FloorReached
        | Milestone::SiteLeft => 1_000,
    }
}
