//! Recordings that were read back.

use std::sync::Arc;

use thiserror::Error;

use super::{Chain, Frame, Keyframe, Mark, RunEnding, RunHeader};
use content::Catalog;
use engine::sim::{Command, Digest, Game, Reject, SnapshotError, Turns};
use engine::view::describe_refusal;
use levels::GenError;

/// A recording that was read back: its commands and digests in memory, its keyframes by key in a
/// [`KeyframeSource`].
pub struct Recording {
    header: RunHeader,
    commands: Vec<Command>,
    /// Digests of states, each after a number of commands; rising.
    digests: Vec<(u32, Digest)>,
    keyframes: Vec<KeyframeEntry>,
    /// Each after a number of commands; rising.
    marks: Vec<(u32, Mark)>,
    end: Option<RunEnding>,
    source: Box<dyn KeyframeSource + Send>,
}

/// A keyframe's place in the recording, and its key in the source.
#[derive(Clone, Copy, Debug)]
struct KeyframeEntry {
    commands: u32,
    turn: Turns,
    key: u64,
}

/// The source of a recording's keyframes. Whole states take much memory, so they are read only when
/// they are needed.
pub trait KeyframeSource {
    /// The keyframe with this key, as given to [`Recording::push_keyframe`].
    fn keyframe(&mut self, key: u64) -> Result<Keyframe, Lost>;
}

/// The error of a keyframe that cannot be read any more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a keyframe is lost: {0}")]
pub struct Lost(pub String);

/// Keyframes in memory; the key is the index.
impl KeyframeSource for Vec<Keyframe> {
    fn keyframe(&mut self, key: u64) -> Result<Keyframe, Lost> {
        let keyframe = usize::try_from(key).ok().and_then(|key| self.get(key));
        keyframe.cloned().ok_or_else(|| Lost(format!("there is no number {key}")))
    }
}

impl Recording {
    pub fn new(header: RunHeader, source: impl KeyframeSource + Send + 'static) -> Recording {
        Recording {
            header,
            commands: Vec::new(),
            digests: Vec::new(),
            keyframes: Vec::new(),
            marks: Vec::new(),
            end: None,
            source: Box::new(source),
        }
    }

    pub fn of_frames(header: RunHeader, frames: impl IntoIterator<Item = Frame>) -> Recording {
        let mut keyframes = Vec::new();
        let mut recording = Recording::new(header, Vec::new());
        for frame in frames {
            match frame {
                Frame::Command(command) => recording.push_command(command),
                Frame::Digest(check) => recording.push_digest(check.whole),
                Frame::Keyframe(keyframe) => {
                    let key = keyframes.len() as u64;
                    recording.push_keyframe(keyframe.commands, keyframe.turn, key);
                    keyframes.push(*keyframe);
                }
                Frame::Mark(mark) => recording.push_mark(mark),
                Frame::End(ending) => recording.end = Some(ending),
            }
        }
        recording.source = Box::new(keyframes);
        recording
    }

    pub fn push_command(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Adds the digest of the state after the commands so far.
    pub fn push_digest(&mut self, digest: Digest) {
        self.digests.push((self.commands.len() as u32, digest));
    }

    /// Adds a keyframe by the key with which the source finds it.
    pub fn push_keyframe(&mut self, commands: u32, turn: Turns, key: u64) {
        self.keyframes.push(KeyframeEntry { commands, turn, key });
    }

    /// Adds a mark after the commands so far.
    pub fn push_mark(&mut self, mark: Mark) {
        self.marks.push((self.commands.len() as u32, mark));
    }

    pub fn set_end(&mut self, ending: RunEnding) {
        self.end = Some(ending);
    }

    pub fn header(&self) -> &RunHeader {
        &self.header
    }

    pub fn len(&self) -> u32 {
        self.commands.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// The recorded digest of the state after `commands` commands.
    pub fn digest(&self, commands: u32) -> Option<Digest> {
        let place = self.digests.binary_search_by_key(&commands, |&(at, _)| at).ok()?;
        Some(self.digests[place].1)
    }

    /// The marks, each with the number of commands before it.
    pub fn marks(&self) -> &[(u32, Mark)] {
        &self.marks
    }

    pub fn end(&self) -> Option<&RunEnding> {
        self.end.as_ref()
    }

    pub fn keyframes(&self) -> usize {
        self.keyframes.len()
    }

    /// The number of commands that lead to the last keyframe whose clock is at or before a turn.
    pub fn commands_before(&self, turn: Turns) -> u32 {
        let place = self.keyframes.partition_point(|place| place.turn <= turn);
        place.checked_sub(1).map_or(0, |place| self.keyframes[place].commands)
    }

    /// The number of commands that lead to the last keyframe after at most `commands` commands.
    pub(super) fn keyframe_place_before(&self, commands: u32) -> u32 {
        let place = self.keyframes.partition_point(|place| place.commands <= commands);
        place.checked_sub(1).map_or(0, |place| self.keyframes[place].commands)
    }

    /// The last keyframe of a state after at most `commands` commands.
    pub fn keyframe_before(&mut self, commands: u32) -> Result<Option<Keyframe>, Lost> {
        let place = self.keyframes.partition_point(|place| place.commands <= commands);
        let Some(place) = place.checked_sub(1) else { return Ok(None) };
        self.source.keyframe(self.keyframes[place].key).map(Some)
    }
}

/// A state of a run, and its place in the recording.
pub(super) struct ReplayPoint {
    pub game: Game,
    pub commands: u32,
    pub chain: Chain,
}

impl ReplayPoint {
    /// The state of a keyframe; without one, the first state of the run.
    pub(super) fn of<E: From<GenError> + From<SnapshotError>>(
        header: &RunHeader,
        keyframe: Option<Keyframe>,
        catalog: &Arc<Catalog>,
    ) -> Result<ReplayPoint, E> {
        if let Some(Keyframe { commands, chain, snapshot, .. }) = keyframe {
            let game = Game::restore(header.setup.clone(), snapshot, catalog)?;
            return Ok(ReplayPoint { game, commands, chain });
        }
        let game = Game::new(header.setup.clone(), catalog)?;
        let chain = Chain::start(header, game.digest());
        Ok(ReplayPoint { game, commands: 0, chain })
    }
}

/// A command of a recording is rejected when it is played again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("its command {number} cannot be carried out: {why}")]
pub struct RejectedCommand {
    /// Counted from 1.
    pub number: u32,
    /// The reason of the rules, in words.
    pub why: String,
}

impl RejectedCommand {
    pub(super) fn new(number: u32, reject: Reject, catalog: &Catalog) -> RejectedCommand {
        RejectedCommand { number, why: describe_refusal(reject, catalog) }
    }
}
