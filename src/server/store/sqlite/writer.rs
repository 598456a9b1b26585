//! The thread that writes. What arrives while it commits waits, and goes into the next commit
//! together (group commit): the disk is synchronised once, and all are answered after that.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::Mutex;

use super::connection::{Access, SqliteConnection};
use crate::store::engine::{Connection as _, Ending, Work};
use crate::store::error::{Fault, FaultResult as Result};
use crate::store::rows::Value;
use crate::work::{Background, Signal};

/// The most jobs of one commit: the first of them must not wait for all the others.
const MAX_JOBS_IN_COMMIT: usize = 512;

/// Something to be written, and where the answer goes once it is safe.
pub(super) enum Job {
    /// A statement is undone as a whole if it fails.
    Statement { sql: &'static str, values: Vec<Value>, answer: SyncSender<Result<u64>> },
    /// Runs within a savepoint.
    Transaction { work: Work, answer: SyncSender<Result<()>> },
}

pub(super) struct Writer {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection, file: FileIdentity) -> Result<Writer> {
        let (jobs, waiting) = channel();
        let thread = thread::Builder::new().name("store-writer".to_owned());
        let thread = thread.spawn(move || write_all(connection, &file, &waiting))?;
        Ok(Writer { jobs: Mutex::new(Some(jobs)), thread: Some(thread) })
    }

    pub(super) fn send(&self, job: Job) -> Result<()> {
        let jobs = self.jobs.lock();
        jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(Fault::Stopped)
    }
}

impl Drop for Writer {
    /// Waits until all that was asked for is written.
    fn drop(&mut self) {
        self.jobs.lock().take();
        if let Some(thread) = self.thread.take() {
            // It catches the panics of its jobs; one of its own has been reported by then.
            let _ = thread.join();
        }
    }
}

/// The loop of the thread: one commit a turn, until nobody can ask any more.
fn write_all(mut connection: SqliteConnection, file: &FileIdentity, waiting: &Receiver<Job>) {
    let mut answers = Vec::new();
    while let Ok(first) = waiting.recv() {
        let outcome = commit_together(&mut connection, file, first, waiting, &mut answers);
        for answer in answers.drain(..) {
            answer.send(&outcome);
        }
    }
}

/// Runs a job, and those that are waiting by then, in one commit.
fn commit_together(
    connection: &mut SqliteConnection,
    file: &FileIdentity,
    first: Job,
    waiting: &Receiver<Job>,
    answers: &mut Vec<Answer>,
) -> Result<()> {
    let begun = file.check().and_then(|()| connection.execute("BEGIN IMMEDIATE", &[]).map(drop));
    let mut next = Some(first);
    while let Some(job) = next {
        answers.push(if begun.is_ok() { job.run(connection) } else { job.refuse() });
        if begun.is_ok() && connection.has_no_transaction() {
            return Err(Fault::Undone);
        }
        next = if answers.len() < MAX_JOBS_IN_COMMIT { waiting.try_recv().ok() } else { None };
    }
    // All that wait by then learn that no transaction could be begun, and not one by one.
    begun?;
    let committed = connection.execute("COMMIT", &[]).map(drop);
    if committed.is_err() && !connection.has_no_transaction() {
        connection.execute("ROLLBACK", &[])?;
    }
    committed
}

impl Job {
    /// Runs it, without an answer yet.
    fn run(self, connection: &mut SqliteConnection) -> Answer {
        match self {
            Job::Statement { sql, values, answer } => {
                Answer::Statement(answer, connection.execute(sql, &values))
            }
            Job::Transaction { work, answer } => {
                Answer::Transaction(answer, run_in_savepoint(connection, work))
            }
        }
    }

    /// Its answer where no transaction could be begun; the reason comes from the commit.
    fn refuse(self) -> Answer {
        match self {
            Job::Statement { answer, .. } => Answer::Statement(answer, Ok(0)),
            Job::Transaction { answer, .. } => Answer::Transaction(answer, Ok(())),
        }
    }
}

fn run_in_savepoint(connection: &mut SqliteConnection, mut work: Work) -> Result<()> {
    connection.execute("SAVEPOINT job", &[])?;
    let ending = catch_unwind(AssertUnwindSafe(|| work(connection)));
    if connection.has_no_transaction() {
        return Err(Fault::Undone);
    }
    if !matches!(ending, Ok(Ending::Commit)) {
        connection.execute("ROLLBACK TO job", &[])?;
    }
    connection.execute("RELEASE job", &[])?;
    ending.map(drop).map_err(|_| Fault::Panicked)
}

/// What a job came to, to be told once it is safe.
enum Answer {
    Statement(SyncSender<Result<u64>>, Result<u64>),
    Transaction(SyncSender<Result<()>>, Result<()>),
}

impl Answer {
    /// Who asked may have gone: then nobody needs to know.
    fn send(self, commit: &Result<()>) {
        match self {
            Answer::Statement(answer, result) => drop(answer.send(safe(result, commit))),
            Answer::Transaction(answer, result) => drop(answer.send(safe(result, commit))),
        }
    }
}

/// A result, if the commit succeeded that it was part of.
fn safe<T>(result: Result<T>, commit: &Result<()>) -> Result<T> {
    match (result, commit) {
        (result, Ok(())) | (result @ Err(_), Err(_)) => result,
        (Ok(_), Err(Fault::Contended)) => Err(Fault::Contended),
        (Ok(_), Err(Fault::Undone)) => Err(Fault::Undone),
        (Ok(_), Err(Fault::Disk(words))) => Err(Fault::Disk(words.clone())),
        (Ok(_), Err(fault)) => Err(Fault::Database(fault.to_string())),
    }
}

/// The file that a path led to. SQLite goes on with a file that was deleted or replaced, and all
/// that it writes there is lost when it is closed.
pub(super) struct FileIdentity {
    path: PathBuf,
    #[cfg(unix)]
    file: (u64, u64),
}

impl FileIdentity {
    pub(super) fn of(path: &Path) -> Result<FileIdentity> {
        let path = fs::canonicalize(path)?;
        Ok(FileIdentity {
            #[cfg(unix)]
            file: file(&fs::metadata(&path)?),
            path,
        })
    }

    /// Whether the path still leads there.
    pub(super) fn check(&self) -> Result<()> {
        match fs::metadata(&self.path) {
            #[cfg(unix)]
            Ok(found) if file(&found) == self.file => Ok(()),
            #[cfg(not(unix))]
            Ok(_) => Ok(()),
            // Players are told this, too: they learn of no path.
            _ => Err(Fault::Disk("its file was deleted or replaced while it was open".to_owned())),
        }
    }
}

#[cfg(unix)]
fn file(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

/// The time from one checkpoint to the next: a second's writes are moved in some milliseconds.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the thread that moves what the log holds into the database file, while others write:
/// SQLite would do so within a commit that makes the log long, and everybody waits for that.
pub(super) fn begin_checkpoints(path: &Path) -> Result<Background> {
    let connection = SqliteConnection::open(path, Access::Write)?;
    let signal = Arc::new(Signal::default());
    let stop = signal.clone();
    let move_log = move || move_log(connection, &signal);
    Ok(Background::begin("store-checkpoints", move || stop.stop(), move_log)?)
}

fn move_log(mut connection: SqliteConnection, signal: &Signal<()>) {
    let mut has_failed = false;
    loop {
        signal.wait(CHECKPOINT_INTERVAL, |()| None::<()>);
        if signal.is_stopping() {
            return;
        }
        // It waits for nobody; the rest of a log that others read is moved the next time.
        let moved = connection.query("PRAGMA wal_checkpoint(PASSIVE)", &[]);
        if let Err(error) = &moved
            && !has_failed
        {
            tracing::warn!(%error, "the log of the database grows: it cannot be moved into its \
                file");
        }
        has_failed = moved.is_err();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn what_was_committed_comes_into_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store");
        fs::write(&path, []).expect("a file");
        let mut connection = SqliteConnection::open(&path, Access::Write).expect("opens");
        connection.use_write_ahead_log().expect("a log");
        let _checkpointer = begin_checkpoints(&path).expect("a thread");
        connection.execute("CREATE TABLE filled (bytes BLOB)", &[]).expect("a table");
        connection.execute("INSERT INTO filled VALUES (zeroblob(100000))", &[]).expect("a row");
        let deadline = Instant::now() + Duration::from_mins(1);
        while fs::metadata(&path).expect("a file").len() < 100_000 {
            assert!(Instant::now() < deadline, "it stays in the log");
            thread::park_timeout(Duration::from_millis(20));
        }
    }
}
