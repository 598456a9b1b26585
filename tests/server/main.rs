//! The server as its clients meet it: real SSH clients, both databases, killed processes.

mod store;
