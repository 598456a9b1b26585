//! The boards of daily shifts: of each day the tries that count and were found true, by points. They stay when the rules change.

use std::collections::BTreeMap;

use super::error::StoreError;
use super::run_info::{RunInfo, select_run};
use super::value::{Row, Value, values};
use super::{RunKey, Store};

/// Which boards of days are asked for. Where something is `None` it may be anything.
#[derive(Clone, Debug, Default)]
pub struct DayQuery {
    pub day: Option<String>,
    pub kind: Option<String>,
    pub depth: Option<u32>,
    pub seed: Option<String>,
    /// How many days there are at most: the newest that have a board.
    pub max_days: u32,
    /// How many entries of each day there are at most.
    pub limit: u32,
}

/// An entry of the board of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayEntry {
    pub run: RunInfo,
    /// What it is measured by in each category that it counts in, by the category's id.
    pub measures: BTreeMap<String, u32>,
}

/// The runs on boards of days, with their days and their places. An account has one try at a day that counts; of equal ones that
/// of fewer turns is better, and then the earlier.
macro_rules! with_places {
    ($select:expr, $rest:literal) => {
        concat!(
            "WITH placed AS ( \
               SELECT d.id, d.day, \
                 row_number() OVER (PARTITION BY d.day ORDER BY d.score DESC, d.worked_turns, d.ended_at, d.id) AS place, \
                 dense_rank() OVER (ORDER BY d.day DESC) AS day_place \
               FROM runs d JOIN accounts o ON o.id = d.account \
               WHERE d.verdict = 'true' AND d.is_ranked = 1 AND d.day IS NOT NULL AND d.damage IS NULL \
                 AND o.expires_at IS NULL AND (CAST($1 AS TEXT) IS NULL OR d.day = $1) \
                 AND (CAST($2 AS TEXT) IS NULL OR d.kind = $2) AND (CAST($3 AS BIGINT) IS NULL OR d.depth = $3) \
                 AND (CAST($4 AS TEXT) IS NULL OR d.seed = $4)) ",
            $select,
            " WHERE p.day_place <= $5 AND p.place <= $6 ",
            $rest
        )
    };
}

impl DayQuery {
    fn values(&self) -> [Value; 6] {
        let DayQuery { day, kind, depth, seed, max_days, limit } = self;
        values![day.as_deref(), kind.as_deref(), *depth, seed.as_deref(), *max_days, *limit]
    }
}

impl Store {
    /// The boards of days, the newest day first, of each the best entry first.
    pub fn day_boards(&self, query: &DayQuery) -> Result<Vec<DayEntry>, StoreError> {
        const DOING: &str = "read the boards of days";
        let sql = with_places!(
            "SELECT m.run, m.category, m.measure FROM placed p JOIN measures m ON m.run = p.id",
            ""
        );
        let read = |row: &mut Row| Ok((RunKey(row.int()?), row.text()?, row.small()?));
        let mut measures: BTreeMap<RunKey, BTreeMap<String, u32>> = BTreeMap::new();
        for (run, category, measure) in self.query(DOING, sql, &query.values(), read)? {
            measures.entry(run).or_default().insert(category, measure);
        }
        let sql = with_places!(
            select_run!("JOIN placed p ON p.id = r.id"),
            "ORDER BY p.day DESC, p.place"
        );
        let runs = self.query(DOING, sql, &query.values(), RunInfo::read)?;
        let entry = |run: RunInfo| {
            let measures = measures.remove(&run.run).unwrap_or_default();
            DayEntry { run, measures }
        };
        Ok(runs.into_iter().map(entry).collect())
    }

    /// The days that have a board, the newest first.
    pub fn days_with_boards(&self, max_days: u32) -> Result<Vec<String>, StoreError> {
        let query = DayQuery { max_days, limit: 1, ..DayQuery::default() };
        let sql = with_places!("SELECT p.day FROM placed p", "ORDER BY p.day DESC");
        self.query("list the days with boards", sql, &query.values(), Row::text)
    }
}
