//! SSH: the listener and its connections.

mod channel;
mod connection;
mod host_key;
mod killer;
mod pump;
mod throttle;
mod turned_away;

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use russh::keys::PrivateKey;
use russh::server::{self, run_stream};
use russh::{MethodKind, MethodSet, Preferred, SshId};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;

use crate::FrontEnd;
use crate::limits::{Refusal, SessionLimits};
use crate::members::KEY_ALGORITHMS;
use connection::{Connection, MAX_OTHER_KEYS};
use killer::{Deadline, Killer};
use throttle::{Intake, Throttle};

pub use host_key::HostKeyError;
pub(crate) use host_key::read_or_make as host_key;

/// The input that a client may send ahead: keys, and files that are submitted.
const WINDOW_BYTES: u32 = 64 * 1_024;
/// How many messages to a client may wait inside russh before the sender waits.
const WAITING_MESSAGES: usize = 4;
/// The time between keep-alive messages on a silent line, and how many may stay unanswered.
const KEEPALIVE: (Duration, usize) = (Duration::from_secs(50), 2);
/// How long a connection may stay silent: longer than it takes the keep-alives to find out that
/// nobody answers. It bounds, too, how long a client may take to close its end.
const INACTIVITY: Duration = Duration::from_mins(3);
/// How long a wrong login is kept waiting: the keys of an agent are tried one after another.
const REJECTION_TIME: Duration = Duration::from_millis(250);
/// How long the listener waits after it could not accept, as when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// What russh is told for a connection.
fn config(limits: &SessionLimits, key: PrivateKey) -> Arc<server::Config> {
    Arc::new(server::Config {
        server_id: SshId::Standard("SSH-2.0-upkeeper".into()),
        methods: MethodSet::from(&[MethodKind::PublicKey, MethodKind::KeyboardInteractive][..]),
        // Clients are told these kinds, too, and keep keys of other kinds to themselves.
        preferred: Preferred { key: Cow::Borrowed(&KEY_ALGORITHMS), ..Preferred::default() },
        auth_rejection_time: REJECTION_TIME,
        auth_rejection_time_initial: Some(Duration::ZERO),
        keys: vec![key],
        window_size: WINDOW_BYTES,
        event_buffer_size: WAITING_MESSAGES,
        // Our own count comes first; russh counts the question for the methods as well.
        max_auth_attempts: limits.login_tries + 1 + MAX_OTHER_KEYS,
        inactivity_timeout: Some(INACTIVITY),
        keepalive_interval: Some(KEEPALIVE.0),
        keepalive_max: KEEPALIVE.1,
        nodelay: true,
        ..server::Config::default()
    })
}

/// Accepts connections until it is told to stop. `alive` is held by each as long as it is open.
pub(crate) async fn listen(
    listener: TcpListener,
    front_end: Arc<FrontEnd>,
    key: PrivateKey,
    mut stop: watch::Receiver<bool>,
    alive: mpsc::Sender<()>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|&stop| stop) => return,
        };
        match accepted {
            Ok((socket, peer)) => match front_end.admit(peer.ip()) {
                Ok(guard) => {
                    let serve = serve(socket, peer, front_end.clone(), key.clone());
                    let alive = alive.clone();
                    tokio::spawn(async move {
                        serve.await;
                        drop((guard, alive));
                    });
                }
                Err(Refusal::BannedAddress) => {}
                Err(refusal) => turn_away(socket, refusal),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn serve(socket: TcpStream, peer: SocketAddr, front_end: Arc<FrontEnd>, key: PrivateKey) {
    if let Err(error) = run_connection(socket, peer, front_end, key).await {
        tracing::debug!(%peer, %error, "a connection has ended");
    }
}

async fn run_connection(
    socket: TcpStream,
    peer: SocketAddr,
    front_end: Arc<FrontEnd>,
    key: PrivateKey,
) -> Result<(), russh::Error> {
    let (socket, killer) = killer(socket)?;
    let killer = Arc::new(killer);
    let intake = Arc::new(Intake::default());
    let socket = Throttle::new(socket, front_end.clone(), intake.clone());
    let connection = Connection::new(front_end.clone(), peer, killer.clone(), intake.clone());
    let limits = front_end.config().session;
    let (config, time, late) = (config(&limits, key), limits.login, killer.clone());
    let _deadline = Deadline::new(time, move || {
        if !intake.has_begun.load(Ordering::SeqCst) {
            tracing::debug!(%peer, "no login in time");
            late.send_away(front_end.refuse(Refusal::LoginTime));
        }
    });
    let running = run_stream(config, socket, connection).await?;
    killer.set_handle(running.handle());
    drop(killer);
    running.await
}

/// Closes a connection before the protocol begins, with a line that `ssh -v` shows.
fn turn_away(socket: TcpStream, why: Refusal) {
    // Whoever does not take it at once is not told.
    if let Ok(mut socket) = socket.into_std() {
        let _ = write!(socket, "upkeeper: {}\r\n", why.told());
    }
}

/// The socket, with a second handle by which it can be shut.
fn killer(socket: TcpStream) -> io::Result<(TcpStream, Killer)> {
    socket.set_nodelay(true)?;
    let socket = socket.into_std()?;
    let killer = Killer::new(&socket)?;
    Ok((TcpStream::from_std(socket)?, killer))
}
