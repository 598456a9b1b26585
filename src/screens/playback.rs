//! Playback of recorded runs, raids and the stages of a level: whether it plays, how fast, what the
//! keys do, and the places of a run that they go to. The screen knows what is played.

use std::time::Duration;

use super::{Context, glyphs::GlyphSet, keymap::Intent, widgets::KeyHint};
use engine::sim::Turns;
use engine::view::{Tone, messages};
use runs::record::{MarkKind, Milestone, RealTime, Replay, ReplayError, SplitTimer, milestones};

/// Whether something plays, and how fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Playback {
    speeds: &'static [Speed],
    /// The index of the speed in `speeds`.
    speed: usize,
    pub is_playing: bool,
}

/// What a screen must do after an intent of playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaybackAction {
    /// Nothing: the intent is not one of playback.
    Ignore,
    Stay,
    StepOn,
    /// To go to the state after this number of steps.
    Seek(u32),
}

/// The multiple of the usual speed, in words, and the milliseconds between two pictures; with 0
/// [`STEPS_PER_PICTURE`] steps are one picture.
type Speed = (&'static str, u64);

/// The speeds of runs and raids, with a turn to a picture.
const RUN_SPEEDS: &[Speed] = &[
    ("1/2", 500),
    ("1", 250),
    ("2", 125),
    ("4", 62),
    ("8", 31),
    ("16", 16),
    ("as fast as it goes", 0),
];
/// The speeds of stages, in stages a second.
const STAGE_SPEEDS: &[Speed] =
    &[("1/2", 2_000), ("1", 1_000), ("2", 500), ("4", 250), ("8", 125), ("16", 62)];
const STEPS_PER_PICTURE: u32 = 64;

impl Playback {
    /// For a recorded run or a raid, playing at the usual speed.
    pub(crate) const fn of_run() -> Self {
        Self { speeds: RUN_SPEEDS, speed: 1, is_playing: true }
    }

    /// For a number of stages of a level, playing two a second if there are several.
    pub(crate) const fn of_stages(stages: usize) -> Self {
        Self { speeds: STAGE_SPEEDS, speed: 2, is_playing: stages > 1 }
    }

    /// Handles an intent at step `at` of `end`, and returns what is left to the screen.
    pub(crate) fn take(&mut self, intent: Intent, at: u32, end: u32) -> PlaybackAction {
        if matches!(intent, Intent::StepOn | Intent::StepBack | Intent::First) {
            self.is_playing = false;
        }
        match intent {
            Intent::Pause => {
                let is_over = at == end && !self.is_playing;
                self.is_playing = !self.is_playing && end > 0;
                // At the end it starts again.
                if is_over { PlaybackAction::Seek(0) } else { PlaybackAction::Stay }
            }
            Intent::StepOn => PlaybackAction::StepOn,
            Intent::StepBack => PlaybackAction::Seek(at.saturating_sub(1)),
            Intent::First => PlaybackAction::Seek(0),
            Intent::Last => PlaybackAction::Seek(end),
            Intent::Faster => {
                self.speed = (self.speed + 1).min(self.speeds.len() - 1);
                PlaybackAction::Stay
            }
            Intent::Slower => {
                self.speed = self.speed.saturating_sub(1);
                PlaybackAction::Stay
            }
            _ => PlaybackAction::Ignore,
        }
    }

    pub(crate) fn interval(&self) -> Duration {
        Duration::from_millis(self.speeds[self.speed].1)
    }

    /// A time at the usual speed, in milliseconds, at this one.
    pub(crate) fn scale(&self, milliseconds: u32) -> Duration {
        self.interval() * milliseconds / RUN_SPEEDS[1].1 as u32
    }

    /// How long to wait for the next picture; `None` while nothing plays.
    pub(crate) fn tick_interval(&self) -> Option<Duration> {
        self.is_playing.then(|| self.interval())
    }

    pub(crate) fn steps(&self) -> u32 {
        if self.interval().is_zero() { STEPS_PER_PICTURE } else { 1 }
    }

    /// The multiple of the usual speed, in words: "4".
    pub(crate) fn speed(&self) -> &'static str {
        self.speeds[self.speed].0
    }

    /// The speed with the sign for times: "×4".
    pub(crate) fn times(&self, glyphs: GlyphSet) -> String {
        match glyphs {
            _ if self.interval().is_zero() => self.speed().to_owned(),
            GlyphSet::Unicode => format!("×{}", self.speed()),
            GlyphSet::Ascii => format!("x{}", self.speed()),
        }
    }

    pub(crate) fn pause_hint(&self, context: &Context) -> KeyHint {
        let does = if self.is_playing { "stop" } else { "go on" };
        KeyHint::new(context.key(Intent::Pause), does)
    }
}

pub(crate) fn step_hint(context: &Context) -> KeyHint {
    KeyHint::of_keys(context, [Intent::StepBack, Intent::StepOn], "step")
}

pub(crate) fn speed_hint(context: &Context) -> KeyHint {
    KeyHint::of_keys(context, [Intent::Slower, Intent::Faster], "speed")
}

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
            let told = messages(&view, &outcome.events);
            if !reached.is_empty() || told.iter().any(|message| message.tone != Tone::Plain) {
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
