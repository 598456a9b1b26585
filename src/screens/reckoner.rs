//! The reckoning of a raid that is over, made beside the screen that shows it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use super::foresight::Foresight;
use engine::sim::{Reckoning, ReckoningTask, Turns};
use runs::record::{Replay, last_night};

/// How often the screen looks for what is new.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// It ends with whoever holds this.
pub(crate) struct Reckoner {
    /// The threads on which it is made.
    _threads: Arc<Foresight>,
    answers: Option<Receiver<Reckoning>>,
    /// What it has come to so far; `None` before the first raids.
    so_far: Option<Reckoning>,
}

impl Reckoner {
    /// Begins with the last raid of a recorded run, from a turn of the run on.
    pub(crate) fn begin(mut replay: Replay, from: Turns, threads: Arc<Foresight>) -> Self {
        let (sender, answers) = channel();
        let mut task = None;
        threads.do_at_leisure(move || {
            let Some(task) = &mut task else {
                let night = last_night(&mut replay, from).ok().flatten();
                task = night.map(ReckoningTask::new);
                return task.is_some();
            };
            let goes_on = task.step();
            // Or nobody waits for it any more.
            sender.send(task.so_far()).is_ok() && goes_on
        });
        Self { _threads: threads, answers: Some(answers), so_far: None }
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
