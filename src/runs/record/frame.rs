//! The frames of a recording and what is in them: commands, marks, digests, keyframes, the end; and
//! the chain over all of it.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Milestone, RunHeader};
use base::fold;
use engine::sim::{
    Command, ComponentDigests, Digest, End, Game, Letter, RunStatus, Snapshot, Turns,
};

/// One entry of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
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
    /// The low 16 bits of each component's digest, in the order of
    /// [`engine::sim::ComponentDigests::NAMES`].
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
    pub turn: Turns,
    /// The chain over all states up to this one.
    pub chain: Chain,
    pub snapshot: Snapshot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunEnding {
    pub outcome: End,
    pub letter: Letter,
    pub score: u32,
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

/// What a recording holds besides digests and states: what a run consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Command(Command),
    Mark(Mark),
}

impl From<Entry> for Frame {
    fn from(entry: Entry) -> Frame {
        match entry {
            Entry::Command(command) => Frame::Command(command),
            Entry::Mark(mark) => Frame::Mark(mark),
        }
    }
}

/// A moment of a run in real time. It has no effect on play and is no part of a state, but it is
/// linked into the chain.
///
/// The time is the claim of whoever recorded the run: no verification can prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    pub kind: MarkKind,
    /// The clock of the state in which the mark was made.
    pub turn: Turns,
    /// In milliseconds since 1970.
    pub time: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkKind {
    Start,
    Leave,
    Resume,
    /// The command before the mark reached this.
    Milestone(Milestone),
}

impl MarkKind {
    pub fn name(self) -> &'static str {
        match self {
            MarkKind::Start => "start",
            MarkKind::Leave => "leave",
            MarkKind::Resume => "resume",
            MarkKind::Milestone(milestone) => milestone.name(),
        }
    }
}

/// The key under which headers are hashed.
const HEADER_KEY: u64 = 0x7570_6b2d_6865_6164;

/// The key under which marks are hashed.
const MARK_KEY: u64 = 0x7570_6b2d_6d61_726b;

/// The digest of a run: over its header, the digests of all its states and its marks, in order.
///
/// Each link is XXH3 over a digest, keyed by the link before: two runs with the same last link had
/// the same header, the same states and the same marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain(Digest);

impl Chain {
    /// The chain of a run before its first command; `first` is the digest of the first state.
    pub fn start(header: &RunHeader, first: Digest) -> Chain {
        let mut chain = Chain(Digest(fold(HEADER_KEY, header)));
        chain.link(first);
        chain
    }

    pub fn link_mark(&mut self, mark: &Mark) {
        self.link(Digest(fold(MARK_KEY, mark)));
    }

    pub fn link(&mut self, state: Digest) {
        self.0 = Digest(xxh3_64_with_seed(&state.0.to_le_bytes(), self.0.0));
    }

    /// The last link, which identifies the run.
    pub fn digest(self) -> Digest {
        self.0
    }
}
