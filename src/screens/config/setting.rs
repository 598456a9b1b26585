//! The table of settings, from which the reader and writer of the file and the settings screen take all they need.

use super::{Settings, choice::NamedChoice};
use crate::keymap::Intent;

/// The widest name, in columns.
pub const MAX_NAME_COLUMNS: usize = 20;

/// The widest kind and depth of a shift, in columns.
const MAX_SHIFT_COLUMNS: usize = 24;

/// The longest id of a category, in columns.
const MAX_CATEGORY_COLUMNS: usize = 24;

/// One setting.
pub struct SettingDefinition {
    /// Its key in the file.
    pub key: &'static str,
    /// Its name on the settings screen; empty if the game notes it by itself, and the screen does not show it.
    pub label: &'static str,
    /// What the settings screen says of it.
    pub about: &'static str,
    /// The comment above it in a new file, without the words that it can be.
    pub comment: &'static str,
    pub value: SettingValue,
}

/// What a setting can be, and where in [`Settings`] it is.
pub enum SettingValue {
    /// One of several words.
    Choice {
        words: fn() -> Vec<&'static str>,
        get: fn(&Settings) -> &'static str,
        /// False, and nothing is changed, when the text is no word of this setting.
        set: fn(&mut Settings, &str) -> bool,
    },
    /// A line of text, up to a width in columns.
    Text { max_columns: usize, get: fn(&Settings) -> &str, set: fn(&mut Settings, &str) },
    /// The keys of all intents: a table of their own in the file, a screen of their own in the game.
    Keys,
}

/// A choice that is in a field of [`Settings`].
macro_rules! choice {
    ($field:ident) => {
        SettingValue::Choice {
            words: || words(|settings| settings.$field),
            get: |settings| word(settings.$field),
            set: |settings, word| assign(&mut settings.$field, word),
        }
    };
}

/// Every setting, in the order of the file and of the screen.
pub const SETTINGS: &[SettingDefinition] = &[
    SettingDefinition {
        key: "color",
        label: "Colours",
        about: "How many colours the terminal has; “auto” believes what it says of itself.",
        comment: "Colours of the terminal",
        value: choice!(color),
    },
    SettingDefinition {
        key: "glyphs",
        label: "Signs",
        about: "What things are drawn with; “ascii” looks right everywhere.",
        comment: "Characters to draw with",
        value: choice!(glyphs),
    },
    SettingDefinition {
        key: "palette",
        label: "Palette",
        about: "Which colours. Nothing is told by colour alone, whichever it is.",
        comment: "Which colours",
        value: choice!(palette),
    },
    SettingDefinition {
        key: "background",
        label: "Background",
        about: "Whether the picture is dark or light.",
        comment: "Whether the picture is dark or light",
        value: choice!(background),
    },
    SettingDefinition {
        key: "ground",
        label: "Ground",
        about: "“theme” looks alike on every terminal; “terminal” leaves text and background to yours.",
        comment: "Whose text and background to draw with; \"terminal\" for the terminal's own",
        value: choice!(ground),
    },
    SettingDefinition {
        key: "reader",
        label: "Reader mode",
        about: "Plain lines instead of a screen, for screen readers and braille displays; from the next start on.",
        comment: "Plain lines for screen readers and braille displays",
        value: choice!(reader),
    },
    SettingDefinition {
        key: "animation",
        label: "Animation",
        about: "How long things are shown happening. Any key skips it.",
        comment: "How long things are shown happening",
        value: choice!(animation),
    },
    SettingDefinition {
        key: "hints",
        label: "Hints",
        about: "Whether somebody tells you what to do next.",
        comment: "Hints at the next step",
        value: choice!(hints),
    },
    SettingDefinition {
        key: "mouse",
        label: "Mouse",
        about: "Clicks to look and to walk; from the next start on.",
        comment: "Clicks to look and to walk",
        value: choice!(mouse),
    },
    SettingDefinition {
        key: "name",
        label: "Name",
        about: "What the scores call you.",
        comment: "The upkeeper's name; empty for the game's own choice",
        value: SettingValue::Text {
            max_columns: MAX_NAME_COLUMNS,
            get: |settings| &settings.name,
            set: |settings, text| text.clone_into(&mut settings.name),
        },
    },
    SettingDefinition {
        key: "timer",
        label: "Timer",
        about: "Shows worked turns, the time of play or both, with the splits of a category.",
        comment: "Times beside the map, with splits",
        value: choice!(timer),
    },
    SettingDefinition {
        key: "category",
        label: "Category",
        about: "Whose splits the timer shows, such as clock-out, order, grade-s, clean-sweep; none: the first.",
        comment: "The category of races whose splits the timer shows; empty for the first one",
        value: SettingValue::Text {
            max_columns: MAX_CATEGORY_COLUMNS,
            get: |settings| &settings.category,
            set: |settings, text| text.clone_into(&mut settings.category),
        },
    },
    SettingDefinition {
        key: "compare",
        label: "Compare",
        about: "What the timer's splits are compared with; “best” is your best run of the same shift.",
        comment: "What the timer's splits are compared with",
        value: choice!(compare),
    },
    SettingDefinition {
        key: "ghost",
        label: "Ghost",
        about: "Shows on the map where another run stood at that turn; “best” is your best of the same shift.",
        comment: "The run whose ghost walks the map",
        value: choice!(ghost),
    },
    SettingDefinition {
        key: "hand_me_downs",
        label: "Legacy",
        about: "Whether who dies on a journey may leave one item to the next, whose journey is then unranked.",
        comment: "Whether who dies on a journey may leave one item to the next",
        value: choice!(hand_me_downs),
    },
    SettingDefinition {
        key: "shift",
        label: "",
        about: "",
        comment: "The last shift, with which the next is begun: a kind and a depth",
        value: SettingValue::Text {
            max_columns: MAX_SHIFT_COLUMNS,
            get: |settings| &settings.shift,
            set: |settings, text| text.clone_into(&mut settings.shift),
        },
    },
    SettingDefinition {
        key: "keys",
        label: "Keys",
        about: "Other keys for whatever there is a key for.",
        comment: "Other keys for what is listed here, by names like \
                  w, Z, ctrl-s, shift-tab, f1, numpad-5, page-up, space",
        value: SettingValue::Keys,
    },
];

/// The settings on the settings screen; the name is none where that of an account is used.
pub fn shown_settings(has_accounts: bool) -> Vec<&'static SettingDefinition> {
    let is_left_out = |setting: &SettingDefinition| has_accounts && setting.key == "name";
    let shown = SETTINGS.iter().filter(|setting| !setting.label.is_empty());
    shown.filter(|setting| !is_left_out(setting)).collect()
}

impl Settings {
    /// Takes over the settings that differ between `before` and `after`, as `after` has them.
    pub(crate) fn take_changes(&mut self, before: &Settings, after: &Settings) {
        for setting in SETTINGS {
            match &setting.value {
                SettingValue::Choice { get, set, .. } if get(before) != get(after) => {
                    set(self, get(after));
                }
                SettingValue::Text { get, set, .. } if get(before) != get(after) => {
                    set(self, get(after));
                }
                SettingValue::Keys if before.keymap != after.keymap => {
                    self.keymap = after.keymap.clone();
                }
                SettingValue::Choice { .. } | SettingValue::Text { .. } | SettingValue::Keys => {}
            }
        }
    }
}

impl SettingDefinition {
    /// The value of this setting, as the settings screen shows it.
    pub fn shown(&self, settings: &Settings) -> String {
        match &self.value {
            SettingValue::Choice { get, .. } => get(settings).to_owned(),
            SettingValue::Text { get, .. } => match get(settings) {
                "" => "(none)".to_owned(),
                text => text.to_owned(),
            },
            SettingValue::Keys => {
                let changed = Intent::all().filter(|intent| settings.keymap.is_changed(*intent));
                match changed.count() {
                    0 => "as usual".to_owned(),
                    count => format!("{count} changed"),
                }
            }
        }
    }

    /// The value of this setting, as the file has it; `None` for keys, which have a table of their own.
    pub(super) fn written<'a>(&self, settings: &'a Settings) -> Option<&'a str> {
        match &self.value {
            SettingValue::Choice { get, .. } => Some(get(settings)),
            SettingValue::Text { get, .. } => Some(get(settings)),
            SettingValue::Keys => None,
        }
    }

    /// Whether it is one of several words.
    pub fn is_choice(&self) -> bool {
        matches!(self.value, SettingValue::Choice { .. })
    }

    /// Sets it to the next of its words, or to the one before. False if it is no choice.
    pub fn turn(&self, settings: &mut Settings, forward: bool) -> bool {
        let SettingValue::Choice { words, get, set } = &self.value else { return false };
        let words = words();
        let at = words.iter().position(|word| *word == get(settings)).unwrap_or(0);
        let step = if forward { 1 } else { words.len() - 1 };
        set(settings, words[(at + step) % words.len()])
    }
}

/// The words of the choice that a field is.
fn words<T: NamedChoice>(_: fn(&Settings) -> T) -> Vec<&'static str> {
    T::WORDS.iter().map(|(word, _)| *word).collect()
}

fn word<T: NamedChoice>(choice: T) -> &'static str {
    T::WORDS.iter().find(|(_, known)| *known == choice).map_or("", |(word, _)| word)
}

fn assign<T: NamedChoice>(field: &mut T, word: &str) -> bool {
    let found = T::WORDS.iter().find(|(known, _)| *known == word);
    if let Some((_, choice)) = found {
        *field = *choice;
    }
    found.is_some()
}
