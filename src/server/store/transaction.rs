//! Statements with what is being done around them, so that every error tells it.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Store;
use super::engine::{Connection, Ending, PendingStatement};
use super::error::{Fault, StoreError};
use super::value::{Row, Value};

/// A transaction in which something is being done.
pub(super) struct Transaction<'a> {
    connection: &'a mut dyn Connection,
    doing: &'static str,
}

impl Transaction<'_> {
    /// Runs a statement. Returns how many rows it changed.
    pub(super) fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        self.connection.execute(sql, values).map_err(|fault| fault.while_doing(self.doing))
    }

    pub(super) fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        self.connection.query(sql, values).map_err(|fault| fault.while_doing(self.doing))
    }

    /// The first row of the answer.
    pub(super) fn find(&mut self, sql: &str, values: &[Value]) -> Result<Option<Row>, StoreError> {
        Ok(self.query(sql, values)?.into_iter().next())
    }

    /// What reading a row came to, with what is being done.
    pub(super) fn read<T>(&self, read: Result<T, Fault>) -> Result<T, StoreError> {
        read.map_err(|fault| fault.while_doing(self.doing))
    }
}

impl Store {
    /// Runs one statement that changes something.
    pub(super) fn execute(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
    ) -> Result<u64, StoreError> {
        self.engine.execute(sql, values.into()).map_err(|fault| fault.while_doing(doing))
    }

    /// Begins to run a statement that can be kept together with those of others: see `Engine::begin_together`.
    pub(super) fn begin_together(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
    ) -> Result<PendingStatement, StoreError> {
        self.engine.begin_together(sql, values.into()).map_err(|fault| fault.while_doing(doing))
    }

    /// Asks one question and reads every row of the answer. Tried again while the database cannot be reached.
    pub(super) fn query<T>(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: &[Value],
        mut read: impl FnMut(&mut Row) -> Result<T, Fault>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = self.with_patience(|| {
            self.engine.query(sql, values.to_vec()).map_err(|fault| fault.while_doing(doing))
        })?;
        let rows = rows.into_iter().map(|mut row| read(&mut row));
        rows.collect::<Result<_, Fault>>().map_err(|fault| fault.while_doing(doing))
    }

    /// The same for the first row of the answer.
    pub(super) fn find<T>(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: &[Value],
        read: impl FnMut(&mut Row) -> Result<T, Fault>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.query(doing, sql, values, read)?.into_iter().next())
    }

    /// Runs a transaction: it is kept as a whole if `work` succeeds, and else leaves no trace.
    pub(super) fn transact<T, E>(
        &self,
        doing: &'static str,
        mut work: impl FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let outcome = Arc::new(Mutex::new(None));
        let place = Arc::clone(&outcome);
        let ended = self.engine.transact(Box::new(move |connection| {
            let result = work(&mut Transaction { connection, doing });
            let ending = if result.is_ok() { Ending::Commit } else { Ending::Undo };
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            ending
        }));
        let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (outcome, ended) {
            // Why the work failed says more than that its transaction ended.
            (Some(Err(error)), _) => Err(error),
            (_, Err(fault)) => Err(fault.while_doing(doing).into()),
            (Some(result), Ok(())) => result,
            (None, Ok(())) => Err(Fault::Undone.while_doing(doing).into()),
        }
    }

    /// Tries something that can be repeated again while the database cannot be reached, within the limit of the options and
    /// until the store gives up.
    pub(super) fn with_patience<T, E: MayPass>(
        &self,
        mut attempt: impl FnMut() -> Result<T, E>,
    ) -> Result<T, E> {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(20);
        loop {
            match attempt() {
                Err(error) if error.may_pass() && self.is_patient(begun) => {
                    thread::park_timeout(pause);
                    pause = (pause * 2).min(Duration::from_millis(500));
                }
                outcome => return outcome,
            }
        }
    }
}

impl Store {
    /// Whether a call that has begun at some time is tried again.
    fn is_patient(&self, begun: Instant) -> bool {
        let last_try = self.last_try.get();
        begun.elapsed() < self.options.patience
            && last_try.is_none_or(|last| Instant::now() < *last)
    }
}

/// An error after which trying again can help.
pub(super) trait MayPass {
    fn may_pass(&self) -> bool;
}

impl MayPass for StoreError {
    fn may_pass(&self) -> bool {
        self.is_transient()
    }
}
