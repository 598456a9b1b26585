//! Metrics and health over HTTP, for whoever runs the server: never for players.
//!
//! Counting is one atomic operation. Labels are few and come from the program: never a name, an
//! address or anything else that a client chooses.

use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::FrontEnd;
use crate::limits::Refusal;

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

/// A number that only grows, from 0 at the start.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What one front end counts.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    refusals: [Counter; Refusal::ALL.len()],
    /// Runs that were played again and found true, and those found untrue.
    pub found_true: Counter,
    pub found_untrue: Counter,
    /// Turns of the runs that were played again.
    pub verified_turns: Counter,
}

impl Metrics {
    /// Counts a refusal.
    pub(crate) fn refused(&self, refusal: Refusal) {
        self.refusals[refusal as usize].add(1);
    }

    #[cfg(test)]
    pub(crate) fn refusals(&self, refusal: Refusal) -> u64 {
        self.refusals[refusal as usize].value()
    }

    /// All metrics, sorted by name and labels.
    fn text(&self, connections: usize, sessions: usize) -> String {
        let mut text = String::new();
        let mut write = |name: &str, kind: &str, help: &str, values: &[(String, u64)]| {
            // Writing to a string never fails.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (labels, value) in values {
                let _ = writeln!(text, "{name}{labels} {value}");
            }
        };
        let plain = |value: u64| [(String::new(), value)];
        let label = |name: &str, value: &str| format!("{{{name}=\"{value}\"}}");
        let mut refusals = Refusal::ALL
            .map(|limit| (label("limit", limit.word()), self.refusals[limit as usize].value()));
        refusals.sort();
        let verdicts = [
            (label("verdict", "true"), self.found_true.value()),
            (label("verdict", "untrue"), self.found_untrue.value()),
        ];
        let help = "Connections that are open.";
        write("upkeeper_connections", "gauge", help, &plain(connections as u64));
        let help = "What limits have refused, by the limit.";
        write("upkeeper_refusals_total", "counter", help, &refusals);
        let help = "Sessions that are going on.";
        write("upkeeper_sessions", "gauge", help, &plain(sessions as u64));
        let help = "Runs that were played again, by what was found.";
        write("upkeeper_verified_runs_total", "counter", help, &verdicts);
        let help = "Turns of the runs that were played again.";
        write(
            "upkeeper_verified_turns_total",
            "counter",
            help,
            &plain(self.verified_turns.value()),
        );
        text
    }
}

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
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_is_counted_apart() {
        let metrics = Metrics::default();
        for (times, refusal) in Refusal::ALL.into_iter().enumerate() {
            (0..times).for_each(|_| metrics.refused(refusal));
        }
        let text = metrics.text(3, 2);
        for (times, refusal) in Refusal::ALL.into_iter().enumerate() {
            let line = format!("upkeeper_refusals_total{{limit=\"{}\"}} {times}\n", refusal.word());
            assert!(text.contains(&line), "{line} in {text}");
        }
        assert_eq!(text.matches("# TYPE upkeeper_refusals_total counter\n").count(), 1);
    }

    #[test]
    fn metrics_are_written_by_name() {
        let metrics = Metrics::default();
        metrics.found_untrue.add(4);
        metrics.verified_turns.add(900);
        let text = metrics.text(3, 2);
        let lines: Vec<_> = text.lines().filter(|line| !line.contains("refusals")).collect();
        assert_eq!(
            lines,
            [
                "# HELP upkeeper_connections Connections that are open.",
                "# TYPE upkeeper_connections gauge",
                "upkeeper_connections 3",
                "# HELP upkeeper_sessions Sessions that are going on.",
                "# TYPE upkeeper_sessions gauge",
                "upkeeper_sessions 2",
                "# HELP upkeeper_verified_runs_total Runs that were played again, by what was found.",
                "# TYPE upkeeper_verified_runs_total counter",
                "upkeeper_verified_runs_total{verdict=\"true\"} 0",
                "upkeeper_verified_runs_total{verdict=\"untrue\"} 4",
                "# HELP upkeeper_verified_turns_total Turns of the runs that were played again.",
                "# TYPE upkeeper_verified_turns_total counter",
                "upkeeper_verified_turns_total 900",
            ]
        );
        assert!(text.ends_with('\n'));
    }
}
