//! The server as its clients meet it: real SSH clients, both databases, killed processes.

mod clients;
mod requests;
mod running;
mod sessions;
mod store;

#[path = "../support"]
mod support {
    #[expect(dead_code, reason = "the tests of the program on a terminal use all of it")]
    pub(crate) mod pty;
}
