//! Statements with what is being done around them, so that every error tells it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::Store;
use super::engine::{Connection, Ending, PendingStatement};
use super::error::{Fault, StoreError};
use super::value::{Row, Value};
use super::waiting::Waiting;

/// A transaction in which something is being done.
pub(super) struct Transaction<'a> {
    connection: &'a mut dyn Connection,
    doing: &'static str,
    /// Whether others held what one of its statements needs.
    is_contended: bool,
}

impl Transaction<'_> {
    /// Runs a statement. Returns how many rows it changed.
    pub(super) fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let changed = self.connection.execute(sql, values);
        self.note(changed)
    }

    pub(super) fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        let rows = self.connection.query(sql, values);
        self.note(rows)
    }

    fn note<T>(&mut self, outcome: Result<T, Fault>) -> Result<T, StoreError> {
        self.is_contended |= matches!(outcome, Err(Fault::Contended));
        outcome.map_err(|fault| fault.while_doing(self.doing))
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
    /// Runs one statement that changes something. Tried again while others hold what it needs.
    pub(super) fn execute(
        &self,
        doing: &'static str,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
    ) -> Result<u64, StoreError> {
        let values = values.into();
        let is_contended = |changed: &Result<u64, Fault>| matches!(changed, Err(Fault::Contended));
        let changed = self.repeat(is_contended, || self.engine.execute(sql, values.clone()));
        changed.map_err(|fault| fault.while_doing(doing))
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

    /// Runs a transaction: it is kept as a whole if `work` succeeds, and else leaves no trace. Tried again while others hold what it
    /// needs.
    pub(super) fn transact<T, E>(
        &self,
        doing: &'static str,
        work: impl FnMut(&mut Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let work = Arc::new(Mutex::new(work));
        let attempt = || {
            let outcome = Arc::new(Mutex::new(None));
            let is_contended = Arc::new(AtomicBool::new(false));
            let (work, place, contended) = (work.clone(), outcome.clone(), is_contended.clone());
            let ended = self.engine.transact(Box::new(move |connection| {
                let mut transaction = Transaction { connection, doing, is_contended: false };
                let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
                let result = work(&mut transaction);
                contended.store(transaction.is_contended, Ordering::Relaxed);
                let ending = if result.is_ok() { Ending::Commit } else { Ending::Undo };
                *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                ending
            }));
            let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
            (outcome, ended, is_contended.load(Ordering::Relaxed))
        };
        let (outcome, ended, _) = self.repeat(
            |(outcome, ended, is_contended)| match outcome {
                Some(Err(_)) => *is_contended,
                _ => matches!(ended, Err(Fault::Contended)),
            },
            attempt,
        );
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
        self.repeat(|outcome| matches!(outcome, Err(error) if error.may_pass()), &mut attempt)
    }

    /// Tries something until its outcome is not in vain, or the patience ends.
    fn repeat<T>(&self, is_in_vain: impl Fn(&T) -> bool, mut attempt: impl FnMut() -> T) -> T {
        // One call can be tried again within another: both have the same patience.
        let waiting = Waiting::begin();
        let mut pause = Duration::from_millis(20);
        loop {
            let outcome = attempt();
            if !is_in_vain(&outcome) || !self.patience.lasts_since(waiting.begun()) {
                return outcome;
            }
            thread::park_timeout(pause);
            pause = (pause * 2).min(Duration::from_millis(500));
        }
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
