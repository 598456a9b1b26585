//! The server as its clients meet it: real SSH clients, both databases, killed processes.

mod admin;
mod boards;
mod channels;
mod clients;
mod days;
mod failover;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod faults;
mod forgeries;
mod journeys;
mod keys;
mod outage;
mod refusals;
mod reload;
mod requests;
mod running;
mod sessions;
mod slow_line;
mod ssh_client;
mod watching;

#[path = "../support"]
mod support {
    #[expect(dead_code, reason = "the tests of the rules use all of it")]
    pub(crate) mod bots;
    pub(crate) mod content;
    #[expect(dead_code, reason = "the tests of the store use all of it")]
    pub(crate) mod database;
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    pub(crate) mod failing_call;
    pub(crate) mod forger;
    pub(crate) mod postgres_server;
    #[expect(dead_code, reason = "the tests of the program on a terminal use all of it")]
    pub(crate) mod pty;
}
