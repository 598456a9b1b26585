//! The beginning of a run, from which it can be played with other commands or under other rules.

use std::sync::Arc;

use super::{
    BeginError, Lost, Recording, RejectedCommand, ReplayError, Ruleset, RunHeader, Session, Sink,
};
use content::Catalog;
use engine::sim::{Command, Game, Reject, Snapshot};

/// The header and the first state of runs that are made of another one.
#[derive(Clone)]
pub struct RunStart {
    header: RunHeader,
    first: Snapshot,
    catalog: Arc<Catalog>,
}

impl RunStart {
    /// The beginning of a recording, under the rules of this program whatever it was played by;
    /// `modded` says whether their content is another than the built-in one.
    ///
    /// Runs from it branch off the recording, unless that begins with a state of its own: then so
    /// do they.
    /// Errors: a level that cannot be generated any more, and a first state that is missing or
    /// cannot be.
    pub fn of(
        recording: &mut Recording,
        catalog: &Arc<Catalog>,
        modded: bool,
    ) -> Result<RunStart, ReplayError> {
        let ruleset = Ruleset::of(catalog);
        let mut header = RunHeader { ruleset, ..recording.header().branched() };
        header.setup.options.modded = modded;
        let first = if header.origin.begins_with_state() {
            let keyframe = recording.keyframe_before(0)?;
            let keyframe = keyframe.ok_or_else(|| Lost("the first state".to_owned()))?;
            // Checked here, so that it can be restored ever after.
            Game::restore(header.setup.clone(), keyframe.snapshot, catalog)?.snapshot()
        } else {
            Game::new(header.setup.clone(), catalog)?.snapshot()
        };
        Ok(RunStart { header, first, catalog: catalog.clone() })
    }

    pub fn header(&self) -> &RunHeader {
        &self.header
    }

    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// The first state.
    pub fn game(&self) -> Game {
        let game = Game::restore(self.header.setup.clone(), self.first.clone(), &self.catalog);
        game.unwrap_or_else(|error| unreachable!("a state that was checked: {error}"))
    }

    /// Those of the commands that the rules accept, each after those before it.
    pub fn accepted(&self, commands: &[Command]) -> Vec<Command> {
        let mut game = self.game();
        commands.iter().copied().filter(|&command| game.step(command).is_ok()).collect()
    }

    /// The beginning of runs that begin with the state that some commands lead to, each of which
    /// the rules accept.
    /// Errors: the first command that the rules reject.
    pub fn after(&self, commands: &[Command]) -> Result<RunStart, RejectedCommand> {
        let mut game = self.game();
        for (number, &command) in (1..).zip(commands) {
            game.step(command)
                .map_err(|reject| RejectedCommand::new(number, reject, &self.catalog))?;
        }
        let header = self.header.cut();
        Ok(RunStart { header, first: game.snapshot(), catalog: self.catalog.clone() })
    }

    pub fn session<S: Sink>(&self, sink: S) -> Result<Session<S>, BeginError<S::Error>> {
        Session::begin_with(self.header.clone(), self.game(), &self.catalog, sink)
    }

    /// Plays commands up to the first that the rules reject, or past those if `skips`; `submit`
    /// carries one out.
    pub fn refit<E>(
        &self,
        commands: &[Command],
        skips: bool,
        mut submit: impl FnMut(Command) -> Result<(), E>,
    ) -> Result<Refit, E> {
        let mut game = self.game();
        let mut refit = Refit { fit: 0, rejected: Vec::new() };
        for (number, &command) in (1..).zip(commands) {
            let turn = game.turns().0;
            match game.step(command) {
                Ok(_) => {
                    submit(command)?;
                    refit.fit += 1;
                }
                Err(reject) => {
                    refit.rejected.push(Misfit { number, turn, command, reject });
                    if !skips {
                        break;
                    }
                }
            }
        }
        Ok(refit)
    }
}

/// What became of commands that were played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refit {
    /// How many were carried out.
    pub fit: u32,
    /// Those that the rules reject, up to the first or all of them.
    pub rejected: Vec<Misfit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its number among all commands, counted from 1.
    pub number: u32,
    /// The turn at which it came.
    pub turn: u32,
    pub command: Command,
    pub reject: Reject,
}
