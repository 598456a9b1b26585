//! The queue of inputs that other threads fill, such as that of the signals; in tests, of prepared keys.

use std::{
    io,
    sync::Arc,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    time::Duration,
};

use super::{Input, ParseKeyError, Source};

/// Makes an empty queue and the handle that fills it.
///
/// `wake` runs after each input sent, on the sender's thread. It ends the wait of a loop that waits elsewhere than in
/// [`InputQueue::poll`], such as for a terminal's keys; a loop that waits in the queue needs none.
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

/// The inputs that were sent, in their order. As a [`Source`] it has hung up when it is empty and the last sender is
/// gone.
#[derive(Debug)]
pub struct InputQueue {
    receiver: Receiver<Input>,
}

impl InputQueue {
    /// A queue of keys by their names, separated by blanks, that hangs up after the last.
    ///
    /// # Errors
    /// Names the first word that is no key.
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
    use crate::terminal::Key;
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
