//! A player's settings, read from the text of a `config.toml` and written back into it.
//!
//! Text in, text out: the caller opens the file. Nothing in a file can keep the game from starting: every fault is
//! reported with file, line, key and remedy, and the rest of the file holds.
//!
//! A new setting is a field of [`Settings`] and an entry of [`SETTINGS`].

mod choice;
mod encoding;
mod read;
mod setting;
pub mod table;
mod write;

use super::{
    keymap::Keymap,
    terminal::ColorChoice,
    theme::{Background, Ground, Palette},
};

pub(crate) use choice::ReaderChoice;
pub use choice::{Animation, GlyphChoice, HandMeDowns, Hints, Mouse, Opponent, TimerChoice};
pub use encoding::decode;
pub use setting::SettingDefinition;
pub use setting::{MAX_NAME_COLUMNS, SETTINGS, SettingValue, shown_settings};
pub use table::Problem;

/// Everything that a player can set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub color: ColorChoice,
    pub glyphs: GlyphChoice,
    pub palette: Palette,
    pub background: Background,
    pub ground: Ground,
    pub reader: ReaderChoice,
    pub animation: Animation,
    pub hints: Hints,
    pub mouse: Mouse,
    /// The upkeeper's name; empty for the game's own choice.
    pub name: String,
    /// The kind and the depth of the last shift that was begun: "keep 3"; empty before the first.
    pub shift: String,
    /// The times that the sidebar shows, with splits.
    pub timer: TimerChoice,
    /// The id of the category whose splits are shown; empty for the first one.
    pub category: String,
    /// What the splits are compared with.
    pub compare: Opponent,
    /// Whose ghost walks the map.
    pub ghost: Opponent,
    /// Whether a dead upkeeper may leave one item to the next one.
    pub hand_me_downs: HandMeDowns,
    pub keymap: Keymap,
}
