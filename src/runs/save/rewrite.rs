//! Run files made of run files: cut, branched, compacted. A new file appears under its name when it is complete.

use std::path::Path;
use std::sync::Arc;

use super::codec;
use super::error::SaveError;
use super::file_draft::Overwrite;
use super::load::begin_error;
use super::run_code::{CodeEnd, RunCode};
use super::run_file::RunFile;
use super::run_source::RunSource;
use crate::record::{Entry, Frame, Origin, Recording, Replay, Session, Sink, StateDigest, branch};
use base::path_text;
use content::Catalog;

/// Commands and marks in one frame of a compacted file, and from one of its digests to the next.
const BATCH_ENTRIES: usize = 1_024;

/// Writes the present state of a replay as a run file of its own, which can be played on and is not ranked.
pub fn write_cut(
    replay: &Replay,
    catalog: &Arc<Catalog>,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Session<RunFile>, SaveError> {
    let header = replay.recording().header().with_origin(Origin::Cut);
    let file = RunFile::draft(out, &header, overwrite)?;
    let session = Session::begin_from(&header, replay.game().snapshot(), catalog, file);
    let mut session = session.map_err(|error| begin_error(&path_text(out), error))?;
    session.sink_mut().install()?;
    Ok(session)
}

/// Writes a run that takes over the first `commands` commands of a recording, and can be played on.
pub fn write_branch(
    recording: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Session<RunFile>, SaveError> {
    let origin = match recording.header().origin {
        origin @ (Origin::Cut | Origin::Made) => origin,
        Origin::Start | Origin::Branch => Origin::Branch,
    };
    let file = RunFile::draft(out, &recording.header().with_origin(origin), overwrite)?;
    let session = branch(recording, commands, catalog, file);
    let mut session = session.map_err(|error| begin_error(&path_text(out), error))?;
    session.sink_mut().install()?;
    Ok(session)
}

/// Writes a run file without what can be computed again: commands, marks, few digests, the end, and the first state if
/// the recording begins with one. Returns the length in bytes.
pub fn compact(source: &RunSource, out: &Path, overwrite: Overwrite) -> Result<u64, SaveError> {
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

/// Writes the run of a code as a compacted run file, without digests on the way. Returns the length in bytes.
pub fn write_code(code: &RunCode, out: &Path, overwrite: Overwrite) -> Result<u64, SaveError> {
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
) -> Result<(), SaveError> {
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
) -> Result<(), SaveError> {
    file.append(|bytes| {
        if !batch.is_empty() {
            codec::encode_entries(bytes, batch)?;
            batch.clear();
        }
        check.map_or(Ok(()), |check| codec::encode(bytes, &Frame::Digest(check)))
    })
}
