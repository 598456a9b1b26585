//! How much of the server one client can take.
//!
//! A limit decides and does nothing else: it closes no connection, counts in no metric and writes
//! no log, and it is told the time. It refuses by a [`Refusal`], which has the words.

mod address;
mod connections;
mod input;
mod refusal;
mod token_bucket;

use std::time::Duration;

use ratatui::layout::Size;

pub use address::{AddressBlock, AddressBlockError, AddressBuckets, AddressKey};
pub use connections::{ConnectionLimiter, ConnectionLimits, Place, Places};
pub use input::{InputLimiter, InputLimits, InputVerdict};
pub use refusal::Refusal;
pub use token_bucket::{Rate, TokenBucket};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionLimits {
    /// The time in which a client has to log in and to ask for something.
    pub login: Duration,
    pub login_tries: usize,
    /// The time without input after which a session is closed.
    pub idle: Duration,
    /// The time in which a client has to take what it is sent.
    pub output: Duration,
    /// How long a session waits for a database that does not answer, before it gives up.
    pub outage: Duration,
    /// The largest terminal that is drawn on: memory follows cells.
    pub max_size: Size,
    pub submission_bytes: usize,
    /// The time in which it has to come.
    pub submission_time: Duration,
    /// Whether players without a key may play.
    pub guests: bool,
}

impl Default for SessionLimits {
    fn default() -> SessionLimits {
        SessionLimits {
            login: Duration::from_secs(20),
            login_tries: 3,
            idle: Duration::from_mins(15),
            output: Duration::from_secs(10),
            outage: Duration::from_secs(20),
            max_size: Size { width: 200, height: 60 },
            submission_bytes: 4 * 1_024 * 1_024,
            submission_time: Duration::from_mins(1),
            guests: true,
        }
    }
}

impl SessionLimits {
    /// The size that is drawn for a terminal of so many columns and rows; 80×24 if it has none.
    pub(crate) fn size(&self, columns: u32, rows: u32) -> Size {
        let clamp = |cells: u32, usual, max| match u16::try_from(cells) {
            Ok(0) => usual,
            Ok(cells) => cells.min(max),
            Err(_) => max,
        };
        Size {
            width: clamp(columns, 80, self.max_size.width),
            height: clamp(rows, 24, self.max_size.height),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountLimits {
    pub max_runs: u64,
    /// Of all run files of an account, together.
    pub max_bytes: u64,
    /// New accounts of one address, guests too: else new accounts get around every other quota.
    pub new: Rate,
    /// Runs that are handed in from one address; each is played again to the end.
    pub submissions: Rate,
}

impl Default for AccountLimits {
    fn default() -> Self {
        Self {
            max_runs: 1_000,
            max_bytes: 64 * 1_024 * 1_024,
            new: Rate::per_hour(12, 12),
            submissions: Rate::per_hour(60, 20),
        }
    }
}
