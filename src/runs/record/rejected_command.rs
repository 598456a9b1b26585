//! The error of a recorded command that the rules reject.

use thiserror::Error;

use content::Catalog;
use engine::sim::Reject;
use engine::view::describe_refusal;

/// A command of a recording is rejected when it is played again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("its command {number} cannot be carried out: {why}")]
pub struct RejectedCommand {
    /// Counted from 1.
    pub number: u32,
    /// The reason of the rules, in words.
    pub why: String,
}

impl RejectedCommand {
    pub(super) fn new(number: u32, reject: Reject, catalog: &Catalog) -> RejectedCommand {
        RejectedCommand { number, why: describe_refusal(reject, catalog) }
    }
}
