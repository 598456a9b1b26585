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
    /// How much moves on the screen: see [`MotionLevel`].
    Motion {
        /// Full, unless the environment says that the line is one of SSH: then calm.
        #[default]
        Auto = "auto",
        Full = "full",
        Calm = "calm",
        Off = "off",
    }
}

/// How much moves on a player's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionLevel {
    /// Light fades with the distance, fire breathes, and what happens is animated.
    Full,
    /// Light is the same wherever it reaches, which takes a line a fourth of the bytes; of what
    /// happens one picture is shown, and none while the player does nothing.
    Calm,
    /// As calm, and nothing is shown happening: the screen changes with a key, once.
    Off,
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

impl Motion {
    /// The level that is meant; `lookup` reads the environment.
    pub fn level(self, lookup: impl Fn(&str) -> Option<String>) -> MotionLevel {
        match self {
            Self::Auto if lookup(SSH_VARIABLE).is_some_and(|value| !value.is_empty()) => {
                MotionLevel::Calm
            }
            Self::Auto | Self::Full => MotionLevel::Full,
            Self::Calm => MotionLevel::Calm,
            Self::Off => MotionLevel::Off,
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
    /// The time from one turn of an activity to the next, in milliseconds.
    pub const fn milliseconds(self) -> u32 {
        match self {
            Self::Fast => 15,
            Self::Normal => 35,
            Self::Slow => 90,
        }
    }

    /// A time at the normal pace, in milliseconds, at this one.
    pub(crate) const fn scale(self, milliseconds: u32) -> u32 {
        milliseconds * self.milliseconds() / Self::Normal.milliseconds()
    }
}
