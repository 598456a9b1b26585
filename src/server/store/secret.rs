//! Secrets of the server, which all its front ends share.

use super::Store;
use super::error::StoreError;
use super::ids::fill_random;
use super::value::{Row, values};

impl Store {
    /// The secret from which the seeds of daily shifts are drawn. It is made when it is first asked for; whoever asks gets
    /// the same.
    pub fn daily_secret(&self) -> Result<[u8; 32], StoreError> {
        const DOING: &str = "read the secret of the daily shifts";
        let sql = "SELECT secret FROM secrets WHERE name = 'daily'";
        let read = |row: &mut Row| {
            let wrong = |_| super::error::Fault::Shape("the secret has not 32 bytes");
            row.blob()?.try_into().map_err(wrong)
        };
        if let Some(secret) = self.find(DOING, sql, &[], read)? {
            return Ok(secret);
        }
        let mut fresh = [0; 32];
        fill_random(&mut fresh).map_err(|fault| fault.while_doing(DOING))?;
        let keep = "INSERT INTO secrets (name, secret, created_at) VALUES ('daily', $1, {now}) ON CONFLICT DO NOTHING";
        self.execute(DOING, keep, values![&fresh[..]])?;
        let kept = self.find(DOING, sql, &[], read)?;
        kept.ok_or_else(|| super::error::Fault::Shape("it was not kept").while_doing(DOING))
    }
}
