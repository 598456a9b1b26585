//! Leases: at any time one holder may append to a run, and proves it by the run's epoch, which
//! every take-over raises. The holder appends, finishes, gives back; another may take the lease
//! over.
//!
//! An append inserts only where the epoch is still its own, and holds the row of the run (`FOR
//! SHARE`) until it is kept; a take-over waits for it, and what comes later finds another epoch. In
//! SQLite all of that happens on one thread.

use super::engine::PendingStatement;
use super::error::{Result, StoreError};
use super::rows::values;
use super::run_row::{Progress, RunResult};
use super::runs::{FRAMES, Frame, Lease, join_frames};
use super::transaction::Transaction;
use super::{AccountId, RunKey, Store};

#[derive(Debug)]
pub struct TakenOver {
    pub lease: Lease,
    /// All of its file so far.
    pub bytes: Vec<u8>,
    /// The front end that held it, if one did and has not given it back.
    pub previous_holder: Option<String>,
}

const APPEND: &str = "append to a run";
const TAKE_OVER: &str = "take over a run";
const END: &str = "end a run";

pub(crate) struct PendingAppend {
    /// How many bytes of the run come before them.
    start: i64,
    bytes: Vec<u8>,
    progress: Progress,
    /// The first try.
    statement: Option<Result<PendingStatement>>,
}

/// The condition that a lease is still the run's.
macro_rules! where_held {
    ($statement:literal, $rest:literal) => {
        concat!($statement, " WHERE id = $1 AND epoch = $2 AND ended_at IS NULL ", $rest)
    };
}

impl Store {
    /// Appends bytes to a run; they are safe when this returns. For one thread at a time.
    /// `progress` is where the run stands after them.
    /// Errors: [`StoreError::LeaseLost`]: nothing was written, and nothing will be by this lease.
    pub fn append(&self, lease: &Lease, bytes: &[u8], progress: Progress) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let begun = self.begin_append(lease, bytes.to_vec(), progress)?;
        self.complete_append(lease, begun)
    }

    /// The first half of [`Store::append`], which does not wait. The second has to follow before
    /// anything else is done by the lease.
    pub(crate) fn begin_append(
        &self,
        lease: &Lease,
        bytes: Vec<u8>,
        progress: Progress,
    ) -> Result<PendingAppend> {
        let start = self.check_length(lease, &bytes)?;
        let mut append = PendingAppend { start, bytes, progress, statement: None };
        append.statement = Some(self.begin_insert(lease, &append));
        Ok(append)
    }

    /// The second half: the bytes are safe when this returns.
    pub(crate) fn complete_append(&self, lease: &Lease, mut append: PendingAppend) -> Result<()> {
        self.with_patience(|| {
            let begun = append.statement.take();
            let begun = begun.unwrap_or_else(|| self.begin_insert(lease, &append))?;
            match begun.wait().map_err(|fault| fault.while_doing(APPEND))? {
                0 if self.is_kept(lease, append.start, &append.bytes)? => Ok(()),
                0 => Err(StoreError::LeaseLost),
                _ => Ok(()),
            }
        })?;
        lease.lengthen(append.bytes.len());
        Ok(())
    }

    fn begin_insert(&self, lease: &Lease, append: &PendingAppend) -> Result<PendingStatement> {
        let sql = where_held!(
            "INSERT INTO run_frames (run, start, bytes, turn, commands) \
             SELECT id, CAST($3 AS BIGINT), CAST($4 AS {blob}), CAST($5 AS BIGINT), CAST($6 AS \
             BIGINT) FROM runs",
            "{share} ON CONFLICT DO NOTHING"
        );
        let PendingAppend { start, bytes, progress, .. } = append;
        let Progress { turn, commands } = *progress;
        let values = values![lease.run, lease.epoch, *start, &**bytes, turn, commands];
        self.begin_together(APPEND, sql, values)
    }

    fn check_length(&self, lease: &Lease, bytes: &[u8]) -> Result<i64> {
        let (start, limit) = (lease.length(), self.options.max_run_bytes);
        if start + bytes.len() as u64 > limit {
            return Err(StoreError::RunTooLong(limit));
        }
        Ok(start as i64)
    }

    /// Whether an append was kept although its answer did not arrive.
    fn is_kept(&self, lease: &Lease, start: i64, bytes: &[u8]) -> Result<bool> {
        let sql = "SELECT f.bytes FROM run_frames f JOIN runs r ON r.id = f.run \
             WHERE r.id = $1 AND r.epoch = $2 AND f.start = $3";
        let values = values![lease.run, lease.epoch, start];
        let kept: Option<Vec<u8>> = self.find("look for what was appended", sql, &values)?;
        Ok(kept.is_some_and(|kept| kept == bytes))
    }

    /// Takes over an unfinished run of an account: from now on only the new lease can append to it.
    /// What was appended before is in the bytes. For others there is no such run.
    pub fn take_over(&self, account: AccountId, run: RunKey, holder: &str) -> Result<TakenOver> {
        let holder = holder.to_owned();
        self.transact_with_patience(TAKE_OVER, move |transaction| {
            transaction.raise_epoch(account, run, &holder)
        })
    }

    /// Gives a lease back: nobody holds the run, and this lease appends nothing more.
    pub fn release(&self, lease: &Lease) -> Result<()> {
        let sql =
            where_held!("UPDATE runs SET holder = NULL, held_at = {now}, epoch = epoch + 1", "");
        let values = values![lease.run, lease.epoch];
        self.with_patience(|| self.execute("give back a run", sql, values.clone())).map(drop)
    }

    /// Keeps a run as damaged: its bytes stay, and it is not offered to be played on.
    pub fn mark_damaged(&self, lease: &Lease, why: &str) -> Result<()> {
        let sql = where_held!("UPDATE runs SET damage = $3, holder = NULL, epoch = epoch + 1", "");
        let values = values![lease.run, lease.epoch, why];
        self.change("keep a run as damaged", sql, values, StoreError::LeaseLost)
    }

    /// Appends the last bytes of a run and marks it as over, with what they claim; its bytes become
    /// one row. It waits to be verified.
    pub fn finish(&self, lease: &Lease, last_bytes: &[u8], result: RunResult) -> Result<()> {
        let start = self.check_length(lease, last_bytes)?;
        let (run, epoch) = (lease.run, lease.epoch);
        let bytes = last_bytes.to_vec();
        self.transact_with_patience(END, move |transaction| {
            if transaction.hold(run, epoch, &result)? {
                transaction.coalesce(run, start, &bytes, &result)?;
                transaction.end_run(run, &result)?;
            }
            Ok(())
        })?;
        lease.lengthen(last_bytes.len());
        Ok(())
    }
}

impl Transaction<'_> {
    fn raise_epoch(&mut self, account: AccountId, run: RunKey, holder: &str) -> Result<TakenOver> {
        type Held = (i64, Option<String>, Option<String>, Option<i64>);
        let sql = "SELECT epoch, holder, damage, ended_at FROM runs WHERE id = $1 AND account = $2 \
            {lock}";
        let held: Option<Held> = self.find(sql, &values![run, account])?;
        let (epoch, previous_holder, damage, ended) = held.ok_or(StoreError::NoSuchRun)?;
        if let Some(why) = damage {
            return Err(StoreError::RunDamaged(why));
        }
        if ended.is_some() {
            return Err(StoreError::RunOver);
        }
        let epoch = epoch + 1;
        let sql = "UPDATE runs SET epoch = $2, holder = $3, held_at = {now} WHERE id = $1";
        self.execute(sql, &values![run, epoch, holder])?;
        let bytes = self.all_bytes(run, TAKE_OVER)?;
        let lease = Lease::new(run, epoch, bytes.len() as u64);
        Ok(TakenOver { lease, bytes, previous_holder })
    }

    /// Keeps others from the run until the transaction ends. False if this very end is kept
    /// already.
    fn hold(&mut self, run: RunKey, epoch: i64, result: &RunResult) -> Result<bool> {
        let sql = "SELECT ended_at, digest FROM runs WHERE id = $1 AND epoch = $2 {lock}";
        let found: Option<(Option<i64>, Option<String>)> = self.find(sql, &values![run, epoch])?;
        match found.ok_or(StoreError::LeaseLost)? {
            (None, _) => Ok(true),
            (Some(_), Some(digest)) if digest == result.digest => Ok(false),
            (Some(_), _) => Err(StoreError::LeaseLost),
        }
    }

    /// Makes one frame of all frames of a run and its last bytes.
    fn coalesce(
        &mut self,
        run: RunKey,
        start: i64,
        last_bytes: &[u8],
        result: &RunResult,
    ) -> Result<()> {
        let mut all = self.all_bytes(run, END)?;
        if all.len() as i64 != start {
            return Err(StoreError::LeaseLost);
        }
        all.extend(last_bytes);
        self.execute("DELETE FROM run_frames WHERE run = $1", &values![run])?;
        self.insert_first_frame(run, &all, result.progress())
    }

    fn all_bytes(&mut self, run: RunKey, doing: &'static str) -> Result<Vec<u8>> {
        join_frames(self.query::<Frame>(FRAMES, &values![run])?, doing)
    }
}
