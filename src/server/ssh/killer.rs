//! Ending a connection from outside: russh goes on with one whose future is dropped.

use std::net::{Shutdown, TcpStream};

/// A second handle of a connection's socket.
#[derive(Debug)]
pub(crate) struct Killer(TcpStream);

impl Killer {
    pub(crate) fn new(socket: &TcpStream) -> std::io::Result<Killer> {
        socket.try_clone().map(Killer)
    }

    /// Shuts the connection both ways.
    pub(crate) fn kill(&self) {
        // It may be closed already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}
