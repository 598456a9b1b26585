//! SQLite: one thread writes, and what is asked of it during a commit shares the next one.

mod connection;
mod writer;

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};

use parking_lot::{Condvar, Mutex};
use rusqlite::backup::{Backup, StepResult};

use self::connection::{Access, fault};
use self::writer::{FileIdentity, Job, Writer, begin_checkpoints};
use super::engine::Patience;
use super::engine::{Connection, Ending, Engine, PendingStatement, Work, check_values};
use super::error::{Fault, FaultResult as Result};
use super::rows::{Row, Value};
use crate::private_file;
use crate::work::Background;

pub(super) use self::connection::SqliteConnection;

/// A database in one file, beside which SQLite keeps its log.
pub(super) struct Sqlite {
    path: PathBuf,
    description: String,
    writer: Writer,
    readers: Readers,
    patience: Arc<Patience>,
    _checkpointer: Background,
}

impl Sqlite {
    /// Opens a database, or makes it, for its owner alone. Refuses a file that is no database, is
    /// damaged at its head, or is that of another program.
    pub(super) fn open(path: &Path, patience: Arc<Patience>) -> Result<Sqlite> {
        create_private(path)?;
        let mut first = SqliteConnection::open(path, Access::Write)?;
        first.claim_for_this_program()?;
        first.use_write_ahead_log()?;
        let writer = SqliteConnection::open_brief(path, Access::Write)?;
        Ok(Sqlite {
            path: path.to_owned(),
            description: format!("sqlite:{}", path.display()),
            writer: Writer::start(writer, FileIdentity::of(path)?)?,
            readers: Readers::new(path),
            patience,
            _checkpointer: begin_checkpoints(path)?,
        })
    }
}

/// Makes an empty file for its owner alone, if there is none. SQLite gives the log the same mode.
fn create_private(path: &Path) -> Result<()> {
    private_file::make_folder_of(path)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(Fault::Io(error)),
        _ => Ok(()),
    }
}

impl Engine for Sqlite {
    fn execute(&self, sql: &'static str, values: Vec<Value>) -> Result<u64> {
        self.begin_together(sql, values)?.answer.recv().map_err(|_| Fault::Stopped)?
    }

    fn begin_together(&self, sql: &'static str, values: Vec<Value>) -> Result<PendingStatement> {
        check_values(&values)?;
        let (sender, answer) = mpsc::sync_channel(1);
        self.writer.send(Job::Statement { sql, values, answer: sender })?;
        Ok(PendingStatement { answer, patience: self.patience.clone() })
    }

    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        self.readers.with(|connection| connection.query(sql, values))?
    }

    fn transact(&self, work: Work) -> Result<()> {
        let (answer, answered) = mpsc::sync_channel(1);
        self.writer.send(Job::Transaction { work, answer })?;
        answered.recv().map_err(|_| Fault::Stopped)?
    }

    fn transact_alone(&self, work: &mut dyn FnMut(&mut dyn Connection) -> Ending) -> Result<()> {
        let mut connection = SqliteConnection::open(&self.path, Access::Write)?;
        connection.execute_script("BEGIN IMMEDIATE")?;
        // Where this returns early, closing the connection undoes the transaction.
        match work(&mut connection) {
            Ending::Commit => connection.execute_script("COMMIT"),
            Ending::Undo => Ok(()),
        }
    }

    fn read_snapshot(&self, work: &mut dyn FnMut(&mut dyn Connection)) -> Result<()> {
        // A connection of its own: a long transaction of the pool would hold up short questions.
        let mut connection = SqliteConnection::open(&self.path, Access::Read)?;
        connection.execute_script("BEGIN")?;
        work(&mut connection);
        Ok(())
    }

    fn copy_to(&self, path: &Path) -> Result<bool> {
        create_private(path)?;
        let source = SqliteConnection::open(&self.path, Access::Read)?;
        let mut target = rusqlite::Connection::open(path).map_err(fault)?;
        // All pages in one step: the log lets others write meanwhile, and a backup in several steps
        // begins anew at each of their commits.
        let backup = Backup::new(source.inner(), &mut target).map_err(fault)?;
        match backup.step(-1).map_err(fault)? {
            StepResult::Done => {}
            _ => return Err(Fault::Contended),
        }
        drop(backup);
        target.pragma_update(None, "journal_mode", "DELETE").map_err(fault)?;
        target.close().map_err(|(_, error)| fault(error))?;
        fs::File::open(path)?.sync_all()?;
        Ok(true)
    }

    fn find_damage(&self) -> Result<Vec<String>> {
        let mut connection = SqliteConnection::open(&self.path, Access::Read)?;
        let mut found = Vec::new();
        for mut row in connection.query("PRAGMA integrity_check", &[])? {
            found.push(row.take::<String>()?);
        }
        found.retain(|line| line != "ok");
        for mut row in connection.query("PRAGMA foreign_key_check", &[])? {
            found.push(format!("a row of {} refers to none", row.take::<String>()?));
        }
        Ok(found)
    }

    fn description(&self) -> &str {
        &self.description
    }
}

/// More threads than this wait for one another: two cores read no faster with more.
const MAX_READERS: usize = 8;

/// Connections that only read, lent one at a time.
struct Readers {
    path: PathBuf,
    state: Mutex<ReaderState>,
    returned: Condvar,
}

struct ReaderState {
    idle: Vec<SqliteConnection>,
    lent: usize,
}

impl Readers {
    fn new(path: &Path) -> Readers {
        let state = Mutex::new(ReaderState { idle: Vec::new(), lent: 0 });
        Readers { path: path.to_owned(), state, returned: Condvar::new() }
    }

    /// Reads with one of the connections; waits for one if all are lent.
    fn with<T>(&self, read: impl FnOnce(&mut SqliteConnection) -> T) -> Result<T> {
        let mut state = self.state.lock();
        while state.lent == MAX_READERS {
            self.returned.wait(&mut state);
        }
        state.lent += 1;
        let idle = state.idle.pop();
        drop(state);
        let mut lent = Lent { readers: self, connection: idle };
        let connection = match &mut lent.connection {
            Some(connection) => connection,
            none => none.insert(SqliteConnection::open_brief(&self.path, Access::Read)?),
        };
        Ok(read(connection))
    }
}

/// Gives a connection back, whatever ends its use.
struct Lent<'a> {
    readers: &'a Readers,
    connection: Option<SqliteConnection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut state = self.readers.state.lock();
        state.lent -= 1;
        state.idle.extend(self.connection.take());
        self.readers.returned.notify_one();
    }
}
