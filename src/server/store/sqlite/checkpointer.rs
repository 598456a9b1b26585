//! The thread that moves what the log holds into the database file, while others write: SQLite would do so within a commit that
//! makes the log long, and everybody waits for that.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::connection::{Access, SqliteConnection};
use crate::store::engine::Connection as _;
use crate::store::error::Fault;

/// The time from one checkpoint to the next: a second's writes are moved in some milliseconds.
const INTERVAL: Duration = Duration::from_secs(1);

/// The running thread; it ends when this is dropped.
pub(super) struct Checkpointer {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpointer {
    pub(super) fn start(path: &Path) -> Result<Checkpointer, Fault> {
        let connection = SqliteConnection::open(path, Access::Write)?;
        let (stop, stopped) = channel();
        let thread = thread::Builder::new().name("store-checkpoints".to_owned());
        let thread = thread.spawn(move || move_log(connection, &stopped))?;
        Ok(Checkpointer { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // It has nothing to tell.
            let _ = thread.join();
        }
    }
}

/// The loop of the thread.
fn move_log(mut connection: SqliteConnection, stopped: &Receiver<()>) {
    let mut has_failed = false;
    while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        // It waits for nobody; the rest of a log that others read is moved the next time.
        let moved = connection.query("PRAGMA wal_checkpoint(PASSIVE)", &[]);
        if let Err(error) = &moved
            && !has_failed
        {
            tracing::warn!(%error, "the log of the database grows: it cannot be moved into its file");
        }
        has_failed = moved.is_err();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn what_was_committed_comes_into_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store");
        fs::write(&path, []).expect("a file");
        let mut connection = SqliteConnection::open(&path, Access::Write).expect("opens");
        connection.use_write_ahead_log().expect("a log");
        let _checkpointer = Checkpointer::start(&path).expect("a thread");
        connection.execute("CREATE TABLE filled (bytes BLOB)", &[]).expect("a table");
        connection.execute("INSERT INTO filled VALUES (zeroblob(100000))", &[]).expect("a row");
        let deadline = Instant::now() + Duration::from_mins(1);
        while fs::metadata(&path).expect("a file").len() < 100_000 {
            assert!(Instant::now() < deadline, "it stays in the log");
            thread::park_timeout(Duration::from_millis(20));
        }
    }
}
