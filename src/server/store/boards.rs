//! Boards: the best verified runs of those that can be compared. A category has one entry of each
//! account; a day has its tries that count, by points, and its board stays when the rules change.

use std::collections::BTreeMap;

use super::error::Result;
use super::rows::{Value, values};
use super::run_row::{Origin, RunRow};
use super::{AccountId, RunKey, Store};

/// Which runs boards rank. Where something is `None` it may be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardQuery {
    pub ranking: Ranking,
    pub kind: Option<String>,
    pub depth: Option<u32>,
    pub seed: Option<String>,
    pub day: Option<String>,
    /// How many entries of each board there are at most.
    pub limit: u32,
}

/// What makes a run better than another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Its measure in a category.
    Category(CategoryRanking),
    /// Its points, of each day apart: of the newest days that have a board, so many at most. Of
    /// equal runs that of fewer turns is better, and then the earlier.
    Days(u32),
}

/// The runs that a category ranks; of equal ones the earlier is better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryRanking {
    pub ruleset: String,
    pub origin: Origin,
    /// The id of the category, and which of its measures are better.
    pub category: String,
    pub best: Best,
    pub mode: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// As of turns.
    Lowest,
    /// As of points.
    Highest,
}

impl Best {
    /// The term by which measures are sorted, the best first.
    fn rank(self) -> &'static str {
        match self {
            Best::Lowest => "m.measure",
            Best::Highest => "-m.measure",
        }
    }
}

/// What counts: runs that were verified, of accounts; guests have no places.
const COUNTS: &str = "r.verdict = 'true' AND r.is_ranked = 1 AND r.damage IS NULL AND a.expires_at \
                      IS NULL AND (CAST($1 AS TEXT) IS NULL OR r.kind = $1) AND (CAST($2 AS \
                      BIGINT) IS NULL OR r.depth = $2) AND (CAST($3 AS TEXT) IS NULL OR r.seed = \
                      $3) AND (CAST($4 AS TEXT) IS NULL OR r.day = $4)";

/// Of that, the runs of a category, with their measures.
const OF_CATEGORY: &str = "FROM runs r JOIN accounts a ON a.id = r.account JOIN measures m ON \
                           m.run = r.id WHERE r.ruleset = $5 AND r.origin = $6 AND m.category = $7 \
                           AND r.mode = $8";

/// Of that, the tries at the shifts of days, with their places.
const OF_DAYS: &str = "SELECT r.id, r.day, row_number() OVER (PARTITION BY r.day ORDER BY r.score \
                       DESC, r.worked_turns, r.ended_at, r.id) AS place, dense_rank() OVER (ORDER \
                       BY r.day DESC) AS day_place FROM runs r JOIN accounts a ON a.id = r.account \
                       WHERE r.day IS NOT NULL";

/// Which of [`OF_DAYS`] are entries.
const DAY_PLACES: &str = "p.day_place <= $5 AND p.place <= $6";

impl BoardQuery {
    fn filter(&self) -> [Value; 4] {
        let BoardQuery { kind, depth, seed, day, .. } = self;
        values![kind.as_deref(), *depth, seed.as_deref(), day.as_deref()]
    }

    pub fn of_days(max_days: u32, limit: u32) -> BoardQuery {
        let ranking = Ranking::Days(max_days);
        BoardQuery { ranking, kind: None, depth: None, seed: None, day: None, limit }
    }
}

impl CategoryRanking {
    fn values(&self) -> [Value; 4] {
        values![&self.ruleset, self.origin.name(), &self.category, &self.mode]
    }
}

impl Store {
    /// The boards of what is asked for, the best entry of each first; of days the newest first.
    pub fn board(&self, query: &BoardQuery) -> Result<Vec<RunRow>> {
        match &query.ranking {
            Ranking::Category(category) => self.category_board(query, category),
            Ranking::Days(max_days) => self.day_boards(query, *max_days),
        }
    }

    fn category_board(
        &self,
        query: &BoardQuery,
        category: &CategoryRanking,
    ) -> Result<Vec<RunRow>> {
        let rank = category.best.rank();
        let board = RunRow::select_measured(
            "p.measure",
            "JOIN placed p ON p.id = r.id WHERE p.place = 1 ORDER BY p.rank, r.ended_at, r.id \
             LIMIT $9",
        );
        let sql = format!(
            "WITH placed AS (SELECT r.id, m.measure, {rank} AS rank, row_number() OVER (PARTITION \
             BY r.account ORDER BY {rank}, r.ended_at, r.id) AS place {OF_CATEGORY} AND {COUNTS}) \
             {board}"
        );
        let values = [&query.filter()[..], &category.values(), &values![query.limit]].concat();
        self.query("read a board", &sql, &values)
    }

    fn day_boards(&self, query: &BoardQuery, max_days: u32) -> Result<Vec<RunRow>> {
        const DOING: &str = "read the boards of days";
        let placed = format!("WITH placed AS ({OF_DAYS} AND {COUNTS})");
        let values = [&query.filter()[..], &values![max_days, query.limit]].concat();
        let sql = format!(
            "{placed} SELECT m.run, m.category, m.measure FROM placed p \
             JOIN measures m ON m.run = p.id WHERE {DAY_PLACES}"
        );
        let mut measures: BTreeMap<RunKey, BTreeMap<String, u32>> = BTreeMap::new();
        for (run, category, measure) in self.query(DOING, &sql, &values)? {
            measures.entry(run).or_default().insert(category, measure);
        }
        let board = RunRow::select_measured(
            "r.score",
            &format!(
                "JOIN placed p ON p.id = r.id WHERE {DAY_PLACES} ORDER BY p.day DESC, p.place"
            ),
        );
        let mut board: Vec<RunRow> = self.query(DOING, &format!("{placed} {board}"), &values)?;
        for row in &mut board {
            row.measures = measures.remove(&row.run).unwrap_or_default();
        }
        Ok(board)
    }

    /// The kinds of levels and the depths of which the board of a category has entries, in their
    /// order.
    pub fn board_floors(&self, query: &BoardQuery) -> Result<Vec<(String, u32)>> {
        let Ranking::Category(category) = &query.ranking else { return Ok(Vec::new()) };
        let sql = format!(
            "SELECT DISTINCT r.kind, r.depth {OF_CATEGORY} AND {COUNTS} ORDER BY r.kind, r.depth"
        );
        let values = [query.filter(), category.values()].concat();
        self.query("look for boards with entries", &sql, &values)
    }

    /// The days that have a board, the newest first.
    pub fn days_with_boards(&self, max_days: u32) -> Result<Vec<String>> {
        let sql = format!(
            "WITH placed AS ({OF_DAYS} AND {COUNTS}) \
             SELECT p.day FROM placed p WHERE {DAY_PLACES} ORDER BY p.day DESC"
        );
        let query = BoardQuery::of_days(max_days, 1);
        let values = [&query.filter()[..], &values![max_days, query.limit]].concat();
        self.query("list the days with boards", &sql, &values)
    }

    /// The best run of an account in a category, of those that count: of either origin, also one of
    /// a day.
    pub fn best_run(&self, account: AccountId, query: &BoardQuery) -> Result<Option<RunKey>> {
        let Ranking::Category(category) = &query.ranking else { return Ok(None) };
        let sql = format!(
            "SELECT r.id FROM runs r JOIN accounts a ON a.id = r.account JOIN measures m ON m.run \
             = r.id WHERE {COUNTS} AND r.account = $5 AND r.ruleset = $6 AND m.category = $7 ORDER \
             BY {}, r.ended_at, r.id LIMIT 1",
            category.best.rank()
        );
        let own = values![account, &category.ruleset, &category.category];
        let values = [&query.filter()[..], &own].concat();
        self.find("look for the best run of an account", &sql, &values)
    }
}
