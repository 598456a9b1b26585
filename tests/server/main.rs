//! The server as its clients meet it: real SSH clients, both databases, killed processes.

mod clients;
mod requests;
mod running;
mod sessions;
mod store;

#[path = "../support"]
mod support {
    pub(crate) mod pty;
}
