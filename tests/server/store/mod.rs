//! The store on both of its databases.

mod accounts;
mod boards;
mod crash;
pub(crate) mod database;
mod leases;
mod opening;
mod postgres;
pub(crate) mod postgres_server;
mod runs;
mod schema;
mod transfer;
mod verification;
