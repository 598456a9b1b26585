//! What the store knows of a run beside its bytes: one type for lists, boards and verdicts.

use std::collections::BTreeMap;

use super::error::{Fault, Result};
use super::rows::{Field, FromRow, Row, Value, columns, values};
use super::{AccountId, RunKey, Store};
use base::{Day, Seed};
use content::Depth;

/// A run, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    pub run: RunKey,
    pub account: AccountId,
    pub account_name: String,
    /// Whether its player lets others watch.
    pub may_be_watched: bool,
    pub origin: Origin,
    pub facts: RunFacts,
    /// In milliseconds since 1970, as all times here.
    pub begun: i64,
    /// When it was begun, taken up or left last.
    pub held: i64,
    /// The front end at which it is played, or was when that died.
    pub holder: Option<String>,
    pub progress: Progress,
    pub bytes: u64,
    /// What its last frame claims, and when it ended.
    pub result: Option<RunResult>,
    pub ended: Option<i64>,
    pub standing: Standing,
    /// By what a board ranks it, on a board.
    pub measure: Option<u32>,
    /// On the board of a day: what it is measured by in each category that it counts in, by the
    /// category's id.
    pub measures: BTreeMap<String, u32>,
}

/// What is known of a run when it begins; all of it stands in its header, too, and is repeated here
/// to be searched by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFacts {
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
    /// Whether it counts in rankings if it is true; a claim of its header.
    pub is_ranked: bool,
}

columns! {
    RunFacts {
        ruleset: "r.ruleset",
        mode: "r.mode",
        kind: "r.kind",
        depth: "r.depth",
        seed: "r.seed",
        word: "r.word",
        day: "r.day",
        name: "r.name",
        is_ranked: "r.is_ranked",
    }
}

impl RunFacts {
    pub(crate) fn depth(&self) -> Depth {
        Depth(u8::try_from(self.depth).unwrap_or(u8::MAX))
    }

    pub(crate) fn seed(&self) -> Seed {
        Seed::from_text(&self.seed)
    }

    pub(crate) fn day(&self) -> Option<Day> {
        self.day.as_ref().and_then(|day| day.parse().ok())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub turn: u32,
    pub commands: u32,
}

columns! {
    Progress { turn: "COALESCE(f.turn, 0)", commands: "COALESCE(f.commands, 0)" }
}

/// What the end of a run claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    pub outcome: String,
    /// Whether dawn came while the player was on the floor.
    pub is_overtaken: bool,
    /// A letter.
    pub grade: String,
    pub score: u32,
    /// The clock at its end, with the raid.
    pub clock: u32,
    /// The turns that the player worked.
    pub worked_turns: u32,
    pub commands: u32,
    /// The last link of its chain.
    pub digest: String,
}

columns! {
    RunResult {
        outcome: "r.outcome",
        is_overtaken: "r.is_overtaken",
        grade: "r.grade",
        score: "r.score",
        clock: "r.clock",
        worked_turns: "r.worked_turns",
        commands: "r.commands",
        digest: "r.digest",
    }
}

impl RunResult {
    /// Where the run stood at its end.
    pub(super) fn progress(&self) -> Progress {
        Progress { turn: self.clock, commands: self.commands }
    }
}

/// How many columns a [`RunResult`] has: null in all rows of runs that have not ended.
const RESULT_COLUMNS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// At this server.
    Live,
    /// Elsewhere; it came as a file.
    Submitted,
}

impl Origin {
    /// Both, in the order in which they are shown.
    pub const ALL: [Origin; 2] = [Origin::Live, Origin::Submitted];

    pub fn name(self) -> &'static str {
        match self {
            Origin::Live => "live",
            Origin::Submitted => "submitted",
        }
    }

    /// Where runs of this origin were played, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Origin::Live => "played here",
            Origin::Submitted => "handed in",
        }
    }
}

impl Field for Origin {
    fn of(value: Value) -> Result<Origin, Fault> {
        let name = String::of(value)?;
        let origin = Origin::ALL.into_iter().find(|origin| origin.name() == name);
        origin.ok_or(Fault::Shape("a run has an unknown origin"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    Unfinished,
    /// Its bytes cannot be played on, and why.
    Damaged(String),
    /// It is over and waits to be played again.
    Unverified,
    /// Played again, all that it claims was found.
    True,
    /// It does not verify, and why.
    Untrue(String),
}

impl Standing {
    /// From the columns `damage`, `verdict` and `untrue_reason`.
    fn from_row(row: &mut Row, is_over: bool) -> Result<Standing, Fault> {
        let (damage, verdict, reason): (Option<String>, Option<String>, Option<String>) =
            row.take()?;
        match (damage, is_over, verdict.as_deref()) {
            (Some(damage), _, _) => Ok(Standing::Damaged(damage)),
            (None, false, _) => Ok(Standing::Unfinished),
            (None, true, None) => Ok(Standing::Unverified),
            (None, true, Some("true")) => Ok(Standing::True),
            (None, true, Some("untrue")) => Ok(Standing::Untrue(reason.unwrap_or_default())),
            (None, true, Some(_)) => Err(Fault::Shape("a run has an unknown verdict")),
        }
    }
}

/// Of each run the row, the account, and the newest frame if it has one.
const RUNS: &str = "FROM runs r JOIN accounts a ON a.id = r.account LEFT JOIN run_frames f ON \
                    f.run = r.id AND f.start = (SELECT max(l.start) FROM run_frames l WHERE l.run \
                    = r.id)";

impl RunRow {
    /// A statement that answers with runs; `measure` is the column of what a board ranks them by.
    pub(super) fn select_measured(measure: &str, rest: &str) -> String {
        format!(
            "SELECT r.id, r.account, a.name, a.may_be_watched, r.origin, {}, r.begun_at, \
             r.held_at, r.holder, {}, COALESCE(f.start + octet_length(f.bytes), 0), {}, \
             r.ended_at, r.damage, r.verdict, r.untrue_reason, {measure} {RUNS} {rest}",
            RunFacts::COLUMNS,
            Progress::COLUMNS,
            RunResult::COLUMNS
        )
    }

    fn select(rest: &str) -> String {
        RunRow::select_measured("CAST(NULL AS BIGINT)", rest)
    }
}

impl FromRow for RunRow {
    /// In the order of [`RunRow::select_measured`].
    fn from_row(row: &mut Row) -> Result<RunRow, Fault> {
        let (run, account, account_name, may_be_watched) = row.take()?;
        let (origin, facts) = row.take()?;
        let (begun, held, holder) = row.take()?;
        let (progress, bytes): (_, u32) = row.take()?;
        let (result, ended) = (row.take_whole(RESULT_COLUMNS)?, row.take::<Option<i64>>()?);
        Ok(RunRow {
            run,
            account,
            account_name,
            may_be_watched,
            origin,
            facts,
            begun,
            held,
            holder,
            progress,
            bytes: bytes.into(),
            result,
            ended,
            standing: Standing::from_row(row, ended.is_some())?,
            measure: row.take()?,
            measures: BTreeMap::new(),
        })
    }
}

impl Store {
    pub fn run(&self, run: RunKey) -> Result<Option<RunRow>> {
        self.find("look up a run", &RunRow::select("WHERE r.id = $1"), &values![run])
    }

    /// All runs of an account, those that were played last first.
    pub fn runs_of(&self, account: AccountId) -> Result<Vec<RunRow>> {
        let sql = RunRow::select("WHERE r.account = $1 ORDER BY r.held_at DESC, r.id");
        self.query("list the runs of an account", &sql, &values![account])
    }

    pub fn has_runs(&self, account: AccountId) -> Result<bool> {
        let sql = "SELECT id FROM runs WHERE account = $1 LIMIT 1";
        Ok(self.find::<RunKey>("look for any run", sql, &values![account])?.is_some())
    }

    /// The runs of an account that wait to be played on, those that were played last first.
    pub fn unfinished_runs(&self, account: AccountId) -> Result<Vec<RunRow>> {
        let sql = RunRow::select(
            "WHERE r.account = $1 AND r.ended_at IS NULL AND r.damage IS NULL ORDER BY r.held_at \
             DESC, r.id",
        );
        self.query("list the unfinished runs", &sql, &values![account])
    }

    /// The account's try at the daily shift of a day that counts.
    pub fn ranked_try(&self, account: AccountId, day: &str) -> Result<Option<RunRow>> {
        let sql = RunRow::select("WHERE r.account = $1 AND r.day = $2 AND r.is_ranked = 1");
        self.find("look for a try at a daily shift", &sql, &values![account, day])
    }

    /// What is being played at the front ends that are alive, the longest since first.
    pub fn live_runs(&self) -> Result<Vec<RunRow>> {
        let sql = RunRow::select(
            "JOIN front_ends e ON e.id = r.holder \
             WHERE e.heartbeat_at > {now} - $1 AND r.ended_at IS NULL AND r.damage IS NULL \
             ORDER BY r.held_at, r.id",
        );
        self.query("list who plays", &sql, &values![self.heartbeat_millis()])
    }
}
