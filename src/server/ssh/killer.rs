//! Ending a connection, at once or after a time: dropping russh's future does not end it.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use russh::Disconnect;
use russh::server::Handle;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::limits::Refusal;

/// How long a client may take to hear why it has to go: more than a wrong login is kept waiting.
const FAREWELL_TIME: Duration = Duration::from_secs(2);

/// A second handle of a connection's socket, and of what russh runs on it.
pub(crate) struct Killer {
    socket: TcpStream,
    handle: OnceLock<Handle>,
}

impl Killer {
    pub(crate) fn new(socket: &TcpStream) -> std::io::Result<Killer> {
        Ok(Killer { socket: socket.try_clone()?, handle: OnceLock::new() })
    }

    /// From now on the client can be told something.
    pub(crate) fn set_handle(&self, handle: Handle) {
        // It is set once.
        let _ = self.handle.set(handle);
    }

    pub(crate) fn kill(&self) {
        // It may be closed already.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Shuts the connection after a time, unless it has ended by itself.
    pub(crate) fn kill_after(self: &Arc<Self>, time: Duration) {
        let killer = Arc::downgrade(self);
        tokio::spawn(async move {
            sleep(time).await;
            if let Some(killer) = killer.upgrade() {
                killer.kill();
            }
        });
    }

    /// Tells the client why it has to go, as far as it listens, and shuts the connection.
    pub(crate) fn send_away(self: &Arc<Self>, why: Refusal) {
        self.kill_after(FAREWELL_TIME);
        let Some(handle) = self.handle.get().cloned() else { return self.kill() };
        let reason = Disconnect::ByApplication;
        tokio::spawn(async move {
            let told = handle.disconnect(reason, why.told().to_owned(), String::new());
            // Who does not listen is not told.
            let _ = timeout(FAREWELL_TIME, told).await;
        });
    }
}

/// Something that is done after a time, unless this is dropped before.
pub(super) struct Deadline(AbortHandle);

impl Deadline {
    pub(super) fn new(time: Duration, due: impl FnOnce() + Send + 'static) -> Deadline {
        let waiting = tokio::spawn(async move {
            sleep(time).await;
            due();
        });
        Deadline(waiting.abort_handle())
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        self.0.abort();
    }
}
