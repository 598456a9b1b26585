//! Input from a player's terminal and from other threads, and its sources.
//!
//! Screens know only [`Input`] and the trait [`Source`]; a local terminal, a connection and a test
//! each bring their own source. An [`InputQueue`] is filled by other threads, such as that of the
//! signals; in tests by prepared keys.

use std::{
    io,
    sync::Arc,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    time::Duration,
};

use ratatui::layout::Size;

use super::key::{Key, ParseKeyError};
use base::Rgb;

/// One thing that happened at the player's end, or that another thread sent ([`InputSender`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Key(Key),
    /// Text that was pasted, sanitised, in one line.
    Paste(String),
    Mouse(Mouse),
    /// The terminal has this size (clamped). Also sent, with the size unchanged, when the terminal
    /// has lost its picture, as after a stop and a continue: then the backend must be told, and
    /// everything drawn.
    Resize(Size),
    /// The terminal draws signs of one column two columns wide, or not at all.
    WideSigns,
    /// The terminal's own ground, that it was asked for.
    Ground(Rgb),
    /// A terminal that could take no picture can take one now.
    Ready,
    /// The process was told to end by this signal, or the terminal hung up: the loop must leave
    /// within the grace period and exit with 128 + the number.
    /// [`LocalTerminal`](super::LocalTerminal) handles the signals that stop and continue the
    /// process itself.
    Signal(i32),
    /// Nothing came within the time given.
    Tick,
}

/// The mouse did something at a cell, counted from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    pub x: u16,
    pub y: u16,
    pub kind: MouseKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseKind {
    Click,
    RightClick,
    ScrollUp,
    ScrollDown,
}

pub trait Source {
    /// The next input. Waits at most `timeout`, for ever with `None`, and a millisecond at most
    /// with zero; without an input in that time it is [`Input::Tick`]. An input that has already
    /// come is returned with any timeout.
    ///
    /// # Errors
    /// When the other end is gone or cannot be read.
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input>;

    /// The size (clamped) that the terminal has now, where it can be asked: not every terminal
    /// tells when it changes.
    fn ask_size(&mut self) -> Option<Size> {
        None
    }

    /// Whether another input has come already, as far as that is known.
    fn has_input(&self) -> bool {
        false
    }
}

/// Makes an empty queue and the handle that fills it.
///
/// `wake` runs after each input sent, on the sender's thread. It ends the wait of a loop that waits
/// elsewhere than in [`InputQueue::poll`], such as for a terminal's keys; a loop that waits in the
/// queue needs none.
pub fn input_queue(wake: impl Fn() + Send + Sync + 'static) -> (InputSender, InputQueue) {
    let (sender, receiver) = mpsc::channel();
    (InputSender { sender, wake: Arc::new(wake) }, InputQueue { receiver })
}

/// Hands inputs to the loop of the screens from any thread.
#[derive(Clone)]
pub struct InputSender {
    sender: Sender<Input>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl InputSender {
    /// Hands an input to the loop and ends its wait. Does nothing when the loop has ended.
    pub fn send(&self, input: Input) {
        if self.sender.send(input).is_ok() {
            (self.wake)();
        }
    }
}

/// The inputs that were sent, in their order. As a [`Source`] it has hung up when it is empty and
/// the last sender is gone.
#[derive(Debug)]
pub struct InputQueue {
    receiver: Receiver<Input>,
}

impl InputQueue {
    /// A queue of keys by their names, separated by blanks, that hangs up after the last.
    /// An error names the first word that is no key.
    pub fn of_keys(names: &str) -> Result<Self, ParseKeyError> {
        let (sender, queue) = input_queue(|| {});
        for name in names.split_whitespace() {
            sender.send(Input::Key(name.parse()?));
        }
        Ok(queue)
    }

    /// The next input, if one was sent; does not wait.
    pub(super) fn take(&self) -> Option<Input> {
        self.receiver.try_recv().ok()
    }
}

impl Source for InputQueue {
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        let received = match timeout {
            None => self.receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(timeout) => self.receiver.recv_timeout(timeout),
        };
        match received {
            Ok(input) => Ok(input),
            Err(RecvTimeoutError::Timeout) => Ok(Input::Tick),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn prepared_keys_come_in_their_order_and_then_it_hangs_up() {
        let mut queue = InputQueue::of_keys("w ctrl-s").unwrap();
        assert_eq!(queue.poll(None).unwrap(), Input::Key(Key::char('w')));
        assert_eq!(queue.poll(Some(Duration::ZERO)).unwrap(), Input::Key(Key::ctrl('s')));
        assert_eq!(queue.poll(None).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert!(InputQueue::of_keys("w nonsense").is_err());
    }

    #[test]
    fn an_input_from_another_thread_ends_a_wait_without_end() {
        let (sender, mut queue) = input_queue(|| {});
        assert_eq!(queue.poll(Some(Duration::ZERO)).unwrap(), Input::Tick);
        let thread = thread::spawn({
            let sender = sender.clone();
            move || sender.send(Input::Signal(15))
        });
        // A sender is left: without the input this would wait for ever.
        assert_eq!(queue.poll(None).unwrap(), Input::Signal(15));
        thread.join().unwrap();
        drop(sender);
        assert!(queue.poll(None).is_err());
    }
}
