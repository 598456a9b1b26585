//! Runs that wait to be played again, and what that came to.

use std::collections::BTreeMap;
use std::time::Duration;

use super::error::{Result, StoreError};
use super::rows::{columns, millis, values};
use super::transaction::Transaction;
use super::{AccountId, RunKey, Store};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingRun {
    pub run: RunKey,
    pub account: AccountId,
}

columns! {
    PendingRun { run: "id", account: "account" }
}

/// What playing a run again has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that it claims was found.
    True {
        /// The digest of what was played: of the ruleset, the setup and the commands.
        play: String,
        /// What it is measured by in each category that it counts in, by the category's id.
        measures: BTreeMap<String, Measured>,
    },
    /// A claim of it is not true, or it cannot be played: why.
    Untrue { reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    pub measure: u32,
    /// The digest of that state: runs that share it were played the same up to there.
    pub state: String,
}

columns! {
    Measured { measure: "measure", state: "state" }
}

/// How often a run is handed out without coming to a verdict.
const MAX_ATTEMPTS: u32 = 3;
/// Why it is given up then.
const GIVEN_UP: &str = "each time that it was played again, the server that did has ended";

/// Of the runs of others that count on boards: one measured in the same state. Guests have none.
const SAME_STATE: &str = "SELECT r.id FROM measures m JOIN runs r ON r.id = m.run JOIN accounts a \
                          ON a.id = r.account WHERE m.category = $1 AND m.state = $2 AND \
                          a.expires_at IS NULL AND r.account <> (SELECT account FROM runs WHERE id \
                          = $3) ORDER BY r.ended_at, r.id LIMIT 1";

impl Store {
    /// Hands out runs of a ruleset that are over and not verified, the oldest first. Nobody else
    /// gets them for `claim`, by the database's clock; whoever has not come to a verdict by then
    /// has lost them to the next who asks. A run that nobody has come to a verdict on in
    /// [`MAX_ATTEMPTS`] tries is untrue from then on: it may end every process that plays it.
    pub fn pending_verification(
        &self,
        ruleset: &str,
        limit: u32,
        claim: Duration,
    ) -> Result<Vec<PendingRun>> {
        let given_up = values![ruleset, MAX_ATTEMPTS, GIVEN_UP];
        let values = values![ruleset, limit, millis(claim)];
        self.transact("hand out runs to verify", move |transaction| {
            let sql = "UPDATE runs SET verdict = 'untrue', untrue_reason = $3, verified_at = \
                       {now}, claimed_until = NULL, play = NULL WHERE ruleset = $1 AND ended_at IS \
                       NOT NULL AND verdict IS NULL AND damage IS NULL AND attempts >= $2 AND \
                       (claimed_until IS NULL OR claimed_until <= {now})";
            transaction.execute(sql, &given_up)?;
            let sql = format!(
                "UPDATE runs SET claimed_until = {{now}} + CAST($3 AS BIGINT), attempts = attempts \
                 + 1 WHERE id IN ( SELECT id FROM runs WHERE ruleset = $1 AND ended_at IS NOT NULL \
                 AND verdict IS NULL AND damage IS NULL AND (claimed_until IS NULL OR \
                 claimed_until <= {{now}}) ORDER BY ended_at, id LIMIT $2 {{skip}}) RETURNING {}",
                PendingRun::COLUMNS
            );
            transaction.query(&sql, &values)
        })
    }

    /// How many runs of a ruleset wait to be verified.
    pub fn count_pending(&self, ruleset: &str) -> Result<u64> {
        let sql = "SELECT count(*) FROM runs WHERE ruleset = $1 AND ended_at IS NOT NULL AND \
                   verdict IS NULL AND damage IS NULL";
        let count: Option<i64> = self.find("count the runs to verify", sql, &values![ruleset])?;
        Ok(count.unwrap_or_default() as u64)
    }

    /// Keeps what playing a run again has come to; an earlier verdict is replaced. Returns the
    /// verdict that is kept: a run that was handed in, and is measured where one of another account
    /// is, is untrue in that this account has played it. There is no such run if it is not over.
    pub fn keep_verdict(&self, run: RunKey, verdict: Verdict) -> Result<Verdict> {
        self.transact_with_patience("keep a verdict", move |transaction| {
            transaction.execute("DELETE FROM measures WHERE run = $1", &values![run])?;
            let verdict = match transaction.find_other(run, &verdict)? {
                Some(other) => Verdict::Untrue {
                    reason: format!(
                        "somebody else has played it: run {other} is the same as far \
                        as it counts"
                    ),
                },
                None => verdict.clone(),
            };
            // What is untrue is nobody's: the run that it claims to be can still be handed in.
            let (word, reason, play) = match &verdict {
                Verdict::True { play, .. } => ("true", None, Some(play)),
                Verdict::Untrue { reason } => ("untrue", Some(reason), None),
            };
            let sql = "UPDATE runs SET verdict = $2, untrue_reason = $3, play = $4, verified_at = \
                       {now}, claimed_until = NULL, attempts = 0 WHERE id = $1 AND ended_at IS NOT \
                       NULL";
            let values = values![run, word, reason, play];
            transaction.change(sql, &values, StoreError::NoSuchRun)?;
            if let Verdict::True { measures, .. } = &verdict {
                for (category, Measured { measure, state }) in measures {
                    let sql = "INSERT INTO measures (run, category, measure, state) VALUES ($1, \
                        $2, $3, $4)";
                    transaction.execute(sql, &values![run, category, *measure, state])?;
                }
            }
            Ok(verdict)
        })
    }

    /// Gives a run that was handed out back without a verdict: the next who asks gets it.
    pub fn give_back_verification(&self, run: RunKey) -> Result<()> {
        let sql = "UPDATE runs SET claimed_until = NULL, attempts = attempts - 1 \
             WHERE id = $1 AND verdict IS NULL AND attempts > 0";
        self.execute("give a run back unverified", sql, values![run]).map(drop)
    }

    /// Keeps how long a run that is over took, in turns, with the raid and without it: what was
    /// played elsewhere claims it no more than roughly.
    pub fn correct_turns(&self, run: RunKey, clock: u32, worked_turns: u32) -> Result<()> {
        let sql = "UPDATE runs SET clock = $2, worked_turns = $3 WHERE id = $1 AND ended_at IS NOT \
                   NULL AND (clock <> $2 OR worked_turns <> $3)";
        self.execute("keep the turns of a run", sql, values![run, clock, worked_turns]).map(drop)
    }

    /// Makes all runs of a ruleset wait to be verified again. Returns how many. Until then they are
    /// on no board; their measures stay, so that copies that are verified first are known.
    pub fn reverify_all(&self, ruleset: &str) -> Result<u64> {
        let sql = "UPDATE runs SET verdict = NULL, untrue_reason = NULL, verified_at = NULL, \
                   claimed_until = NULL, attempts = 0 WHERE ruleset = $1 AND verdict IS NOT NULL";
        self.execute("have all runs verified again", sql, values![ruleset])
    }

    /// What a run that was found true is measured by, by the ids of categories.
    pub fn measures_of(&self, run: RunKey) -> Result<BTreeMap<String, Measured>> {
        let sql = format!(
            "SELECT category, {} FROM measures WHERE run = $1 ORDER BY category",
            Measured::COLUMNS
        );
        Ok(self.query("read the measures of a run", &sql, &values![run])?.into_iter().collect())
    }
}

impl Transaction<'_> {
    /// The run of another account that a run is the same as, as far as it counts in some category.
    /// Only what was handed in can be: what is played here is its player's.
    fn find_other(&mut self, run: RunKey, verdict: &Verdict) -> Result<Option<RunKey>> {
        let Verdict::True { measures, .. } = verdict else { return Ok(None) };
        let submitted = "SELECT id FROM runs WHERE id = $1 AND origin = 'submitted'";
        if self.find::<RunKey>(submitted, &values![run])?.is_none() {
            return Ok(None);
        }
        for (category, measured) in measures {
            let other = self.find(SAME_STATE, &values![category, &measured.state, run])?;
            if other.is_some() {
                return Ok(other);
            }
        }
        Ok(None)
    }
}
