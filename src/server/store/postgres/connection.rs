//! One connection to a PostgreSQL server, while it is lent by the pool.

use std::future::Future;
use std::time::Duration;

use deadpool_postgres::{Object, Pool, PoolError};
use tokio::runtime::{self, Handle};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Error, Statement};

use crate::store::engine::{Connection, Dialect, Ending, check_values};
use crate::store::error::{Fault, FaultResult as Result};
use crate::store::rows::{Row, Value};

pub(super) const DIALECT: Dialect = Dialect(&[
    ("{blob}", "BYTEA"),
    // Sorted by its bytes, as SQLite sorts, whatever the server's language is.
    ("{text}", "TEXT COLLATE \"C\""),
    ("{now}", "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"),
    ("{share}", "FOR SHARE"),
    ("{lock}", "FOR UPDATE"),
    ("{skip}", "FOR UPDATE SKIP LOCKED"),
    ("{clustered}", ""),
    // Any number that is only ever used for this.
    ("{migration_lock}", "SELECT pg_advisory_xact_lock(6146025313)"),
]);

/// Goes back to the pool when it is dropped, unless it is in the middle of something.
pub(super) struct PostgresConnection<'a> {
    client: Option<Object>,
    driver: &'a Driver,
    is_in_use: bool,
    has_failed: bool,
}

impl<'a> PostgresConnection<'a> {
    pub(super) fn new(client: Object, driver: &'a Driver) -> PostgresConnection<'a> {
        PostgresConnection { client: Some(client), driver, is_in_use: false, has_failed: false }
    }

    pub(super) fn begin(&mut self, begin: &str) -> Result<()> {
        self.is_in_use = true;
        self.execute_script(begin)
    }

    /// Ends the transaction. One in which a statement has failed is undone, whatever is asked for.
    pub(super) fn end(mut self, ending: Ending) -> Result<()> {
        let is_kept = ending == Ending::Commit && !self.has_failed;
        self.execute_script(if is_kept { "COMMIT" } else { "ROLLBACK" })?;
        self.is_in_use = false;
        if ending == Ending::Commit && !is_kept { Err(Fault::Undone) } else { Ok(()) }
    }

    /// Waits for the server. A connection that does not answer is not used again.
    fn wait<T>(&mut self, work: impl AsyncFnOnce(&Object) -> Result<T>) -> Result<T> {
        let client = self.client.as_ref().ok_or(Fault::Undone)?;
        let outcome = self.driver.wait(self.driver.answer_timeout(), work(client));
        if outcome.is_err() {
            self.discard();
        }
        let outcome = outcome.and_then(|outcome| outcome);
        self.has_failed |= outcome.is_err();
        outcome
    }

    /// Closes the connection instead of giving it back.
    fn discard(&mut self) {
        drop(self.client.take().map(Object::take));
    }
}

impl Drop for PostgresConnection<'_> {
    fn drop(&mut self) {
        if self.is_in_use {
            self.discard();
        }
    }
}

impl Connection for PostgresConnection<'_> {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        check_values(values)?;
        let sql = DIALECT.render(sql);
        self.wait(async |client| {
            let statement = client.prepare_cached(&sql).await.map_err(|error| fault(&error))?;
            let parameters = parameters(&statement, values)?;
            client.execute(&statement, &parameters).await.map_err(|error| fault(&error))
        })
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        check_values(values)?;
        let sql = DIALECT.render(sql);
        let rows = self.wait(async |client| {
            let statement = client.prepare_cached(&sql).await.map_err(|error| fault(&error))?;
            let parameters = parameters(&statement, values)?;
            client.query(&statement, &parameters).await.map_err(|error| fault(&error))
        })?;
        rows.iter().map(row_of).collect()
    }

    fn execute_script(&mut self, sql: &str) -> Result<()> {
        let sql = DIALECT.render(sql);
        self.wait(async |client| client.batch_execute(&sql).await.map_err(|error| fault(&error)))
    }
}

pub(super) async fn client(pool: &Pool) -> Result<Object> {
    pool.get().await.map_err(|error| match error {
        PoolError::Backend(error) => fault(&error),
        PoolError::Timeout(_) => Fault::Contended,
        PoolError::Closed => Fault::Stopped,
        PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_) => {
            Fault::Database(error.to_string())
        }
    })
}

/// Values as a statement takes them: a null has the type that the statement expects there.
pub(super) fn parameters<'v>(
    statement: &Statement,
    values: &'v [Value],
) -> Result<Vec<&'v (dyn ToSql + Sync)>> {
    const NO_INT: Option<i64> = None;
    const NO_TEXT: Option<String> = None;
    const NO_BLOB: Option<Vec<u8>> = None;
    if statement.params().len() != values.len() {
        return Err(Fault::Shape("a statement has another number of parameters"));
    }
    let parameter = |(value, kind): (&'v Value, &Type)| -> &'v (dyn ToSql + Sync) {
        match value {
            Value::Int(value) => value,
            Value::Text(text) => text,
            Value::Blob(bytes) => bytes,
            Value::Null if *kind == Type::INT8 => &NO_INT,
            Value::Null if *kind == Type::BYTEA => &NO_BLOB,
            Value::Null => &NO_TEXT,
        }
    };
    Ok(values.iter().zip(statement.params()).map(parameter).collect())
}

fn row_of(row: &tokio_postgres::Row) -> Result<Row> {
    let field = |(column, described): (usize, &tokio_postgres::Column)| {
        let kind = described.type_();
        let value = if *kind == Type::INT8 {
            row.try_get(column).map(|value: Option<i64>| value.map(Value::Int))
        } else if *kind == Type::INT4 {
            row.try_get(column)
                .map(|value: Option<i32>| value.map(|value| Value::Int(value.into())))
        } else if *kind == Type::TEXT {
            row.try_get(column).map(|value: Option<String>| value.map(Value::Text))
        } else if *kind == Type::BYTEA {
            row.try_get(column).map(|value: Option<Vec<u8>>| value.map(Value::Blob))
        } else {
            return Err(Fault::Shape("a field has a type that SQLite does not have"));
        };
        value.map(|value| value.unwrap_or(Value::Null)).map_err(|error| fault(&error))
    };
    let fields = row.columns().iter().enumerate().map(field);
    Ok(Row::new(fields.collect::<Result<_>>()?))
}

/// What an error of the server or of the connection to it comes to. The server's details are left
/// out: they repeat what is in the rows.
pub(super) fn fault(error: &Error) -> Fault {
    let Some(answer) = error.as_db_error() else {
        return fault_of_connection(error);
    };
    let words = format!("{} ({})", answer.message(), answer.code().code());
    match answer.code() {
        &SqlState::T_R_SERIALIZATION_FAILURE
        | &SqlState::T_R_DEADLOCK_DETECTED
        | &SqlState::LOCK_NOT_AVAILABLE
        | &SqlState::QUERY_CANCELED => Fault::Contended,
        // A disk that is full is none that is busy.
        &SqlState::DISK_FULL => Fault::Disk(words),
        code => match &code.code()[..2] {
            // Its files cannot be read or written.
            "58" => Fault::Disk(words),
            // Connection exceptions, out of connections or memory, shutting down or starting.
            "08" | "53" | "57" => Fault::Unreachable(words),
            "22" if *code == SqlState::CHARACTER_NOT_IN_REPERTOIRE => Fault::Text,
            "23" => Fault::Conflict(answer.constraint().unwrap_or("unnamed").to_owned()),
            "XX" => Fault::Damaged(words),
            _ => Fault::Database(words),
        },
    }
}

fn fault_of_connection(error: &Error) -> Fault {
    use std::error::Error as _;
    let cause = error.source();
    let is_io = cause.is_some_and(<dyn std::error::Error>::is::<std::io::Error>);
    let words = cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"));
    if error.is_closed() || is_io { Fault::Unreachable(words) } else { Fault::Database(words) }
}

/// The runtime that drives the connections while threads wait for their answers.
pub(super) struct Driver {
    handle: Handle,
    /// `None` where the caller has one.
    own: Option<runtime::Runtime>,
    answer_timeout: Duration,
}

impl Drop for Driver {
    /// Leaves its threads to end by themselves: waiting for them is not allowed everywhere.
    fn drop(&mut self) {
        if let Some(own) = self.own.take() {
            own.shutdown_background();
        }
    }
}

impl Driver {
    /// Takes a runtime, or starts one with a thread of its own.
    pub(super) fn new(handle: Option<Handle>, answer_timeout: Duration) -> Result<Driver> {
        if let Some(handle) = handle {
            return Ok(Driver { handle, own: None, answer_timeout });
        }
        let own = runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("store-postgres")
            .enable_all()
            .build()?;
        Ok(Driver { handle: own.handle().clone(), own: Some(own), answer_timeout })
    }

    pub(super) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// After this long without an answer a connection is given up.
    pub(super) fn answer_timeout(&self) -> Duration {
        self.answer_timeout
    }

    /// Waits on this thread, within a limit.
    pub(super) fn wait<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Result<T> {
        let limited = async { tokio::time::timeout(limit, work).await };
        self.handle.block_on(limited).map_err(|_| Fault::Timeout(limit))
    }
}
