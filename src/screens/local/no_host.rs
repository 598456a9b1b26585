//! A host that keeps nothing, for screens that need none.

use std::sync::Arc;

use crate::{Host, HostError, RankedTry, Run, ScoreList, UnfinishedSearch};
use base::{Day, Seed};
use content::Catalog;
use engine::sim::{Game, Setup};
use runs::home::Environment;
use runs::record::Replay;
use runs::save::{RunId, SaveError};

/// Runs begun with it are gone when they are left.
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

    fn search_unfinished(&mut self) {}

    fn unfinished(&mut self) -> UnfinishedSearch {
        UnfinishedSearch::Done(Vec::new())
    }

    fn today(&self) -> Day {
        Day::of_seconds(0)
    }

    fn ranked_try(&mut self, _: Day) -> Result<RankedTry, HostError> {
        Ok(RankedTry::Closed)
    }

    fn take_up(&mut self, _: &RunId) -> Result<Box<dyn Run>, HostError> {
        Err(HostError::NoSuchRun)
    }

    fn scores(&mut self) -> Result<ScoreList, HostError> {
        Ok(ScoreList::default())
    }

    fn location(&self, _: &RunId) -> Option<String> {
        None
    }

    fn replay(&mut self, run: &RunId) -> Result<Replay, HostError> {
        Err(SaveError::Missing { name: run.to_string() }.into())
    }

    fn settings_text(&mut self) -> Result<String, HostError> {
        Ok(String::new())
    }

    fn keep_settings(&mut self, _: &str) -> Result<(), HostError> {
        Ok(())
    }

    fn keep_morgue(&mut self, run: &RunId, _: &str) -> Result<String, HostError> {
        Err(SaveError::Missing { name: run.to_string() }.into())
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.environment.get(name)
    }
}
