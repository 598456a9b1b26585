//! The bytes of a connection, read no faster than a client of a game needs.
//!
//! What a message is for is known only to russh, which takes as many as come: it answers requests, keys that are exchanged anew
//! and messages that mean nothing. So all of them together are bounded here, before they are deciphered. What comes too fast is
//! not lost: it waits at the client.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::server::FrontEnd;
use crate::server::limits::{Rate, Refusal, TokenBucket};

/// Bytes that a connection may send besides its rate: those of a file that it was allowed to send.
#[derive(Debug, Default)]
pub(super) struct Allowance(AtomicU64);

impl Allowance {
    /// Allows the bytes of a file, with what the protocol adds to them.
    pub(super) fn add_file(&self, bytes: usize) {
        let bytes = bytes as u64;
        self.0.fetch_add(bytes + bytes / 8, Ordering::Relaxed);
    }

    /// Uses it up for so many bytes. Returns how many are left over.
    fn take(&self, bytes: u64) -> u64 {
        let take = |allowed: u64| Some(allowed.saturating_sub(bytes));
        let allowed = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        // The update is never refused.
        let (Ok(allowed) | Err(allowed)) = allowed;
        bytes.saturating_sub(allowed)
    }
}

/// The socket of a connection.
pub(super) struct Throttle {
    socket: TcpStream,
    front_end: Arc<FrontEnd>,
    rate: Rate,
    bucket: TokenBucket,
    allowance: Arc<Allowance>,
    /// Until when nothing is read.
    pause: Option<Pin<Box<Sleep>>>,
    /// Whether that was counted: once for each connection.
    was_slowed: bool,
}

impl Throttle {
    pub(super) fn new(
        socket: TcpStream,
        front_end: Arc<FrontEnd>,
        allowance: Arc<Allowance>,
    ) -> Throttle {
        Throttle {
            socket,
            rate: front_end.config().connections.bytes,
            front_end,
            bucket: TokenBucket::default(),
            allowance,
            pause: None,
            was_slowed: false,
        }
    }

    /// Bytes were read: no more is until they fit into the rate.
    fn note(&mut self, bytes: usize) {
        let count = u32::try_from(self.allowance.take(bytes as u64)).unwrap_or(u32::MAX);
        let wait = self.bucket.owe(self.rate, count, Instant::now());
        if wait.is_zero() {
            return;
        }
        self.pause = Some(Box::pin(sleep(wait)));
        if !std::mem::replace(&mut self.was_slowed, true) {
            self.front_end.refuse(Refusal::ConnectionBytes);
        }
    }
}

impl AsyncRead for Throttle {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let throttle = self.get_mut();
        if let Some(pause) = &mut throttle.pause {
            ready!(pause.as_mut().poll(context));
            throttle.pause = None;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut throttle.socket).poll_read(context, buffer))?;
        throttle.note(buffer.filled().len() - before);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Throttle {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().socket).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().socket).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().socket).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_allowed_is_not_counted() {
        let allowance = Allowance::default();
        assert_eq!(allowance.take(10), 10);
        allowance.add_file(800);
        assert_eq!((allowance.take(500), allowance.take(300), allowance.take(300)), (0, 0, 200));
    }
}
