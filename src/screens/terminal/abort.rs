//! What gives the terminal back when the process aborts: for want of memory, or by a panic during a
//! panic.
//!
//! An abort ends the process as soon as the handler of its signal returns. So the handler wakes a
//! thread, and then writes into a full pipe, which holds it up until that thread has given the
//! terminal back and empties the pipe.

use std::{
    io::{self, PipeReader, PipeWriter, Read as _, Write as _, pipe},
    os::{fd::AsFd, unix::net::UnixStream},
    thread::{self, JoinHandle},
};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use signal_hook::{
    SigId,
    consts::SIGABRT,
    low_level::{pipe::register, unregister},
};

/// Little, so that it is to be had where memory is short: the thread only waits and writes.
const STACK_BYTES: usize = 64 * 1_024;

/// More than a pipe holds, on any system.
const MAX_PIPE_BYTES: usize = 1 << 20;

/// The registered handler and its thread; both end when this is dropped.
#[derive(Debug)]
pub(super) struct AbortGuard {
    handlers: [SigId; 2],
    /// What the handler may wait for.
    drain: PipeReader,
    thread: Option<JoinHandle<()>>,
}

impl AbortGuard {
    /// Has `restore` called before the process aborts. It must need no memory.
    ///
    /// # Errors
    /// The system has no thread or no descriptors for it: then an abort leaves the terminal as it is.
    pub(super) fn start(restore: fn()) -> io::Result<Self> {
        let (mut heard, wakes) = UnixStream::pair()?;
        let (drain, full) = pipe()?;
        fill(&full)?;
        let (blocks, mut own_drain) = (full.try_clone()?, drain.try_clone()?);
        let builder = thread::Builder::new().name("abort".to_owned()).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || {
            let mut byte = [0];
            if heard.read_exact(&mut byte).is_ok() {
                restore();
                empty(&mut own_drain);
            }
        })?;
        // The handlers are called in the order in which they were registered.
        let waker = register(SIGABRT, wakes)?;
        let holder = register(SIGABRT, full)?;
        // `register` has set it not to wait.
        set_blocking(&blocks, true)?;
        Ok(Self { handlers: [waker, holder], drain, thread: Some(thread) })
    }
}

impl Drop for AbortGuard {
    fn drop(&mut self) {
        // A handler may wait in the very thread that would let it on.
        if set_blocking(&self.drain, false).is_ok() {
            empty(&mut self.drain);
        }
        // The end of the socket is closed by that, which ends the thread.
        for handler in self.handlers {
            unregister(handler);
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Fills a pipe, so that the next write waits.
fn fill(mut pipe: &PipeWriter) -> io::Result<()> {
    set_blocking(pipe, false)?;
    let bytes = [0; 4096];
    for _ in 0..MAX_PIPE_BYTES / bytes.len() {
        match pipe.write(&bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            written => _ = written?,
        }
    }
    set_blocking(pipe, true)
}

/// Empties a pipe, so that who waits to write to it goes on.
fn empty(pipe: &mut PipeReader) {
    let mut bytes = [0; 4096];
    while pipe.read(&mut bytes).is_ok_and(|count| count == bytes.len()) {}
}

fn set_blocking(pipe: impl AsFd, blocks: bool) -> io::Result<()> {
    let mut flags = fcntl_getfl(&pipe)?;
    flags.set(OFlags::NONBLOCK, !blocks);
    Ok(fcntl_setfl(&pipe, flags)?)
}
