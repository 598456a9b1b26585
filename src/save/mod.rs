//! Run files, and the scores of finished runs.
//!
//! A run file is an append-only log: `header`, then frames as `wire` lays them out, with payloads as `codec` encodes them.
//! [`RunFile`] appends to one, [`Reader`] reads its frames one after the other, [`open()`] makes a recording of it and
//! [`resume`] goes on with its run. Nothing that is read is believed: every length has a limit, every frame a checksum,
//! and `sim` checks a state before it is played. Only `codec` knows bincode. Never here: a rule of the game, a screen, a
//! report.

#![expect(
    clippy::disallowed_types,
    reason = "the room of the files: it stamps and syncs by the clock"
)]

mod codec;
mod error;
mod frames;
mod header;
mod load;
mod migrate;
mod open;
mod reader;
mod rewrite;
mod run_file;
mod run_id;
mod score;
mod wire;

pub use error::SaveError;
pub use header::FORMAT;
pub(crate) use load::begin_error;
pub use load::{load, resume};
pub use migrate::{Migration, migrate};
pub(crate) use open::OpenedRecording;
pub use open::open;
pub use reader::Reader;
pub(crate) use reader::Torn;
pub use rewrite::{compact, write_branch, write_cut};
pub use run_file::RunFile;
pub(crate) use run_file::create_folder_of;
pub use run_id::RunId;
pub use score::Score;
