//! The screens that only a server has.

mod account;
mod boards;
mod entrance;
mod watch;

pub(crate) use account::AccountScreen;
pub(crate) use boards::BoardsScreen;
pub(crate) use entrance::{Entrance, EntranceScreen};
pub(crate) use watch::LiveRunsScreen;
