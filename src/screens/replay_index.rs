//! What happens where in a recorded run: the places that keys of the replay go to.

use engine::sim::Turns;
use engine::view::{Tone, messages};
use runs::record::{MarkKind, Milestone, RealTime, Replay, ReplayError, SplitTimer, milestones};

/// Places in a recorded run, each the number of commands that lead to it; all lists rise.
#[derive(Default)]
pub(crate) struct ReplayIndex {
    /// Milestones, and what is told in another tone than the plain one.
    pub events: Vec<u32>,
    pub jobs: Vec<u32>,
    /// Where the player left the run or took it up again.
    pub pauses: Vec<u32>,
    /// `None` where not even the first state can be reached.
    pub timer: Option<SplitTimer>,
    /// As the marks claim.
    pub real_time: Option<RealTime>,
    /// The clock at the end.
    pub last_turn: Turns,
}

impl ReplayIndex {
    /// Plays a run from its start to its end, or to where it cannot be played on, and returns why.
    pub(crate) fn read(replay: &mut Replay) -> (ReplayIndex, Option<ReplayError>) {
        let mut index = ReplayIndex::default();
        let problem = index.play(replay).err();
        index.last_turn = replay.turn();
        let marks = replay.recording().marks();
        index.real_time = RealTime::of(marks);
        let is_pause = |kind: MarkKind| matches!(kind, MarkKind::Leave | MarkKind::Resume);
        let pauses = marks.iter().filter(|(_, mark)| is_pause(mark.kind));
        index.pauses = pauses.map(|(commands, _)| *commands).collect();
        index.pauses.dedup();
        (index, problem)
    }

    fn play(&mut self, replay: &mut Replay) -> Result<(), ReplayError> {
        replay.seek(0)?;
        let mut timer = SplitTimer::new(replay.game());
        while let Some(outcome) = replay.forward()? {
            let at = replay.at();
            timer.observe(replay.game(), at);
            if outcome.events.is_empty() {
                continue;
            }
            let view = replay.game().view();
            let reached = milestones(&outcome, view);
            if reached.iter().any(|what| matches!(what, Milestone::JobDone(_))) {
                self.jobs.push(at);
            }
            let is_told = |tone| tone != Tone::Plain;
            if !reached.is_empty()
                || messages(&view, &outcome.events).iter().any(|message| is_told(message.tone))
            {
                self.events.push(at);
            }
        }
        self.timer = Some(timer);
        Ok(())
    }
}

/// The first place after `at`, or the last one before it.
pub(crate) fn next_place(places: &[u32], at: u32, forward: bool) -> Option<u32> {
    if forward {
        places.get(places.partition_point(|&place| place <= at)).copied()
    } else {
        places[..places.partition_point(|&place| place < at)].last().copied()
    }
}
