//! How much of the server one client can take: one file a limit.
//!
//! A limit decides and does nothing else: it closes no connection, counts in no metric and writes no log, and it is told the
//! time. What it refuses is a [`Refusal`], which has words for the log and for the player.

mod accounts;
mod address;
mod address_buckets;
mod connections;
mod input;
mod places;
mod refusal;
mod token_bucket;

pub use accounts::AccountLimits;
pub use address::{AddressBlock, AddressBlockError, AddressKey};
pub use address_buckets::AddressBuckets;
pub use connections::{ConnectionGuard, ConnectionLimiter, ConnectionLimits};
pub use input::{InputLimiter, InputLimits, InputVerdict};
pub use places::{Place, Places};
pub use refusal::Refusal;
pub use token_bucket::{Rate, TokenBucket};
