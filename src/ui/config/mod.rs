//! A player's settings, read from the text of a `config.toml` and written back into it.
//!
//! Text in, text out: the caller opens the file. Nothing in a file can keep the game from starting: every fault is
//! reported with file, line, key and remedy, and the rest of the file holds.
//!
//! A new setting is a field of [`Settings`] and an entry of [`SETTINGS`].

mod choice;
mod document;
mod read;
mod setting;
mod write;

use super::{
    keymap::Keymap,
    terminal::ColorChoice,
    theme::{Background, Palette},
};

pub use choice::{Animation, GlyphChoice, Hints, Mouse, ReaderChoice};
pub use setting::{MAX_NAME_COLUMNS, SETTINGS, Setting, SettingValue};

/// Everything that a player can set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub color: ColorChoice,
    pub glyphs: GlyphChoice,
    pub palette: Palette,
    pub background: Background,
    pub reader: ReaderChoice,
    pub animation: Animation,
    pub hints: Hints,
    pub mouse: Mouse,
    /// The upkeeper's name; empty for the game's own choice.
    pub name: String,
    pub keymap: Keymap,
}

impl Settings {
    /// Reads the text of a settings file; `file` is its name in messages. A setting that has a fault keeps its
    /// default, and the fault is listed.
    pub fn read(file: &str, text: &str) -> (Self, Vec<Problem>) {
        read::read(file, text)
    }

    /// The text of a settings file with these settings in it. Comments, unknown keys and settings that are right already
    /// stay as they are; lines that cannot be read become comments. Of an empty text it makes a file with a comment
    /// on each setting.
    pub fn write(&self, text: &str) -> String {
        write::write(self, text)
    }
}

/// A fault in a settings file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {key}{fault}; {remedy}")]
pub struct Problem {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// The setting with a colon and a blank, or nothing when the fault is the text's.
    pub key: String,
    pub fault: String,
    pub remedy: String,
}
