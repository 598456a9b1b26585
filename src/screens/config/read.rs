//! Reads settings from the text of a file.

use toml_edit::{Item, TableLike, Value};

use super::table::{Problem, Setting, SettingKind, TableReader, read_settings, start};
use super::{SETTINGS, SettingDefinition, SettingValue, Settings};
use crate::{
    keymap::{Clash, Intent, Keymap, Rebinding, Why},
    terminal::{Key, ParseKeyError},
};

impl Settings {
    /// Reads the text of a settings file; `file` is its name in messages. A setting that has a
    /// fault keeps its default, and the fault is listed.
    pub fn read(file: &str, text: &str) -> (Self, Vec<Problem>) {
        let entries: Vec<Setting<Settings>> = SETTINGS.iter().map(entry).collect();
        let mut settings = Settings::default();
        let problems = read_settings(file, text, &entries, &mut settings);
        (settings, problems)
    }
}

fn entry(setting: &SettingDefinition) -> Setting<Settings> {
    let kind = match setting.value {
        SettingValue::Choice { words, set, .. } => SettingKind::Choice { words, set },
        SettingValue::Text { max_columns, set, .. } => SettingKind::Line { max_columns, set },
        SettingValue::Keys => SettingKind::Table { read: read_keys },
    };
    Setting { table: "", key: setting.key, kind }
}

/// The keys of an entry in the table of keys, each with its offset in the text, in bytes.
pub(super) fn keys_of(item: &Item) -> Vec<(Result<Key, KeyFault<'_>>, usize)> {
    let values: Vec<&Value> = match item.as_value() {
        Some(Value::Array(values)) => values.iter().collect(),
        Some(value) => vec![value],
        None => return vec![(Err(KeyFault::NoText(item.type_name())), start(item.span()))],
    };
    let parsed = values.into_iter().map(|value| {
        let key = match value.as_str() {
            Some(word) => word.parse().map_err(KeyFault::NoKey),
            None => Err(KeyFault::NoText(value.type_name())),
        };
        (key, start(value.span()))
    });
    parsed.collect()
}

/// Why a value is not the name of a key.
pub(super) enum KeyFault<'a> {
    /// It is not text; the name of its type.
    NoText(&'a str),
    NoKey(ParseKeyError),
}

/// Reads the table of keys.
fn read_keys(
    reader: &mut TableReader<'_>,
    settings: &mut Settings,
    table_name: &str,
    table: &dyn TableLike,
) {
    let mut rebindings = Vec::new();
    for (name, item) in table.iter() {
        let full = format!("{table_name}.{name}");
        let name_place = start(table.key(name).and_then(toml_edit::Key::span));
        let Some(intent) = Intent::of_name(name) else {
            let names: Vec<_> = Intent::all().map(Intent::name).collect();
            let remedy = format!("keys can be given to {}", names.join(", "));
            reader.problem(name_place, &full, "nothing is called so", &remedy);
            continue;
        };
        let mut keys = Vec::new();
        for (key, place) in keys_of(item) {
            match key {
                Ok(key) => keys.push((key, place)),
                Err(KeyFault::NoText(type_name)) => reader.problem(
                    place,
                    &full,
                    &format!("{type_name} is not text"),
                    "put it between quotation marks",
                ),
                Err(KeyFault::NoKey(error)) => {
                    let error = error.to_string();
                    let (fault, remedy) = error.split_once("; ").unwrap_or((&error, ""));
                    reader.problem(place, &full, fault, remedy);
                }
            }
        }
        rebindings.push((name_place, Rebinding { intent, keys }));
    }
    // Of two entries with the same key, the first one in the file gets it.
    rebindings.sort_by_key(|(place, _)| *place);
    let rebindings: Vec<_> = rebindings.into_iter().map(|(_, rebinding)| rebinding).collect();
    let (keymap, clashes) = Keymap::with(&rebindings);
    for clash in clashes {
        note_clash(reader, table_name, clash);
    }
    settings.keymap = keymap;
}

fn note_clash(
    reader: &mut TableReader<'_>,
    table_name: &str,
    Clash { key, intent, why, place }: Clash,
) {
    let name = format!("{table_name}.{}", intent.name());
    let (fault, remedy) = match why {
        Why::Taken(other) if other == intent => {
            (format!("`{key}` stands there twice"), "once is enough".to_owned())
        }
        Why::Taken(other) => (
            format!("`{key}` is already the key for {}", other.name()),
            format!("take another, or give {} another first", other.name()),
        ),
        Why::TooEasy => (
            format!("`{key}` is too easily pressed by accident"),
            "take enter, a capital letter, or a key with ctrl or alt".to_owned(),
        ),
        Why::Reserved => (format!("`{key}` always cancels"), "take another key".to_owned()),
    };
    reader.problem(place, &name, &fault, &remedy);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::{Animation, GlyphChoice, Hints, Mouse, ReaderChoice},
        keymap::InputMode,
        terminal::{ColorChoice, ColorDepth},
        theme::{Background, Ground, Palette},
    };

    fn problems(text: &str) -> Vec<String> {
        let (_, problems) = Settings::read("config.toml", text);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn nothing_set_is_as_usual() {
        assert_eq!(Settings::read("config.toml", ""), (Settings::default(), vec![]));
    }

    #[test]
    fn every_setting_is_read() {
        let text = "color = '16'\nglyphs = 'ascii'\npalette = 'colour-blind'\nbackground = 'light'\nground = 'terminal'\n\
                    reader = 'on'\nanimation = 'off'\nhints = 'off'\nmouse = true\nname = ' Łukasz '\n\
                    [keys]\nwork = ['X', 'ctrl-w']\nexplore = 'O'\n";
        let (settings, problems) = Settings::read("config.toml", text);
        assert_eq!(problems, []);
        assert_eq!(settings.color, ColorChoice::Always(ColorDepth::Sixteen));
        assert_eq!(settings.glyphs, GlyphChoice::Ascii);
        assert_eq!(settings.palette, Palette::ColorBlind);
        assert_eq!(settings.background, Background::Light);
        assert_eq!(settings.ground, Ground::Terminal);
        assert_eq!(settings.reader, ReaderChoice::On);
        assert_eq!(settings.animation, Animation::Off);
        assert_eq!(settings.hints, Hints::Off);
        assert_eq!(settings.mouse, Mouse::On);
        assert_eq!(settings.name, "Łukasz");
        assert_eq!(settings.keymap.intent(InputMode::Play, Key::char('O')), Some(Intent::Explore));
        assert_eq!(settings.keymap.intent(InputMode::Play, Key::ctrl('w')), Some(Intent::Work));
    }

    #[test]
    fn what_is_wrong_is_said_with_line_key_and_remedy() {
        let text = "colour = '16'\nglyphs = 'emoji'\nhints = 3\n\n[keys]\nwork = ['ctlr-w', 'o', 'X']\n\
                    fly = 'f'\nyes = 'y'\n";
        let found = problems(text);
        let wanted = [
            "config.toml:1:1: colour: there is no such setting; there are color, glyphs, palette,",
            "config.toml:2:10: glyphs: `emoji` will not do; use one of auto, unicode, ascii",
            "config.toml:3:9: hints: 3 will not do; use one of on, off",
            "config.toml:6:9: keys.work: `ctlr-w` is no key; keys are called like",
            "config.toml:6:19: keys.work: `o` is already the key for explore; take another, or give explore another first",
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

    proptest::proptest! {
        #[test]
        fn no_text_keeps_the_game_from_starting(text in "[a-z=\\[\\]'\"\n# .\\\\0-9é-]{0,120}") {
            let (_, problems) = Settings::read("config.toml", &text);
            let lines = text.matches('\n').count() + 1;
            proptest::prop_assert!(problems.iter().all(|problem| (1..=lines).contains(&problem.line)));
        }
    }
}
