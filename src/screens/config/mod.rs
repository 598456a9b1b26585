//! A player's settings, read from the text of a `config.toml` and written back into it.
//!
//! Text in, text out: the caller opens the file. Nothing in a file can keep the game from starting:
//! every fault is reported with file, line, key and remedy, and the rest of the file holds.
//!
//! A new setting is an entry of `settings!` here.

mod choice;
mod file;
mod keys;
pub mod table;

use super::{
    keymap::{Intent, Keymap},
    terminal::ColorChoice,
    theme::{Colors, Ground},
    widgets::camera::CellWidth,
};
use table::{Setting, SettingKind};

pub use choice::{
    Animation, GlyphChoice, HandMeDowns, Hints, Motion, MotionLevel, Mouse, Opponent, SSH_VARIABLE,
    ThemeName, TimerChoice,
};
pub(crate) use choice::{ReaderChoice, Word};
pub use table::{Problem, decode};

/// The widest name, in columns.
pub const MAX_NAME_COLUMNS: usize = 20;
/// The widest kind and depth of a shift, in columns.
const MAX_SHIFT_COLUMNS: usize = 24;
/// The longest id of a category, in columns.
const MAX_CATEGORY_COLUMNS: usize = 24;

pub struct SettingDefinition {
    /// Its key and its values in the file, and what they set.
    pub file: Setting<Settings>,
    /// Its name on the settings screen; empty if the game notes it by itself, and the screen does
    /// not show it.
    pub label: &'static str,
    /// What the settings screen says of it.
    pub about: &'static str,
    /// The comment above it in a new file, without the words that it can be.
    comment: &'static str,
    /// Its value as the file has it; empty for keys, which have a table of their own.
    pub get: fn(&Settings) -> &str,
}

/// Declares the settings except keys, in the order of the file and of the screen: the field, which
/// is also the key in the file, with its type; whether it is a choice or a line of text; the label,
/// the comment in the file, and what the settings screen says.
macro_rules! settings {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $kind:ident $(($max:expr))?,
        $label:literal, $comment:literal, $about:literal;)+) => {
        /// Everything that a player can set.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Settings {
            $($(#[$doc])* pub $field: $type,)+
            pub keymap: Keymap,
        }

        /// Every setting, in the order of the file and of the screen.
        const SETTINGS: &[SettingDefinition] = &[
            $(SettingDefinition {
                file: Setting { table: "", key: stringify!($field),
                    kind: $kind!($field $(, $max)?) },
                label: $label,
                comment: $comment,
                about: $about,
                get: |settings| settings.$field.word(),
            },)+
            SettingDefinition {
                file: Setting {
                    table: "",
                    key: "keys",
                    kind: SettingKind::Table {
                        read: |reader, settings, name, table| {
                            settings.keymap = keys::read_keys(reader, name, table);
                        },
                    },
                },
                label: "Keys",
                comment: "Other keys for what is listed here, by names like \
                          w, Z, ctrl-s, shift-tab, f1, numpad-5, page-up, space",
                about: "Other keys for whatever there is a key for.",
                get: |_| "",
            },
        ];
    };
}

macro_rules! choice {
    ($field:ident) => {
        SettingKind::Choice {
            words: || choice::words(|settings: &Settings| settings.$field),
            set: |settings, word| choice::assign(&mut settings.$field, word),
        }
    };
}

macro_rules! theme {
    ($field:ident) => {
        SettingKind::Text {
            remedy: "write \"auto\", the name of a theme, or that of a file in the folder `themes`",
            set: |settings, word| {
                let name = ThemeName::new(word);
                settings.$field = name.clone().unwrap_or_else(|| settings.$field.clone());
                name.is_some()
            },
        }
    };
}

macro_rules! text {
    ($field:ident, $max:expr) => {
        SettingKind::Line {
            max_columns: $max,
            set: |settings, text| text.clone_into(&mut settings.$field),
        }
    };
}

settings! {
    color: ColorChoice = choice, "Colours", "Colours of the terminal",
        "How many colours the terminal has; “auto” believes what it says of itself.";
    glyphs: GlyphChoice = choice, "Signs", "Characters to draw with",
        "What things are drawn with; “ascii” looks right everywhere.";
    theme: ThemeName = theme, "Theme",
        "Which colours: auto, lamplight, high-contrast, colour-blind, paper, colour-blind-paper, \
         or those of a file in the folder \"themes\"",
        "Which colours; “auto” asks the terminal at the next start for its ground.";
    ground: Ground = choice, "Ground",
        "Whose text and background to draw with; \"terminal\" for the terminal's own",
        "“theme” looks alike on every terminal; “terminal” leaves text and background to yours.";
    cells: CellWidth = choice, "Cells", "How many columns a cell of a floor takes",
        "The columns that a cell of a floor takes; “auto” is two where there is room for all of it.";
    motion: Motion = choice, "Motion", "How much moves on the screen",
        "What is shown happening, and how light falls; “calm” is for slow lines. Any key skips it.";
    reader: ReaderChoice = choice, "Reader mode",
        "Plain lines for screen readers and braille displays",
        "Plain lines instead of a screen, for screen readers and braille displays; from the next \
         start on.";
    animation: Animation = choice, "Pace", "How long things are shown happening",
        "How long things are shown happening, if they are.";
    hints: Hints = choice, "Hints", "Hints at the next step",
        "Whether somebody tells you what to do next.";
    mouse: Mouse = choice, "Mouse", "Clicks to look and to walk",
        "Clicks to look and to walk; from the next start on.";
    name: String = text(MAX_NAME_COLUMNS), "Name",
        "The upkeeper's name; empty for the game's own choice", "What the scores call you.";
    timer: TimerChoice = choice, "Timer", "Times beside the map, with splits",
        "Shows worked turns, the time of play or both, with the splits of a category.";
    category: String = text(MAX_CATEGORY_COLUMNS), "Category",
        "The category of races whose splits the timer shows; empty for the first one",
        "Whose splits the timer shows, such as clock-out, order, grade-s, clean-sweep; none: the \
         first.";
    compare: Opponent = choice, "Compare", "What the timer's splits are compared with",
        "What the timer's splits are compared with; “best” is your best run of the same shift.";
    ghost: Opponent = choice, "Ghost", "The run whose ghost walks the map",
        "Shows on the map where another run stood at that turn; “best” is your best of the same \
         shift.";
    hand_me_downs: HandMeDowns = choice, "Legacy",
        "Whether who dies on a journey may leave one item to the next",
        "Whether who dies on a journey may leave one item to the next, whose journey is then \
         unranked.";
    /// The kind and the depth of the last shift that was begun: "keep 3"; empty before the first.
    shift: String = text(MAX_SHIFT_COLUMNS), "",
        "The last shift, with which the next is begun: a kind and a depth", "";
}

/// The settings on the settings screen; the name is none where that of an account is used.
pub fn shown_settings(has_accounts: bool) -> Vec<&'static SettingDefinition> {
    let is_left_out = |setting: &SettingDefinition| has_accounts && setting.file.key == "name";
    let shown = SETTINGS.iter().filter(|setting| !setting.label.is_empty());
    shown.filter(|setting| !is_left_out(setting)).collect()
}

impl Settings {
    /// Takes over the settings that differ between `before` and `after`, as `after` has them.
    pub(crate) fn take_changes(&mut self, before: &Settings, after: &Settings) {
        if before.keymap != after.keymap {
            self.keymap = after.keymap.clone();
        }
        for SettingDefinition { file, get, .. } in SETTINGS {
            let value = get(after);
            match file.kind {
                _ if get(before) == value => {}
                SettingKind::Choice { set, .. } => _ = set(self, value),
                SettingKind::Line { set, .. } => set(self, value),
                SettingKind::Text { set, .. } => _ = set(self, value),
                _ => {}
            }
        }
    }
}

impl SettingDefinition {
    /// The value of this setting, as the settings screen shows it.
    pub fn shown(&self, settings: &Settings) -> String {
        if self.is_keys() {
            let changed = Intent::all().filter(|intent| settings.keymap.is_changed(*intent));
            return match changed.count() {
                0 => "as usual".to_owned(),
                count => format!("{count} changed"),
            };
        }
        match (self.get)(settings) {
            "" => "(none)".to_owned(),
            value => value.to_owned(),
        }
    }

    /// Whether it is the keys of all intents, which have a screen of their own.
    fn is_keys(&self) -> bool {
        matches!(self.file.kind, SettingKind::Table { .. })
    }

    /// Its words, if it is one of several; `own_themes` are the names of the player's.
    fn words<'a>(&self, own_themes: &'a [String]) -> Option<Vec<&'a str>> {
        match self.file.kind {
            SettingKind::Choice { words, .. } => Some(words()),
            SettingKind::Text { .. } => {
                let usual = [ThemeName::AUTO].into_iter().chain(Colors::names());
                let own = own_themes.iter().map(String::as_str);
                Some(usual.map(|name| -> &'a str { name }).chain(own).collect())
            }
            _ => None,
        }
    }

    pub fn is_choice(&self) -> bool {
        self.words(&[]).is_some()
    }

    /// Whether it is the theme.
    pub fn is_theme(&self) -> bool {
        matches!(self.file.kind, SettingKind::Text { .. })
    }

    /// Sets it to the next of its words, or to the one before. False if it is no choice.
    pub fn turn(&self, settings: &mut Settings, own_themes: &[String], forward: bool) -> bool {
        let Some(words) = self.words(own_themes) else { return false };
        let at = words.iter().position(|word| *word == (self.get)(settings)).unwrap_or(0);
        let step = if forward { 1 } else { words.len() - 1 };
        let word = words[(at + step) % words.len()];
        match self.file.kind {
            SettingKind::Choice { set, .. } | SettingKind::Text { set, .. } => set(settings, word),
            _ => false,
        }
    }
}
