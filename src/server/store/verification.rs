//! Runs that wait to be played again, and what that came to.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::error::StoreError;
use super::run::RunError;
use super::value::{Row, millis, values};
use super::{AccountId, RunKey, Store};

/// A run to be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingRun {
    pub run: RunKey,
    pub account: AccountId,
}

/// What playing a run again has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that it claims was found. What it is measured by in each category that it counts in, by the category's id.
    True { measures: BTreeMap<String, u32> },
    /// A claim of it is not true, or it cannot be played: why.
    Untrue { reason: String },
}

impl Store {
    /// Hands out runs of a ruleset that are over and not verified, the oldest first. Nobody else gets them for `claim`, by the
    /// database's clock; whoever has not come to a verdict by then has lost them to the next who asks.
    pub fn pending_verification(
        &self,
        ruleset: &str,
        limit: u32,
        claim: Duration,
    ) -> Result<Vec<PendingRun>, StoreError> {
        let values = values![ruleset, limit, millis(claim)];
        self.transact("hand out runs to verify", move |transaction| {
            let sql = "UPDATE runs SET claimed_until = {now} + CAST($3 AS BIGINT) WHERE id IN ( \
                 SELECT id FROM runs WHERE ruleset = $1 AND ended_at IS NOT NULL AND verdict IS NULL AND damage IS NULL \
                 AND (claimed_until IS NULL OR claimed_until <= {now}) ORDER BY ended_at, id LIMIT $2 {skip}) \
                 RETURNING id, account";
            let read = |row: &mut Row| {
                Ok(PendingRun { run: RunKey(row.int()?), account: AccountId(row.int()?) })
            };
            let rows = transaction.query(sql, &values)?;
            let runs = rows.into_iter().map(|mut row| read(&mut row)).collect();
            transaction.read(runs)
        })
    }

    /// How many runs of a ruleset wait to be verified.
    pub fn count_pending(&self, ruleset: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM runs WHERE ruleset = $1 AND ended_at IS NOT NULL AND verdict IS NULL \
             AND damage IS NULL";
        let count = self.find("count the runs to verify", sql, &values![ruleset], Row::int)?;
        Ok(count.unwrap_or_default() as u64)
    }

    /// Keeps what playing a run again has come to; an earlier verdict is replaced.
    ///
    /// # Errors
    /// [`RunError::NoSuchRun`], also for one that is not over.
    pub fn keep_verdict(&self, run: RunKey, verdict: Verdict) -> Result<(), RunError> {
        let verdict = Arc::new(verdict);
        self.with_patience(|| {
            let verdict = Arc::clone(&verdict);
            self.transact("keep a verdict", move |transaction| {
                let (word, reason) = match &*verdict {
                    Verdict::True { .. } => ("true", None),
                    Verdict::Untrue { reason } => ("untrue", Some(reason)),
                };
                let sql = "UPDATE runs SET verdict = $2, untrue_reason = $3, verified_at = {now}, claimed_until = NULL \
                     WHERE id = $1 AND ended_at IS NOT NULL";
                if transaction.execute(sql, &values![run, word, reason])? == 0 {
                    return Err(RunError::NoSuchRun);
                }
                transaction.execute("DELETE FROM measures WHERE run = $1", &values![run])?;
                let Verdict::True { measures } = &*verdict else { return Ok(()) };
                for (category, &measure) in measures {
                    let sql = "INSERT INTO measures (run, category, measure) VALUES ($1, $2, $3)";
                    transaction.execute(sql, &values![run, category, measure])?;
                }
                Ok(())
            })
        })
    }

    /// Gives a run that was handed out back without a verdict: the next who asks gets it.
    pub fn give_back_verification(&self, run: RunKey) -> Result<(), StoreError> {
        let sql = "UPDATE runs SET claimed_until = NULL WHERE id = $1 AND verdict IS NULL";
        self.execute("give a run back unverified", sql, values![run]).map(drop)
    }

    /// Keeps how long a run that is over took, in turns, with the raid and without it: what was played elsewhere claims
    /// it no more than roughly.
    pub fn correct_turns(
        &self,
        run: RunKey,
        clock: u32,
        worked_turns: u32,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE runs SET clock = $2, worked_turns = $3 WHERE id = $1 AND ended_at IS NOT NULL \
             AND (clock <> $2 OR worked_turns <> $3)";
        self.execute("keep the turns of a run", sql, values![run, clock, worked_turns]).map(drop)
    }

    /// Lets the digest go that an untrue submission claims: whoever hands in the run that truly has it is not refused. The run's
    /// key stands in its place.
    pub fn release_digest(&self, run: RunKey) -> Result<(), StoreError> {
        let sql = "UPDATE runs SET digest = $2 WHERE id = $1 AND origin = 'submitted' AND verdict = 'untrue'";
        self.execute("release a digest", sql, values![run, run.to_string()]).map(drop)
    }

    /// Makes all runs of a ruleset wait to be verified again. Returns how many. Until then they are on no board.
    pub fn reverify_all(&self, ruleset: &str) -> Result<u64, StoreError> {
        let values = values![ruleset];
        self.transact("have all runs verified again", move |transaction| {
            let measures = "DELETE FROM measures WHERE run IN (SELECT id FROM runs WHERE ruleset = $1)";
            transaction.execute(measures, &values)?;
            let sql = "UPDATE runs SET verdict = NULL, untrue_reason = NULL, verified_at = NULL, claimed_until = NULL \
                 WHERE ruleset = $1 AND verdict IS NOT NULL";
            transaction.execute(sql, &values)
        })
    }

    /// What a run that was found true is measured by, by the ids of categories.
    pub fn measures_of(&self, run: RunKey) -> Result<BTreeMap<String, u32>, StoreError> {
        let sql = "SELECT category, measure FROM measures WHERE run = $1 ORDER BY category";
        let read = |row: &mut Row| Ok((row.text()?, row.small()?));
        Ok(self
            .query("read the measures of a run", sql, &values![run], read)?
            .into_iter()
            .collect())
    }
}
