//! Metrics and health over HTTP, for whoever runs the server: never for players.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::FrontEnd;

/// The media type of the metrics: the text format of Prometheus.
const METRICS_CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// The longest request that is read: a line and a few headers.
const MAX_REQUEST_BYTES: usize = 8_192;
/// The time for one request and its answer.
const TIME: Duration = Duration::from_secs(5);
/// The time in which a database has to answer.
const MAX_STORE_TIME: Duration = Duration::from_secs(3);
/// How long the listener waits after it could not accept, as when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How many requests are answered at once.
const MAX_REQUESTS: usize = 16;

/// Answers requests until it is dropped.
pub(crate) async fn answer_requests(listener: TcpListener, front_end: Arc<FrontEnd>) {
    let free = Arc::new(tokio::sync::Semaphore::new(MAX_REQUESTS));
    loop {
        let Ok(permit) = free.clone().acquire_owned().await else { return };
        let Ok((socket, _)) = listener.accept().await else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let front_end = front_end.clone();
        tokio::spawn(async move {
            // Whoever asked may be gone.
            let _ = timeout(TIME, answer(socket, front_end)).await;
            drop(permit);
        });
    }
}

/// Answers one request, and closes the connection.
async fn answer(mut socket: TcpStream, front_end: Arc<FrontEnd>) -> io::Result<()> {
    let mut request = Vec::new();
    while !request.windows(4).any(|end| end == b"\r\n\r\n") && request.len() < MAX_REQUEST_BYTES {
        if socket.read_buf(&mut request).await? == 0 {
            break;
        }
    }
    let line = request.split(|&byte| byte == b'\r').next().unwrap_or_default();
    let mut words = line.split(|&byte| byte == b' ');
    let (status, kind, text) = match (words.next(), words.next()) {
        (Some(b"GET"), Some(b"/metrics")) => ("200 OK", METRICS_CONTENT_TYPE, metrics(&front_end)),
        (Some(b"GET"), Some(b"/healthz")) => ("200 OK", "text/plain", "alive\n".to_owned()),
        (Some(b"GET"), Some(b"/readyz")) if is_ready(front_end).await => {
            ("200 OK", "text/plain", "ready\n".to_owned())
        }
        (Some(b"GET"), Some(b"/readyz")) => {
            ("503 Service Unavailable", "text/plain", "the store does not answer\n".to_owned())
        }
        (Some(b"GET"), _) => {
            ("404 Not Found", "text/plain", "/metrics /healthz /readyz\n".to_owned())
        }
        _ => ("405 Method Not Allowed", "text/plain", "GET\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: \
         close\r\n\r\n",
        text.len()
    );
    socket.write_all(head.as_bytes()).await?;
    socket.write_all(text.as_bytes()).await?;
    socket.shutdown().await
}

fn metrics(front_end: &FrontEnd) -> String {
    front_end.metrics.text(front_end.connections.open(), front_end.registry.len())
}

/// Whether the store keeps what it is told, and answers.
async fn is_ready(front_end: Arc<FrontEnd>) -> bool {
    let ask = move || {
        let store = &front_end.store;
        let told = store.heartbeat(&front_end.id, &front_end.watchers.here());
        told.and_then(|()| store.now()).inspect_err(|error| tracing::warn!(%error, "not ready"))
    };
    matches!(timeout(MAX_STORE_TIME, spawn_blocking(ask)).await, Ok(Ok(Ok(_))))
}
