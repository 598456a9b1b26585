//! Runs: begun here or submitted, kept as the bytes of a run file, read back, deleted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{Fault, Result, StoreError};
use super::rows::values;
use super::run_row::{Origin, Progress, RunFacts, RunResult};
use super::transaction::Transaction;
use super::{AccountId, AccountQuota, RunKey, Store};

/// A run that was played elsewhere.
#[derive(Clone, Debug)]
pub struct Submission {
    pub facts: RunFacts,
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

/// The right to append to a run, until another takes it over.
#[derive(Debug)]
pub struct Lease {
    pub(super) run: RunKey,
    pub(super) epoch: i64,
    /// How many bytes are kept: with it an append whose answer was lost can be repeated.
    length: AtomicU64,
}

impl Lease {
    pub(super) fn new(run: RunKey, epoch: i64, length: u64) -> Lease {
        Lease { run, epoch, length: AtomicU64::new(length) }
    }

    pub fn run(&self) -> RunKey {
        self.run
    }

    /// The number by which the store tells this lease from earlier ones.
    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// How many bytes of the run are kept.
    pub fn length(&self) -> u64 {
        self.length.load(Ordering::Acquire)
    }

    pub(super) fn lengthen(&self, bytes: usize) {
        self.length.fetch_add(bytes as u64, Ordering::Release);
    }
}

impl Store {
    /// Begins a run with the first bytes of its file, held by a front end.
    pub fn begin_run(
        &self,
        account: AccountId,
        facts: RunFacts,
        first_bytes: &[u8],
        holder: &str,
    ) -> Result<Lease> {
        let new = NewRun { run: RunKey::random(), account, origin: Origin::Live };
        let (bytes, holder) = (first_bytes.to_vec(), holder.to_owned());
        let limits = self.limits(Some(self.options.max_unfinished_runs));
        self.transact("begin a run", move |transaction| {
            limits.check(transaction, account, bytes.len())?;
            new.insert(transaction, &facts, Some(&holder))?;
            transaction.insert_first_frame(new.run, &bytes, Progress::default())?;
            Ok(Lease::new(new.run, FIRST_EPOCH, bytes.len() as u64))
        })
    }

    /// Keeps a run that was played elsewhere, to be verified.
    /// Errors: [`StoreError::RunKnown`] if the account has it, [`StoreError::RunOfAnother`] if
    /// another has.
    pub fn submit_run(&self, account: AccountId, submission: Submission) -> Result<RunKey> {
        let submission = Arc::new(submission);
        match self.try_to_submit(account, &submission) {
            // It may have come at the same moment, by whomever: now it is known whose it is.
            Err(StoreError::RunOfAnother) => self.try_to_submit(account, &submission),
            submitted => submitted,
        }
    }

    fn try_to_submit(&self, account: AccountId, submission: &Arc<Submission>) -> Result<RunKey> {
        let new = NewRun { run: RunKey::random(), account, origin: Origin::Submitted };
        let (submission, limits) = (submission.clone(), self.limits(None));
        self.transact("keep a submitted run", move |transaction| {
            let Submission { facts, result, play, bytes } = &*submission;
            transaction.refuse_known(play, account)?;
            limits.check(transaction, account, bytes.len())?;
            new.insert(transaction, facts, None)?;
            transaction.insert_first_frame(new.run, bytes, result.progress())?;
            transaction.end_run(new.run, result)?;
            let sql = "UPDATE runs SET play = $2 WHERE id = $1";
            match transaction.execute(sql, &values![new.run, play]) {
                // It was handed in at this moment, by whomever.
                Err(error) if error.is_conflict() => Err(StoreError::RunOfAnother),
                kept => kept.map(|_| new.run),
            }
        })
    }

    /// All bytes of a run's file so far.
    /// Errors: a [`StoreError`] that [is damage](StoreError::is_damage) where some are missing.
    pub fn run_bytes(&self, run: RunKey) -> Result<Option<Vec<u8>>> {
        const DOING: &str = "read a run";
        let frames: Vec<Frame> = self.query(DOING, FRAMES, &values![run])?;
        if frames.is_empty() {
            return Ok(None);
        }
        join_frames(frames, DOING).map(Some)
    }

    /// What a watcher is told who has a file up to a place; `None` if there is no such run.
    pub fn watch_run(&self, run: RunKey, place: u64) -> Result<Option<WatchedRun>> {
        type Watched = (bool, Option<i64>, Option<Vec<u8>>);
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        // No frame before the one of that place is read. A run that has ended is one frame.
        let sql = "SELECT a.may_be_watched, f.start, f.bytes FROM runs r JOIN accounts a ON a.id = \
                   r.account LEFT JOIN run_frames f ON f.run = r.id AND f.start + \
                   octet_length(f.bytes) > $2 AND f.start >= (SELECT COALESCE(max(l.start), 0) \
                   FROM run_frames l WHERE l.run = r.id AND l.start <= $2) WHERE r.id = $1 ORDER \
                   BY f.start";
        let rows: Vec<Watched> = self.query("watch a run", sql, &values![run, place])?;
        let Some(&(may_be_watched, first, _)) = rows.first() else { return Ok(None) };
        let mut bytes: Vec<u8> =
            rows.into_iter().filter_map(|(_, _, bytes)| bytes).flatten().collect();
        let known = usize::try_from(place - first.unwrap_or(place)).unwrap_or(0);
        bytes.drain(..known.min(bytes.len()));
        Ok(Some(WatchedRun { may_be_watched, bytes }))
    }

    /// Deletes a run of an account; for others there is no such run.
    /// Errors: [`StoreError::IsRankedTry`], so that nobody has a second one.
    pub fn delete_run(&self, account: AccountId, run: RunKey) -> Result<()> {
        let values = values![run, account];
        self.transact("delete a run", move |transaction| {
            let sql = "DELETE FROM runs WHERE id = $1 AND account = $2 AND (day IS NULL OR \
                is_ranked = 0)";
            if transaction.execute(sql, &values)? > 0 {
                return Ok(());
            }
            let sql = "SELECT id FROM runs WHERE id = $1 AND account = $2";
            let found: Option<RunKey> = transaction.find(sql, &values)?;
            Err(if found.is_some() { StoreError::IsRankedTry } else { StoreError::NoSuchRun })
        })
    }

    /// Keeps the story of a run for its player. False if the account has no such run.
    pub fn keep_morgue(&self, account: AccountId, run: RunKey, text: &str) -> Result<bool> {
        let sql = "UPDATE runs SET morgue = $3 WHERE id = $1 AND account = $2";
        Ok(self.execute("keep the story of a run", sql, values![run, account, text])? > 0)
    }

    /// The story of a run, if one was kept.
    pub fn morgue(&self, run: RunKey) -> Result<Option<String>> {
        let sql = "SELECT morgue FROM runs WHERE id = $1";
        let found: Option<Option<String>> =
            self.find("read the story of a run", sql, &values![run])?;
        Ok(found.flatten())
    }

    fn limits(&self, max_unfinished: Option<u32>) -> Limits {
        let max_run_bytes = self.options.max_run_bytes;
        Limits { quota: self.quota(), max_run_bytes, max_unfinished }
    }
}

/// What an account may keep.
#[derive(Clone, Copy)]
struct Limits {
    quota: AccountQuota,
    max_run_bytes: u64,
    /// Of a run that is to be played: how many may wait to be played on.
    max_unfinished: Option<u32>,
}

impl Limits {
    /// Refuses what an account may not keep any more; others wait to begin a run of it until the
    /// transaction ends.
    fn check(
        self,
        transaction: &mut Transaction<'_>,
        account: AccountId,
        bytes: usize,
    ) -> Result<()> {
        let Limits { quota, max_run_bytes, max_unfinished } = self;
        let account = values![account];
        if bytes as u64 > max_run_bytes {
            return Err(StoreError::RunTooLong(max_run_bytes));
        }
        let lock = "SELECT id FROM accounts WHERE id = $1 {lock}";
        transaction.find::<AccountId>(lock, &account)?.ok_or(StoreError::NoSuchAccount)?;
        let unfinished =
            "SELECT count(*) FROM runs WHERE account = $1 AND ended_at IS NULL AND damage IS NULL";
        if let Some(max) = max_unfinished
            && transaction.number(unfinished, &account)? >= max.into()
        {
            return Err(StoreError::TooManyUnfinished(max));
        }
        let all = "SELECT count(*) FROM runs WHERE account = $1";
        if transaction.number(all, &account)? as u64 >= quota.max_runs {
            return Err(StoreError::TooManyRuns(quota.max_runs));
        }
        let kept = "SELECT CAST(COALESCE(sum(octet_length(f.bytes)), 0) AS BIGINT) \
             FROM run_frames f JOIN runs r ON r.id = f.run WHERE r.account = $1";
        if transaction.number(kept, &account)? as u64 + bytes as u64 > quota.max_bytes {
            return Err(StoreError::QuotaExceeded(quota.max_bytes));
        }
        Ok(())
    }
}

/// The fencing number of a run's first lease.
const FIRST_EPOCH: i64 = 1;

/// Where the bytes of a frame begin, and they.
pub(super) type Frame = (i64, Vec<u8>);

/// All frames of a run, in the order of the file.
pub(super) const FRAMES: &str = "SELECT start, bytes FROM run_frames WHERE run = $1 ORDER BY start";

impl Transaction<'_> {
    /// Refuses what was played if the account has it, or another one has. What guests play is
    /// nobody's.
    fn refuse_known(&mut self, play: &str, account: AccountId) -> Result<()> {
        let sql = "SELECT r.id, r.account FROM runs r JOIN accounts a ON a.id = r.account \
             WHERE r.play = $1 AND a.expires_at IS NULL ORDER BY r.account <> $2, r.id LIMIT 1";
        match self.find::<(RunKey, AccountId)>(sql, &values![play, account])? {
            Some((run, owner)) if owner == account => Err(StoreError::RunKnown(run)),
            Some(_) => Err(StoreError::RunOfAnother),
            None => Ok(()),
        }
    }

    /// Keeps the first bytes of a run, or all of them.
    pub(super) fn insert_first_frame(
        &mut self,
        run: RunKey,
        bytes: &[u8],
        Progress { turn, commands }: Progress,
    ) -> Result<()> {
        let sql =
            "INSERT INTO run_frames (run, start, bytes, turn, commands) VALUES ($1, 0, $2, $3, $4)";
        self.execute(sql, &values![run, bytes, turn, commands]).map(drop)
    }

    /// Marks a run as over: it is held by nobody, and waits to be verified.
    pub(super) fn end_run(&mut self, run: RunKey, result: &RunResult) -> Result<()> {
        let sql = "UPDATE runs SET holder = NULL, ended_at = {now}, outcome = $2, is_overtaken = \
                   $3, grade = $4, score = $5, clock = $6, worked_turns = $7, commands = $8, \
                   digest = $9 WHERE id = $1";
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
        self.execute(sql, &values).map(drop)
    }
}

/// A run that is to be kept.
#[derive(Clone, Copy)]
struct NewRun {
    run: RunKey,
    account: AccountId,
    origin: Origin,
}

impl NewRun {
    /// Keeps it, unless the account has begun its try at that day.
    fn insert(
        self,
        transaction: &mut Transaction<'_>,
        facts: &RunFacts,
        holder: Option<&str>,
    ) -> Result<()> {
        let sql = "INSERT INTO runs (id, account, origin, ruleset, mode, kind, depth, seed, word, \
                   day, name, is_ranked, begun_at, epoch, holder, held_at, attempts) VALUES ($1, \
                   $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, {now}, $13, $14, {now}, 0) ON \
                   CONFLICT DO NOTHING";
        let values = values![
            self.run,
            self.account,
            self.origin.name(),
            &facts.ruleset,
            &facts.mode,
            &facts.kind,
            facts.depth,
            &facts.seed,
            facts.word.as_deref(),
            facts.day.as_deref(),
            &facts.name,
            facts.is_ranked,
            FIRST_EPOCH,
            holder,
        ];
        transaction.change(sql, &values, StoreError::TryTaken)
    }
}

pub(super) fn join_frames(frames: Vec<Frame>, doing: &'static str) -> Result<Vec<u8>> {
    let mut all = Vec::new();
    for (start, bytes) in frames {
        if start != all.len() as i64 {
            let words = format!("bytes of a run are missing from {}", all.len());
            return Err(Fault::Damaged(words).while_doing(doing));
        }
        all.extend(bytes);
    }
    Ok(all)
}
