//! A raid that is watched after the fact, forwards and back: again as it was played, or from the
//! recording of a run whose player was on the floor.
//!
//! It is played in a game of its own, which cannot be played backwards: states are kept on the way,
//! and one that was passed is reached from the last of these before it.

use engine::sim::{Command, End, Event, Game, Turns};
use engine::view::{View, describe_refusal};
use runs::record::Replay;

/// The number of commands between two states that are kept.
const COMMANDS_PER_CHECKPOINT: u32 = 25;

/// A raid from the turn when the player left the floor: the state then, and each turn and each pull
/// since.
pub(crate) struct RaidRecord {
    game: Game,
    commands: Vec<Command>,
}

impl RaidRecord {
    /// A raid from its present turn on.
    pub(crate) fn of(view: View<'_>) -> Option<Self> {
        Some(Self { game: view.replica()?, commands: Vec::new() })
    }

    /// What a recorded run has of the raid that it is in.
    pub(crate) fn read(mut replay: Replay) -> Option<Self> {
        let mut record = Self::of(replay.game().view())?;
        while let Some(&command) = replay.recording().commands().get(replay.at() as usize) {
            let before = replay.game().view().clock();
            replay.forward().ok()??;
            record.note(command, before, replay.game().view());
        }
        Some(record)
    }

    /// Notes a command that has led to a state: the turns that it took, one by one.
    pub(crate) fn note(&mut self, command: Command, before: Turns, after: View<'_>) {
        match after.clock().saturating_sub(before) {
            Turns(0) => self.commands.push(command),
            turns => self.commands.extend((0..turns.0).map(|_| Command::Continue)),
        }
    }

    /// The raid again from its beginning.
    pub(crate) fn source(&self) -> RaidSource {
        RaidSource::new(copy(&self.game), self.commands.clone())
    }
}

/// A raid, and the state of it that is shown.
pub(crate) struct RaidSource {
    /// The state after `at` commands.
    game: Game,
    at: u32,
    /// The number of commands up to the latest state that was shown.
    seen: u32,
    /// Every [`COMMANDS_PER_CHECKPOINT`]th state.
    checkpoints: Vec<Game>,
    /// The commands that are known; without the player on the floor a raid goes on by itself.
    commands: Vec<Command>,
}

fn copy(game: &Game) -> Game {
    game.view().replica().expect("a state that was just taken is one")
}

impl RaidSource {
    pub(crate) fn new(game: Game, commands: Vec<Command>) -> Self {
        let checkpoints = vec![copy(&game)];
        Self { game, at: 0, seen: 0, checkpoints, commands }
    }

    /// The raid of a recorded run from its first turn; `None` if the recording has none.
    pub(crate) fn recording(mut replay: Replay, dawn: Turns) -> Option<Self> {
        replay.seek_turn(dawn).ok()?;
        while replay.game().view().intruders().is_none() {
            replay.forward().ok()??;
        }
        let rest = replay.recording().commands()[replay.at() as usize..].to_vec();
        Some(Self::new(copy(replay.game()), rest))
    }

    pub(crate) fn at(&self) -> u32 {
        self.at
    }

    /// The state that is shown, all of it.
    pub(crate) fn view(&self) -> View<'_> {
        self.game.view().as_spectator()
    }

    /// Whether the state that is shown is the last one.
    pub(crate) fn end(&self) -> Option<End> {
        self.game.view().shift_end()
    }

    /// Goes one command on. Returns its events if it was not shown before.
    ///
    /// # Errors
    /// The reason why the raid does not go on, in words.
    pub(crate) fn step_on(&mut self) -> Result<Option<Vec<Event>>, String> {
        let is_new = self.at == self.seen;
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
        let next = self.commands.get(self.at as usize).copied();
        let by_itself = self.game.view().is_away().then_some(Command::Continue);
        let command = next.or(by_itself).ok_or("The recording ends here.")?;
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
}
