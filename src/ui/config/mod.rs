//! A player's settings, read from the text of a `config.toml` and written back as one.
//!
//! Text in, text out: who calls opens the file. Nothing in a file can keep the game from starting: what is
//! wrong is said with file, line, key and remedy, and the rest holds.

mod read;
mod write;

use std::fmt;

use super::{
    glyphs::GlyphSet,
    keymap::Keymap,
    terminal::ColorChoice,
    theme::{Background, Palette},
};

/// What a player can set.
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

/// How many columns a name may take.
pub const LONGEST_NAME: usize = 20;

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$says:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            $($(#[$says])* $variant,)+
        }

        impl $name {
            /// Every choice with the word for it, in the order in which a screen should offer them.
            pub const WORDS: &[(&str, Self)] = &[$(($word, Self::$variant),)+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $word,)+ })
            }
        }
    };
}

choice! {
    /// The characters to draw with.
    GlyphChoice {
        /// As the locale seems to allow.
        #[default]
        Auto = "auto",
        Unicode = "unicode",
        Ascii = "ascii",
    }
}

choice! {
    /// Whether to write lines instead of drawing a screen, for screen readers and braille displays.
    ReaderChoice {
        /// On a terminal that cannot do more.
        #[default]
        Auto = "auto",
        On = "on",
        Off = "off",
    }
}

choice! {
    /// How long what happened is shown happening.
    Animation {
        Off = "off",
        Fast = "fast",
        #[default]
        Normal = "normal",
        Slow = "slow",
    }
}

choice! {
    /// Whether the next step is hinted at.
    Hints {
        #[default]
        On = "on",
        Off = "off",
    }
}

choice! {
    /// Whether the game takes the mouse's clicks from the terminal.
    Mouse {
        On = "on",
        #[default]
        Off = "off",
    }
}

impl GlyphChoice {
    /// The set to draw with.
    pub fn set(self, lookup: impl Fn(&str) -> Option<String>) -> GlyphSet {
        match self {
            Self::Auto => GlyphSet::detect(lookup),
            Self::Unicode => GlyphSet::Unicode,
            Self::Ascii => GlyphSet::Ascii,
        }
    }
}

impl ReaderChoice {
    /// Whether lines are to be written.
    pub fn is_on(self, lookup: impl Fn(&str) -> Option<String>) -> bool {
        match self {
            Self::Auto => lookup("TERM").is_none_or(|term| term.is_empty() || term == "dumb"),
            Self::On => true,
            Self::Off => false,
        }
    }
}

impl Animation {
    /// Milliseconds from one picture to the next; none with 0.
    pub const fn milliseconds(self) -> u64 {
        match self {
            Self::Off => 0,
            Self::Fast => 15,
            Self::Normal => 35,
            Self::Slow => 90,
        }
    }
}

/// The words for palettes, which belong to the theme.
pub const PALETTES: &[(&str, Palette)] =
    &[("default", Palette::Default), ("colour-blind", Palette::ColorBlind)];
/// The words for backgrounds, which belong to it too.
pub const BACKGROUNDS: &[(&str, Background)] =
    &[("dark", Background::Dark), ("light", Background::Light)];

impl Settings {
    /// Reads the text of a settings file; `file` is its name in messages. Whatever is wrong is listed, and
    /// is as if it were not there.
    pub fn read(file: &str, text: &str) -> (Self, Vec<Problem>) {
        read::read(file, text)
    }

    /// The text of a settings file that says all this, with a comment on each setting.
    pub fn write(&self) -> String {
        write::write(self)
    }
}

/// Something in a settings file that cannot be.
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
