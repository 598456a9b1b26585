//! Threads beside the players: signs of life, verifying runs, finding runs to race against.

mod background;
mod examine;
mod rivals;
mod verifier;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::FrontEnd;

pub(crate) use background::{Background, Search, Signal, Verifications, become_session};
pub(crate) use examine::{examine, play_digest};
pub(super) use rivals::begin as begin_rivals;
pub(super) use verifier::begin as begin_verifier;

/// The time between signs of life: several fit into the time after which it counts as dead.
const INTERVAL: Duration = Duration::from_secs(4);
/// The time from one look at what has expired to the next.
const PRUNE_INTERVAL: Duration = Duration::from_hours(1);

/// Starts the thread that tells the store that this front end is alive and who watches there,
/// learns of new bans and of watchers elsewhere, and looks after what gets old. Its first sign of
/// life comes after [`INTERVAL`].
pub(super) fn begin_heart(front_end: Arc<FrontEnd>) -> io::Result<Background> {
    let signal = Arc::new(Signal::<()>::default());
    let stop = signal.clone();
    Background::begin(
        "heartbeat",
        move || stop.stop(),
        move || {
            let mut pruned: Option<Instant> = None;
            loop {
                if pruned.is_none_or(|pruned| pruned.elapsed() >= PRUNE_INTERVAL) {
                    pruned = Some(Instant::now());
                    match front_end.store.prune() {
                        Ok(0) => {}
                        Ok(guests) => {
                            tracing::info!(guests, "guests have gone with all they owned");
                        }
                        Err(error) => tracing::warn!(%error, "nothing was pruned"),
                    }
                }
                signal.wait(INTERVAL, |()| None::<()>);
                if signal.is_stopping() {
                    return;
                }
                if let Err(error) =
                    front_end.store.heartbeat(&front_end.id, &front_end.watchers.here())
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
        },
    )
}
