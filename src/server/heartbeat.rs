//! The thread that tells the store that this front end is alive and who watches there, learns of new bans and of watchers
//! elsewhere, and looks after what gets old.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::FrontEnd;

/// The time from one sign of life to the next: several in the time after which others take it for dead.
const INTERVAL: Duration = Duration::from_secs(4);
/// The time from one look at what has expired to the next.
const PRUNE_INTERVAL: Duration = Duration::from_hours(1);

/// The running thread.
pub(super) struct Heart {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Heart {
    /// Ends it.
    pub(super) fn stop(self) {
        drop(self.stop);
        // It has nothing to tell.
        let _ = self.thread.join();
    }
}

/// Starts it; its first sign of life comes after [`INTERVAL`].
pub(super) fn begin(front_end: Arc<FrontEnd>) -> io::Result<Heart> {
    let (stop, stopped) = channel::<()>();
    let beat = move || {
        let mut pruned: Option<Instant> = None;
        loop {
            if pruned.is_none_or(|pruned| pruned.elapsed() >= PRUNE_INTERVAL) {
                pruned = Some(Instant::now());
                match front_end.store.prune() {
                    Ok(0) => {}
                    Ok(guests) => tracing::info!(guests, "guests have gone with all they owned"),
                    Err(error) => tracing::warn!(%error, "nothing was pruned"),
                }
            }
            if stopped.recv_timeout(INTERVAL) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            if let Err(error) = front_end.store.heartbeat(&front_end.id, &front_end.watchers.here())
            {
                tracing::warn!(%error, "the store did not hear from this front end");
            }
            if let Err(error) = front_end.refresh_watchers() {
                tracing::warn!(%error, "the watchers are those of before");
            }
            if let Err(error) = front_end.refresh_bans() {
                tracing::warn!(%error, "the bans are those of before");
            }
        }
    };
    let thread = thread::Builder::new().name("heartbeat".to_owned()).spawn(beat)?;
    Ok(Heart { stop, thread })
}
