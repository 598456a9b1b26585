//! Settings that are one of several words.

use crate::{glyphs::GlyphSet, terminal::ColorChoice, theme::Ground, widgets::camera::CellWidth};

/// A setting's value that has a word in the file and on the settings screen.
pub(super) trait NamedChoice: Copy + PartialEq + 'static {
    /// Every choice with its word, in the order in which a screen offers them.
    const WORDS: &'static [(&'static str, Self)];
}

impl NamedChoice for ColorChoice {
    const WORDS: &'static [(&'static str, Self)] = ColorChoice::WORDS;
}

impl NamedChoice for Ground {
    const WORDS: &'static [(&'static str, Self)] =
        &[("theme", Self::Theme), ("terminal", Self::Terminal)];
}

impl NamedChoice for CellWidth {
    const WORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("narrow", Self::Narrow), ("wide", Self::Wide)];
}

/// The words of the choice that a field is.
pub(super) fn words<C, T: NamedChoice>(_: fn(&C) -> T) -> Vec<&'static str> {
    T::WORDS.iter().map(|(word, _)| *word).collect()
}

/// A setting's value as the file has it.
pub(crate) trait Word {
    fn word(&self) -> &str;
}

impl<T: NamedChoice> Word for T {
    fn word(&self) -> &str {
        T::WORDS.iter().find(|(_, known)| known == self).map_or("", |(word, _)| word)
    }
}

impl Word for String {
    fn word(&self) -> &str {
        self
    }
}

/// The longest name of a theme, in characters.
const MAX_THEME_CHARS: usize = 32;

/// The name of a theme: [`ThemeName::AUTO`], one of
/// [`Colors::names`](crate::theme::Colors::names), or that of a file of the player's. It has
/// letters, digits, `-` and `_` alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeName(String);

impl ThemeName {
    /// The theme that goes with the terminal's own ground.
    pub const AUTO: &str = "auto";

    /// `None` for what cannot be a name.
    pub fn new(name: &str) -> Option<ThemeName> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_name = (1..=MAX_THEME_CHARS).contains(&name.len()) && name.bytes().all(is_part);
        is_name.then(|| ThemeName(name.to_owned()))
    }

    pub fn is_auto(&self) -> bool {
        self.0 == Self::AUTO
    }
}

impl Default for ThemeName {
    fn default() -> Self {
        ThemeName("lamplight".to_owned())
    }
}

impl Word for ThemeName {
    fn word(&self) -> &str {
        &self.0
    }
}

/// Sets a field by a word; false, and nothing is changed, if it is none of its choice.
pub(super) fn assign<T: NamedChoice>(field: &mut T, word: &str) -> bool {
    let found = T::WORDS.iter().find(|(known, _)| *known == word);
    if let Some((_, choice)) = found {
        *field = *choice;
    }
    found.is_some()
}

macro_rules! named_choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$says:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            $($(#[$says])* $variant,)+
        }

        impl NamedChoice for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$variant),)+];
        }
    };
}

/// What the environment of a program at the end of an SSH connection has.
pub const SSH_VARIABLE: &str = "SSH_CONNECTION";

named_choice! {
    /// The characters to draw with.
    GlyphChoice {
        /// As the locale allows.
        #[default]
        Auto = "auto",
        Unicode = "unicode",
        Ascii = "ascii",
    }
}

named_choice! {
    /// How the light on a floor falls.
    LightChoice {
        /// As at home, unless the environment says that the line is one of SSH.
        #[default]
        Auto = "auto",
        /// It fades with the distance, and no two cells are quite alike.
        Full = "full",
        /// It is the same wherever it reaches, which takes a line a fourth of the bytes.
        Calm = "calm",
    }
}

named_choice! {
    /// Whether to write lines instead of drawing a screen, for screen readers and braille displays.
    ReaderChoice {
        /// On a terminal that cannot do more.
        #[default]
        Auto = "auto",
        On = "on",
        Off = "off",
    }
}

named_choice! {
    /// How long each step of what happens is shown.
    Animation {
        Off = "off",
        Fast = "fast",
        #[default]
        Normal = "normal",
        Slow = "slow",
    }
}

named_choice! {
    /// Whether newcomers get a hint at the next step.
    Hints {
        #[default]
        On = "on",
        Off = "off",
    }
}

named_choice! {
    /// Whether a dead upkeeper may leave one item to the next one.
    HandMeDowns {
        #[default]
        On = "on",
        Off = "off",
    }
}

named_choice! {
    /// Whether the game takes the mouse's clicks from the terminal.
    Mouse {
        On = "on",
        #[default]
        Off = "off",
    }
}

named_choice! {
    /// The times that the sidebar shows of a run, with its splits.
    TimerChoice {
        #[default]
        Off = "off",
        /// Game time: worked turns.
        Turns = "turns",
        /// Time of play.
        Real = "real",
        Both = "both",
    }
}

named_choice! {
    /// The run to race against, unless the command line names one.
    Opponent {
        #[default]
        Off = "off",
        /// The player's best run of the shift.
        Best = "best",
    }
}

impl TimerChoice {
    pub fn shows_turns(self) -> bool {
        matches!(self, Self::Turns | Self::Both)
    }

    pub fn shows_real_time(self) -> bool {
        matches!(self, Self::Real | Self::Both)
    }
}

impl GlyphChoice {
    /// The set to draw with; `lookup` reads the environment.
    pub fn set(self, lookup: impl Fn(&str) -> Option<String>) -> GlyphSet {
        match self {
            Self::Auto => GlyphSet::detect(lookup),
            Self::Unicode => GlyphSet::Unicode,
            Self::Ascii => GlyphSet::Ascii,
        }
    }
}

impl LightChoice {
    /// Whether few cells are to change with a step; `lookup` reads the environment.
    pub fn is_calm(self, lookup: impl Fn(&str) -> Option<String>) -> bool {
        match self {
            Self::Auto => lookup(SSH_VARIABLE).is_some_and(|value| !value.is_empty()),
            Self::Full => false,
            Self::Calm => true,
        }
    }
}

impl ReaderChoice {
    /// Whether lines are to be written; `lookup` reads the environment.
    pub fn is_on(self, lookup: impl Fn(&str) -> Option<String>) -> bool {
        match self {
            Self::Auto => lookup("TERM").is_none_or(|term| term.is_empty() || term == "dumb"),
            Self::On => true,
            Self::Off => false,
        }
    }
}

impl Animation {
    /// The time from one picture to the next, in milliseconds; 0 shows no pictures in between.
    pub const fn milliseconds(self) -> u64 {
        match self {
            Self::Off => 0,
            Self::Fast => 15,
            Self::Normal => 35,
            Self::Slow => 90,
        }
    }
}
