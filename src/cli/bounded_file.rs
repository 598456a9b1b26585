//! Files and pipes that are read whole, up to a length; none of them is waited for without end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;

use super::Failure;
use base::path_text;

/// How long a named pipe may have no writer, in milliseconds: one that waits for a reader gets in
/// within that.
const WRITER_MILLISECONDS: i64 = 200;
/// How long the writer of a named pipe may be silent, in seconds.
const SILENCE_SECONDS: i64 = 5;

/// The text of a regular file or a named pipe.
/// Errors: it cannot be read, is a device or a folder, is no text, or is longer than `max` bytes.
pub(super) fn read_file_text(path: &Path, max: u64) -> Result<String, Failure> {
    text(path, read(path, max)?)
}

pub(super) fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|_| unusable(path, "it is no text"))
}

fn unusable(path: &Path, why: &str) -> Failure {
    Failure { code: 65, message: format!("{}: {why}", path_text(path)) }
}

/// The bytes of a regular file or a named pipe.
pub(super) fn read(path: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    if is_pipe(path) {
        return read_from(path, NamedPipe::open(path)?, max);
    }
    read_from(path, open_regular(path)?, max)
}

/// Opens a regular file.
/// Errors: it cannot be opened, or is a device or a folder.
pub(super) fn open_regular(path: &Path) -> Result<File, Failure> {
    let failed = |error: io::Error| Failure::read(path, &error);
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(unusable(path, "it is no regular file"));
    }
    File::open(path).map_err(failed)
}

/// The bytes that come from a reader, which errors call by a path.
pub(super) fn read_from(path: &Path, reader: impl Read, max: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = reader.take(max + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::read(path, &error))?;
    if bytes.len() as u64 > max {
        return Err(unusable(path, &format!("it is longer than {max} bytes")));
    }
    Ok(bytes)
}

/// Whether a path leads to a pipe: a named one, or `/dev/fd/N`, as shells write it for
/// `<(command)`.
pub(super) fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.file_type().is_fifo())
}

/// A named pipe that is read without waiting for ever: it ends at once if nobody writes to it, and
/// fails if its writer is silent for [`SILENCE_SECONDS`].
pub(super) struct NamedPipe {
    file: File,
    has_begun: bool,
}

impl NamedPipe {
    pub(super) fn open(path: &Path) -> Result<NamedPipe, Failure> {
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        let file = OpenOptions::new().read(true).custom_flags(flags).open(path);
        let file = file.map_err(|error| Failure::read(path, &error))?;
        Ok(NamedPipe { file, has_begun: false })
    }

    /// Waits until there is something to read; false if that takes too long.
    fn wait(&self, timeout: Timespec) -> io::Result<bool> {
        let mut polled = [PollFd::new(&self.file, PollFlags::IN)];
        Ok(poll(&mut polled, Some(&timeout))? > 0)
    }
}

impl Read for NamedPipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(buffer) {
                Ok(0) if !self.has_begun => {
                    // A writer that waits for a reader needs a moment; the read after that decides.
                    self.has_begun = true;
                    let nanoseconds = WRITER_MILLISECONDS * 1_000_000;
                    self.wait(Timespec { tv_sec: 0, tv_nsec: nanoseconds })?;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.has_begun = true;
                    if !self.wait(Timespec { tv_sec: SILENCE_SECONDS, tv_nsec: 0 })? {
                        let message =
                            "nothing came through this pipe for 5 seconds; - waits longer";
                        return Err(io::Error::new(ErrorKind::TimedOut, message));
                    }
                }
                read => {
                    self.has_begun = true;
                    return read;
                }
            }
        }
    }
}
