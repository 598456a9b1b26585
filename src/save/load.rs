//! Loading a run file to go on with the run where it ends.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::codec::{self, CodecError};
use super::error::SaveError;
use super::frames::{FrameTarget, read_frames};
use super::header::Header;
use super::reader::{FramePlace, RawFrame, Reader, Torn};
use super::run_file::RunFile;
use crate::content::Catalog;
use crate::record::{BeginError, OtherRuleset, RunEnding, Session, Sink, StateDigest};
use crate::sim::{Command, Turns};

/// What was read of a run file: enough to go on with the run where it ends.
#[derive(Debug)]
pub struct Loaded {
    pub header: Header,
    /// The number of all commands, those before the newest keyframe included.
    pub total: u32,
    /// The number of keyframes.
    pub keyframes: u32,
    /// The turn of the newest keyframe.
    pub turn: Turns,
    pub end: Option<RunEnding>,
    pub torn: Option<Torn>,
    path: PathBuf,
    /// The newest keyframe, encoded.
    keyframe: Option<(FramePlace, Vec<u8>)>,
    /// The commands after it.
    commands: Vec<Command>,
    /// The last digests, and the number of commands that led to that state.
    digest: Option<(u32, StateDigest)>,
    /// Up to where the file is whole.
    length: u64,
}

/// Reads a run file up to its end.
pub fn load(path: &Path) -> Result<Loaded, SaveError> {
    load_from(Reader::open(path)?)
}

fn load_from(mut reader: Reader) -> Result<Loaded, SaveError> {
    let path = reader.path().to_owned();
    let mut newest = NewestState::default();
    let totals = read_frames(&mut reader, &mut newest)?;
    let decode = |(commands, payload): (u32, Vec<u8>)| match codec::decode_digest(&payload) {
        Ok(digest) => Ok((commands, digest)),
        Err(error) => Err(SaveError::damaged(&path, reader.number(), reader.offset(), &error)),
    };
    let digest = newest.digest.map(decode).transpose()?;
    Ok(Loaded {
        header: reader.header().clone(),
        total: totals.commands,
        keyframes: totals.keyframes,
        turn: newest.turn,
        end: newest.end,
        torn: reader.torn(),
        keyframe: newest.keyframe,
        commands: newest.commands,
        digest,
        length: reader.offset(),
        path,
    })
}

/// The newest state of a run: the newest keyframe, the commands after it, and the newest digest. Keyframe and digest
/// stay encoded, since those that follow them make them useless.
#[derive(Default)]
struct NewestState {
    keyframe: Option<(FramePlace, Vec<u8>)>,
    turn: Turns,
    commands: Vec<Command>,
    digest: Option<(u32, Vec<u8>)>,
    end: Option<RunEnding>,
}

impl FrameTarget for NewestState {
    fn commands(&mut self, commands: &[Command]) {
        self.commands.extend(commands);
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
        self.commands.clear();
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
    /// Up to where the file is whole, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The run where it ends, going on into a sink.
    pub fn session<S>(self, catalog: &Arc<Catalog>, sink: S) -> Result<Session<S>, SaveError>
    where
        S: Sink,
        SaveError: From<S::Error>,
    {
        let Loaded { header, keyframe, commands, digest, path, .. } = self;
        let keyframe = keyframe.map(|(place, payload)| {
            codec::decode_keyframe(&payload)
                .map_err(|error| SaveError::damaged(&path, place.number, place.offset, &error))
        });
        let keyframe = keyframe.transpose()?;
        let session = Session::resume(header.run, keyframe, commands, catalog, sink)
            .map_err(|error| begin_error(&path, error))?;
        match digest {
            Some((commands, digest))
                if commands == session.commands() && digest.whole != session.game().digest() =>
            {
                let why = format!("after {commands} commands the state is not the recorded one");
                Err(SaveError::unplayable(&path, &why))
            }
            _ => Ok(session),
        }
    }
}

/// The error of a file whose session cannot begin.
pub(crate) fn begin_error<E>(path: &Path, error: BeginError<E>) -> SaveError
where
    SaveError: From<E>,
{
    match error {
        BeginError::Ruleset(OtherRuleset { recorded, known }) => {
            SaveError::UnknownRuleset { path: path.to_owned(), recorded, known }
        }
        BeginError::Unrecorded(error) => error.into(),
        BeginError::Level(why) => SaveError::unplayable(path, &why),
        BeginError::Snapshot(why) => SaveError::unplayable(path, &why),
        BeginError::Lost(why) => SaveError::unplayable(path, &why),
        BeginError::Rejected { number, why } => {
            SaveError::unplayable(path, &format!("command {number} is refused: {why}"))
        }
    }
}

/// Goes on with a run where its file ends, and writes there. A torn tail is cut off and returned.
pub fn resume(
    path: &Path,
    catalog: &Arc<Catalog>,
) -> Result<(Session<RunFile>, Option<Torn>), SaveError> {
    let file = RunFile::reopen(path)?;
    let loaded = load_from(Reader::of_file(path, file.handle()?)?)?;
    let (torn, length, has_ended) = (loaded.torn, loaded.length, loaded.end.is_some());
    let mut session = loaded.session(catalog, file)?;
    // Not before: a file that cannot be played stays as it is.
    session.sink_mut().truncate(length)?;
    if !has_ended {
        session.record_end()?;
    }
    Ok((session, torn))
}
