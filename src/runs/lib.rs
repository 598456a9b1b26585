//! Runs as they are recorded: sessions, replays, dumps and bots ([`record`]), run files ([`save`]),
//! and where these are on this machine ([`home`]). Each module may use only those before it.

pub mod home;
pub mod record;
pub mod save;
