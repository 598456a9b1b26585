//! Sessions: the screens of one player on a thread of their own, between input and output.

mod client;
mod inbox;
mod input;
mod outlet;
pub(crate) mod registry;
mod run;
mod shared_screen;
#[cfg(test)]
mod tests;

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval};

use crate::FrontEnd;
use crate::limits::Refusal;
use crate::work::become_session;

use outlet::OutletWriter;

use registry::StartPlace;

pub(crate) use client::{Ending, RoundTrip};
pub(crate) use inbox::Inbox;
pub(crate) use outlet::Outlet;
pub(crate) use registry::{Client, Registry, Visitor};
pub(crate) use shared_screen::{Departure, Look, ScreenWatch, SharedPicture, Shown};

/// The stack of a session's thread: the screens need a quarter of it.
const STACK_BYTES: usize = 1_024 * 1_024;

/// From one look at those who wait for the database to the next.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// Starts a session on a thread of its own. The exit code follows when all of it is written.
pub(crate) fn start(
    front_end: Arc<FrontEnd>,
    client: Client,
    place: Option<StartPlace>,
) -> oneshot::Receiver<u32> {
    let (sender, code) = oneshot::channel();
    let outlet = client.outlet.clone();
    let thread = std::thread::Builder::new().name("session".to_owned()).stack_size(STACK_BYTES);
    let started = thread.spawn(move || {
        if let Err(error) = become_session() {
            tracing::debug!(%error, "a session has the priority of connections");
        }
        let outlet = client.outlet.clone();
        let code = run::run(&front_end, &client, place);
        // Whoever waited may be gone.
        let _ = sender.send(code);
        outlet.finish();
    });
    if let Err(error) = started {
        tracing::error!(%error, "no thread for a session");
        let words = Refusal::TooManyConnections.told();
        // The outlet is empty, and takes it at once.
        let _ = write!(OutletWriter(outlet.clone()), "{words}\r\n");
        outlet.finish();
    }
    code
}

/// Tells the players who wait for the database, as long as the process runs.
pub(crate) async fn tell_those_who_wait(front_end: Arc<FrontEnd>) {
    let mut looks = interval(LOOK_INTERVAL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        front_end.registry.tell_those_who_wait();
    }
}
