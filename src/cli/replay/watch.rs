//! `upkeeper replay watch`: a replay on this terminal.

use std::path::PathBuf;

use crate::cli::failure::warn;
use crate::cli::{Answer, Failure, Invocation, inputs, play};
use engine::sim::Turns;
use runs::record::Replay;
use screens::config::TimerChoice;
use screens::{RaceFiles, ScreenStack, screens::replay::ReplayScreen};

#[derive(Debug, clap::Args)]
pub(crate) struct WatchArgs {
    /// A run file
    file: PathBuf,
    /// Begins at a turn of the clock, stopped
    #[arg(long, value_name = "TURN")]
    turn: Option<u32>,
    /// Shows where another run of the same shift stood at each turn, and compares the splits; it is
    /// verified first
    #[arg(long, value_name = "FILE")]
    ghost: Option<PathBuf>,
}

pub(super) fn run(args: &WatchArgs, invocation: &Invocation) -> Result<Answer, Failure> {
    let catalog = invocation.catalog()?;
    let source = inputs::open(&args.file, invocation)?;
    let opened = source.recording()?;
    if let Some(damage) = &opened.damage {
        warn(&format_args!("{damage}; what stands before that is shown"));
    }
    let replay = Replay::new(opened.recording, &catalog);
    let replay = replay.map_err(|error| Failure::replay(source.name(), &error))?;
    if !play::is_terminal() {
        return Err(Failure::usage(&"this is no terminal to watch on"));
    }
    let setup = replay.recording().header().setup.clone();
    if let Some(ghost) = &args.ghost {
        play::check_rival(ghost, &setup)?;
    }
    let is_raced = args.ghost.is_some();
    let mut screens = play::load_context(invocation, |settings| {
        if is_raced && settings.timer == TimerChoice::Off {
            settings.timer = TimerChoice::Turns;
        }
    })?;
    screens.race_files = RaceFiles { compare: args.ghost.clone(), ghost: args.ghost.clone() };
    let name = args.file.file_name().unwrap_or_default().to_string_lossy();
    let mut first = ReplayScreen::new(replay, &name);
    if let Some(turn) = args.turn {
        let last = first.last_turn();
        if Turns(turn) > last {
            return Err(Failure::no_turn(source.name(), Turns(turn), last));
        }
        first.start_at(Turns(turn));
    }
    play::show(&mut ScreenStack::new(Box::new(first)), &mut screens)
}
