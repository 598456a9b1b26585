//! The raid that a screen shows, forwards and back: the run in progress, a copy of it, or the
//! recording of a raid during which the player was on the floor.
//!
//! A run cannot be played backwards. States are kept on the way, and one that was passed is reached
//! from the last of these before it. A recording goes to any state by itself.

use engine::sim::{Command, End, Event, Game, Turns};
use engine::view::View;
use runs::record::Replay;

use super::{active_run::ActiveRun, run::Run};

/// The number of turns between two states that are kept.
const TURNS_PER_CHECKPOINT: u32 = 25;

/// A raid, and the state of it that is shown.
pub(crate) struct RaidSource {
    front: Front,
    /// An earlier state than the front, where that is shown.
    past: Option<Box<Game>>,
    /// States that were passed, the earliest first.
    checkpoints: Vec<Box<Game>>,
}

/// What a raid is played from, at the latest state that was shown.
enum Front {
    /// The run in progress.
    Run,
    /// A copy of the run that is not kept.
    Copy(Box<Game>),
    /// The recording of the run; the raid begins after the first `start` commands, and was shown up
    /// to `seen`.
    Recording { replay: Box<Replay>, start: u32, seen: u32 },
}

impl RaidSource {
    /// The raid of the run in progress, from its present turn.
    pub(crate) fn run(run: &ActiveRun) -> Self {
        Self::new(Front::Run, run.view().replica())
    }

    /// The raid from a copy of the game.
    pub(crate) fn copy(game: Game) -> Self {
        let start = game.view().replica();
        Self::new(Front::Copy(Box::new(game)), start)
    }

    /// The raid of a recorded run from its first turn; `None` if the recording has none.
    pub(crate) fn recording(mut replay: Replay, dawn: Turns) -> Option<Self> {
        replay.seek_turn(dawn).ok()?;
        while replay.game().view().intruders().is_none() {
            replay.forward().ok()??;
        }
        let start = replay.at();
        Some(Self::new(Front::Recording { replay: Box::new(replay), start, seen: start }, None))
    }

    fn new(front: Front, start: Option<Game>) -> Self {
        Self { front, past: None, checkpoints: start.map(Box::new).into_iter().collect() }
    }

    /// Whether it drives the run that is played.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self.front, Front::Run)
    }

    /// The state that is shown, all of it.
    pub(crate) fn view<'a>(&'a self, run: &'a ActiveRun) -> View<'a> {
        match &self.past {
            Some(past) => past.view().as_spectator(),
            None => self.front_view(run),
        }
    }

    fn front_view<'a>(&'a self, run: &'a ActiveRun) -> View<'a> {
        match &self.front {
            Front::Run => run.view(),
            Front::Copy(game) => game.view(),
            Front::Recording { replay, .. } => replay.game().view().as_spectator(),
        }
    }

    /// How the shift ended, if the state that is shown is its last.
    pub(crate) fn end(&self, run: &ActiveRun) -> Option<End> {
        self.view(run).shift_end()
    }

    /// Goes one turn on. Returns its events if the turn was not shown before.
    ///
    /// # Errors
    /// The reason why the run does not go on, in words.
    pub(crate) fn step_on(&mut self, run: &mut ActiveRun) -> Result<Option<Vec<Event>>, String> {
        if let Some(past) = &mut self.past {
            let stepped = past.submit(Command::Continue);
            stepped.map_err(|refusal| refusal.text(run.view().catalog()))?;
            let is_at_front = past.view().clock() >= self.front_view(run).clock();
            self.past = self.past.take().filter(|_| !is_at_front);
            return Ok(None);
        }
        let catalog = run.view().catalog().clone();
        let events = match &mut self.front {
            Front::Run => run.watch().map_err(|refusal| refusal.text(&catalog))?,
            Front::Copy(game) => {
                let outcome = game.submit(Command::Continue);
                outcome.map_err(|refusal| refusal.text(&catalog))?.events
            }
            Front::Recording { replay, seen, .. } => {
                let outcome = replay.forward().map_err(|error| format!("{error}."))?;
                let Some(outcome) = outcome else { return Err("The recording ends here.".into()) };
                if replay.at() <= *seen {
                    return Ok(None);
                }
                *seen = replay.at();
                outcome.events
            }
        };
        self.keep_checkpoint(run);
        Ok(Some(events))
    }

    fn keep_checkpoint(&mut self, run: &ActiveRun) {
        if let Front::Recording { .. } = self.front {
            return;
        }
        let view = self.front_view(run);
        let last = self.checkpoints.last().map(|game| game.view().clock());
        let is_due = last.is_some_and(|last| view.clock().0 - last.0 >= TURNS_PER_CHECKPOINT);
        if is_due && view.shift_end().is_none() {
            let state = view.replica();
            self.checkpoints.extend(state.map(Box::new));
        }
    }

    /// Goes one turn back; does nothing at the beginning.
    pub(crate) fn step_back(&mut self, run: &ActiveRun) {
        if let Front::Recording { replay, start, .. } = &mut self.front {
            let before = replay.at().saturating_sub(1).max(*start);
            // What was played once can be played again.
            let _ = replay.seek(before);
            return;
        }
        let now = self.view(run).clock();
        self.go_to(Turns(now.0.saturating_sub(1)));
    }

    pub(crate) fn rewind(&mut self) {
        if let Front::Recording { replay, start, .. } = &mut self.front {
            let _ = replay.seek(*start);
            return;
        }
        self.go_to(Turns(0));
    }

    /// Shows the latest state again.
    pub(crate) fn go_to_front(&mut self) {
        self.past = None;
        if let Front::Recording { replay, seen, .. } = &mut self.front {
            let _ = replay.seek(*seen);
        }
    }

    /// Shows the state of a turn before the front, or the first one that is kept.
    fn go_to(&mut self, turn: Turns) {
        let before = self.checkpoints.iter().rev().find(|game| game.view().clock() <= turn);
        let Some(nearest) = before.or(self.checkpoints.first()) else { return };
        let Some(mut game) = nearest.view().replica() else { return };
        while game.view().clock() < turn && game.submit(Command::Continue).is_ok() {}
        self.past = Some(Box::new(game));
    }
}
