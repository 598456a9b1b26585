//! Scenarios: a map drawn in characters, commands, and the map, the messages and the state that are
//! expected after them.
//!
//! ```text
//! == title
//! #####        the map: one character a cell, see `picture`
//! #@^.#
//! #####
//! trap dart    settings, one a line, see `setting`
//! > step east  commands, one a line, as scripts have them; `> 3x wait` is three of one,
//!              `> look 5 2` examines a cell
//! --
//! #####        the map afterwards
//! ...          then the messages, then the state of the upkeeper
//! ```
//!
//! `docs/scenarios.md` is the reference for who writes them. The tests and `upkeeper scenario` play
//! them by this.

mod file;
mod play;
mod setting;

pub use file::ScenarioDifference;
pub use file::{Scenario, ScenarioError, ScenarioFile};
pub use play::play;
pub use setting::set_up;

pub use engine::sim::picture;
