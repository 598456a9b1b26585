//! What the screens ask of whoever runs them: files, above all. The screens themselves open none.

use crate::content::Depth;
use crate::{
    base::Seed,
    record::Replay,
    sim::{Letter, Setup, Turns},
};

use super::run::Run;

/// The one who keeps runs, scores and settings: the local player's folder, or a server.
///
/// Every error is for the player's eyes.
pub trait Host {
    /// Begins a run and the keeping of it, with the word that was typed for its seed, if one was. Whether the
    /// content is the built-in one is the host's to note.
    fn begin(&mut self, setup: Setup, word: &str, name: &str) -> Result<Box<dyn Run>, String>;

    /// A seed for whoever did not ask for one, from outside every simulation.
    fn random_seed(&mut self) -> Seed;

    /// The newest run that has not come to its end; `None` where there is none, or none to be read.
    fn unfinished(&mut self) -> Option<Unfinished>;

    /// Takes that run up again.
    fn resume(&mut self) -> Result<Box<dyn Run>, String>;

    /// All the runs that came to their end, in any order.
    fn scores(&mut self) -> Result<Vec<Score>, String>;

    /// A run that is in the file of a score.
    fn replay(&mut self, file: &str) -> Result<Replay, String>;

    /// Keeps this as the text of the settings.
    fn keep_settings(&mut self, text: &str) -> Result<(), String>;

    /// Keeps this as the story of the run that has just ended; the name of the file it is in.
    fn keep_morgue(&mut self, text: &str) -> Result<String, String>;

    /// A variable of the environment at the player's end, by which looks are chosen that are left to choose.
    fn environment(&self, name: &str) -> Option<String>;
}

/// A run that waits to be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    pub kind: String,
    pub depth: Depth,
    pub turn: Turns,
}

/// A run that has come to its end, as scores tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    pub score: u32,
    pub letter: Letter,
    pub name: String,
    pub kind: String,
    pub depth: Depth,
    pub seed: Seed,
    /// What was typed for the seed, if that was more than its number.
    pub word: Option<String>,
    pub turns: Turns,
    /// The day it ended: "2026-11-20".
    pub date: String,
    /// How it ended, in words: "clocked out".
    pub end: String,
    /// The file it is in, if it is still there.
    pub file: Option<String>,
}
