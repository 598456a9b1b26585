//! Who is kept out: keys, addresses and prefixes of addresses, as texts that the caller makes.

use std::time::Duration;

use super::Store;
use super::error::{Fault, StoreError};
use super::value::{Row, millis, values};

/// Somebody who is kept out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// A key's fingerprint, an address, or a prefix of addresses.
    pub subject: String,
    pub reason: String,
    /// When it ends, in milliseconds since 1970; `None` if never.
    pub expires: Option<i64>,
}

impl Ban {
    fn read(row: &mut Row) -> Result<Ban, Fault> {
        Ok(Ban { subject: row.text()?, reason: row.text()?, expires: row.optional_int()? })
    }
}

impl Store {
    /// Keeps a subject out, from now on, for a time or for good. A ban that it has is replaced.
    pub fn ban(
        &self,
        subject: &str,
        reason: &str,
        time: Option<Duration>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO bans (subject, reason, banned_at, expires_at) \
             VALUES ($1, $2, {now}, {now} + CAST($3 AS BIGINT)) \
             ON CONFLICT (subject) DO UPDATE SET reason = excluded.reason, banned_at = excluded.banned_at, \
             expires_at = excluded.expires_at";
        let time = time.map(millis);
        self.execute("ban", sql, values![subject, reason, time])?;
        Ok(())
    }

    /// Ends a ban. False if there is none.
    pub fn unban(&self, subject: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM bans WHERE subject = $1";
        Ok(self.execute("end a ban", sql, values![subject])? > 0)
    }

    /// The first ban of any of these subjects that has not ended.
    pub fn is_banned(&self, subjects: &[&str]) -> Result<Option<Ban>, StoreError> {
        let sql = "SELECT subject, reason, expires_at FROM bans \
             WHERE subject = $1 AND (expires_at IS NULL OR expires_at > {now})";
        for subject in subjects {
            let ban = self.find("look for a ban", sql, &values![*subject], Ban::read)?;
            if ban.is_some() {
                return Ok(ban);
            }
        }
        Ok(None)
    }

    /// All bans that have not ended, by their subjects.
    pub fn bans(&self) -> Result<Vec<Ban>, StoreError> {
        let sql = "SELECT subject, reason, expires_at FROM bans \
             WHERE expires_at IS NULL OR expires_at > {now} ORDER BY subject";
        self.query("list the bans", sql, &[], Ban::read)
    }
}
