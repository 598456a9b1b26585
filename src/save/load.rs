//! Taking up a run file where it ends.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::codec;
use super::error::SaveError;
use super::header::Header;
use super::reader::{FramePlace, Reader, Torn};
use super::run_file::RunFile;
use super::wire::{self, Fault, Kind};
use crate::content::Catalog;
use crate::record::{
    BeginError, Ending, Keyframe, KeyframeSource, Lost, OtherRuleset, Recording, Session, Sink,
    StateDigest,
};
use crate::sim::{Command, Turns};

/// Commands in a run, at the most: a shift has some hundreds, the longest campaign some ten thousands.
pub(super) const MOST_COMMANDS: usize = 1 << 19;

/// Keyframes in a run, at the most.
const MOST_KEYFRAMES: usize = 1 << 16;

/// What a run file comes to: enough to take the run up where it ends.
#[derive(Debug)]
pub struct Loaded {
    pub header: Header,
    /// All commands, those before the keyframe too.
    pub total: u32,
    /// States held in full.
    pub keyframes: u32,
    /// The turn of the newest keyframe.
    pub turn: Turns,
    pub end: Option<Ending>,
    pub torn: Option<Torn>,
    path: PathBuf,
    /// The newest keyframe.
    keyframe: Option<(FramePlace, Vec<u8>)>,
    /// The commands after it.
    commands: Vec<Command>,
    /// The last digests, and the number of commands that led to that state.
    check: Option<(u32, StateDigest)>,
    /// Where the file is whole up to.
    length: u64,
}

/// Reads a run file up to its end.
pub fn load(path: &Path) -> Result<Loaded, SaveError> {
    load_from(Reader::open(path)?)
}

fn load_from(mut reader: Reader) -> Result<Loaded, SaveError> {
    let path = reader.path().to_owned();
    let mut loaded = Loaded {
        header: reader.header().clone(),
        total: 0,
        keyframes: 0,
        turn: Turns(0),
        end: None,
        torn: None,
        path: path.clone(),
        keyframe: None,
        commands: Vec::new(),
        check: None,
        length: 0,
    };
    let mut check: Option<(u32, Vec<u8>)> = None;
    while let Some(raw) = reader.next_raw()? {
        let place = raw.place;
        let damaged = |why: &dyn ToString| {
            SaveError::damaged(&path, place.number, place.offset, &why.to_string())
        };
        if loaded.end.is_some() && raw.kind != Kind::Mark {
            return Err(damaged(&"it follows the end of the run"));
        }
        match raw.kind {
            Kind::Header => return Err(damaged(&"it is a second header")),
            Kind::Command => {
                let command = codec::decode_command(raw.payload);
                loaded.commands.push(command.map_err(|error| damaged(&error))?);
                loaded.total += 1;
            }
            Kind::Commands => {
                let commands = codec::decode_commands(raw.payload);
                let commands = commands.map_err(|error| damaged(&error))?;
                loaded.total += commands.len() as u32;
                loaded.commands.extend(commands);
            }
            Kind::Digest => {
                let bytes = check.get_or_insert_default();
                bytes.0 = loaded.total;
                bytes.1.clear();
                bytes.1.extend(raw.payload);
            }
            Kind::Keyframe => {
                let (commands, turn) =
                    codec::decode_place(raw.payload).map_err(|error| damaged(&error))?;
                if commands != loaded.total {
                    return Err(damaged(&"it is the state after another number of commands"));
                }
                loaded.turn = turn;
                loaded.keyframes += 1;
                loaded.commands.clear();
                let (at, bytes) = loaded.keyframe.get_or_insert_with(|| (place, Vec::new()));
                *at = place;
                bytes.clear();
                bytes.extend(raw.payload);
            }
            Kind::Mark => {}
            Kind::End => {
                let end = codec::decode_end(raw.payload);
                loaded.end = Some(end.map_err(|error| damaged(&error))?);
            }
        }
        if loaded.total as usize > MOST_COMMANDS {
            return Err(damaged(&"it goes on for longer than any run"));
        }
    }
    if let Some((commands, bytes)) = check {
        let check = codec::decode_check(&bytes);
        let (number, offset) = (reader.number(), reader.offset());
        let check = check.map_err(|error| SaveError::damaged(&path, number, offset, &error))?;
        loaded.check = Some((commands, check));
    }
    loaded.torn = reader.torn();
    loaded.length = reader.offset();
    Ok(loaded)
}

impl Loaded {
    /// Where the file is whole up to, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The run where it ends, going on into a sink.
    pub fn session<S>(self, catalog: &Arc<Catalog>, sink: S) -> Result<Session<S>, SaveError>
    where
        S: Sink,
        SaveError: From<S::Error>,
    {
        let Loaded { header, keyframe, commands, check, path, .. } = self;
        let keyframe = keyframe.map(|(place, payload)| {
            codec::decode_keyframe(&payload)
                .map_err(|error| SaveError::damaged(&path, place.number, place.offset, &error))
        });
        let keyframe = keyframe.transpose()?;
        let session = Session::resume(header.opening, keyframe, commands, catalog, sink)
            .map_err(|error| begin_error(&path, error))?;
        match check {
            Some((commands, check))
                if commands == session.commands() && check.whole != session.game().digest() =>
            {
                let why = format!("after {commands} commands the state is not the recorded one");
                Err(SaveError::unplayable(&path, &why))
            }
            _ => Ok(session),
        }
    }
}

/// What a session's error says about a file.
pub fn begin_error<E>(path: &Path, error: BeginError<E>) -> SaveError
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
        BeginError::Rejected { number, reject } => {
            SaveError::unplayable(path, &format!("command {number} is refused: {reject}"))
        }
    }
}

/// Takes a run up where its file ends, and goes on writing there. A torn tail is cut off and told.
pub fn resume(
    path: &Path,
    catalog: &Arc<Catalog>,
) -> Result<(Session<RunFile>, Option<Torn>), SaveError> {
    let file = RunFile::reopen(path)?;
    let loaded = load_from(Reader::of_file(path, file.handle()?)?)?;
    let (torn, length, has_ended) = (loaded.torn, loaded.length, loaded.end.is_some());
    let mut session = loaded.session(catalog, file)?;
    // Only now: what cannot be played is left as it was found.
    session.sink_mut().truncate(length)?;
    if !has_ended {
        session.record_end()?;
    }
    Ok((session, torn))
}

/// A run file as a tape.
pub struct OpenedRecording {
    pub tape: Recording,
    pub torn: Option<Torn>,
    /// Where the file is damaged; the tape holds what stands before that.
    pub damage: Option<SaveError>,
}

impl OpenedRecording {
    /// The tape of a file that is not damaged.
    pub fn whole(self) -> Result<Recording, SaveError> {
        match self.damage {
            Some(damage) => Err(damage),
            None => Ok(self.tape),
        }
    }
}

/// Reads a run file as a tape: every command, and where the keyframes are.
///
/// # Errors
/// Files that cannot be opened, or whose header cannot be read. Damage after that is no error: it is
/// told, and what stands before it is kept.
pub fn open(path: &Path) -> Result<OpenedRecording, SaveError> {
    let mut reader = Reader::open(path)?;
    let file = File::open(path).map_err(|error| SaveError::io(path, error))?;
    let source = FileKeyframes { path: path.to_owned(), file };
    let mut tape = Recording::new(reader.header().opening.clone(), source);
    let damage = wind(&mut reader, &mut tape).err();
    Ok(OpenedRecording { tape, torn: reader.torn(), damage })
}

fn wind(reader: &mut Reader, tape: &mut Recording) -> Result<(), SaveError> {
    let path = reader.path().to_owned();
    while let Some(raw) = reader.next_raw()? {
        let place = raw.place;
        let damaged = |why: &dyn ToString| {
            SaveError::damaged(&path, place.number, place.offset, &why.to_string())
        };
        match raw.kind {
            Kind::Header => return Err(damaged(&"it is a second header")),
            Kind::Command => {
                let command = codec::decode_command(raw.payload);
                tape.push_command(command.map_err(|error| damaged(&error))?);
            }
            Kind::Commands => {
                let commands = codec::decode_commands(raw.payload);
                for command in commands.map_err(|error| damaged(&error))? {
                    tape.push_command(command);
                }
            }
            Kind::Digest => {
                let check = codec::decode_check(raw.payload).map_err(|error| damaged(&error))?;
                tape.push_digest(check.whole);
            }
            Kind::Keyframe => {
                let (commands, turn) =
                    codec::decode_place(raw.payload).map_err(|error| damaged(&error))?;
                if commands != tape.len() {
                    return Err(damaged(&"it is the state after another number of commands"));
                }
                tape.push_keyframe(commands, turn, place.offset);
            }
            Kind::Mark => {}
            Kind::End => {
                let end = codec::decode_end(raw.payload);
                tape.set_end(end.map_err(|error| damaged(&error))?);
            }
        }
        if tape.commands().len() > MOST_COMMANDS || tape.keyframes() > MOST_KEYFRAMES {
            return Err(damaged(&"it goes on for longer than any run"));
        }
    }
    Ok(())
}

/// Keyframes in a run file; the key is the offset of the frame.
struct FileKeyframes {
    path: PathBuf,
    file: File,
}

impl KeyframeSource for FileKeyframes {
    fn keyframe(&mut self, key: u64) -> Result<Keyframe, Lost> {
        let lost = |why: &dyn ToString| {
            Lost(format!("{}: at byte {key}: {}", self.path.display(), why.to_string()))
        };
        self.file.seek(SeekFrom::Start(key)).map_err(|error| lost(&error))?;
        let mut bytes = Vec::new();
        let mut want = 1 << 14;
        let cut = loop {
            let more = want - bytes.len();
            let read = (&mut self.file).take(more as u64).read_to_end(&mut bytes);
            read.map_err(|error| lost(&error))?;
            match wire::cut(&bytes) {
                Err(Fault::Short { need }) if bytes.len() == want => want = need.max(want + 1),
                other => break other.map_err(|fault| lost(&fault))?,
            }
        };
        if cut.kind != Kind::Keyframe {
            return Err(lost(&"another frame stands there"));
        }
        codec::decode_keyframe(&bytes[cut.start..cut.end]).map_err(|error| lost(&error))
    }
}
