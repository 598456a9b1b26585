//! Passes that two kinds or more use (the delve does not count), and the checks of the finished level.
//!
//! Every file exports `run`, except `par`, which computes the par of the certificate. `levelgen::pass` calls them by the
//! names of `content::Pass`.

pub(crate) mod certificate;
pub(crate) mod contract;
pub(crate) mod par;
pub(crate) mod partition;
pub(crate) mod rooms;
pub(crate) mod ruins;
pub(crate) mod start_and_exit;
pub(crate) mod walls;
