//! The store on both of its databases.

mod accounts;
mod boards;
mod crash;
mod leases;
mod opening;
mod postgres;
mod runs;
mod schema;
mod transfer;
mod verification;

#[path = "../support"]
mod support {
    pub(crate) mod database;
    #[expect(dead_code, reason = "the tests of the server use all of it")]
    pub(crate) mod postgres_server;
}
