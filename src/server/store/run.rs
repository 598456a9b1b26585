//! Runs: begun here or submitted, kept as the bytes of a run file, read back, deleted.

use std::sync::Arc;

use thiserror::Error;

use super::error::{Fault, StoreError};
use super::ids::random_id;
use super::lease::Lease;
use super::run_info::{Origin, RunResult};
use super::transaction::{MayPass, Transaction};
use super::value::{Row, values};
use super::{AccountId, AccountQuota, RunKey, Store};

/// What is known of a run when it begins; all of it stands in its header, too, and is repeated here to be searched by.
#[derive(Clone, Debug)]
pub struct NewRun {
    pub ruleset: String,
    pub mode: String,
    pub kind: String,
    pub depth: u32,
    pub seed: String,
    /// What the player typed for the seed.
    pub word: Option<String>,
    /// Of a daily shift.
    pub day: Option<String>,
    /// The player's, as the run file has it.
    pub name: String,
    /// Whether it counts in rankings if it is true.
    pub is_ranked: bool,
}

/// A run that was played elsewhere.
#[derive(Clone, Debug)]
pub struct Submission {
    pub run: NewRun,
    /// What its last frame claims.
    pub result: RunResult,
    /// The digest of what was played: of the ruleset, the setup and the commands.
    pub play: String,
    /// The run file.
    pub bytes: Vec<u8>,
}

/// What there is to watch of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedRun {
    /// Whether the player lets others watch.
    pub may_be_watched: bool,
    /// What its file has beyond what the watcher knows.
    pub bytes: Vec<u8>,
}

/// Why something with a run was refused.
#[derive(Debug, Error)]
pub enum RunError {
    #[error("there is no such run")]
    NoSuchRun,
    #[error("there is no such account")]
    NoSuchAccount,
    #[error("the run is over")]
    Over,
    #[error("the run is damaged: {0}")]
    Damaged(String),
    #[error("the try at the shift of that day has been taken")]
    TryTaken,
    #[error("{0} runs wait to be played on, more an account cannot have")]
    TooManyUnfinished(u32),
    #[error("the account has {0} runs, more it cannot have")]
    TooManyRuns(u64),
    #[error("the runs of the account have more than {} MiB", .0 >> 20)]
    QuotaExceeded(u64),
    #[error("a run has {0} bytes at most")]
    TooLong(u64),
    #[error("that run is here already: {0}")]
    Known(RunKey),
    #[error("somebody else has played that run")]
    OfAnother,
    #[error("a try at a daily shift that counts is not deleted")]
    IsRankedTry,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayPass for RunError {
    fn may_pass(&self) -> bool {
        matches!(self, RunError::Store(error) if error.is_transient())
    }
}

impl Store {
    /// Begins a run with the first bytes of its file, held by a front end.
    ///
    /// # Errors
    /// [`RunError::TryTaken`], [`RunError::TooManyUnfinished`], [`RunError::TooManyRuns`], [`RunError::QuotaExceeded`],
    /// [`RunError::NoSuchAccount`].
    pub fn begin_run(
        &self,
        account: AccountId,
        new: NewRun,
        first_bytes: &[u8],
        holder: &str,
    ) -> Result<Lease, RunError> {
        const DOING: &str = "begin a run";
        let run = new_key(DOING)?;
        let (bytes, holder) = (first_bytes.to_vec(), holder.to_owned());
        let (options, quota) = (self.options.clone(), self.quota());
        self.transact(DOING, move |transaction| {
            let max_unfinished = Some(options.max_unfinished_runs);
            let max_bytes = options.max_run_bytes;
            check_quota(transaction, account, max_bytes, quota, bytes.len(), max_unfinished)?;
            let holder = Some(holder.as_str());
            if !insert_run(transaction, run, account, Origin::Live, &new, holder)? {
                return Err(RunError::TryTaken);
            }
            insert_first_frame(transaction, run, &bytes, (0, 0))?;
            Ok(Lease::new(run, FIRST_EPOCH, bytes.len() as u64))
        })
    }

    /// Keeps a run that was played elsewhere, to be verified.
    ///
    /// # Errors
    /// [`RunError::Known`] where the account has it, [`RunError::OfAnother`] where another has; [`RunError::TryTaken`],
    /// [`RunError::TooManyRuns`], [`RunError::QuotaExceeded`], [`RunError::TooLong`], [`RunError::NoSuchAccount`].
    pub fn submit_run(
        &self,
        account: AccountId,
        submission: Submission,
    ) -> Result<RunKey, RunError> {
        let submission = Arc::new(submission);
        match self.try_to_submit(account, &submission) {
            // It may have come at the same moment, by whomever: now it is known whose it is.
            Err(RunError::OfAnother) => self.try_to_submit(account, &submission),
            submitted => submitted,
        }
    }

    fn try_to_submit(
        &self,
        account: AccountId,
        submission: &Arc<Submission>,
    ) -> Result<RunKey, RunError> {
        const DOING: &str = "keep a submitted run";
        let (run, submission) = (new_key(DOING)?, submission.clone());
        let (options, quota) = (self.options.clone(), self.quota());
        self.transact(DOING, move |transaction| {
            let Submission { run: new, result, play, bytes } = &*submission;
            if let Some(owner) = find_owner(transaction, play, account)? {
                return Err(owner);
            }
            check_quota(transaction, account, options.max_run_bytes, quota, bytes.len(), None)?;
            if !insert_run(transaction, run, account, Origin::Submitted, new, None)? {
                return Err(RunError::TryTaken);
            }
            insert_first_frame(transaction, run, bytes, (result.clock, result.commands))?;
            end_run(transaction, run, result)?;
            let sql = "UPDATE runs SET play = $2 WHERE id = $1";
            match transaction.execute(sql, &values![run, play]) {
                // It was handed in at this moment, by whomever.
                Err(error) if error.is_conflict() => Err(RunError::OfAnother),
                kept => Ok(kept.map(|_| run)?),
            }
        })
    }

    /// All bytes of a run's file so far.
    ///
    /// # Errors
    /// A [`StoreError`] that [is damage](StoreError::is_damage) where some are missing.
    pub fn run_bytes(&self, run: RunKey) -> Result<Option<Vec<u8>>, StoreError> {
        const DOING: &str = "read a run";
        let frames = self.query(DOING, FRAMES, &values![run], read_frame)?;
        if frames.is_empty() {
            return Ok(None);
        }
        join_frames(frames).map(Some).map_err(|fault| fault.while_doing(DOING))
    }

    /// What somebody who watches a run is told, who has the bytes of its file up to a place; `None` if there is no such run.
    pub fn watch_run(&self, run: RunKey, place: u64) -> Result<Option<WatchedRun>, StoreError> {
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        // From the frame on in which the place is: no earlier one is looked at. A run that has ended is one frame.
        let sql = "SELECT a.may_be_watched, f.start, f.bytes FROM runs r JOIN accounts a ON a.id = r.account \
             LEFT JOIN run_frames f ON f.run = r.id AND f.start + octet_length(f.bytes) > $2 AND f.start >= \
             (SELECT COALESCE(max(l.start), 0) FROM run_frames l WHERE l.run = r.id AND l.start <= $2) \
             WHERE r.id = $1 ORDER BY f.start";
        let read = |row: &mut Row| Ok((row.flag()?, row.optional_int()?, row.optional_blob()?));
        let rows = self.query("watch a run", sql, &values![run, place], read)?;
        let Some(&(may_be_watched, first, _)) = rows.first() else { return Ok(None) };
        let mut bytes: Vec<u8> =
            rows.into_iter().filter_map(|(_, _, bytes)| bytes).flatten().collect();
        let known = usize::try_from(place - first.unwrap_or(place)).unwrap_or(0);
        bytes.drain(..known.min(bytes.len()));
        Ok(Some(WatchedRun { may_be_watched, bytes }))
    }

    /// Deletes a run of an account.
    ///
    /// # Errors
    /// [`RunError::NoSuchRun`], also for runs of others; [`RunError::IsRankedTry`], so that nobody has a second one.
    pub fn delete_run(&self, account: AccountId, run: RunKey) -> Result<(), RunError> {
        let values = values![run, account];
        self.transact("delete a run", move |transaction| {
            let sql = "DELETE FROM runs WHERE id = $1 AND account = $2 AND (day IS NULL OR is_ranked = 0)";
            if transaction.execute(sql, &values)? > 0 {
                return Ok(());
            }
            let sql = "SELECT id FROM runs WHERE id = $1 AND account = $2";
            let is_there = transaction.find(sql, &values)?.is_some();
            Err(if is_there { RunError::IsRankedTry } else { RunError::NoSuchRun })
        })
    }

    /// Keeps the story of a run, as a text for its player. False if there is no such run of the account.
    pub fn keep_morgue(
        &self,
        account: AccountId,
        run: RunKey,
        text: &str,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE runs SET morgue = $3 WHERE id = $1 AND account = $2";
        Ok(self.execute("keep the story of a run", sql, values![run, account, text])? > 0)
    }

    /// The story of a run, if one was kept.
    pub fn morgue(&self, run: RunKey) -> Result<Option<String>, StoreError> {
        let sql = "SELECT morgue FROM runs WHERE id = $1";
        let found = self.find("read the story of a run", sql, &values![run], Row::optional_text)?;
        Ok(found.flatten())
    }
}

/// The fencing number of a run's first lease.
const FIRST_EPOCH: i64 = 1;

/// All frames of a run, in the order of the file.
pub(super) const FRAMES: &str = "SELECT start, bytes FROM run_frames WHERE run = $1 ORDER BY start";

fn new_key(doing: &'static str) -> Result<RunKey, StoreError> {
    random_id().map(RunKey).map_err(|fault| fault.while_doing(doing))
}

/// Why what was played cannot be handed in by an account: it has it, or another one has. What guests play is nobody's.
fn find_owner(
    transaction: &mut Transaction<'_>,
    play: &str,
    account: AccountId,
) -> Result<Option<RunError>, StoreError> {
    let sql = "SELECT r.id, r.account FROM runs r JOIN accounts a ON a.id = r.account \
         WHERE r.play = $1 AND a.expires_at IS NULL ORDER BY r.account <> $2, r.id LIMIT 1";
    let Some(mut row) = transaction.find(sql, &values![play, account])? else { return Ok(None) };
    let (run, owner) = (row.int(), row.int());
    let (run, owner) = (transaction.read(run)?, transaction.read(owner)?);
    let is_own = AccountId(owner) == account;
    Ok(Some(if is_own { RunError::Known(RunKey(run)) } else { RunError::OfAnother }))
}

/// Refuses what an account may not keep any more; others wait to begin a run of it until the transaction ends. A run that is
/// to be played is one of at most `max_unfinished`.
fn check_quota(
    transaction: &mut Transaction<'_>,
    account: AccountId,
    max_run_bytes: u64,
    quota: AccountQuota,
    bytes: usize,
    max_unfinished: Option<u32>,
) -> Result<(), RunError> {
    if bytes as u64 > max_run_bytes {
        return Err(RunError::TooLong(max_run_bytes));
    }
    let locked =
        transaction.find("SELECT id FROM accounts WHERE id = $1 {lock}", &values![account])?;
    locked.ok_or(RunError::NoSuchAccount)?;
    let unfinished =
        "SELECT count(*) FROM runs WHERE account = $1 AND ended_at IS NULL AND damage IS NULL";
    if let Some(max) = max_unfinished
        && number(transaction, unfinished, account)? >= max.into()
    {
        return Err(RunError::TooManyUnfinished(max));
    }
    let all = "SELECT count(*) FROM runs WHERE account = $1";
    if number(transaction, all, account)? as u64 >= quota.max_runs {
        return Err(RunError::TooManyRuns(quota.max_runs));
    }
    let kept = "SELECT CAST(COALESCE(sum(octet_length(f.bytes)), 0) AS BIGINT) \
         FROM run_frames f JOIN runs r ON r.id = f.run WHERE r.account = $1";
    let kept = number(transaction, kept, account)?;
    if kept as u64 + bytes as u64 > quota.max_bytes {
        return Err(RunError::QuotaExceeded(quota.max_bytes));
    }
    Ok(())
}

fn number(
    transaction: &mut Transaction<'_>,
    sql: &str,
    account: AccountId,
) -> Result<i64, StoreError> {
    let found = transaction.find(sql, &values![account])?;
    let found = found.map_or(Ok(0), |mut row| row.int());
    transaction.read(found)
}

/// False if the account has begun its try at that day.
fn insert_run(
    transaction: &mut Transaction<'_>,
    run: RunKey,
    account: AccountId,
    origin: Origin,
    new: &NewRun,
    holder: Option<&str>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO runs (id, account, origin, ruleset, mode, kind, depth, seed, word, day, name, is_ranked, \
         begun_at, epoch, holder, held_at, attempts) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, {now}, $13, $14, {now}, 0) ON CONFLICT DO NOTHING";
    let values = values![
        run,
        account,
        origin.name(),
        &new.ruleset,
        &new.mode,
        &new.kind,
        new.depth,
        &new.seed,
        new.word.as_deref(),
        new.day.as_deref(),
        &new.name,
        new.is_ranked,
        FIRST_EPOCH,
        holder,
    ];
    Ok(transaction.execute(sql, &values)? > 0)
}

/// Keeps the first bytes of a run, or all of them.
pub(super) fn insert_first_frame(
    transaction: &mut Transaction<'_>,
    run: RunKey,
    bytes: &[u8],
    (turn, commands): (u32, u32),
) -> Result<(), StoreError> {
    let sql =
        "INSERT INTO run_frames (run, start, bytes, turn, commands) VALUES ($1, 0, $2, $3, $4)";
    transaction.execute(sql, &values![run, bytes, turn, commands])?;
    Ok(())
}

/// Marks a run as over: it is held by nobody, and waits to be verified.
pub(super) fn end_run(
    transaction: &mut Transaction<'_>,
    run: RunKey,
    result: &RunResult,
) -> Result<(), StoreError> {
    let sql = "UPDATE runs SET holder = NULL, ended_at = {now}, outcome = $2, is_overtaken = $3, grade = $4, score = $5, \
         clock = $6, worked_turns = $7, commands = $8, digest = $9 WHERE id = $1";
    let values = values![
        run,
        &result.outcome,
        result.is_overtaken,
        &result.grade,
        result.score,
        result.clock,
        result.worked_turns,
        result.commands,
        &result.digest,
    ];
    transaction.execute(sql, &values)?;
    Ok(())
}

/// Where the bytes of a frame begin, and they.
pub(super) fn read_frame(row: &mut Row) -> Result<(i64, Vec<u8>), Fault> {
    Ok((row.int()?, row.blob()?))
}

/// The bytes of a run from its frames.
pub(super) fn join_frames(
    frames: impl IntoIterator<Item = (i64, Vec<u8>)>,
) -> Result<Vec<u8>, Fault> {
    let mut all = Vec::new();
    for (start, bytes) in frames {
        if start != all.len() as i64 {
            return Err(Fault::Damaged(format!("bytes of a run are missing from {}", all.len())));
        }
        all.extend(bytes);
    }
    Ok(all)
}
