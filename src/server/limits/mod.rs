//! How much of the server one client can take: one file a limit.
//!
//! A limit decides and does nothing else: it closes no connection, counts in no metric and writes
//! no log, and it is told the time. It refuses by a [`Refusal`], which has the words.

mod address;
mod connections;
mod input;
mod refusal;
mod token_bucket;

pub use address::{AddressBlock, AddressBlockError, AddressBuckets, AddressKey};
pub use connections::{ConnectionLimiter, ConnectionLimits, Place, Places};
pub use input::{InputLimiter, InputLimits, InputVerdict};
pub use refusal::Refusal;
pub use token_bucket::{AccountLimits, Rate, TokenBucket};
