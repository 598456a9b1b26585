//! The interface through which the screens begin, keep and find runs, scores and settings. Its
//! implementations are in `local`: the screens open no files.

use std::sync::Arc;

use base::{Day, Seed};
use engine::sim::{HandMeDown, Setup};
use runs::record::Replay;
use runs::save::{RunId, SaveError, Score};

use super::{
    foresight::Foresight,
    host_error::HostError,
    rival::{RivalRequest, RivalSearch},
    run::Run,
    unfinished::UnfinishedSearch,
};

/// What is shown in place of a seed that the host hides.
pub(crate) const HIDDEN_SEED: &str = "told tomorrow";

/// The store of a player's runs, scores and settings: folders on this machine, or the database of a
/// server. What has a default does as a host that keeps nothing.
pub trait Host {
    /// Begins a run and keeps it from its first state on. `word` is what the player typed for the
    /// seed, empty where the seed was drawn. Whether the content is the built-in one is noted by
    /// the host. The try at a daily shift that counts is begun once, and on its day: the host
    /// refuses another.
    fn begin(&mut self, setup: Setup, word: &str, name: &str) -> Result<Box<dyn Run>, HostError>;

    /// Whether runs are kept under the name of an account: the player does not choose one for them.
    fn has_accounts(&self) -> bool {
        false
    }

    /// Whether the player has begun a run before; who has not is offered the tutorial first.
    fn has_played(&mut self) -> bool {
        true
    }

    /// A seed for a run whose player typed none; from outside every simulation.
    fn random_seed(&mut self) -> Seed;

    /// Begins to look for the runs that have not come to their end.
    fn search_unfinished(&mut self) {}

    /// What the search has come to. Does not wait for it.
    fn unfinished(&mut self) -> UnfinishedSearch {
        UnfinishedSearch::Done(Vec::new())
    }

    /// Whether unfinished runs are played on in other sessions, too, so that they are worth another
    /// look now and then.
    fn shares_runs(&self) -> bool {
        false
    }

    /// Saves the part of a damaged run before the damage as a run of its own, and goes on with
    /// that. What is damaged stays as it is.
    fn save_whole_part(&mut self, _run: &RunId) -> Result<Box<dyn Run>, HostError> {
        Err(HostError::NoSuchRun)
    }

    fn today(&self) -> Day;

    fn ranked_try(&mut self, _day: Day) -> Result<RankedTry, HostError> {
        Ok(RankedTry::Closed)
    }

    /// The runs at a day's shift that are ranked, the best first; `None` of a host that knows no
    /// runs but those of [`Host::scores`].
    fn day_board(&mut self, _day: Day) -> Result<Option<Vec<Score>>, HostError> {
        Ok(None)
    }

    /// Whether the story of every run is kept, and not only of those whose player has died.
    fn keeps_all_stories(&self) -> bool {
        false
    }

    /// The command line that brings the file of a run to the player's machine, where it is kept
    /// elsewhere.
    fn fetch(&self, _run: &RunId) -> Option<String> {
        None
    }

    /// Whether a seed is kept from the player for now: then [`HIDDEN_SEED`] is shown in its place.
    fn hides_seed(&self, _seed: Seed) -> bool {
        false
    }

    /// Whether today's floor can be practised already, after the try that counts.
    fn practises_today(&self) -> bool {
        true
    }

    /// What the host tells of the daily shift of a day besides, in words for the player.
    fn day_note(&self, _day: Day) -> Option<String> {
        None
    }

    /// Goes on with a kept run that has not come to its end.
    fn take_up(&mut self, _run: &RunId) -> Result<Box<dyn Run>, HostError> {
        Err(HostError::NoSuchRun)
    }

    /// Begins a run that goes as a kept one for so many commands, and is never ranked.
    fn once_more(&mut self, _run: &RunId, _commands: u32) -> Result<Box<dyn Run>, HostError> {
        Err(HostError::NoSuchRun)
    }

    /// All runs that have come to their end, in any order. Does not wait for those that are still
    /// being verified: they come with a later call.
    fn scores(&mut self) -> Result<ScoreList, HostError> {
        Ok(ScoreList::default())
    }

    /// Where a run is kept, in words for the player, such as the path of its file. `None` where it
    /// is not kept any more.
    fn location(&self, _run: &RunId) -> Option<String> {
        None
    }

    fn replay(&mut self, run: &RunId) -> Result<Replay, HostError> {
        Err(SaveError::Missing { name: run.to_string() }.into())
    }

    /// Begins to look for a run to race against, to verify it, and to play its ghost as far as is
    /// asked for. The answer comes later; of a host that has none, never.
    fn find_rival(&mut self, _request: RivalRequest) -> RivalSearch {
        std::sync::mpsc::channel().1
    }

    /// What makes the forecasts of a run: a thread for it alone, unless there are others to share
    /// one with.
    fn foresight(&mut self) -> Arc<Foresight> {
        Arc::new(Foresight::begin(1))
    }

    /// The text of the player's settings as it is kept; empty where none is.
    fn settings_text(&mut self) -> Result<String, HostError> {
        Ok(String::new())
    }

    /// What messages about faults in the settings call them by, such as the path of their file.
    fn settings_name(&self) -> String {
        "settings".to_owned()
    }

    fn keep_settings(&mut self, _text: &str) -> Result<(), HostError> {
        Ok(())
    }

    /// The names of the player's own themes.
    fn theme_names(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What messages about faults call one of them by, such as the path of its file, and its text.
    fn theme_text(&mut self, name: &str) -> Result<(String, String), HostError> {
        Err(HostError::NoSuchTheme(name.to_owned()))
    }

    /// Keeps the story of a run that has ended. Returns where it is kept, in words for the player.
    fn keep_morgue(&mut self, run: &RunId, _text: &str) -> Result<String, HostError> {
        Err(SaveError::Missing { name: run.to_string() }.into())
    }

    /// Whether it keeps what a dead upkeeper leaves to the next one.
    fn keeps_hand_me_downs(&self) -> bool {
        false
    }

    /// What a dead upkeeper has left to the next one, if anything.
    fn hand_me_down(&mut self) -> Option<HandMeDown> {
        None
    }

    /// Keeps this in place of what was left before; `None` once it is taken.
    fn keep_hand_me_down(&mut self, _item: Option<&HandMeDown>) -> Result<(), HostError> {
        Ok(())
    }

    /// Closes the door to those who want to watch the player, or opens it again, from now on and
    /// for all runs. Returns whether others may watch now; `None` where nobody can.
    fn turn_door(&mut self) -> Result<Option<bool>, HostError> {
        Ok(None)
    }

    /// A variable of the environment at the player's end, such as `TERM`: colours and glyphs follow
    /// it where the settings leave them open.
    fn environment(&self, name: &str) -> Option<String>;
}

/// What has become of the try at a daily shift that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankedTry {
    /// It can be begun: it is that day, and it was not.
    Open,
    /// It was not begun and cannot be: the day has gone by, or the content is not the built-in one.
    Closed,
    /// It has not come to its end, and can be gone on with on any day.
    Unfinished(RunId),
    Over(RunId),
}

/// The runs that have come to their end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreList {
    pub scores: Vec<Score>,
    /// How many run files say what is not true; they are left out.
    pub untrue: usize,
    /// How many runs of how many have been verified, while that goes on.
    pub verifying: Option<(usize, usize)>,
}
