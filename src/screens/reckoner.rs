//! The reckoning of a raid that is over, made on a thread beside the screen that shows it.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::foresight::{OF_BACKGROUND, lower_priority};
use engine::sim::{Reckoning, ReckoningTask, Turns};
use runs::record::{Replay, last_night};

/// How often the screen looks for what is new.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// It ends with whoever holds this.
pub(crate) struct Reckoner {
    answers: Option<Receiver<Reckoning>>,
    /// What it has come to so far; `None` before the first raids.
    so_far: Option<Reckoning>,
}

impl Reckoner {
    /// Begins with the last raid of a recorded run, from a turn of the run on.
    pub(crate) fn begin(mut replay: Replay, from: Turns) -> Self {
        let (sender, answers) = channel();
        let work = move || {
            // Where its priority cannot be lowered, it works at that of all threads.
            _ = lower_priority(OF_BACKGROUND);
            let Ok(Some(night)) = last_night(&mut replay, from) else { return };
            let mut task = ReckoningTask::new(night);
            loop {
                let goes_on = task.step();
                // Nobody waits for it any more.
                if sender.send(task.so_far()).is_err() || !goes_on {
                    return;
                }
            }
        };
        // Where the system has no thread to give, there is no reckoning.
        let spawned = thread::Builder::new().name("reckoning".to_owned()).spawn(work);
        Self { answers: spawned.is_ok().then_some(answers), so_far: None }
    }

    pub(crate) fn so_far(&self) -> Option<&Reckoning> {
        self.so_far.as_ref()
    }

    /// Takes what is new; whether anything is.
    pub(crate) fn take(&mut self) -> bool {
        let Some(answers) = &self.answers else { return false };
        let mut any = false;
        loop {
            match answers.try_recv() {
                Ok(reckoning) => (self.so_far, any) = (Some(reckoning), true),
                Err(TryRecvError::Empty) => return any,
                Err(TryRecvError::Disconnected) => {
                    self.answers = None;
                    return true;
                }
            }
        }
    }

    pub(crate) fn is_going_on(&self) -> bool {
        self.answers.is_some()
    }

    /// How long to wait before the next look.
    pub(crate) fn interval(&self) -> Option<Duration> {
        self.is_going_on().then_some(LOOK_EVERY)
    }
}
