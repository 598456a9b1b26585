//! The raid that a screen shows, forwards and back: that of the run in progress, of a copy of it,
//! or of the recording of a run whose player was on the floor.
//!
//! It is played in a game of its own, which cannot be played backwards: states are kept on the way,
//! and one that was passed is reached from the last of these before it.

use engine::sim::{Command, End, Event, Game, Turns};
use engine::view::{View, describe_refusal};
use runs::record::Replay;

use super::active_run::ActiveRun;

/// The number of commands between two states that are kept.
const COMMANDS_PER_CHECKPOINT: u32 = 25;

/// A raid, and the state of it that is shown.
pub(crate) struct RaidSource {
    /// The state after `at` commands.
    game: Game,
    at: u32,
    /// The number of commands up to the latest state that was shown.
    seen: u32,
    /// Every [`COMMANDS_PER_CHECKPOINT`]th state.
    checkpoints: Vec<Game>,
    /// The commands of a recording; elsewhere the raid goes on by itself.
    recorded: Option<Vec<Command>>,
    /// Whether it drives the run in progress.
    pub is_live: bool,
}

fn copy(game: &Game) -> Game {
    game.view().replica().expect("a state that was just taken is one")
}

impl RaidSource {
    /// The raid of the run in progress, from its present turn.
    pub(crate) fn run(run: &ActiveRun) -> Self {
        let game = run.view().replica().expect("a state that was just taken is one");
        Self { is_live: true, ..Self::copy(game) }
    }

    pub(crate) fn copy(game: Game) -> Self {
        let checkpoints = vec![copy(&game)];
        Self { game, at: 0, seen: 0, checkpoints, recorded: None, is_live: false }
    }

    /// The raid of a recorded run from its first turn; `None` if the recording has none.
    pub(crate) fn recording(mut replay: Replay, dawn: Turns) -> Option<Self> {
        replay.seek_turn(dawn).ok()?;
        while replay.game().view().intruders().is_none() {
            replay.forward().ok()??;
        }
        let rest = replay.recording().commands()[replay.at() as usize..].to_vec();
        Some(Self { recorded: Some(rest), ..Self::copy(copy(replay.game())) })
    }

    pub(crate) fn at(&self) -> u32 {
        self.at
    }

    /// The state that is shown, all of it.
    pub(crate) fn view(&self) -> View<'_> {
        let view = self.game.view();
        let is_latest = self.recorded.is_none() && self.at == self.seen;
        if is_latest { view } else { view.as_spectator() }
    }

    /// How the shift ended, if the state that is shown is its last.
    pub(crate) fn end(&self) -> Option<End> {
        self.game.view().shift_end()
    }

    /// Goes one turn on. Returns its events if the turn was not shown before.
    ///
    /// # Errors
    /// The reason why the run does not go on, in words.
    pub(crate) fn step_on(&mut self, run: &mut ActiveRun) -> Result<Option<Vec<Event>>, String> {
        let is_new = self.at == self.seen;
        if is_new && self.is_live {
            let watched = run.watch();
            watched.map_err(|refusal| refusal.text(run.view().catalog()))?;
        }
        let events = self.play()?;
        if !is_new {
            return Ok(None);
        }
        self.seen = self.at;
        if self.at.is_multiple_of(COMMANDS_PER_CHECKPOINT) {
            self.checkpoints.push(copy(&self.game));
        }
        Ok(Some(events))
    }

    fn play(&mut self) -> Result<Vec<Event>, String> {
        let command = match &self.recorded {
            None => Command::Continue,
            Some(commands) => *commands.get(self.at as usize).ok_or("The recording ends here.")?,
        };
        let outcome = self.game.step(command);
        self.at += u32::from(outcome.is_ok());
        let catalog = self.game.view().catalog();
        outcome.map(|outcome| outcome.events).map_err(|reject| describe_refusal(reject, catalog))
    }

    /// Shows the state after so many commands, of those that were shown.
    pub(crate) fn go_to(&mut self, at: u32) {
        let place = at.min(self.seen) / COMMANDS_PER_CHECKPOINT;
        self.game = copy(&self.checkpoints[place as usize]);
        self.at = place * COMMANDS_PER_CHECKPOINT;
        while self.at < at.min(self.seen) && self.play().is_ok() {}
    }

    pub(crate) fn go_to_front(&mut self) {
        self.go_to(self.seen);
    }
}
