//! What the holder of a lease does: append, finish, give back; and how another takes the lease over.
//!
//! An append inserts only where the epoch is still its own, and holds the row of the run (`FOR SHARE`) until it is kept; a
//! take-over waits for it, and what comes later finds another epoch. In SQLite all of that happens on one thread.

use std::sync::Arc;

use super::engine::PendingStatement;
use super::error::StoreError;
use super::lease::{AppendError, Lease, Progress, TakenOver};
use super::run::{FRAMES, RunError, end_run, insert_first_frame, join_frames, read_frame};
use super::run_info::RunResult;
use super::transaction::{MayPass, Transaction};
use super::value::{Row, Value, values};
use super::{AccountId, RunKey, Store};

impl MayPass for AppendError {
    fn may_pass(&self) -> bool {
        matches!(self, AppendError::Store(error) if error.is_transient())
    }
}

const APPEND: &str = "append to a run";

/// Bytes that are being appended.
pub(crate) struct PendingAppend {
    /// How many bytes of the run come before them.
    start: i64,
    bytes: Vec<u8>,
    progress: Progress,
    /// The first try.
    statement: Option<Result<PendingStatement, StoreError>>,
}

/// The condition that a lease is still the run's.
macro_rules! where_held {
    ($statement:literal, $rest:literal) => {
        concat!($statement, " WHERE id = $1 AND epoch = $2 AND ended_at IS NULL ", $rest)
    };
}

impl Store {
    /// Appends bytes to a run; they are safe when this returns. For one thread at a time. `progress` is where the run stands
    /// after them.
    ///
    /// # Errors
    /// [`AppendError::LeaseLost`]: nothing was written, and nothing will be by this lease. [`AppendError::TooLong`].
    pub fn append(
        &self,
        lease: &Lease,
        bytes: &[u8],
        progress: Progress,
    ) -> Result<(), AppendError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let begun = self.begin_append(lease, bytes.to_vec(), progress)?;
        self.complete_append(lease, begun)
    }

    /// The first half of [`Store::append`], which does not wait. The second has to follow before anything else is done by the
    /// lease.
    ///
    /// # Errors
    /// [`AppendError::TooLong`].
    pub(crate) fn begin_append(
        &self,
        lease: &Lease,
        bytes: Vec<u8>,
        progress: Progress,
    ) -> Result<PendingAppend, AppendError> {
        let start = self.check_length(lease, &bytes)?;
        let mut append = PendingAppend { start, bytes, progress, statement: None };
        append.statement = Some(self.begin_insert(lease, &append));
        Ok(append)
    }

    /// The second half: the bytes are safe when this returns.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub(crate) fn complete_append(
        &self,
        lease: &Lease,
        mut append: PendingAppend,
    ) -> Result<(), AppendError> {
        self.with_patience(|| {
            let begun = append.statement.take();
            let begun = begun.unwrap_or_else(|| self.begin_insert(lease, &append))?;
            match begun.wait().map_err(|fault| fault.while_doing(APPEND))? {
                0 if self.is_kept(lease, append.start, &append.bytes)? => Ok(()),
                0 => Err(AppendError::LeaseLost),
                _ => Ok(()),
            }
        })?;
        lease.lengthen(append.bytes.len());
        Ok(())
    }

    fn begin_insert(
        &self,
        lease: &Lease,
        append: &PendingAppend,
    ) -> Result<PendingStatement, StoreError> {
        let sql = where_held!(
            "INSERT INTO run_frames (run, start, bytes, turn, commands) \
             SELECT id, CAST($3 AS BIGINT), CAST($4 AS {blob}), CAST($5 AS BIGINT), CAST($6 AS BIGINT) FROM runs",
            "{share} ON CONFLICT DO NOTHING"
        );
        let PendingAppend { start, bytes, progress, .. } = append;
        let Progress { turn, commands } = *progress;
        let values = values![lease.run, lease.epoch, *start, &**bytes, turn, commands];
        self.begin_together(APPEND, sql, values)
    }

    fn check_length(&self, lease: &Lease, bytes: &[u8]) -> Result<i64, AppendError> {
        let (start, limit) = (lease.length(), self.options.max_run_bytes);
        if start + bytes.len() as u64 > limit {
            return Err(AppendError::TooLong(limit));
        }
        Ok(start as i64)
    }

    /// Whether an append was kept although its answer did not arrive.
    fn is_kept(&self, lease: &Lease, start: i64, bytes: &[u8]) -> Result<bool, StoreError> {
        let sql = "SELECT f.bytes FROM run_frames f JOIN runs r ON r.id = f.run \
             WHERE r.id = $1 AND r.epoch = $2 AND f.start = $3";
        let values = values![lease.run, lease.epoch, start];
        let kept = self.find("look for what was appended", sql, &values, Row::blob)?;
        Ok(kept.is_some_and(|kept| kept == bytes))
    }

    /// Takes over an unfinished run of an account: from now on only the new lease can append to it. What was appended before
    /// is in the bytes.
    ///
    /// # Errors
    /// [`RunError::NoSuchRun`], also for runs of others; [`RunError::Over`], [`RunError::Damaged`].
    pub fn take_over(
        &self,
        account: AccountId,
        run: RunKey,
        holder: &str,
    ) -> Result<TakenOver, RunError> {
        self.with_patience(|| {
            let holder = holder.to_owned();
            self.transact("take over a run", move |transaction| {
                raise_epoch(transaction, account, run, &holder)
            })
        })
    }

    /// Gives a lease back: the run is held by nobody, and nothing can be appended by this lease any more.
    pub fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        let sql =
            where_held!("UPDATE runs SET holder = NULL, held_at = {now}, epoch = epoch + 1", "");
        let values = values![lease.run, lease.epoch];
        self.with_patience(|| self.execute("give back a run", sql, values.clone()))?;
        Ok(())
    }

    /// Keeps a run as damaged: its bytes stay, and it is not offered to be played on.
    ///
    /// # Errors
    /// [`AppendError::LeaseLost`].
    pub fn mark_damaged(&self, lease: &Lease, why: &str) -> Result<(), AppendError> {
        let sql = where_held!("UPDATE runs SET damage = $3, holder = NULL, epoch = epoch + 1", "");
        held(self.execute("keep a run as damaged", sql, values![lease.run, lease.epoch, why])?)
    }

    /// Appends the last bytes of a run and marks it as over, with what they claim; its bytes become one row. It waits to be
    /// verified.
    ///
    /// # Errors
    /// [`AppendError::LeaseLost`], [`AppendError::TooLong`].
    pub fn finish(
        &self,
        lease: &Lease,
        last_bytes: &[u8],
        result: RunResult,
    ) -> Result<(), AppendError> {
        let start = self.check_length(lease, last_bytes)?;
        let (run, epoch) = (lease.run, lease.epoch);
        let end = Arc::new((last_bytes.to_vec(), result));
        self.with_patience(|| -> Result<(), AppendError> {
            let end = Arc::clone(&end);
            self.transact("end a run", move |transaction| {
                let (bytes, result) = &*end;
                if hold(transaction, run, epoch, result)? {
                    coalesce(transaction, run, start, bytes, result)?;
                    end_run(transaction, run, result)?;
                }
                Ok(())
            })
        })?;
        lease.lengthen(last_bytes.len());
        Ok(())
    }
}

fn held(changed: u64) -> Result<(), AppendError> {
    if changed == 0 { Err(AppendError::LeaseLost) } else { Ok(()) }
}

fn raise_epoch(
    transaction: &mut Transaction<'_>,
    account: AccountId,
    run: RunKey,
    holder: &str,
) -> Result<TakenOver, RunError> {
    let sql =
        "SELECT epoch, holder, damage, ended_at FROM runs WHERE id = $1 AND account = $2 {lock}";
    let mut row = transaction.find(sql, &values![run, account])?.ok_or(RunError::NoSuchRun)?;
    let read = |row: &mut Row| {
        Ok((row.int()?, row.optional_text()?, row.optional_text()?, row.optional_int()?))
    };
    let (epoch, previous_holder, damage, ended) = transaction.read(read(&mut row))?;
    if let Some(why) = damage {
        return Err(RunError::Damaged(why));
    }
    if ended.is_some() {
        return Err(RunError::Over);
    }
    let epoch = epoch + 1;
    let sql = "UPDATE runs SET epoch = $2, holder = $3, held_at = {now} WHERE id = $1";
    transaction.execute(sql, &values![run, epoch, holder])?;
    let bytes = all_bytes(transaction, run)?;
    let lease = Lease::new(run, epoch, bytes.len() as u64);
    Ok(TakenOver { lease, bytes, previous_holder })
}

/// Keeps others from the run until the transaction ends. False if this very end of it has been kept before.
fn hold(
    transaction: &mut Transaction<'_>,
    run: RunKey,
    epoch: i64,
    result: &RunResult,
) -> Result<bool, AppendError> {
    let sql = "SELECT ended_at, digest FROM runs WHERE id = $1 AND epoch = $2 {lock}";
    let found = transaction.find(sql, &values![run, epoch])?;
    let mut found = found.ok_or(AppendError::LeaseLost)?;
    let ended = transaction.read(found.optional_int())?;
    let digest = transaction.read(found.optional_text())?;
    match ended {
        None => Ok(true),
        Some(_) if digest.as_ref() == Some(&result.digest) => Ok(false),
        Some(_) => Err(AppendError::LeaseLost),
    }
}

/// Makes one frame of all frames of a run and its last bytes.
fn coalesce(
    transaction: &mut Transaction<'_>,
    run: RunKey,
    start: i64,
    last_bytes: &[u8],
    result: &RunResult,
) -> Result<(), AppendError> {
    let mut all = all_bytes(transaction, run)?;
    if all.len() as i64 != start {
        return Err(AppendError::LeaseLost);
    }
    all.extend(last_bytes);
    transaction.execute("DELETE FROM run_frames WHERE run = $1", &values![run])?;
    insert_first_frame(transaction, run, &all, (result.clock, result.commands))?;
    Ok(())
}

fn all_bytes(transaction: &mut Transaction<'_>, run: RunKey) -> Result<Vec<u8>, StoreError> {
    let rows = transaction.query(FRAMES, &[Value::from(run)])?;
    let frames: Result<Vec<_>, _> = rows.into_iter().map(|mut row| read_frame(&mut row)).collect();
    transaction.read(frames.and_then(join_frames))
}
