//! What a run that is taken up has reached before.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::beside::beside;
use content::Catalog;
use runs::record::{EarlierSplits, RealTime, Recording, Replay, SplitTimer};

/// Reads beside the screens what a run has reached with its first `commands` commands. `None` comes where it cannot be
/// read.
pub fn read_earlier_splits(
    open: impl FnOnce() -> Option<Recording> + Send + 'static,
    commands: u32,
    catalog: Arc<Catalog>,
) -> Receiver<Option<EarlierSplits>> {
    let (sender, splits) = channel();
    beside(move || {
        let found = open().and_then(|recording| earlier_splits(recording, commands, &catalog));
        // The run may have been left.
        let _ = sender.send(found);
    });
    splits
}

fn earlier_splits(
    recording: Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
) -> Option<EarlierSplits> {
    let marks: Vec<_> =
        recording.marks().iter().copied().filter(|(before, _)| *before <= commands).collect();
    let mut replay = Replay::new(recording, catalog).ok()?;
    let mut timer = SplitTimer::new(replay.game());
    while replay.at() < commands {
        replay.forward().ok()??;
        timer.observe(replay.game(), replay.at());
    }
    Some(EarlierSplits { timer, real_time: RealTime::of(&marks) })
}
