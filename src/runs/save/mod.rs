//! Run files, and the scores of finished runs.
//!
//! A run file is an append-only log: `header`, then frames as `wire` lays them out, with payloads
//! as `codec` encodes them. [`RunWriter`] writes one to any writer and [`RunReader`] reads one from
//! any reader, frame by frame; [`open_from`] makes a recording of it and [`load_from`] what is
//! needed to go on with its run. For files there are [`RunFile`], [`open()`], [`load()`] and
//! [`resume`]. Nothing that is read is believed: every length has a limit, every frame a checksum,
//! and `sim` checks a state before it is played. Only `codec` knows bincode. Never here: a rule of
//! the game, a screen, a report.

#![expect(
    clippy::disallowed_types,
    reason = "the room of the files: it stamps and syncs by the clock"
)]

mod codec;
mod error;
mod file_draft;
mod header;
mod kept_file;
mod load;
mod rewrite;
mod run_code;
mod run_file;
mod run_reader;
mod run_source;
mod run_writer;
mod score;
pub mod wire;

pub use error::{Result, SaveError};
pub use file_draft::{FileDraft, Overwrite, create_folder_of, locks_files, write_file};
pub use header::FORMAT;
pub use kept_file::{FileNews, KeptFile};
pub use load::{
    Loaded, Migration, begin_error, ends_in_end, load, load_from, migrate, resume, verify_error,
};
pub use rewrite::{
    compact, draft_run, encode_run, submit, write_branch, write_code, write_cut, write_made,
};
pub use run_code::{BitDecoder, BitEncoder, CodeEnd, RunCode, RunCodeError};
pub use run_file::{InvalidRunId, RunFile, RunId, open_run_files};
pub use run_reader::{RunReader, Torn};
pub use run_source::{MAX_STREAM_BYTES, OpenedRecording, RunSource, SourceBytes, open, open_from};
pub use run_writer::RunWriter;
pub use score::{Score, ScoreLine, score_text};
