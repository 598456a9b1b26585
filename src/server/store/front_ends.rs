//! What the processes that serve one database share: signs of life, bans, secrets, and the deleting
//! of what has had its time.

use std::collections::BTreeMap;
use std::time::Duration;

use super::error::{Fault, Result};
use super::rows::{columns, millis, values};
use super::{RunKey, Store};
use crate::random;

/// How long a front end that is silent is remembered.
const MAX_SILENCE: Duration = Duration::from_hours(24);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// A key's fingerprint, an address, or a prefix of addresses, as a text that the caller makes.
    pub subject: String,
    pub reason: String,
    /// When it ends, in milliseconds since 1970; `None` if never.
    pub expires: Option<i64>,
}

columns! {
    Ban { subject: "subject", reason: "reason", expires: "expires_at" }
}

impl Store {
    /// Tells that a front end is alive, and how many of its sessions watch which runs. To be called
    /// several times in [`heartbeat_lifetime`](super::StoreOptions).
    pub fn heartbeat(&self, front_end: &str, watched: &[(RunKey, u32)]) -> Result<()> {
        let sql = "INSERT INTO front_ends (id, heartbeat_at, watched) VALUES ($1, {now}, $2) ON \
                   CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at, watched = \
                   excluded.watched";
        let watched: Vec<_> = watched.iter().map(|(run, count)| format!("{run}={count}")).collect();
        let values = values![front_end, watched.join(" ")];
        self.execute("tell that this front end is alive", sql, values).map(drop)
    }

    /// How many sessions of all other front ends that are alive watch which runs, as each has told
    /// last.
    pub fn watched_elsewhere(&self, front_end: &str) -> Result<BTreeMap<RunKey, u32>> {
        let sql = "SELECT watched FROM front_ends WHERE id <> $1 AND watched <> '' AND \
            heartbeat_at > {now} - $2";
        let values = values![front_end, self.heartbeat_millis()];
        let told: Vec<String> = self.query("ask who watches", sql, &values)?;
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
    pub fn leave(&self, front_end: &str) -> Result<()> {
        let sql = "DELETE FROM front_ends WHERE id = $1";
        self.execute("tell that this front end has ended", sql, values![front_end]).map(drop)
    }

    /// The front ends that are alive, by the database's clock.
    pub fn front_ends(&self) -> Result<Vec<String>> {
        let sql = "SELECT id FROM front_ends WHERE heartbeat_at > {now} - $1 ORDER BY id";
        self.query("list the front ends", sql, &values![self.heartbeat_millis()])
    }

    pub(super) fn heartbeat_millis(&self) -> i64 {
        millis(self.options.heartbeat_lifetime)
    }

    /// The time by the database's clock, in milliseconds since 1970.
    pub fn now(&self) -> Result<i64> {
        let now = self.find("read the clock of the database", "SELECT {now}", &[])?;
        Ok(now.unwrap_or_default())
    }

    /// Keeps a subject out, from now on, for a time or for good. A ban that it has is replaced.
    pub fn ban(&self, subject: &str, reason: &str, time: Option<Duration>) -> Result<()> {
        let sql = "INSERT INTO bans (subject, reason, banned_at, expires_at) VALUES ($1, $2, \
                   {now}, {now} + CAST($3 AS BIGINT)) ON CONFLICT (subject) DO UPDATE SET reason = \
                   excluded.reason, banned_at = excluded.banned_at, expires_at = \
                   excluded.expires_at";
        self.execute("ban", sql, values![subject, reason, time.map(millis)]).map(drop)
    }

    /// Ends a ban. False if there is none.
    pub fn unban(&self, subject: &str) -> Result<bool> {
        let sql = "DELETE FROM bans WHERE subject = $1";
        Ok(self.execute("end a ban", sql, values![subject])? > 0)
    }

    /// The first ban of any of these subjects that has not ended.
    pub fn is_banned(&self, subjects: &[&str]) -> Result<Option<Ban>> {
        let sql = format!(
            "SELECT {} FROM bans WHERE subject = $1 AND (expires_at IS NULL OR expires_at > \
             {{now}})",
            Ban::COLUMNS
        );
        for subject in subjects {
            let ban = self.find("look for a ban", &sql, &values![*subject])?;
            if ban.is_some() {
                return Ok(ban);
            }
        }
        Ok(None)
    }

    /// All bans that have not ended, by their subjects.
    pub fn bans(&self) -> Result<Vec<Ban>> {
        let sql = format!(
            "SELECT {} FROM bans WHERE expires_at IS NULL OR expires_at > {{now}} ORDER BY subject",
            Ban::COLUMNS
        );
        self.query("list the bans", &sql, &[])
    }

    /// The secret from which the seeds of daily shifts are drawn. It is made when it is first asked
    /// for; whoever asks gets the same.
    pub fn daily_secret(&self) -> Result<[u8; 32]> {
        const DOING: &str = "read the secret of the daily shifts";
        let find = || {
            let sql = "SELECT secret FROM secrets WHERE name = 'daily'";
            self.find::<Vec<u8>>(DOING, sql, &[])
        };
        let mut secret = find()?;
        if secret.is_none() {
            let keep = "INSERT INTO secrets (name, secret, created_at) VALUES ('daily', $1, {now}) \
                ON CONFLICT DO NOTHING";
            self.execute(DOING, keep, values![&random::bytes::<32>()[..]])?;
            secret = find()?;
        }
        let secret = secret.and_then(|secret| secret.try_into().ok());
        secret.ok_or_else(|| Fault::Shape("the secret has not 32 bytes").while_doing(DOING))
    }

    /// Deletes guests whose time has come with all they own, bans that have ended, and front ends
    /// that were not heard of for a day. Returns how many guests went.
    pub fn prune(&self) -> Result<u64> {
        const DOING: &str = "prune";
        self.execute(DOING, "DELETE FROM bans WHERE expires_at <= {now}", Vec::new())?;
        let silent = "DELETE FROM front_ends WHERE heartbeat_at < {now} - $1";
        self.execute(DOING, silent, values![millis(MAX_SILENCE)])?;
        self.execute(DOING, "DELETE FROM accounts WHERE expires_at <= {now}", Vec::new())
    }
}
