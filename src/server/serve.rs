//! The server from its start to its end.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, mpsc};
use std::time::Duration;
use std::{io, thread};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use ssh::HostKeyError;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc as async_mpsc, watch};
use tokio::time::timeout;

use crate::config::ServerConfig;
use crate::front_end::account_quota;
use crate::session::Ending;
use crate::store::{Store, StoreError, StoreOptions};
use crate::work::{begin_heart, begin_rivals, begin_verifier};
use crate::{FrontEnd, http, session, ssh};
use content::Catalog;

/// The threads that move bytes and ciphers; games have threads of their own.
const CONNECTION_THREADS: usize = 2;
/// How many tasks a thread runs before it looks for new events: fewer than by default, so that who
/// plays waits less where many connections are busy.
const EVENT_INTERVAL: u32 = 8;
/// The time in which sessions save and leave when the server stops.
const STOP_TIME: Duration = Duration::from_secs(7);
/// How long they wait for a database that does not answer: there is time left to tell the players.
const STOP_OUTAGE: Duration = Duration::from_secs(3);
/// The time in which what they have written last is sent after that.
const FAREWELL_TIME: Duration = Duration::from_secs(2);
/// The time in which the other threads end after that; those that still wait end with the process.
const THREADS_TIME: Duration = Duration::from_secs(1);

#[derive(Debug, Error)]
pub enum ServeError {
    #[error("{address}: cannot listen there: {error}")]
    Listen { address: SocketAddr, error: io::Error },
    #[error(transparent)]
    HostKey(#[from] HostKeyError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the threads of the connections cannot be started: {0}")]
    Runtime(io::Error),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// To end, because of a signal.
    Stop(i32),
    /// To read its settings again.
    Reload,
}

/// Serves until it is told to stop. `read_config` reads the settings again, or says what is wrong
/// with them. `ready` is told the address once players can come. The store and the host key of
/// `config` are used where it has them, or else those that are given.
pub fn serve(
    config: ServerConfig,
    (store, host_key): (&str, &Path),
    catalog: Arc<Catalog>,
    orders: &Receiver<Order>,
    read_config: impl Fn() -> Result<ServerConfig, String>,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    make_room_for_connections(config.connections.total);
    let key = ssh::host_key(config.host_key.as_deref().unwrap_or(host_key))?;
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(CONNECTION_THREADS)
        .thread_name("connections")
        .event_interval(EVENT_INTERVAL)
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    let usual = StoreOptions::default();
    let options = StoreOptions {
        runtime: Some(runtime.handle().clone()),
        quota: account_quota(&config.accounts),
        patience: config.session.outage,
        answer_timeout: config.session.outage.min(usual.answer_timeout),
        ..usual
    };
    let store = Store::open(config.store.as_deref().unwrap_or(store), options)?;
    let front_end = Arc::new(FrontEnd::new(store, catalog, config)?);
    let config = front_end.config();
    let listener = listen(&runtime, config.ssh)?;
    let address = listener.local_addr().map_err(ServeError::Runtime)?;
    if let Some(metrics) = config.metrics {
        let listener = listen(&runtime, metrics)?;
        let address = listener.local_addr().map_err(ServeError::Runtime)?;
        runtime.spawn(http::answer_requests(listener, front_end.clone()));
        tracing::info!(metrics = %address, "metrics are told");
    }
    runtime.spawn(session::tell_those_who_wait(front_end.clone()));
    front_end.store.heartbeat(&front_end.id, &[])?;
    front_end.refresh_bans()?;
    let heart = begin_heart(front_end.clone()).map_err(ServeError::Runtime)?;
    let verifier = begin_verifier(front_end.clone()).map_err(ServeError::Runtime)?;
    let rivals = begin_rivals(front_end.clone()).map_err(ServeError::Runtime)?;
    let (stopping, stopped) = watch::channel(false);
    let (alive, mut all_gone) = async_mpsc::channel(1);
    runtime.spawn(ssh::listen(listener, front_end.clone(), key, stopped, alive));
    let store = front_end.store.description();
    tracing::info!(%address, store, front_end = front_end.id, "serving");
    ready(address);
    let signal = loop {
        match orders.recv() {
            Ok(Order::Reload) => reload(&front_end, read_config()),
            Ok(Order::Stop(signal)) => break Some(signal),
            // Whoever could stop it is gone: then it stops, too.
            Err(_) => break None,
        }
    };
    tracing::info!(?signal, sessions = front_end.registry.len(), "stopping");
    stopping.send_replace(true);
    front_end.store.give_up_after(STOP_OUTAGE);
    let left = front_end.registry.end_all(Ending::Stopping, STOP_TIME);
    if left > 0 {
        tracing::warn!(left, "sessions did not end in time");
    }
    // Connections that nobody has logged in to do not end by themselves.
    let _ = runtime.block_on(async { timeout(FAREWELL_TIME, all_gone.recv()).await });
    let (ended, all_ended) = mpsc::channel();
    let stop = move || {
        drop((verifier, rivals, heart));
        if let Err(error) = front_end.store.leave(&front_end.id) {
            tracing::warn!(%error, "the store was not told of the end");
        }
        // Whoever waits may have given up.
        let _ = ended.send(());
    };
    if let Err(error) = thread::Builder::new().name("stop".to_owned()).spawn(stop) {
        tracing::warn!(%error, "no thread to stop the others by");
    }
    if all_ended.recv_timeout(THREADS_TIME).is_err() {
        tracing::warn!("the store does not answer at the end");
    }
    runtime.shutdown_background();
    Ok(())
}

/// Raises the limit of open files, and says if it is too low all the same.
fn make_room_for_connections(total: usize) {
    if let Err(error) = raise() {
        tracing::warn!(%error, "the limit of open files cannot be raised");
    }
    if let Some(room) = max_connections().filter(|&room| room < total as u64) {
        tracing::warn!(total, room, "the limit of open files has room for fewer connections");
    }
}

/// Puts settings that were read again in force, or leaves those of before.
fn reload(front_end: &FrontEnd, read: Result<ServerConfig, String>) {
    match read {
        Ok(config) => {
            for setting in front_end.set_config(config) {
                tracing::warn!(setting, "the next start changes it");
            }
            tracing::info!("the settings were read again");
        }
        Err(faults) => {
            for fault in faults.lines() {
                tracing::warn!(fault, "the settings of before stay in force");
            }
        }
    }
}

fn listen(runtime: &Runtime, address: SocketAddr) -> Result<TcpListener, ServeError> {
    let bound = runtime.block_on(TcpListener::bind(address));
    bound.map_err(|error| ServeError::Listen { address, error })
}

/// A socket, and the second handle by which it is shut.
const FILES_A_CONNECTION: u64 = 2;
/// What the database, the listeners and the log need.
const OTHER_FILES: u64 = 64;

/// Raises the limit of this process as far as it may: shells start with 1,024, which is too few for
/// the connections that the settings allow.
fn raise() -> io::Result<()> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    }
    Ok(())
}

/// How many connections the limit has room for; none where there is no limit.
fn max_connections() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile).current?;
    Some(limit.saturating_sub(OTHER_FILES) / FILES_A_CONNECTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_raised_as_far_as_it_may_be() {
        raise().unwrap();
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        assert_eq!(current, maximum);
        assert_eq!(max_connections(), maximum.map(|files| (files - 64) / 2));
    }
}
