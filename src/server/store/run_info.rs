//! What the store knows of a run beside its bytes.

use super::error::{Fault, StoreError};
use super::value::{Row, values};
use super::{AccountId, RunKey, Store};

/// A run, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunInfo {
    pub run: RunKey,
    pub account: AccountId,
    pub account_name: String,
    pub origin: Origin,
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
    /// In milliseconds since 1970, as all times here.
    pub begun: i64,
    /// When it was begun, taken up or left last.
    pub held: i64,
    /// The front end at which it is played, or was when that died.
    pub holder: Option<String>,
    /// Where it stands: turn, commands and bytes so far.
    pub turn: u32,
    pub commands: u32,
    pub bytes: u64,
    /// What its last frame claims, and when it ended.
    pub result: Option<RunResult>,
    pub ended: Option<i64>,
    pub standing: Standing,
}

/// Where a run was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// At this server.
    Live,
    /// Elsewhere; it came as a file.
    Submitted,
}

impl Origin {
    pub fn name(self) -> &'static str {
        match self {
            Origin::Live => "live",
            Origin::Submitted => "submitted",
        }
    }

    fn of_name(name: &str) -> Result<Origin, Fault> {
        match name {
            "live" => Ok(Origin::Live),
            "submitted" => Ok(Origin::Submitted),
            _ => Err(Fault::Shape("a run has an unknown origin")),
        }
    }
}

/// What has become of a run.
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

/// The columns of a [`RunInfo`], and the tables that they are from.
macro_rules! select_run {
    ($rest:literal) => {
        concat!(
            "SELECT r.id, r.account, a.name, r.origin, r.ruleset, r.mode, r.kind, r.depth, r.seed, r.word, r.day, r.name, ",
            "r.is_ranked, r.begun_at, r.held_at, r.holder, ",
            "COALESCE(f.turn, 0), COALESCE(f.commands, 0), COALESCE(f.start + octet_length(f.bytes), 0), ",
            "r.outcome, r.is_overtaken, r.grade, r.score, r.clock, r.worked_turns, r.commands, r.digest, ",
            "r.ended_at, r.damage, r.verdict, r.untrue_reason ",
            "FROM runs r JOIN accounts a ON a.id = r.account LEFT JOIN run_frames f ON f.run = r.id ",
            "AND f.start = (SELECT max(l.start) FROM run_frames l WHERE l.run = r.id) ",
            $rest
        )
    };
}

pub(super) use select_run;

impl RunInfo {
    pub(super) fn read(row: &mut Row) -> Result<RunInfo, Fault> {
        let mut info = RunInfo {
            run: RunKey(row.int()?),
            account: AccountId(row.int()?),
            account_name: row.text()?,
            origin: Origin::of_name(&row.text()?)?,
            ruleset: row.text()?,
            mode: row.text()?,
            kind: row.text()?,
            depth: row.small()?,
            seed: row.text()?,
            word: row.optional_text()?,
            day: row.optional_text()?,
            name: row.text()?,
            is_ranked: row.flag()?,
            begun: row.int()?,
            held: row.int()?,
            holder: row.optional_text()?,
            turn: row.small()?,
            commands: row.small()?,
            bytes: u64::from(row.small()?),
            result: RunResult::read(row)?,
            ended: row.optional_int()?,
            standing: Standing::Unfinished,
        };
        info.standing = Standing::read(row, info.ended.is_some())?;
        Ok(info)
    }
}

impl RunResult {
    fn read(row: &mut Row) -> Result<Option<RunResult>, Fault> {
        let (outcome, is_overtaken) = (row.optional_text()?, row.optional_int()?);
        let (grade, score) = (row.optional_text()?, row.optional_small()?);
        let (clock, worked_turns) = (row.optional_small()?, row.optional_small()?);
        let (commands, digest) = (row.optional_small()?, row.optional_text()?);
        let result = || {
            Some(RunResult {
                outcome: outcome?,
                is_overtaken: is_overtaken? != 0,
                grade: grade?,
                score: score?,
                clock: clock?,
                worked_turns: worked_turns?,
                commands: commands?,
                digest: digest?,
            })
        };
        Ok(result())
    }
}

impl Standing {
    fn read(row: &mut Row, is_over: bool) -> Result<Standing, Fault> {
        let (damage, verdict) = (row.optional_text()?, row.optional_text()?);
        let reason = row.optional_text()?.unwrap_or_default();
        match (damage, is_over, verdict.as_deref()) {
            (Some(damage), _, _) => Ok(Standing::Damaged(damage)),
            (None, false, _) => Ok(Standing::Unfinished),
            (None, true, None) => Ok(Standing::Unverified),
            (None, true, Some("true")) => Ok(Standing::True),
            (None, true, Some("untrue")) => Ok(Standing::Untrue(reason)),
            (None, true, Some(_)) => Err(Fault::Shape("a run has an unknown verdict")),
        }
    }
}

impl Store {
    pub fn run(&self, run: RunKey) -> Result<Option<RunInfo>, StoreError> {
        self.find("look up a run", select_run!("WHERE r.id = $1"), &values![run], RunInfo::read)
    }

    /// All runs of an account, those that were played last first.
    pub fn runs_of(&self, account: AccountId) -> Result<Vec<RunInfo>, StoreError> {
        let sql = select_run!("WHERE r.account = $1 ORDER BY r.held_at DESC, r.id");
        self.query("list the runs of an account", sql, &values![account], RunInfo::read)
    }

    /// Whether an account has begun a run.
    pub fn has_runs(&self, account: AccountId) -> Result<bool, StoreError> {
        let sql = select_run!("WHERE r.account = $1 LIMIT 1");
        let found = self.find("look for any run", sql, &values![account], RunInfo::read)?;
        Ok(found.is_some())
    }

    /// The runs of an account that wait to be played on, those that were played last first.
    pub fn unfinished_runs(&self, account: AccountId) -> Result<Vec<RunInfo>, StoreError> {
        let sql = select_run!(
            "WHERE r.account = $1 AND r.ended_at IS NULL AND r.damage IS NULL ORDER BY r.held_at DESC, r.id"
        );
        self.query("list the unfinished runs", sql, &values![account], RunInfo::read)
    }

    /// The account's try at the daily shift of a day that counts.
    pub fn ranked_try(&self, account: AccountId, day: &str) -> Result<Option<RunInfo>, StoreError> {
        let sql = select_run!("WHERE r.account = $1 AND r.day = $2 AND r.is_ranked = 1");
        self.find("look for a try at a daily shift", sql, &values![account, day], RunInfo::read)
    }
}
