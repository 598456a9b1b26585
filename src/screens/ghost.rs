//! The ghost of another run: where its player stood at a turn.

use base::Pos;
use engine::sim::{RunStatus, Turns};
use runs::record::Replay;

/// Another run of the same shift, which is played along in memory.
pub struct Ghost {
    replay: Replay,
    /// The turn that it was asked about last.
    asked: Turns,
}

impl Ghost {
    /// A replay of the other run, wherever it stands.
    pub fn new(replay: Replay) -> Self {
        let asked = replay.turn();
        Self { replay, asked }
    }

    /// Where the other player stood at a turn of the clock; `None` once that run was over or its player had left the floor.
    ///
    /// From one turn to the next the replay goes on by as many commands; back, it seeks.
    pub fn at(&mut self, turn: Turns) -> Option<Pos> {
        if turn < self.asked {
            self.replay.seek_turn(turn).ok()?;
        }
        self.asked = turn;
        while self.replay.turn() < turn {
            self.replay.forward().ok()??;
        }
        let view = self.replay.game().view();
        let is_there = !view.is_away() && !matches!(view.status(), RunStatus::Over(_));
        is_there.then(|| view.player().pos)
    }
}
