//! The bytes of a connection, read no faster than a client of a game needs.
//!
//! What a message is for is known only to russh, which takes as many as come: it answers requests,
//! keys that are exchanged anew and messages that mean nothing. So all of them together are bounded
//! here, before they are deciphered. What comes too fast is not lost: it waits at the client.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{AcquireError, OwnedSemaphorePermit};
use tokio::time::{Sleep, sleep};

use crate::FrontEnd;
use crate::limits::{Rate, Refusal, TokenBucket};

/// How much of a connection is read before all others have their turn: more than what a player
/// types at once, and so little that floods do not keep players waiting.
const TURN: Turn = Turn { bytes: 2 * 1_024, reads: 8 };

/// A turn to log in; an error if there are no turns, as nobody has it be.
type LoginTurn = Result<OwnedSemaphorePermit, AcquireError>;

/// What was read of a connection without a pause.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    bytes: usize,
    reads: usize,
}

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

/// What a connection and its socket share: how much is read, and when.
#[derive(Default)]
pub(super) struct Intake {
    pub allowance: Allowance,
    /// Set when something runs on the channel: nobody has to log in any more.
    pub has_begun: AtomicBool,
}

pub(super) struct Throttle {
    socket: TcpStream,
    front_end: Arc<FrontEnd>,
    rate: Rate,
    bucket: TokenBucket,
    intake: Arc<Intake>,
    /// Until when nothing is read.
    pause: Option<Pin<Box<Sleep>>>,
    turn: Turn,
    /// Waits for a turn to log in.
    login_turn: Option<Pin<Box<dyn Future<Output = LoginTurn> + Send>>>,
    /// The turn that it has, as long as it is not over.
    taken_turn: Weak<LoginTurn>,
    /// Whether that was counted: once for each connection.
    was_slowed: bool,
}

impl Throttle {
    pub(super) fn new(
        socket: TcpStream,
        front_end: Arc<FrontEnd>,
        intake: Arc<Intake>,
    ) -> Throttle {
        Throttle {
            socket,
            rate: front_end.config().connections.bytes,
            front_end,
            bucket: TokenBucket::default(),
            intake,
            pause: None,
            turn: Turn::default(),
            login_turn: None,
            taken_turn: Weak::new(),
            was_slowed: false,
        }
    }

    /// Waits for a turn to log in: agreeing on keys costs as much as many a key of a player, and so
    /// only some connections do so at the same time. It lasts as long as the connection deals with
    /// what is read now, and no longer: nobody holds it up by waiting for something.
    fn poll_login_turn(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.taken_turn.strong_count() > 0 {
            return Poll::Ready(());
        }
        let turns = &self.front_end.logins;
        let waiting =
            self.login_turn.get_or_insert_with(|| Box::pin(turns.clone().acquire_owned()));
        let turn = Arc::new(ready!(waiting.as_mut().poll(context)));
        self.login_turn = None;
        self.taken_turn = Arc::downgrade(&turn);
        // This thread comes to it when it leaves the connection.
        tokio::spawn(async move { drop(turn) });
        Poll::Ready(())
    }

    /// Bytes were read: no more is until they fit into the rate.
    fn note(&mut self, bytes: usize) {
        let count = u32::try_from(self.intake.allowance.take(bytes as u64)).unwrap_or(u32::MAX);
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
        if throttle.turn.bytes >= TURN.bytes || throttle.turn.reads >= TURN.reads {
            throttle.turn = Turn::default();
            // It goes on when all that are ready have gone before.
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if !throttle.intake.has_begun.load(Ordering::Relaxed) {
            ready!(throttle.socket.poll_read_ready(context))?;
            ready!(throttle.poll_login_turn(context));
        }
        let before = buffer.filled().len();
        let Poll::Ready(read) = Pin::new(&mut throttle.socket).poll_read(context, buffer) else {
            throttle.turn = Turn::default();
            return Poll::Pending;
        };
        read?;
        let bytes = buffer.filled().len() - before;
        throttle.turn.bytes += bytes;
        throttle.turn.reads += 1;
        throttle.note(bytes);
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

    use std::future::poll_fn;

    use tempfile::TempDir;
    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;
    use tokio::runtime::Builder;
    use tokio::task::yield_now;

    use crate::front_end::tests::front_end;

    /// The two ends of a connection: that of a client, and the server's.
    async fn connection(has_begun: bool) -> (TcpStream, Throttle, TempDir) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("binds");
        let address = listener.local_addr().expect("an address");
        let client = TcpStream::connect(address).await.expect("connects");
        let (server, _) = listener.accept().await.expect("accepts");
        let (folder, front_end) = front_end();
        let intake = Arc::new(Intake::default());
        intake.has_begun.store(has_begun, Ordering::Relaxed);
        (client, Throttle::new(server, Arc::new(front_end), intake), folder)
    }

    /// Reads 256 bytes at a time, as long as there is something to read at once.
    fn read_on(throttle: &mut Throttle, context: &mut Context<'_>) -> usize {
        let mut bytes = [0; 256];
        let mut read = 0;
        loop {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut *throttle).poll_read(context, &mut buffer) {
                Poll::Ready(done) => done.expect("reads"),
                Poll::Pending => return read,
            }
            read += buffer.filled().len();
        }
    }

    /// Runs a test on this thread, so that what is spawned waits for it.
    fn run(test: impl Future<Output = ()>) {
        Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(test);
    }

    #[test]
    fn a_busy_connection_lets_others_go_before() {
        run(async {
            let (mut client, mut throttle, _folder) = connection(true).await;
            client.write_all(&[7; 10_000]).await.expect("writes");
            throttle.socket.readable().await.expect("can be read");
            let (mut turns, mut all) = (0, 0);
            while all < 10_000 {
                let read = poll_fn(|context| Poll::Ready(read_on(&mut throttle, context))).await;
                assert!(read <= TURN.bytes, "{read}");
                (turns, all) = (turns + 1, all + read);
                yield_now().await;
            }
            assert!(turns >= 5, "{turns}");
        });
    }

    #[test]
    fn connections_log_in_by_turns() {
        run(async {
            let (mut client, mut throttle, _folder) = connection(false).await;
            let turns = throttle.front_end.logins.clone();
            let mut others: Vec<_> =
                std::iter::from_fn(|| turns.clone().try_acquire_owned().ok()).collect();
            client.write_all(b"SSH-2.0-test").await.expect("writes");
            throttle.socket.readable().await.expect("can be read");
            let read = poll_fn(|context| Poll::Ready(read_on(&mut throttle, context))).await;
            assert_eq!(read, 0, "others have their turn");
            others.pop();
            let read = poll_fn(|context| Poll::Ready(read_on(&mut throttle, context))).await;
            assert_eq!(read, 12);
            assert_eq!(turns.available_permits(), 0, "it is dealt with");
            yield_now().await;
            assert_eq!(turns.available_permits(), 1, "and its turn is over, whatever it waits for");
        });
    }

    #[test]
    fn a_file_that_is_allowed_is_not_counted() {
        let allowance = Allowance::default();
        assert_eq!(allowance.take(10), 10);
        allowance.add_file(800);
        assert_eq!((allowance.take(500), allowance.take(300), allowance.take(300)), (0, 0, 200));
    }
}
