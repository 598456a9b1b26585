//! Run files, and the scores of finished runs.
//!
//! A run file is an append-only log: `header`, then frames as `wire` lays them out, with payloads as `codec` encodes them.
//! [`RunWriter`] writes one to any writer and [`RunReader`] reads one from any reader, frame by frame; [`open_from`] makes
//! a recording of it and [`load_from`] what is needed to go on with its run. For files there are [`RunFile`], [`open()`],
//! [`load()`] and [`resume`]. Nothing that is read is believed: every length has a limit, every frame a checksum, and `sim`
//! checks a state before it is played. Only `codec` knows bincode. Never here: a rule of the game, a screen, a report.

#![expect(
    clippy::disallowed_types,
    reason = "the room of the files: it stamps and syncs by the clock"
)]

mod codec;
mod error;
mod file_draft;
mod frames;
mod from_start;
mod header;
mod kept_file;
mod load;
mod made;
mod migrate;
mod open;
mod open_files;
mod regular_file;
mod rewrite;
mod run_code;
mod run_file;
mod run_id;
mod run_reader;
mod run_source;
mod run_writer;
mod score;
mod score_line;
mod whole_file;
pub mod wire;

pub use error::SaveError;
pub use file_draft::{FileDraft, Overwrite, locks_files};
pub use from_start::{draft_run, encode_run, submit};
pub use header::FORMAT;
pub use kept_file::{FileNews, KeptFile};
pub use load::{Loaded, ends_in_end, load, load_from, resume};
pub use load::{begin_error, verify_error};
pub use made::write_made;
pub use migrate::{Migration, migrate};
pub use open::{OpenedRecording, open, open_from};
pub use open_files::open_run_files;
pub use rewrite::{compact, write_branch, write_code, write_cut};
pub use run_code::{BitDecoder, BitEncoder, CodeEnd, RunCode, RunCodeError};
pub use run_file::RunFile;
pub use run_id::{InvalidRunId, RunId};
pub use run_reader::{RunReader, Torn};
pub use run_source::{MAX_STREAM_BYTES, RunSource, SourceBytes};
pub use run_writer::RunWriter;
pub use score::Score;
pub use score_line::{ScoreLine, score_text};
pub use whole_file::{create_folder_of, write_file};
