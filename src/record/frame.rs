//! The entries that a record is made of.

use serde::{Deserialize, Serialize};

use super::Chain;
use crate::sim::{Command, ComponentDigests, Digest, End, Game, Letter, Snapshot, Status, Turns};

/// One entry of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// What the player decided.
    Command(Command),
    /// The state that everything before this frame led to, as digests.
    Digest(StateDigest),
    /// The same state in full.
    Keyframe(Box<Keyframe>),
    /// When it was, in milliseconds since 1970; told by whoever has a clock, and of no effect.
    Mark(u64),
    /// How it ended. Nothing follows.
    End(Ending),
}

/// Digests of one state: enough to tell that another differs, and in what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDigest {
    pub whole: Digest,
    /// The low 16 bits of each component's digest, in the order of [`crate::sim::ComponentDigests::NAMES`].
    pub parts: [u16; 5],
    /// The low 16 bits of each actor's digest, by id; none in a record that was made small.
    pub actors: Vec<u16>,
}

impl StateDigest {
    /// No more actors than this are told apart.
    pub const MOST_ACTORS: usize = 1_000;

    pub fn of(game: &Game) -> StateDigest {
        let (parts, actors) = game.digest_all();
        StateDigest {
            actors: actors
                .iter()
                .take(StateDigest::MOST_ACTORS)
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

/// A state in full, and where in the run it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyframe {
    /// How many commands of this record led to it.
    pub commands: u32,
    /// The turn of the night it is.
    pub turn: Turns,
    /// The chain up to here.
    pub chain: Chain,
    pub snapshot: Snapshot,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    pub outcome: End,
    pub letter: Letter,
    pub score: u32,
    /// All commands of the record.
    pub commands: u32,
    /// The last link.
    pub chain: Chain,
}

impl Ending {
    /// The end of a game that is over; `None` of one that is not.
    pub fn of(game: &Game, commands: u32, chain: Chain) -> Option<Ending> {
        let Status::Over(outcome) = game.status() else { return None };
        let grade = game.grade();
        Some(Ending { outcome, letter: grade.letter, score: grade.score, commands, chain })
    }
}

/// The word for an outcome in reports: `running`, `clocked_out`, `died` or `abandoned`.
///
/// A night that ran out counts as clocked out: the shift was served to its end, late.
pub fn outcome_name(status: Status) -> &'static str {
    match status {
        Status::Ready | Status::Busy => "running",
        Status::Over(End::ClockedOut | End::Dawn) => "clocked_out",
        Status::Over(End::Died) => "died",
        Status::Over(End::Abandoned) => "abandoned",
    }
}
