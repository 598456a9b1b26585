//! Loading a run file to go on with the run where it ends.

use std::fmt::Display;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use super::codec::{self, CodecError};
use super::error::{Result, SaveError};
use super::file_draft::open_regular;
use super::header::{self, FORMAT, Header};
use super::run_file::RunFile;
use super::run_reader::{FramePlace, RawFrame, RunReader, Torn};
use super::run_reader::{FrameTarget, read_frames};
use super::wire::{self, FrameKind};
use crate::record::{
    BeginError, Entry, Mark, OtherRuleset, RejectedCommand, RunEnding, Session, Sink, StateDigest,
    VerifyError,
};
use base::path_text;
use content::Catalog;
use engine::sim::Turns;

/// The part of a run file that is needed to go on with the run where it ends.
#[derive(Debug)]
pub struct Loaded {
    pub header: Header,
    /// The number of all commands, those before the newest keyframe included.
    pub total: u32,
    pub keyframes: u32,
    /// How often it was taken up again.
    pub resumes: u32,
    /// The turn of the newest keyframe.
    pub turn: Turns,
    /// The newest mark, before the newest keyframe or after it.
    pub last_mark: Option<Mark>,
    pub end: Option<RunEnding>,
    pub torn: Option<Torn>,
    name: String,
    /// The newest keyframe, encoded.
    keyframe: Option<(FramePlace, Vec<u8>)>,
    /// The commands and marks after it.
    entries: Vec<Entry>,
    /// The last recorded digest, and the number of commands that led to its state.
    digest: Option<(u32, StateDigest)>,
    length: u64,
}

/// Reads a run file up to its end.
pub fn load(path: &Path) -> Result<Loaded> {
    load_from(RunReader::open(path)?)
}

/// Reads a run file from any reader up to its end.
///
/// A host that keeps runs in a store of its own goes on with one by giving [`Loaded::session`] a
/// [`RunWriter`](super::RunWriter) that appends to the store. Once that has succeeded, it cuts the
/// stored bytes off at [`Loaded::length`] and, where [`Loaded::end`] is none, calls
/// [`Session::record_end`].
pub fn load_from(mut reader: RunReader<impl Read>) -> Result<Loaded> {
    let name = reader.name().to_owned();
    let mut newest = NewestState::default();
    let totals = read_frames(&mut reader, &mut newest)?;
    let decode = |(commands, payload): (u32, Vec<u8>)| match codec::decode_digest(&payload) {
        Ok(digest) => Ok((commands, digest)),
        Err(error) => Err(SaveError::damaged(&name, reader.number(), reader.offset(), &error)),
    };
    let digest = newest.digest.map(decode).transpose()?;
    Ok(Loaded {
        header: reader.header().clone(),
        total: totals.commands,
        keyframes: totals.keyframes,
        resumes: totals.resumes,
        turn: newest.turn,
        last_mark: newest.last_mark,
        end: newest.end,
        torn: reader.torn(),
        keyframe: newest.keyframe,
        entries: newest.entries,
        digest,
        length: reader.offset(),
        name,
    })
}

/// Whether a file ends in the frame that ends a run. Reads its last bytes alone: of many files, it
/// finds quickly those that are over.
pub fn ends_in_end(path: &Path) -> bool {
    let longest = (wire::MAX_PREFIX_BYTES + FrameKind::End.limit()) as u64;
    let read = || -> Option<Vec<u8>> {
        let mut file = open_regular(path).ok()?;
        let start = file.metadata().ok()?.len().saturating_sub(longest);
        file.seek(SeekFrom::Start(start)).ok()?;
        let mut bytes = Vec::new();
        file.take(longest).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    let Some(bytes) = read() else { return false };
    (0..bytes.len()).any(|start| {
        let rest = &bytes[start..];
        wire::first_frame(rest)
            .is_ok_and(|span| span.kind == FrameKind::End && span.end == rest.len())
    })
}

/// The newest state of a run: the newest keyframe, the commands and marks after it, and the newest
/// digest. Keyframe and digest stay encoded, since those that follow them make them useless.
#[derive(Default)]
struct NewestState {
    keyframe: Option<(FramePlace, Vec<u8>)>,
    turn: Turns,
    entries: Vec<Entry>,
    last_mark: Option<Mark>,
    digest: Option<(u32, Vec<u8>)>,
    end: Option<RunEnding>,
}

impl FrameTarget for NewestState {
    fn entries(&mut self, entries: &[Entry]) {
        self.entries.extend(entries);
        let marks = entries.iter().rev().find_map(|entry| match entry {
            Entry::Mark(mark) => Some(*mark),
            Entry::Command(_) => None,
        });
        self.last_mark = marks.or(self.last_mark);
    }

    fn digest(&mut self, commands: u32, payload: &[u8]) -> Result<(), CodecError> {
        let (at, bytes) = self.digest.get_or_insert_default();
        *at = commands;
        bytes.clear();
        bytes.extend(payload);
        Ok(())
    }

    fn keyframe(&mut self, _: u32, turn: Turns, frame: &RawFrame<'_>) {
        self.turn = turn;
        self.entries.clear();
        let (place, bytes) = self.keyframe.get_or_insert_with(|| (frame.place, Vec::new()));
        *place = frame.place;
        bytes.clear();
        bytes.extend(frame.payload);
    }

    fn end(&mut self, ending: RunEnding) {
        self.end = Some(ending);
    }
}

impl Loaded {
    /// The length of the file without a torn tail, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The run where it ends, going on into a sink.
    pub fn session<S>(self, catalog: &Arc<Catalog>, sink: S) -> Result<Session<S>>
    where
        S: Sink,
        SaveError: From<S::Error>,
    {
        let Loaded { header, keyframe, entries, digest, name, .. } = self;
        let keyframe = keyframe.map(|(place, payload)| {
            codec::decode_keyframe(&payload)
                .map_err(|error| SaveError::damaged(&name, place.number, place.offset, &error))
        });
        let keyframe = keyframe.transpose()?;
        let session = Session::resume(header.run, keyframe, entries, catalog, sink)
            .map_err(|error| begin_error(&name, error))?;
        match digest {
            Some((commands, digest))
                if commands == session.commands() && digest.whole != session.game().digest() =>
            {
                let why = format!("after {commands} commands the state is not the recorded one");
                Err(SaveError::unplayable(&name, &why))
            }
            _ => Ok(session),
        }
    }
}

/// The error of a run file whose session cannot begin. `name` is its path or the name of its
/// stream.
pub fn begin_error<E>(name: &impl Display, error: BeginError<E>) -> SaveError
where
    SaveError: From<E>,
{
    match error {
        BeginError::Ruleset(OtherRuleset { recorded, known }) => {
            SaveError::UnknownRuleset { name: name.to_string(), recorded, known }
        }
        BeginError::Unrecorded(error) => error.into(),
        BeginError::Level(why) => SaveError::unplayable(name, &why),
        BeginError::Snapshot(why) => SaveError::unplayable(name, &why),
        BeginError::Lost(why) => SaveError::unplayable(name, &why),
        BeginError::Rejected(RejectedCommand { number, why }) => {
            SaveError::unplayable(name, &format!("command {number} is refused: {why}"))
        }
    }
}

pub fn verify_error(name: &str, error: VerifyError<SaveError>) -> SaveError {
    match error {
        VerifyError::Frames(error) => error,
        VerifyError::Ruleset(OtherRuleset { recorded, known }) => {
            SaveError::UnknownRuleset { name: name.to_owned(), recorded, known }
        }
        VerifyError::NoFirstState => SaveError::unplayable(&name, &error),
    }
}

/// Goes on with a run where its file ends, and appends to that file. A torn tail is cut off and
/// returned.
pub fn resume(path: &Path, catalog: &Arc<Catalog>) -> Result<(Session<RunFile>, Option<Torn>)> {
    let file = RunFile::reopen(path)?;
    let loaded = load_from(RunReader::of_file(path, file.handle()?)?)?;
    let (torn, length, has_ended) = (loaded.torn, loaded.length, loaded.end.is_some());
    let mut session = loaded.session(catalog, file)?;
    // Only now, so that a file that cannot be played stays as it is.
    session.sink_mut().truncate(length)?;
    if !has_ended {
        session.record_end()?;
    }
    Ok((session, torn))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Migration {
    /// It is in the newest format already.
    NothingToDo { format: u16 },
}

/// Brings a run file up to the newest format, in place. Doing it again does nothing.
///
/// Each older format has its arm here, which writes the file anew beside the old one and then takes
/// its place. So far there is one format.
pub fn migrate(path: &Path) -> Result<Migration> {
    let io = |error| SaveError::io(path, error);
    let mut prefix = Vec::with_capacity(header::PREFIX_BYTES);
    open_regular(path)?.take(header::PREFIX_BYTES as u64).read_to_end(&mut prefix).map_err(io)?;
    match header::decode_format(&path_text(path), &prefix)? {
        FORMAT => {
            load(path)?;
            Ok(Migration::NothingToDo { format: FORMAT })
        }
        older => unreachable!("format {older} was never released"),
    }
}
