//! Passes that two kinds or more use (the delve does not count), and the checks of the finished
//! level.

pub(crate) mod certificate;
pub(crate) mod contract;
pub(crate) mod rooms;
pub(crate) mod start_and_exit;
