//! A raid that can be watched again: the state at its beginning, and the commands since.

use std::collections::VecDeque;

use engine::sim::{Command, Event, Game, Turns};
use engine::view::{View, describe_refusal};
use runs::record::Replay;

pub(crate) struct RaidRecord {
    game: Game,
    /// The commands that follow; without the player on the floor a raid goes on by itself.
    commands: VecDeque<Command>,
}

impl RaidRecord {
    /// A raid from its present turn on.
    pub(crate) fn of(view: View<'_>) -> Option<Self> {
        view.replica().map(Self::by_itself)
    }

    pub(crate) fn by_itself(game: Game) -> Self {
        Self { game, commands: VecDeque::new() }
    }

    /// The raid that a recorded run is in, without the player, up to its last turn.
    pub(crate) fn read(mut replay: Replay) -> Option<Self> {
        let mut record = Self::of(replay.game().view())?;
        while let Some(&command) = replay.recording().commands().get(replay.at() as usize) {
            let before = replay.game().view().clock();
            replay.forward().ok()??;
            record.note(command, before, replay.game().view());
        }
        Some(record)
    }

    /// The raid of a recorded run whose player was on the floor; `None` if there was none.
    pub(crate) fn with_player(mut replay: Replay, dawn: Turns) -> Option<Self> {
        replay.seek_turn(dawn).ok()?;
        while replay.game().view().intruders().is_none() {
            replay.forward().ok()??;
        }
        let rest = &replay.recording().commands()[replay.at() as usize..];
        let game = replay.game().view().replica()?;
        Some(Self { game, commands: rest.iter().copied().collect() })
    }

    /// Notes a command that has led to a state: the turns that it took, one by one.
    pub(crate) fn note(&mut self, command: Command, before: Turns, after: View<'_>) {
        match after.clock().saturating_sub(before) {
            Turns(0) => self.commands.push_back(command),
            turns => self.commands.extend((0..turns.0).map(|_| Command::Continue)),
        }
    }

    pub(crate) fn copy(&self) -> Option<Self> {
        Some(Self { game: self.game.view().replica()?, commands: self.commands.clone() })
    }

    /// The present state, all of it.
    pub(crate) fn view(&self) -> View<'_> {
        self.game.view().as_spectator()
    }

    /// Goes a command on.
    ///
    /// # Errors
    /// The reason why the raid does not go on, in words.
    pub(crate) fn step(&mut self) -> Result<Vec<Event>, String> {
        let by_itself = self.game.view().is_away().then_some(Command::Continue);
        let command = self.commands.pop_front().or(by_itself).ok_or("The recording ends here.")?;
        let catalog = self.game.view().catalog().clone();
        let outcome = self.game.step(command);
        outcome.map(|outcome| outcome.events).map_err(|reject| describe_refusal(reject, &catalog))
    }
}
