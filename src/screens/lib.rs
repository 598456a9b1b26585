//! The screens, and what they stand on: terminals, keys, glyphs, colours, settings.
//!
//! Screens show what the player may know and turn keys into intents; no rule of the game is here.
//! Only [`local`], the host of the player at this machine, opens files: everywhere else text comes
//! in and goes out.

pub(crate) mod active_run;
pub mod app;
mod blows;
pub mod config;
pub mod context;
mod errand;
pub mod flow;
mod foresight;
pub mod glyphs;
pub mod hints;
pub mod host;
pub(crate) mod host_error;
pub(crate) mod intent_handler;
pub mod keymap;
mod lamplight;
pub mod local;
pub mod log;
pub mod morgue;
mod motion;
pub(crate) mod outlook;
pub(crate) mod playback;
pub mod race;
mod raid_record;
pub mod reader;
mod reckoner;
mod rival;
pub mod run;
pub mod run_film;
pub mod screen;
pub mod screen_stack;
pub mod screens;
pub(crate) mod surroundings;
pub mod terminal;
pub mod theme;
pub(crate) mod unfinished;
pub mod widgets;

pub use active_run::ActiveRun;
pub use app::{Frontend, FullScreen, LoopExit};
pub use context::{Appearance, Context};
pub use foresight::{Foresight, lower_priority};
pub use host::{Host, RankedTry, ScoreList};
pub use host_error::HostError;
pub use rival::{Ghost, RaceFiles, Rival, RivalError, RivalRequest, RivalSearch, RivalSource};
pub use run::{CommandRefusal, Receipt, Run};

pub use screen::{Screen, ScreenContext, Transition};
pub use screen_stack::ScreenStack;
pub use unfinished::{
    Unfinished, UnfinishedSearch, UnfinishedShift, UnfinishedStanding, WholePart,
};
