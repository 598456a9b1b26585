//! The file of the settings: reads them from its text, and writes them into it, which keeps its
//! comments and unknown keys.

use toml_edit::{Array, Item, Table, Value};

use super::{
    Motion, SETTINGS, SettingDefinition, Settings, ThemeName,
    choice::{self, Word as _},
    keys::{replace_value, write_keys},
    table::{Problem, Setting, SettingKind, parse, read_settings},
};
use crate::keymap::Intent;

impl Settings {
    /// Reads the text of a settings file; `file` is its name in messages. A setting that has a
    /// fault keeps its default, and the fault is listed.
    pub fn read(file: &str, text: &str) -> (Self, Vec<Problem>) {
        let mut settings = Settings::default();
        let known = OLD_SETTINGS.iter().chain(SETTINGS.iter().map(|setting| &setting.file));
        let problems = read_settings(file, text, known, &mut settings);
        (settings, problems)
    }

    /// The text of a settings file, changed so that it has these settings. Comments, unknown keys
    /// and settings that are right already stay as they are; lines that cannot be read become
    /// comments. An empty text becomes a file with a comment on each setting.
    pub fn write(&self, text: &str) -> String {
        let text = if text.trim().is_empty() { template() } else { text.to_owned() };
        let mut document = parse(&text).0.into_mut();
        replace_old(document.as_table_mut());
        let (present, _) = Settings::read("", &document.to_string());
        let table = document.as_table_mut();
        for setting in SETTINGS {
            let value = (setting.get)(self);
            if setting.is_keys() {
                write_keys(table, setting.file.key, &self.keymap);
            } else if (setting.get)(&present) != value
                && replace_value(table, setting.file.key, value.into())
                && let Some(mut key) = table.key_mut(setting.file.key)
            {
                key.leaf_decor_mut().set_prefix(comment(setting));
            }
        }
        document.to_string()
    }
}

/// What stands in older files: the light and the animation that the motion tells of now, and the
/// palette and the background, in either order, that the theme has.
const OLD_SETTINGS: &[Setting<Settings>] = &[
    Setting {
        table: "",
        key: "light",
        kind: SettingKind::Old {
            words: || vec!["auto", "full", "calm"],
            set: |settings, word| match word {
                "auto" => Some(String::new()),
                "full" | "calm" => {
                    choice::assign(&mut settings.motion, word);
                    Some(format!("motion = \"{word}\""))
                }
                _ => None,
            },
        },
    },
    Setting {
        table: "",
        key: "animation",
        kind: SettingKind::Old {
            words: || choice::words(|settings: &Settings| settings.animation),
            set: |settings, word| {
                if word == "off" {
                    settings.motion = Motion::Off;
                    return Some("motion = \"off\"".to_owned());
                }
                choice::assign(&mut settings.animation, word).then(String::new)
            },
        },
    },
    Setting {
        table: "",
        key: "palette",
        kind: SettingKind::Old {
            words: || vec!["default", "colour-blind"],
            set: |settings, word| match word {
                "default" => Some(String::new()),
                "colour-blind" => Some(theme_by(
                    settings,
                    [("lamplight", "colour-blind"), ("paper", "colour-blind-paper")],
                )),
                _ => None,
            },
        },
    },
    Setting {
        table: "",
        key: "background",
        kind: SettingKind::Old {
            words: || vec!["dark", "light"],
            set: |settings, word| match word {
                "dark" => Some(String::new()),
                "light" => Some(theme_by(
                    settings,
                    [("lamplight", "paper"), ("colour-blind", "colour-blind-paper")],
                )),
                _ => None,
            },
        },
    },
];

/// Sets the theme by what it is and what it becomes; returns what is to be written.
fn theme_by(settings: &mut Settings, becomes: [(&str, &str); 2]) -> String {
    let theme = becomes.into_iter().find(|(from, _)| *from == settings.theme.word());
    if let Some(theme) = theme.and_then(|(_, to)| ThemeName::new(to)) {
        settings.theme = theme;
    }
    format!("theme = \"{}\"", settings.theme.word())
}

/// Takes out of a file what other settings tell of now.
fn replace_old(table: &mut Table) {
    let is_known = |key| SETTINGS.iter().any(|setting| setting.file.key == key);
    for old in OLD_SETTINGS.iter().filter(|old| !is_known(old.key)) {
        table.remove(old.key);
    }
    if table.get("animation").and_then(Item::as_str) == Some("off") {
        table.remove("animation");
    }
}

/// A file of the default settings, with a comment on each, and the default keys commented out.
fn template() -> String {
    let usual = Settings::default();
    let heading = "# Settings of Upkeeper. The settings screen changes what stands here and leaves \
                   the rest alone.\n";
    let mut parts = vec![heading.to_owned()];
    for setting in SETTINGS {
        parts.push(comment(setting));
        let key = setting.file.key;
        if setting.is_keys() {
            parts.push(format!("# Take the # away from a line to change it.\n[{key}]\n"));
            parts.extend(Intent::all().map(|intent| {
                let keys = usual.keymap.keys(intent).iter();
                let names: Array = keys.map(ToString::to_string).collect();
                format!("# {} = {names}\n", intent.name())
            }));
        } else {
            parts.push(format!("{key} = {}\n", Value::from((setting.get)(&usual))));
        }
    }
    parts.concat()
}

/// The comment above a setting, with its possible words.
fn comment(setting: &SettingDefinition) -> String {
    match &setting.file.kind {
        SettingKind::Choice { words, .. } => {
            format!("\n# {}: {}.\n", setting.comment, words().join(", "))
        }
        _ => format!("\n# {}.\n", setting.comment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::{Animation, GlyphChoice, Hints, Mouse, ReaderChoice},
        keymap::{InputMode, Keymap, Rebinding},
        terminal::{ColorChoice, ColorDepth, Key},
        theme::Ground,
    };

    fn problems(text: &str) -> Vec<String> {
        let (_, problems) = Settings::read("config.toml", text);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn nothing_set_is_as_usual() {
        assert_eq!(Settings::read("config.toml", ""), (Settings::default(), vec![]));
    }

    /// Settings of which most are not as usual.
    fn others() -> Settings {
        Settings {
            color: ColorChoice::Always(ColorDepth::Sixteen),
            glyphs: GlyphChoice::Ascii,
            theme: ThemeName::new("mine").expect("a name"),
            ground: Ground::Terminal,
            reader: ReaderChoice::On,
            motion: Motion::Calm,
            animation: Animation::Slow,
            hints: Hints::Off,
            mouse: Mouse::On,
            ..Settings::default()
        }
    }

    #[test]
    fn every_setting_is_read() {
        let text = "color = '16'\nglyphs = 'ascii'\ntheme = 'mine'\nground = 'terminal'\n\
                    reader = 'on'\nmotion = 'calm'\nanimation = 'slow'\nhints = 'off'\n\
                    mouse = true\nname = ' Łukasz \
                    '\n\
                    [keys]\nwork = ['X', 'ctrl-w']\nexplore = 'O'\n";
        let (settings, problems) = Settings::read("config.toml", text);
        assert_eq!(problems, []);
        assert_eq!(settings.keymap.intent(InputMode::Play, Key::char('O')), Some(Intent::Explore));
        assert_eq!(settings.keymap.intent(InputMode::Play, Key::ctrl('w')), Some(Intent::Work));
        let (name, keymap) = ("Łukasz".to_owned(), settings.keymap.clone());
        assert_eq!(settings, Settings { name, keymap, ..others() });
    }

    #[test]
    fn what_is_wrong_is_said_with_line_key_and_remedy() {
        let text = "colour = '16'\nglyphs = 'emoji'\nhints = 3\n\n[keys]\nwork = ['ctlr-w', 'o', \
            'X']\n\
                    fly = 'f'\nyes = 'y'\n";
        let found = problems(text);
        let wanted = [
            "config.toml:1:1: colour: there is no such setting; there are color, glyphs, theme,",
            "config.toml:2:10: glyphs: `emoji` will not do; use one of auto, unicode, ascii",
            "config.toml:3:9: hints: 3 will not do; use one of on, off",
            "config.toml:6:9: keys.work: `ctlr-w` is no key; keys are called like",
            "config.toml:6:19: keys.work: `o` is already the key for explore; take another, or \
             give explore another first",
            "config.toml:7:1: keys.fly: nothing is called so; keys can be given to north,",
            "config.toml:8:7: keys.yes: `y` is too easily pressed",
        ];
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.starts_with(wanted), "{found}\n{wanted}");
        }
        assert_eq!(found.len(), 7);
        let (settings, _) = Settings::read("config.toml", text);
        assert_eq!(settings.keymap.keys(Intent::Work), [Key::char('X')], "the rest holds");
    }

    #[test]
    fn a_palette_and_a_background_of_before_are_read_as_their_theme_and_go_when_it_is_written() {
        for (text, theme, told) in [
            ("palette = 'default'\nbackground = 'dark'\n", "lamplight", &[][..]),
            ("background = 'light'\npalette = 'default'\n", "paper", &["paper"]),
            ("palette = 'colour-blind'\nbackground = 'dark'\n", "colour-blind", &["colour-blind"]),
            (
                "palette = 'colour-blind'\nbackground = 'light'\n",
                "colour-blind-paper",
                &["colour-blind", "colour-blind-paper"],
            ),
            ("background = 'light'\ntheme = 'high-contrast'\n", "high-contrast", &["paper"]),
        ] {
            let text = format!("# mine\n{text}hints = 'off'\n");
            let (settings, found) = Settings::read("config.toml", &text);
            assert_eq!(settings.theme.word(), theme);
            let remedies = told.iter().map(|theme| format!("write theme = \"{theme}\""));
            assert!(found.iter().map(|problem| problem.remedy.clone()).eq(remedies), "{found:?}");
            let written = settings.write(&text);
            assert_eq!(Settings::read("config.toml", &written), (settings, vec![]), "{written}");
        }
    }

    #[test]
    fn a_theme_cannot_be_a_path_nor_command_the_terminal() {
        for name in ["../x", "a/b", "", "a.toml", "\\u001b[2J", &"x".repeat(33)] {
            let (settings, found) = Settings::read("config.toml", &format!("theme = \"{name}\""));
            assert_eq!((settings.theme, found.len()), (ThemeName::default(), 1), "{name}");
        }
    }

    #[test]
    fn a_file_from_before_motion_holds_and_says_what_to_write() {
        let text = "light = 'calm'\nanimation = 'slow'\nhints = 'off'\n";
        let (settings, found) = Settings::read("config.toml", text);
        assert_eq!((settings.motion, settings.animation), (Motion::Calm, Animation::Slow));
        assert!(found.len() == 1 && found[0].to_string().ends_with("write motion = \"calm\""));
        let written = Settings { hints: Hints::On, ..settings.clone() }.write(text);
        assert_eq!(
            Settings::read("", &written),
            (Settings { hints: Hints::On, ..settings }, vec![])
        );
        let text = "animation = 'off'\nlight = 'auto'\n";
        let (settings, found) = Settings::read("config.toml", text);
        assert_eq!((settings.motion, found.len()), (Motion::Off, 1));
        assert_eq!(problems("light = 'auto'\n"), Vec::<String>::new());
        assert_eq!(problems("light = 'dim'\nanimation = 'quick'\n").len(), 2);
    }

    #[test]
    fn a_byte_order_mark_is_no_fault() {
        let text = "\u{feff}hints = 'off'\nmouse = true\n";
        let (settings, problems) = Settings::read("config.toml", text);
        assert_eq!((settings.hints, settings.mouse), (Hints::Off, Mouse::On));
        assert_eq!(problems, []);
        let written = Settings { mouse: Mouse::Off, ..settings.clone() }.write(text);
        assert_eq!(Settings::read("config.toml", &written).0.hints, Hints::Off);
    }

    #[test]
    fn a_broken_line_does_not_take_the_others_with_it() {
        let (settings, problems) =
            Settings::read("config.toml", "glyphs = 'ascii'\nmouse = = on\nhints = 'off'\n");
        assert_eq!(settings.glyphs, GlyphChoice::Ascii);
        assert_eq!(settings.hints, Hints::Off);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].line, 2);
    }

    #[test]
    fn a_name_cannot_command_the_terminal_nor_fill_it() {
        let (settings, found) = Settings::read("config.toml", "name = \"\\u001b]0;Bob\\u0007\"");
        assert_eq!((settings.name.as_str(), found.len()), ("]0;Bob", 0));
        assert_eq!(problems(&format!("name = '{}'", "x".repeat(21))).len(), 1);
    }

    fn settings(text: &str) -> Settings {
        Settings::read("config.toml", text).0
    }

    #[test]
    fn what_is_written_is_read_back() {
        let keys = "name = 'Bo \"the \\ mop\"'\n[keys]\nwork = ['X', '\"']\nexplore = ['w', \
            '\\']\nyes = 'V'";
        let (other, problems) = Settings::read("config.toml", keys);
        assert_eq!(problems, Vec::<Problem>::new());
        let other = Settings { name: other.name, keymap: other.keymap, ..others() };
        for settings in [Settings::default(), other] {
            let text = settings.write("");
            assert_eq!(Settings::read("config.toml", &text), (settings, vec![]), "{text}");
        }
    }

    #[test]
    fn every_key_stands_in_the_file_to_be_changed() {
        let text = Settings::default().write("").replace("# work = ", "work = ");
        assert!(text.contains("\nwork = [\"w\"]\n"), "{text}");
        for intent in Intent::all() {
            assert!(text.contains(&format!("{} = [", intent.name())));
        }
    }

    const BY_HAND: &str = "# mine\nglyphs = 'ascii' # it is an old terminal\n\nfrom_tomorrow = 3 # \
        unknown\n\n\
                           [keys] # few\n# left hand\nwork = 'X'\n\n[other]\nx = 1\n";

    #[test]
    fn what_is_set_already_stays_as_it_was_written() {
        assert_eq!(settings(BY_HAND).write(BY_HAND), BY_HAND);
    }

    #[test]
    fn comments_and_unknown_keys_survive_a_change() {
        let (keymap, _) = Keymap::with(&[]);
        let changed = Settings {
            glyphs: GlyphChoice::Unicode,
            hints: Hints::Off,
            keymap,
            ..settings(BY_HAND)
        };
        let text = changed.write(BY_HAND);
        assert_eq!(
            text,
            "# mine\nglyphs = \"unicode\" # it is an old terminal\n\nfrom_tomorrow = 3 # \
                unknown\n\n\
             # Hints at the next step: on, off.\nhints = \"off\"\n\n\
             [keys] # few\n# left hand\nwork = [\"w\"]\n\n[other]\nx = 1\n"
        );
        assert_eq!(settings(&text), changed);
    }

    #[test]
    fn a_line_that_cannot_be_read_becomes_a_comment() {
        let text = "glyphs = 'ascii'\nmouse = = on\nhints = 'off'\n";
        let changed = Settings { mouse: Mouse::On, ..settings(text) };
        let written = changed.write(text);
        let mended = "glyphs = 'ascii'\n# mouse = = on\nhints = 'off'\n";
        assert!(written.starts_with(mended), "{written}");
        assert_eq!(settings(&written), changed);
    }

    #[test]
    fn keys_that_were_refused_in_the_file_stay_refused() {
        let text = "[keys]\nwork = 'o'\n";
        let before = settings(text);
        let rebinding = Rebinding { intent: Intent::Explore, keys: vec![(Key::char('X'), 0)] };
        let changed = Settings { keymap: Keymap::with(&[rebinding]).0, ..before };
        assert_eq!(changed.keymap.keys(Intent::Work), [Key::char('w')]);
        let written = changed.write(text);
        assert_eq!(settings(&written), changed, "{written}");
    }

    proptest::proptest! {
        #[test]
        fn no_text_keeps_the_game_from_starting(text in "[a-z=\\[\\]'\"\n# .\\\\0-9é-]{0,120}") {
            let (_, problems) = Settings::read("config.toml", &text);
            let lines = text.matches('\n').count() + 1;
            proptest::prop_assert!(problems.iter()
                .all(|problem| (1..=lines).contains(&problem.line)));
        }
    }
}
