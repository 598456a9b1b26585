//! `upkeeper replay watch`: a replay on this terminal.

use std::path::PathBuf;

use crate::cli::failure::warn;
use crate::cli::{Answer, Failure, Invocation, inputs, play};
use crate::record::Replay;
use crate::ui::{ScreenStack, screens::replay::ReplayScreen};

#[derive(Debug, clap::Args)]
pub struct WatchArgs {
    /// A run file
    file: PathBuf,
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
    let mut screens = play::load_context(invocation, |_| {})?;
    let name = args.file.file_name().unwrap_or_default().to_string_lossy();
    let first = Box::new(ReplayScreen::new(replay, &name));
    play::show(&mut ScreenStack::new(first), &mut screens)
}
