//! Statements with what is being done around them, so that every error tells it.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;

use super::Store;
use super::engine::Waiting;
use super::engine::{Connection, Ending, PendingStatement};
use super::error::{Fault, Result, StoreError};
use super::rows::{FromRow, Row, Value};

/// A transaction in which something is being done.
pub(super) struct Transaction<'a> {
    connection: &'a mut dyn Connection,
    doing: &'static str,
}

impl Transaction<'_> {
    /// Runs a statement. Returns how many rows it changed.
    pub(super) fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64> {
        self.connection.execute(sql, values).map_err(|fault| fault.while_doing(self.doing))
    }

    /// Runs a statement that is refused if it changes nothing.
    pub(super) fn change(
        &mut self,
        sql: &str,
        values: &[Value],
        refusal: StoreError,
    ) -> Result<()> {
        if self.execute(sql, values)? == 0 { Err(refusal) } else { Ok(()) }
    }

    /// Asks a question, and reads every row of the answer.
    pub(super) fn query<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Result<Vec<T>> {
        let rows = self.connection.query(sql, values).and_then(read_all);
        rows.map_err(|fault| fault.while_doing(self.doing))
    }

    /// The first row of the answer.
    pub(super) fn find<T: FromRow>(&mut self, sql: &str, values: &[Value]) -> Result<Option<T>> {
        Ok(self.query(sql, values)?.into_iter().next())
    }

    pub(super) fn number(&mut self, sql: &str, values: &[Value]) -> Result<i64> {
        Ok(self.find(sql, values)?.unwrap_or_default())
    }
}

fn read_all<T: FromRow>(rows: Vec<Row>) -> Result<Vec<T>, Fault> {
    rows.into_iter().map(|mut row| row.take()).collect()
}

impl Store {
    /// Runs one statement that changes something. Returns how many rows it changed. Tried again
    /// while others hold what it needs.
    pub(super) fn execute(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
    ) -> Result<u64> {
        let values = values.into();
        self.repeat(StoreError::is_contended, || {
            self.engine.execute(sql, values.clone()).map_err(|fault| fault.while_doing(doing))
        })
    }

    /// Runs one statement that is refused if it changes nothing.
    pub(super) fn change(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
        refusal: StoreError,
    ) -> Result<()> {
        if self.execute(doing, sql, values)? == 0 { Err(refusal) } else { Ok(()) }
    }

    /// Begins to run a statement that can be kept together with those of others: see
    /// `Engine::begin_together`.
    pub(super) fn begin_together(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
    ) -> Result<PendingStatement> {
        self.engine.begin_together(sql, values.into()).map_err(|fault| fault.while_doing(doing))
    }

    /// Asks one question and reads every row of the answer. Tried again while the database cannot
    /// be reached.
    pub(super) fn query<T: FromRow>(
        &self,
        doing: &'static str,
        sql: &str,
        values: &[Value],
    ) -> Result<Vec<T>> {
        let rows = self.with_patience(|| {
            self.engine.query(sql, values).map_err(|fault| fault.while_doing(doing))
        })?;
        read_all(rows).map_err(|fault| fault.while_doing(doing))
    }

    /// The same for the first row of the answer.
    pub(super) fn find<T: FromRow>(
        &self,
        doing: &'static str,
        sql: &str,
        values: &[Value],
    ) -> Result<Option<T>> {
        Ok(self.query(doing, sql, values)?.into_iter().next())
    }

    /// Runs a transaction: it is kept as a whole if `work` succeeds, and else leaves no trace.
    /// Tried again while others hold what it needs.
    pub(super) fn transact<T: Send + 'static>(
        &self,
        doing: &'static str,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.transact_while(StoreError::is_contended, doing, work)
    }

    /// The same for one that can be repeated: it is tried again while the database cannot be
    /// reached, too.
    pub(super) fn transact_with_patience<T: Send + 'static>(
        &self,
        doing: &'static str,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.transact_while(StoreError::is_transient, doing, work)
    }

    fn transact_while<T: Send + 'static>(
        &self,
        may_pass: impl Fn(&StoreError) -> bool,
        doing: &'static str,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let work = Arc::new(Mutex::new(work));
        self.repeat(may_pass, || {
            let outcome = Arc::new(Mutex::new(None));
            let (work, place) = (work.clone(), outcome.clone());
            let ended = self.engine.transact(Box::new(move |connection| {
                let result = work.lock()(&mut Transaction { connection, doing });
                let ending = if result.is_ok() { Ending::Commit } else { Ending::Undo };
                *place.lock() = Some(result);
                ending
            }));
            let outcome = outcome.lock().take();
            match (outcome, ended) {
                // Why the work failed says more than that its transaction ended.
                (Some(Err(error)), _) => Err(error),
                (_, Err(fault)) => Err(fault.while_doing(doing)),
                (Some(result), Ok(())) => result,
                (None, Ok(())) => Err(Fault::Undone.while_doing(doing)),
            }
        })
    }

    /// Tries something that can be repeated again while the database cannot be reached, within the
    /// limit of the options and until the store gives up.
    pub(super) fn with_patience<T>(&self, attempt: impl FnMut() -> Result<T>) -> Result<T> {
        self.repeat(StoreError::is_transient, attempt)
    }

    /// Tries something until it succeeds, fails in a way that does not pass, or the patience ends.
    pub(super) fn repeat<T>(
        &self,
        may_pass: impl Fn(&StoreError) -> bool,
        mut attempt: impl FnMut() -> Result<T>,
    ) -> Result<T> {
        // One call can be tried again within another: both have the same patience.
        let waiting = Waiting::begin();
        let mut pause = Duration::from_millis(20);
        loop {
            let outcome = attempt();
            let is_in_vain = outcome.as_ref().is_err_and(&may_pass);
            if !is_in_vain || !self.patience.lasts_since(waiting.begun()) {
                return outcome;
            }
            thread::park_timeout(pause);
            pause = (pause * 2).min(Duration::from_millis(500));
        }
    }
}
