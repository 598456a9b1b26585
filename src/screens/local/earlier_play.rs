//! What was told and reached in a run before it was taken up, made again from its recording.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::beside::beside;
use crate::log::Log;
use crate::told::StateBefore;
use content::Catalog;
use runs::record::{EarlierSplits, RealTime, Recording, Replay, ReplayError, SplitTimer};

/// The number of lines of the log that are made again at least, if so many were told.
const MIN_LINES: usize = 500;
/// The number of commands that are played again at a time, from the newest back.
const PART_COMMANDS: u32 = 512;

/// What comes of a run that is being read again: first the log, from its newest commands, and then the splits, for which all
/// of it is played. A sender that is gone has sent nothing: the run could not be read.
pub struct EarlierPlay {
    pub(super) log: Receiver<Log>,
    pub(super) splits: Receiver<EarlierSplits>,
}

/// Begins to read, beside the screens, what a run has told and reached with its first `commands` commands.
pub fn read_earlier_play(
    open: impl FnOnce() -> Option<Recording> + Send + 'static,
    commands: u32,
    catalog: Arc<Catalog>,
) -> EarlierPlay {
    let (log_sender, log) = channel();
    let (splits_sender, splits) = channel();
    beside(move || {
        let Some(recording) = open() else { return };
        let marks: Vec<_> =
            recording.marks().iter().copied().filter(|(before, _)| *before <= commands).collect();
        let Ok(mut replay) = Replay::new(recording, &catalog) else { return };
        // The run may have been left: nobody receives it then.
        if let Ok(log) = earlier_log(&mut replay, commands) {
            let _ = log_sender.send(log);
        }
        drop(log_sender);
        if let Ok(timer) = earlier_timer(&mut replay, commands) {
            let _ = splits_sender.send(EarlierSplits { timer, real_time: RealTime::of(&marks) });
        }
    });
    EarlierPlay { log, splits }
}

/// The last lines that were told until a number of commands had been carried out.
fn earlier_log(replay: &mut Replay, commands: u32) -> Result<Log, ReplayError> {
    let mut log = Log::default();
    let mut start = commands;
    while start > 0 && log.lines().len() < MIN_LINES {
        let end = start;
        start = start.saturating_sub(PART_COMMANDS);
        replay.seek(start)?;
        let mut part = Log::default();
        if start == 0 {
            part.tell_first_sights(replay.game().view());
        }
        while replay.at() < end {
            let before = StateBefore::of(replay.game().view());
            let Some(outcome) = replay.forward()? else { break };
            before.tell_again(replay.game().view(), &outcome.events, &mut part);
        }
        log.prepend(part);
    }
    Ok(log)
}

/// The splits of the first `commands` commands.
fn earlier_timer(replay: &mut Replay, commands: u32) -> Result<SplitTimer, ReplayError> {
    replay.seek(0)?;
    let mut timer = SplitTimer::new(replay.game());
    while replay.at() < commands && replay.forward()?.is_some() {
        timer.observe(replay.game(), replay.at());
    }
    Ok(timer)
}
