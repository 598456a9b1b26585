//! Run files, and the scores of finished runs.
//!
//! A run file is an append-only log: `header` and then frames as [`wire`](self) cuts them, with payloads
//! as `codec` packs them. [`RunFile`] appends to one, [`Reader`] goes through one, [`load`] takes up where
//! one ends. Nothing read here is believed: every length has its limit, every frame its checksum, and
//! states are checked by `sim` before they are played. Only `codec` knows bincode. Never here: a rule of
//! the game, a screen, a report.

#![expect(
    clippy::disallowed_types,
    reason = "the room of the files: it stamps and syncs by the clock"
)]

mod codec;
mod error;
mod header;
mod load;
mod migrate;
mod reader;
mod rewrite;
mod run_file;
mod run_id;
mod score;
mod wire;

pub use error::{Damage, SaveError};
pub use header::{FORMAT, Header};
pub use load::{Loaded, OpenedRecording, begin_error, load, open, resume};
pub use migrate::{Migration, migrate};
pub use reader::{Reader, Torn};
pub use rewrite::{compact, write_branch, write_cut};
pub use run_file::RunFile;
pub(crate) use run_file::create_folder_of;
pub use run_id::{InvalidRunId, RunId};
pub use score::Score;
