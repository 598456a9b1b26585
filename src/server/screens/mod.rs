//! The screens that only a server has.

mod entrance;

pub(crate) use entrance::{Entrance, EntranceScreen};
