//! The host of the player at this machine: runs, scores and settings in folders ([`LocalHost`]).
//!
//! It implements the interface that the screens use, [`Host`] and [`Run`],
//! so that no screen names an implementation or opens a file. Never here: a screen, a rule of the
//! game, a report, an exit code.

#![expect(clippy::disallowed_types, reason = "a host stamps runs and scores by the clock")]

mod background;
mod kept_run;
mod local_host;
mod timed_session;

use std::sync::Arc;

use crate::{Host, HostError, Run};
use base::{Day, Seed};
use content::Catalog;
use engine::sim::{Game, Setup};
use runs::home::Environment;

pub use local_host::{LocalHost, theme_text};
pub use timed_session::{EarlierPlay, PlayClock, TimedSession, read_earlier_play};

/// A host that keeps nothing, for screens that need none: runs begun with it are gone when they are
/// left.
pub struct NoHost {
    pub catalog: Arc<Catalog>,
    pub environment: Environment,
}

impl Host for NoHost {
    fn begin(&mut self, setup: Setup, _: &str, _: &str) -> Result<Box<dyn Run>, HostError> {
        Ok(Box::new(Game::new(setup, &self.catalog)?))
    }

    fn random_seed(&mut self) -> Seed {
        Seed(1)
    }

    fn today(&self) -> Day {
        Day::of_seconds(0)
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.environment.get(name)
    }
}
