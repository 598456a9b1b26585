//! Run files that are written anew: made of states and commands, cut, branched, compacted. A new
//! file appears under its name when it is complete.

use std::path::Path;
use std::sync::Arc;

use super::codec;
use super::error::{Result, SaveError};
use super::file_draft::Overwrite;
use super::load::begin_error;
use super::run_code::{CodeEnd, RunCode};
use super::run_file::RunFile;
use super::run_source::RunSource;
use super::run_writer::RunWriter;
use crate::record::{
    BeginError, Entry, Frame, Origin, Recording, Replay, RunHeader, RunStart, Session, Sink,
    StateDigest, SubmitError, branch,
};
use base::path_text;
use content::Catalog;
use engine::sim::{Command, Snapshot};

/// Commands and marks in one frame of a compacted file, and from one of its digests to the next.
const BATCH_ENTRIES: usize = 1_024;

/// Writes the present state of a replay as a run file of its own, which can be played on and is not
/// ranked.
pub fn write_cut(
    replay: &Replay,
    catalog: &Arc<Catalog>,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Session<RunFile>> {
    let header = replay.recording().header().with_origin(Origin::Cut);
    write_made(&header, replay.game().snapshot(), catalog, out, overwrite)
}

/// Writes a run that takes over the first `commands` commands of a recording, and can be played on.
pub fn write_branch(
    recording: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Session<RunFile>> {
    let file = RunFile::draft(out, &recording.header().branched(), overwrite)?;
    installed(branch(recording, commands, catalog, file), out)
}

/// Lets the file of a session appear, if that could begin.
fn installed(
    begun: Result<Session<RunFile>, BeginError<SaveError>>,
    out: &Path,
) -> Result<Session<RunFile>> {
    let mut session = begun.map_err(|error| begin_error(&path_text(out), error))?;
    session.sink_mut().install()?;
    Ok(session)
}

/// Writes a run file without what can be computed again: commands, marks, few digests, the end, and
/// the first state if the recording begins with one. Returns the length in bytes.
pub fn compact(source: &RunSource, out: &Path, overwrite: Overwrite) -> Result<u64> {
    let mut reader = source.reader()?;
    let mut file = RunFile::draft(out, &reader.header().run, overwrite)?;
    let mut batch: Vec<Entry> = Vec::with_capacity(BATCH_ENTRIES);
    let mut last: Option<StateDigest> = None;
    let mut is_first = true;
    while let Some(frame) = reader.next_frame()? {
        match frame {
            Frame::Command(command) => {
                push_entry(&mut file, &mut batch, &mut last, Entry::Command(command))?;
                last = None;
            }
            Frame::Mark(mark) => {
                push_entry(&mut file, &mut batch, &mut last, Entry::Mark(mark))?;
            }
            Frame::Digest(check) => last = Some(StateDigest { actors: Vec::new(), ..check }),
            Frame::Keyframe(_) if is_first => {
                if reader.header().run.origin.begins_with_state() {
                    file.write(&[frame])?;
                }
            }
            Frame::Keyframe(_) => {}
            Frame::End(_) => {
                write_batch(&mut file, &mut batch, last.take())?;
                file.write(&[frame])?;
            }
        }
        is_first = false;
    }
    write_batch(&mut file, &mut batch, last)?;
    file.install()?;
    Ok(file.length())
}

/// Writes the run of a code as a compacted run file, without digests on the way. Returns the length
/// in bytes.
pub fn write_code(code: &RunCode, out: &Path, overwrite: Overwrite) -> Result<u64> {
    let mut file = RunFile::draft(out, &code.header, overwrite)?;
    for entries in code.entries.chunks(BATCH_ENTRIES) {
        file.append(|bytes| codec::encode_entries(bytes, entries))?;
    }
    if let CodeEnd::Over(ending) = code.end {
        file.write(&[Frame::End(ending)])?;
    }
    file.install()?;
    Ok(file.length())
}

/// Adds an entry to the batch, which is written first if it is full.
fn push_entry(
    file: &mut RunFile,
    batch: &mut Vec<Entry>,
    last: &mut Option<StateDigest>,
    entry: Entry,
) -> Result<()> {
    if batch.len() == BATCH_ENTRIES {
        write_batch(file, batch, last.take())?;
    }
    batch.push(entry);
    Ok(())
}

fn write_batch(
    file: &mut RunFile,
    batch: &mut Vec<Entry>,
    check: Option<StateDigest>,
) -> Result<()> {
    file.append(|bytes| {
        if !batch.is_empty() {
            codec::encode_entries(bytes, batch)?;
            batch.clear();
        }
        check.map_or(Ok(()), |check| codec::encode(bytes, &Frame::Digest(check)))
    })
}

/// Writes a state as a run file of its own, which can be played on and is not ranked.
/// Errors: refuses a state that cannot be, and a file that cannot be written; the file appears
/// whole or not at all.
pub fn write_made(
    header: &RunHeader,
    snapshot: Snapshot,
    catalog: &Arc<Catalog>,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Session<RunFile>> {
    let file = RunFile::draft(out, header, overwrite)?;
    installed(Session::begin_from(header, snapshot, catalog, file), out)
}

/// The bytes of a run file in which the commands are played from a start, all of which are accepted
/// there.
pub fn encode_run(start: &RunStart, commands: &[Command]) -> Result<Vec<u8>> {
    let name = "a candidate";
    let writer = RunWriter::begin(name, Vec::new(), start.header())?;
    let mut session = start.session(writer).map_err(|error| begin_error(&name, error))?;
    for &command in commands {
        submit(&mut session, command)?;
    }
    Ok(session.into_sink().into_inner())
}

/// Begins a run file at a start. The file appears when it is [installed](RunFile::install).
pub fn draft_run(start: &RunStart, out: &Path, overwrite: Overwrite) -> Result<Session<RunFile>> {
    let file = RunFile::draft(out, start.header(), overwrite)?;
    start.session(file).map_err(|error| begin_error(&path_text(out), error))
}

/// Carries out a command that was accepted before in the same state.
pub fn submit<S: Sink<Error = SaveError>>(
    session: &mut Session<S>,
    command: Command,
) -> Result<()> {
    match session.submit(command) {
        Ok(_) => Ok(()),
        Err(SubmitError::Unrecorded(error)) => Err(error),
        Err(SubmitError::Rejected(reject)) => Err(SaveError::Unwritable {
            name: "a run".to_owned(),
            why: format!("{command:?} was accepted before, and now {reject:?}"),
        }),
    }
}
