//! Migration of run files from older formats.

use std::io::Read;
use std::path::Path;

use super::error::SaveError;
use super::header::{self, FORMAT};
use super::load::load;
use super::regular_file::open_regular;
use base::path_text;

/// The result of migrating a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Migration {
    /// It is in the newest format already.
    NothingToDo { format: u16 },
}

/// Brings a run file up to the newest format, in place. Doing it again does nothing.
///
/// Each older format has its arm here, which writes the file anew beside the old one and then takes its
/// place. So far there is one format.
pub fn migrate(path: &Path) -> Result<Migration, SaveError> {
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
