//! Boards: the best verified runs of those that can be compared, one of each account.

use super::error::{Fault, StoreError};
use super::run_info::Origin;
use super::value::{Row, values};
use super::{AccountId, RunKey, Store};

/// Which runs a board ranks. Where something is `None` it may be anything.
#[derive(Clone, Debug)]
pub struct BoardQuery {
    pub ruleset: String,
    pub origin: Origin,
    /// The id of the category, and which of its measures are better.
    pub category: String,
    pub best: Best,
    pub mode: String,
    pub kind: Option<String>,
    pub depth: Option<u32>,
    pub seed: Option<String>,
    pub day: Option<String>,
    /// How many entries there are at most.
    pub limit: u32,
}

/// A floor at which an account's best run is looked for, and what makes it the best.
#[derive(Clone, Debug)]
pub struct BestRunQuery {
    pub ruleset: String,
    /// The id of the category, and which of its measures are better.
    pub category: String,
    pub best: Best,
    pub kind: String,
    pub depth: u32,
    pub seed: String,
}

/// Which measures are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// As of turns.
    Lowest,
    /// As of points.
    Highest,
}

/// The best run of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardEntry {
    pub run: RunKey,
    pub account: AccountId,
    pub account_name: String,
    pub measure: u32,
    pub kind: String,
    pub depth: u32,
    pub seed: String,
    pub grade: String,
    pub score: u32,
    pub worked_turns: u32,
    pub commands: u32,
    /// In milliseconds since 1970.
    pub ended: i64,
}

impl BoardEntry {
    fn read(row: &mut Row) -> Result<BoardEntry, Fault> {
        Ok(BoardEntry {
            run: RunKey(row.int()?),
            account: AccountId(row.int()?),
            account_name: row.text()?,
            measure: row.small()?,
            kind: row.text()?,
            depth: row.small()?,
            seed: row.text()?,
            grade: row.text()?,
            score: row.small()?,
            worked_turns: row.small()?,
            commands: row.small()?,
            ended: row.int()?,
        })
    }
}

/// Only what was verified and counts; guests have no places. Of equal runs the earlier one is better.
const BOARD: &str = "SELECT run, account, account_name, measure, kind, depth, seed, grade, score, worked_turns, commands, \
     ended_at FROM ( \
       SELECT ranked.*, row_number() OVER (PARTITION BY account ORDER BY rank, ended_at, run) AS place FROM ( \
         SELECT r.id AS run, r.account, a.name AS account_name, m.measure, r.kind, r.depth, r.seed, r.grade, r.score, \
           r.worked_turns, r.commands, r.ended_at, \
           CASE WHEN CAST($5 AS BIGINT) = 1 THEN -m.measure ELSE m.measure END AS rank \
         FROM runs r JOIN measures m ON m.run = r.id JOIN accounts a ON a.id = r.account \
         WHERE r.ruleset = $1 AND r.origin = $2 AND m.category = $3 AND r.mode = $4 \
           AND r.verdict = 'true' AND r.is_ranked = 1 AND r.damage IS NULL AND a.expires_at IS NULL \
           AND (CAST($6 AS TEXT) IS NULL OR r.kind = $6) AND (CAST($7 AS BIGINT) IS NULL OR r.depth = $7) \
           AND (CAST($8 AS TEXT) IS NULL OR r.seed = $8) AND (CAST($9 AS TEXT) IS NULL OR r.day = $9) \
       ) AS ranked \
     ) AS placed WHERE place = 1 ORDER BY rank, ended_at, run LIMIT $10";

/// The kinds and depths of what counts as in [`BOARD`].
const FLOORS: &str = "SELECT DISTINCT r.kind, r.depth \
     FROM runs r JOIN measures m ON m.run = r.id JOIN accounts a ON a.id = r.account \
     WHERE r.ruleset = $1 AND r.origin = $2 AND m.category = $3 AND r.mode = $4 \
       AND r.verdict = 'true' AND r.is_ranked = 1 AND r.damage IS NULL AND a.expires_at IS NULL \
       AND (CAST($5 AS TEXT) IS NULL OR r.kind = $5) AND (CAST($6 AS BIGINT) IS NULL OR r.depth = $6) \
       AND (CAST($7 AS TEXT) IS NULL OR r.seed = $7) AND (CAST($8 AS TEXT) IS NULL OR r.day = $8) \
     ORDER BY r.kind, r.depth";

/// The account's own run that counts and is best at a floor of a seed: of either origin, also one of a day.
const BEST_RUN: &str = "SELECT r.id FROM runs r JOIN measures m ON m.run = r.id \
     WHERE r.account = $1 AND r.ruleset = $2 AND m.category = $3 AND r.kind = $5 AND r.depth = $6 AND r.seed = $7 \
       AND r.verdict = 'true' AND r.is_ranked = 1 AND r.damage IS NULL \
     ORDER BY CASE WHEN CAST($4 AS BIGINT) = 1 THEN -m.measure ELSE m.measure END, r.ended_at, r.id LIMIT 1";

impl Store {
    /// The best run of an account at a floor.
    pub fn best_run(
        &self,
        account: AccountId,
        query: &BestRunQuery,
    ) -> Result<Option<RunKey>, StoreError> {
        let BestRunQuery { ruleset, category, best, kind, depth, seed } = query;
        let values =
            values![account, ruleset, category, *best == Best::Highest, kind, *depth, seed];
        let read = |row: &mut Row| Ok(RunKey(row.int()?));
        let found = self.query("look for the best run of an account", BEST_RUN, &values, read)?;
        Ok(found.into_iter().next())
    }

    /// The kinds of levels and the depths of which a board has entries, in their order.
    pub fn board_floors(&self, query: &BoardQuery) -> Result<Vec<(String, u32)>, StoreError> {
        let values = values![
            &query.ruleset,
            query.origin.name(),
            &query.category,
            &query.mode,
            query.kind.as_deref(),
            query.depth,
            query.seed.as_deref(),
            query.day.as_deref(),
        ];
        let read = |row: &mut Row| Ok((row.text()?, row.small()?));
        self.query("look for boards with entries", FLOORS, &values, read)
    }

    /// The board of what is asked for, the best entry first.
    pub fn board(&self, query: &BoardQuery) -> Result<Vec<BoardEntry>, StoreError> {
        let values = values![
            &query.ruleset,
            query.origin.name(),
            &query.category,
            &query.mode,
            query.best == Best::Highest,
            query.kind.as_deref(),
            query.depth,
            query.seed.as_deref(),
            query.day.as_deref(),
            query.limit,
        ];
        self.query("read a board", BOARD, &values, BoardEntry::read)
    }
}
