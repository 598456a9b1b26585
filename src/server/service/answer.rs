//! What comes of a request: an output, or words and an exit code.

use crate::limits::Refusal;
use crate::store::StoreError;

/// What comes of a request, or why nothing does.
pub(crate) type Answer = Result<Output, Refused>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Text(String),
    File(Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// For whoever asked, in words.
    pub said: String,
    pub code: u32,
}

impl Refused {
    pub(super) fn new(said: impl Into<String>, code: u32) -> Refused {
        Refused { said: said.into(), code }
    }

    pub(crate) fn usage(said: impl Into<String>) -> Refused {
        Refused::new(said, USAGE)
    }

    pub(crate) fn to_guest() -> Refused {
        Refused::new("guests hand nothing in: come with a key of your own", NOT_ALLOWED)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused { said: error.to_string(), code: error.session_code() }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        let code = match refusal {
            Refusal::SubmissionSize => NO_RUN_FILE,
            Refusal::RunQuota | Refusal::StorageQuota => NOT_TAKEN,
            _ => TRY_LATER,
        };
        Refused::new(refusal.told(), code)
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
