//! Passes that two kinds or more use (the delve does not count), and the checks of the finished level.
//!
//! Every file exports `run`, except `par`, which computes the par of the certificate. `levelgen::pass` calls them by the
//! names of `content::Pass`.

pub(in crate::levelgen) mod certificate;
pub(in crate::levelgen) mod contract;
pub(in crate::levelgen) mod par;
pub(in crate::levelgen) mod partition;
pub(in crate::levelgen) mod rooms;
pub(in crate::levelgen) mod ruins;
pub(in crate::levelgen) mod start_and_exit;
pub(in crate::levelgen) mod walls;
