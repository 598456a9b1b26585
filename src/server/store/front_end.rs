//! The processes that serve one database, and what is being played at them.

use std::collections::BTreeMap;

use super::error::{Fault, StoreError};
use super::value::{Row, millis, values};
use super::{AccountId, RunKey, Store};

/// A run that is being played now, at any front end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveRun {
    pub run: RunKey,
    pub account: AccountId,
    pub account_name: String,
    pub mode: String,
    pub kind: String,
    pub depth: u32,
    pub seed: String,
    pub turn: u32,
    pub front_end: String,
    pub may_be_watched: bool,
    /// When it was begun or taken up, in milliseconds since 1970.
    pub since: i64,
}

impl LiveRun {
    fn read(row: &mut Row) -> Result<LiveRun, Fault> {
        Ok(LiveRun {
            run: RunKey(row.int()?),
            account: AccountId(row.int()?),
            account_name: row.text()?,
            mode: row.text()?,
            kind: row.text()?,
            depth: row.small()?,
            seed: row.text()?,
            turn: row.small()?,
            front_end: row.text()?,
            may_be_watched: row.flag()?,
            since: row.int()?,
        })
    }
}

impl Store {
    /// Tells that a front end is alive, and how many of its sessions watch which runs. To be called several times in
    /// [`heartbeat_lifetime`](super::StoreOptions).
    pub fn heartbeat(&self, front_end: &str, watched: &[(RunKey, u32)]) -> Result<(), StoreError> {
        let sql = "INSERT INTO front_ends (id, heartbeat_at, watched) VALUES ($1, {now}, $2) ON CONFLICT (id) \
             DO UPDATE SET heartbeat_at = excluded.heartbeat_at, watched = excluded.watched";
        let watched: Vec<_> = watched.iter().map(|(run, count)| format!("{run}={count}")).collect();
        let values = values![front_end, watched.join(" ")];
        self.execute("tell that this front end is alive", sql, values)?;
        Ok(())
    }

    /// How many sessions of all other front ends that are alive watch which runs, as each has told last.
    pub fn watched_elsewhere(&self, front_end: &str) -> Result<BTreeMap<RunKey, u32>, StoreError> {
        let sql = "SELECT watched FROM front_ends WHERE id <> $1 AND watched <> '' AND heartbeat_at > {now} - $2";
        let values = values![front_end, self.heartbeat_millis()];
        let told = self.query("ask who watches", sql, &values, Row::text)?;
        let mut counts = BTreeMap::new();
        for entry in told.iter().flat_map(|told| told.split(' ')) {
            let (run, count) = entry.split_once('=').unwrap_or_default();
            if let (Ok(run), Ok(count)) = (run.parse::<RunKey>(), count.parse::<u32>()) {
                let sum = counts.entry(run).or_insert(0_u32);
                *sum = sum.saturating_add(count);
            }
        }
        Ok(counts)
    }

    /// Tells that a front end has ended: what it held is held by nobody.
    pub fn leave(&self, front_end: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM front_ends WHERE id = $1";
        self.execute("tell that this front end has ended", sql, values![front_end])?;
        Ok(())
    }

    /// The front ends that are alive, by the database's clock.
    pub fn front_ends(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT id FROM front_ends WHERE heartbeat_at > {now} - $1 ORDER BY id";
        self.query("list the front ends", sql, &values![self.heartbeat_millis()], Row::text)
    }

    /// What is being played at the front ends that are alive, the longest since first.
    pub fn live_runs(&self) -> Result<Vec<LiveRun>, StoreError> {
        let sql = "SELECT r.id, r.account, a.name, r.mode, r.kind, r.depth, r.seed, \
             COALESCE((SELECT f.turn FROM run_frames f WHERE f.run = r.id ORDER BY f.start DESC LIMIT 1), 0), \
             r.holder, a.may_be_watched, r.held_at \
             FROM runs r JOIN accounts a ON a.id = r.account JOIN front_ends e ON e.id = r.holder \
             WHERE e.heartbeat_at > {now} - $1 AND r.ended_at IS NULL AND r.damage IS NULL \
             ORDER BY r.held_at, r.id";
        self.query("list who plays", sql, &values![self.heartbeat_millis()], LiveRun::read)
    }

    fn heartbeat_millis(&self) -> i64 {
        millis(self.options.heartbeat_lifetime)
    }

    /// The time by the database's clock, in milliseconds since 1970.
    pub fn now(&self) -> Result<i64, StoreError> {
        let now = self.find("read the clock of the database", "SELECT {now}", &[], Row::int)?;
        Ok(now.unwrap_or_default())
    }
}
