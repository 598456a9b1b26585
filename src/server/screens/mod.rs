//! The screens that only a server has.

mod entrance;
mod watch;

pub(crate) use entrance::{Entrance, EntranceScreen};
pub(crate) use watch::LiveRunsScreen;
