//! What tells without reading a file whether it is still the same.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::since_epoch;

/// A file that was changed less than this ago can change once more without another time of change.
const CLOCK_GRAIN: Duration = Duration::from_secs(2);

/// The length of a file, the time of its last change of any sort, and its number in its file system.
///
/// The time of change is not the one that programs may set: whoever copies a file here cannot choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileStamp {
    length: u64,
    /// Since 1970.
    changed: Duration,
    inode: u64,
}

impl FileStamp {
    pub(super) fn of(path: &Path) -> io::Result<FileStamp> {
        fs::metadata(path).map(|metadata| FileStamp::of_metadata(&metadata))
    }

    #[cfg(unix)]
    pub(super) fn of_metadata(metadata: &Metadata) -> FileStamp {
        use std::os::unix::fs::MetadataExt as _;
        let seconds = metadata.ctime().max(0).cast_unsigned();
        let nanoseconds = metadata.ctime_nsec().clamp(0, 999_999_999) as u32;
        let changed = Duration::new(seconds, nanoseconds);
        FileStamp { length: metadata.len(), changed, inode: metadata.ino() }
    }

    #[cfg(not(unix))]
    pub(super) fn of_metadata(metadata: &Metadata) -> FileStamp {
        let changed = metadata.modified().map(since_epoch).unwrap_or_default();
        FileStamp { length: metadata.len(), changed, inode: 0 }
    }

    /// Whether the file cannot have changed after this stamp was taken and still have it.
    pub(super) fn is_settled(&self, now: SystemTime) -> bool {
        since_epoch(now).saturating_sub(self.changed) > CLOCK_GRAIN
    }
}
