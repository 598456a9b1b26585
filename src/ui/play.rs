//! A run as it is played: the run itself, what was said of it, and what it has just led to.
//!
//! Every screen of a shift acts through it, so that a command has the same consequences wherever it was given.

use crate::{
    sim::{Command, Event, Status},
    view::{View, messages},
};

use super::{
    log::Log,
    run::{Receipt, Refusal, Run},
};

/// The run that is played.
pub struct Play {
    run: Box<dyn Run>,
    pub log: Log,
    /// What the last command has led to, until somebody has shown it.
    pub events: Vec<Event>,
}

impl Play {
    pub fn new(run: Box<dyn Run>) -> Self {
        Self { run, log: Log::default(), events: Vec::new() }
    }

    pub fn view(&self) -> View<'_> {
        self.run.view()
    }

    pub fn status(&self) -> Status {
        self.view().status()
    }

    /// Carries a command out and notes what is to be said of it.
    pub fn submit(&mut self, command: Command) -> Result<(), Refusal> {
        let outcome = self.run.submit(command)?;
        let clock = self.run.view().clock();
        for message in messages(&self.run.view(), &outcome.events) {
            self.log.add(clock, message);
        }
        self.events.extend(outcome.events);
        Ok(())
    }

    /// By what the run can be proven, if it is kept.
    pub fn receipt(&self) -> Option<Receipt> {
        self.run.receipt()
    }

    /// There is time to write things out.
    pub fn idle(&mut self) -> Result<(), String> {
        self.run.idle()
    }

    /// Everything is on disk when this returns.
    pub fn save(&mut self) -> Result<(), String> {
        self.run.save()
    }
}
