//! One connection to an SQLite database.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{ErrorCode, OpenFlags, ToSql};

use crate::store::engine::{Connection, Dialect, check_values};
use crate::store::error::{Fault, FaultResult as Result};
use crate::store::rows::{Row, Value};

const DIALECT: Dialect = Dialect(&[
    // SQLite numbers `$` by appearance, `?` by the number.
    ("$", "?"),
    ("{blob}", "BLOB"),
    ("{text}", "TEXT"),
    ("{now}", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
    ("{share}", ""),
    ("{lock}", ""),
    ("{skip}", ""),
    ("{migration_lock}", ""),
    ("{clustered}", " WITHOUT ROWID"),
]);

/// How long a connection waits for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// And one of those for which the store waits by itself.
const BRIEF_BUSY_TIMEOUT: Duration = Duration::from_millis(500);

/// Marks a file as a database of this program: "UPK1".
const APPLICATION_ID: i64 = 0x5550_4b31;

const CACHED_STATEMENTS: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

pub(in crate::store) struct SqliteConnection(rusqlite::Connection);

impl SqliteConnection {
    pub(super) fn open(path: &Path, access: Access) -> Result<SqliteConnection> {
        SqliteConnection::open_with(path, access, BUSY_TIMEOUT)
    }

    /// One that comes back soon from what others hold.
    pub(super) fn open_brief(path: &Path, access: Access) -> Result<SqliteConnection> {
        SqliteConnection::open_with(path, access, BRIEF_BUSY_TIMEOUT)
    }

    /// A database that goes with its connection.
    pub(in crate::store) fn in_memory() -> Result<SqliteConnection> {
        rusqlite::Connection::open_in_memory().map(SqliteConnection).map_err(fault)
    }

    fn open_with(path: &Path, access: Access, busy: Duration) -> Result<SqliteConnection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = rusqlite::Connection::open_with_flags(path, flags).map_err(fault)?;
        connection.busy_timeout(busy).map_err(fault)?;
        connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
        let settings = "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema \
                        = OFF; PRAGMA cell_size_check = ON; PRAGMA wal_autocheckpoint = 8000; \
                        PRAGMA journal_size_limit = 67108864";
        connection.execute_batch(settings).map_err(fault)?;
        if access == Access::Read {
            connection.pragma_update(None, "query_only", true).map_err(fault)?;
        }
        Ok(SqliteConnection(connection))
    }

    pub(super) fn inner(&self) -> &rusqlite::Connection {
        &self.0
    }

    /// Whether SQLite has undone the transaction by itself, as it does when the disk is full.
    pub(super) fn has_no_transaction(&self) -> bool {
        self.0.is_autocommit()
    }

    /// Marks a new database as this program's.
    /// Errors: refuses one that has another mark, or tables and no mark.
    pub(super) fn claim_for_this_program(&mut self) -> Result<()> {
        self.execute_script("BEGIN IMMEDIATE")?;
        let claimed = self.claim();
        let ended = self.execute_script(if claimed.is_ok() { "COMMIT" } else { "ROLLBACK" });
        claimed.and(ended)
    }

    fn claim(&mut self) -> Result<()> {
        let mut number = |sql: &str| match self.query(sql, &[])?.first_mut() {
            Some(row) => row.take::<i64>(),
            None => Err(Fault::Shape("a setting has no value")),
        };
        match number("PRAGMA application_id")? {
            APPLICATION_ID => Ok(()),
            0 if number("SELECT count(*) FROM sqlite_schema")? == 0 => {
                self.execute_script(&format!("PRAGMA application_id = {APPLICATION_ID}"))
            }
            _ => Err(Fault::NotAStore("it has the tables of another program".to_owned())),
        }
    }

    /// Turns on the write-ahead log: readers do not hold up the writer, nor the writer them.
    pub(super) fn use_write_ahead_log(&mut self) -> Result<()> {
        let mode = self.query("PRAGMA journal_mode = WAL", &[])?;
        match mode.into_iter().next().map(|mut row| row.take::<String>()).transpose()?.as_deref() {
            Some("wal") => Ok(()),
            _ => {
                Err(Fault::Database("the file system does not carry SQLite's log (WAL)".to_owned()))
            }
        }
    }
}

impl Connection for SqliteConnection {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        check_values(values)?;
        let mut statement = self.0.prepare_cached(&DIALECT.render(sql)).map_err(fault)?;
        let changed = statement.execute(rusqlite::params_from_iter(values)).map_err(fault)?;
        Ok(changed as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        check_values(values)?;
        let mut statement = self.0.prepare_cached(&DIALECT.render(sql)).map_err(fault)?;
        let width = statement.column_count();
        let mut rows = statement.query(rusqlite::params_from_iter(values)).map_err(fault)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(fault)? {
            let field = |column| value_of(row.get_ref(column).map_err(fault)?);
            found.push(Row::new((0..width).map(field).collect::<Result<_>>()?));
        }
        Ok(found)
    }

    fn execute_script(&mut self, sql: &str) -> Result<()> {
        self.0.execute_batch(&DIALECT.render(sql)).map_err(fault)
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(value) => ValueRef::Integer(*value),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn value_of(value: ValueRef<'_>) -> Result<Value> {
    match value {
        ValueRef::Null => Ok(Value::Null),
        ValueRef::Integer(value) => Ok(Value::Int(value)),
        ValueRef::Text(text) => match String::from_utf8(text.to_vec()) {
            Ok(text) => Ok(Value::Text(text)),
            Err(_) => Err(Fault::Damaged("a text is not UTF-8".to_owned())),
        },
        ValueRef::Blob(bytes) => Ok(Value::Blob(bytes.to_vec())),
        ValueRef::Real(_) => Err(Fault::Shape("a field is a fraction")),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes it so")]
pub(super) fn fault(error: rusqlite::Error) -> Fault {
    let rusqlite::Error::SqliteFailure(code, text) = &error else {
        return Fault::Database(error.to_string());
    };
    let words = || text.clone().unwrap_or_else(|| code.to_string());
    match code.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Fault::Contended,
        ErrorCode::ConstraintViolation => Fault::Conflict(words()),
        ErrorCode::DatabaseCorrupt => Fault::Damaged(words()),
        ErrorCode::NotADatabase => Fault::NotAStore(words()),
        ErrorCode::DiskFull
        | ErrorCode::SystemIoFailure
        | ErrorCode::CannotOpen
        | ErrorCode::ReadOnly
        | ErrorCode::PermissionDenied
        | ErrorCode::FileLockingProtocolFailed => Fault::Disk(words()),
        _ => Fault::Database(words()),
    }
}
