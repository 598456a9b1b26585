//! What comes of a request: its output and its exit code.

use crate::limits::Refusal;
use crate::store::StoreError;

/// What comes of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// For the standard output.
    pub out: Vec<u8>,
    /// Whether the output is a file and no text.
    pub is_file: bool,
    /// For the standard error; empty if nothing is to be said.
    pub said: String,
    pub code: u32,
}

impl Answer {
    /// An answer for the standard output.
    pub(super) fn told(out: String) -> Answer {
        Answer { out: out.into_bytes(), ..Answer::default() }
    }

    pub(super) fn refused(said: impl Into<String>, code: u32) -> Answer {
        Answer { said: said.into(), code, ..Answer::default() }
    }

    pub(crate) fn usage(said: String) -> Answer {
        Answer::refused(said, USAGE)
    }

    /// The answer where the store gives none.
    pub(super) fn failed(error: &StoreError) -> Answer {
        Answer::refused(error.to_string(), error.exit_code())
    }

    /// The answer to guests who hand something in.
    pub(crate) fn to_guest() -> Answer {
        Answer::refused("guests hand nothing in: come with a key of your own", NOT_ALLOWED)
    }

    /// The answer to input that goes beyond a limit.
    pub(crate) fn beyond(refusal: Refusal) -> Answer {
        let code = match refusal {
            Refusal::SubmissionSize => NO_RUN_FILE,
            Refusal::RunQuota | Refusal::StorageQuota => NOT_TAKEN,
            _ => TRY_LATER,
        };
        Answer::refused(refusal.told(), code)
    }
}

/// The exit code of a run that does not verify.
pub(super) const UNTRUE: u32 = 1;
/// The exit code of a request with something in it that there is not.
const USAGE: u32 = 2;
/// The exit code where a file is no run file, or none that is over, by sysexits' `EX_DATAERR`.
pub(super) const NO_RUN_FILE: u32 = 65;
/// The exit code where something that was asked for is not there, by sysexits' `EX_NOINPUT`.
pub(super) const NO_INPUT: u32 = 66;
/// The exit code where a run's ruleset is not known, by sysexits' `EX_UNAVAILABLE`.
pub(super) const OTHER_RULES: u32 = 69;
/// The exit code of a bug, by sysexits' `EX_SOFTWARE`.
pub(super) const FAULT: u32 = 70;
/// The exit code where a run is not kept, by sysexits' `EX_CANTCREAT`.
pub(super) const NOT_TAKEN: u32 = 73;
/// The exit code where something can be asked again later, by sysexits' `EX_TEMPFAIL`.
pub(super) const TRY_LATER: u32 = 75;
/// The exit code where who asks may not, by sysexits' `EX_NOPERM`.
pub(super) const NOT_ALLOWED: u32 = 77;
