//! The frames that a recording consists of.

use serde::{Deserialize, Serialize};

use super::{Chain, Mark};
use engine::sim::{
    Command, ComponentDigests, Digest, End, Game, Letter, RunStatus, Snapshot, Turns,
};

/// One entry of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A command that was carried out.
    Command(Command),
    /// Digests of the state that everything before this frame led to.
    Digest(StateDigest),
    /// The same state in full.
    Keyframe(Box<Keyframe>),
    /// A moment in real time. It has no effect on play.
    Mark(Mark),
    /// How the run ended. Nothing follows.
    End(RunEnding),
}

/// Digests of a state: they show whether another state differs, and in which component or actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDigest {
    pub whole: Digest,
    /// The low 16 bits of each component's digest, in the order of [`engine::sim::ComponentDigests::NAMES`].
    pub parts: [u16; 6],
    /// The low 16 bits of each actor's digest, by id; empty in a compacted recording.
    pub actors: Vec<u16>,
}

impl StateDigest {
    /// Maximum number of actors with a digest of their own.
    pub const MAX_ACTORS: usize = 1_000;

    pub fn of(game: &Game) -> StateDigest {
        let (parts, actors) = game.digest_all();
        StateDigest {
            actors: actors
                .iter()
                .take(StateDigest::MAX_ACTORS)
                .map(|(_, own)| own.0 as u16)
                .collect(),
            ..StateDigest::without_actors(&parts)
        }
    }

    /// The digests of the whole and its components alone.
    pub fn without_actors(parts: &ComponentDigests) -> StateDigest {
        StateDigest {
            whole: parts.whole(),
            parts: parts.values().map(|part| part.0 as u16),
            actors: Vec::new(),
        }
    }
}

/// A whole state, and its place in the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyframe {
    /// Number of commands that led to the state.
    pub commands: u32,
    /// The clock of the state.
    pub turn: Turns,
    /// The chain over all states up to this one.
    pub chain: Chain,
    pub snapshot: Snapshot,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEnding {
    pub outcome: End,
    pub letter: Letter,
    pub score: u32,
    /// The number of commands of the recording.
    pub commands: u32,
    /// The chain over all states.
    pub chain: Chain,
}

impl RunEnding {
    /// The ending of a game that is over; `None` while it goes on.
    pub fn of(game: &Game, commands: u32, chain: Chain) -> Option<RunEnding> {
        let RunStatus::Over(outcome) = game.status() else { return None };
        let grade = game.run_grade();
        Some(RunEnding { outcome, letter: grade.letter, score: grade.score, commands, chain })
    }
}

/// The word for an outcome in reports: `running`, `clocked_out`, `won`, `died` or `abandoned`.
///
/// A night that ran out counts as clocked out: the shift was served to its end, late.
pub fn outcome_name(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Ready | RunStatus::Busy => "running",
        RunStatus::Over(End::ClockedOut | End::Dawn) => "clocked_out",
        RunStatus::Over(End::Won) => "won",
        RunStatus::Over(End::Died) => "died",
        RunStatus::Over(End::Abandoned) => "abandoned",
    }
}

/// An outcome in words, for people: a night that ran out has words of its own.
pub fn outcome_words(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Ready | RunStatus::Busy => "running",
        RunStatus::Over(End::ClockedOut) => "clocked out",
        RunStatus::Over(End::Dawn) => "overtaken by dawn",
        RunStatus::Over(End::Won) => "won",
        RunStatus::Over(End::Died) => "died",
        RunStatus::Over(End::Abandoned) => "abandoned",
    }
}
