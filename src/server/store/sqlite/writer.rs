//! The thread that writes. What arrives while it commits waits, and goes into the next commit together (group commit): the disk
//! is synchronised once for all of it, and nobody is answered before.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::connection::SqliteConnection;
use super::file_identity::FileIdentity;
use crate::store::engine::{Connection as _, Ending, Work};
use crate::store::error::Fault;
use crate::store::value::Value;

/// So many jobs go into one commit at most, so that the first of them does not wait for all the others.
const MAX_JOBS_IN_COMMIT: usize = 512;

/// Something to be written, and where the answer goes once it is safe.
pub(super) enum Job {
    /// A statement is undone as a whole if it fails.
    Statement { sql: &'static str, values: Vec<Value>, answer: SyncSender<Result<u64, Fault>> },
    /// Runs within a savepoint.
    Transaction { work: Work, answer: SyncSender<Result<(), Fault>> },
}

pub(super) struct Writer {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection, file: FileIdentity) -> Result<Writer, Fault> {
        let (jobs, waiting) = channel();
        let thread = thread::Builder::new().name("store-writer".to_owned());
        let thread = thread.spawn(move || write_all(connection, &file, &waiting))?;
        Ok(Writer { jobs: Mutex::new(Some(jobs)), thread: Some(thread) })
    }

    pub(super) fn send(&self, job: Job) -> Result<(), Fault> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(Fault::Stopped)
    }
}

impl Drop for Writer {
    /// Waits until all that was asked for is written.
    fn drop(&mut self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
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
) -> Result<(), Fault> {
    let begun = file.check().and_then(|()| connection.execute("BEGIN IMMEDIATE", &[]).map(drop));
    let mut next = Some(first);
    while let Some(job) = next {
        answers.push(if begun.is_ok() { job.run(connection) } else { job.refuse() });
        if begun.is_ok() && connection.has_no_transaction() {
            return Err(Fault::Undone);
        }
        next = if answers.len() < MAX_JOBS_IN_COMMIT { waiting.try_recv().ok() } else { None };
    }
    // All that wait by then learn that no transaction could be begun: one after another they would wait for long.
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

fn run_in_savepoint(connection: &mut SqliteConnection, mut work: Work) -> Result<(), Fault> {
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
    Statement(SyncSender<Result<u64, Fault>>, Result<u64, Fault>),
    Transaction(SyncSender<Result<(), Fault>>, Result<(), Fault>),
}

impl Answer {
    /// Who asked may have gone: then nobody needs to know.
    fn send(self, commit: &Result<(), Fault>) {
        match self {
            Answer::Statement(answer, result) => drop(answer.send(safe(result, commit))),
            Answer::Transaction(answer, result) => drop(answer.send(safe(result, commit))),
        }
    }
}

/// A result, if the commit succeeded that it was part of.
fn safe<T>(result: Result<T, Fault>, commit: &Result<(), Fault>) -> Result<T, Fault> {
    match (result, commit) {
        (result, Ok(())) | (result @ Err(_), Err(_)) => result,
        (Ok(_), Err(Fault::Contended)) => Err(Fault::Contended),
        (Ok(_), Err(Fault::Undone)) => Err(Fault::Undone),
        (Ok(_), Err(Fault::Disk(words))) => Err(Fault::Disk(words.clone())),
        (Ok(_), Err(fault)) => Err(Fault::Database(fault.to_string())),
    }
}
