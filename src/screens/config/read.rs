//! Reads settings from the text of a file.

use std::ops::Range;

use toml_edit::{Item, TableLike, Value};
use unicode_width::UnicodeWidthStr;

use super::{
    Problem, SETTINGS, SettingDefinition, SettingValue, Settings,
    document::{Parsed, line_of, parse},
};
use crate::{
    keymap::{Clash, Intent, Keymap, Rebinding, Why},
    terminal::{Key, ParseKeyError, sanitize},
};

impl Settings {
    /// Reads the text of a settings file; `file` is its name in messages. A setting that has a fault keeps its
    /// default, and the fault is listed.
    pub fn read(file: &str, text: &str) -> (Self, Vec<Problem>) {
        let Parsed { document, faults } = parse(text);
        let mut reader = SettingsReader { file, text: document.raw(), problems: Vec::new() };
        let mut settings = Settings::default();
        for fault in faults {
            reader.problem_in_line(fault.line, "", &fault.message, "mend this line or delete it");
        }
        let table = document.as_table();
        for (key, item) in table {
            if let Some(setting) = SETTINGS.iter().find(|setting| setting.key == key) {
                reader.setting(&mut settings, setting, item);
            } else {
                let place = place(table.key(key).and_then(toml_edit::Key::span));
                let remedy = format!("the settings are {}", keys_of_settings());
                reader.problem(place, key, "there is no such setting", &remedy);
            }
        }
        reader.problems.sort_by_key(|problem| problem.line);
        // A line that cannot be parsed is one problem, even if the parser reports several faults in it.
        reader.problems.dedup_by(|a, b| a.line == b.line && a.key.is_empty() && b.key.is_empty());
        (settings, reader.problems)
    }
}

/// The keys of an entry in the table of keys, each with its offset in the text, in bytes.
pub(super) fn keys_of(item: &Item) -> Vec<(Result<Key, KeyFault<'_>>, usize)> {
    let values: Vec<&Value> = match item.as_value() {
        Some(Value::Array(values)) => values.iter().collect(),
        Some(value) => vec![value],
        None => return vec![(Err(KeyFault::NoText(item.type_name())), place(item.span()))],
    };
    let parsed = values.into_iter().map(|value| {
        let key = match value.as_str() {
            Some(word) => word.parse().map_err(KeyFault::NoKey),
            None => Err(KeyFault::NoText(value.type_name())),
        };
        (key, place(value.span()))
    });
    parsed.collect()
}

/// Why a value is not the name of a key.
pub(super) enum KeyFault<'a> {
    /// It is not text; the name of its type.
    NoText(&'a str),
    NoKey(ParseKeyError),
}

/// The keys of all settings, for the message about an unknown one.
fn keys_of_settings() -> String {
    let keys = SETTINGS.iter().map(|setting| match setting.value {
        SettingValue::Keys => format!("[{}]", setting.key),
        _ => setting.key.to_owned(),
    });
    keys.collect::<Vec<_>>().join(", ")
}

fn place(span: Option<Range<usize>>) -> usize {
    span.map_or(0, |span| span.start)
}

struct SettingsReader<'a> {
    file: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
}

impl SettingsReader<'_> {
    fn setting(&mut self, settings: &mut Settings, setting: &SettingDefinition, item: &Item) {
        match &setting.value {
            SettingValue::Choice { words, set, .. } => {
                // TOML has booleans, so `hints = true` is accepted for `hints = 'on'`.
                let word = match item.as_bool() {
                    Some(true) => Some("on"),
                    Some(false) => Some("off"),
                    None => self.word(setting.key, item),
                };
                let Some(word) = word else { return };
                if !set(settings, word) {
                    let fault = format!("`{word}` means nothing here");
                    let remedy = format!("use one of {}", words().join(", "));
                    self.problem(place(item.span()), setting.key, &fault, &remedy);
                }
            }
            SettingValue::Text { max_columns, set, .. } => {
                let Some(word) = self.word(setting.key, item) else { return };
                let clean = sanitize(word);
                if clean.width() > *max_columns {
                    let fault = format!("the {} is too long", setting.key);
                    let remedy = format!("at most {max_columns} columns fit");
                    self.problem(place(item.span()), setting.key, &fault, &remedy);
                } else {
                    set(settings, clean.trim());
                }
            }
            SettingValue::Keys => {
                if let Some(table) = item.as_table_like() {
                    settings.keymap = self.keymap(setting.key, table);
                } else {
                    let remedy = format!("begin it with [{}]", setting.key);
                    self.problem(place(item.span()), setting.key, "not a table", &remedy);
                }
            }
        }
    }

    fn keymap(&mut self, table_name: &str, table: &dyn TableLike) -> Keymap {
        let mut rebindings = Vec::new();
        for (name, item) in table.iter() {
            let full = format!("{table_name}.{name}");
            let name_place = place(table.key(name).and_then(toml_edit::Key::span));
            let Some(intent) = Intent::of_name(name) else {
                let names: Vec<_> = Intent::all().map(Intent::name).collect();
                let remedy = format!("keys can be given to {}", names.join(", "));
                self.problem(name_place, &full, "nothing is called so", &remedy);
                continue;
            };
            let mut keys = Vec::new();
            for (key, place) in keys_of(item) {
                match key {
                    Ok(key) => keys.push((key, place)),
                    Err(KeyFault::NoText(type_name)) => self.no_text(place, &full, type_name),
                    Err(KeyFault::NoKey(error)) => {
                        let error = error.to_string();
                        let (fault, remedy) = error.split_once("; ").unwrap_or((&error, ""));
                        self.problem(place, &full, fault, remedy);
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
            self.clash(table_name, clash);
        }
        keymap
    }

    fn clash(&mut self, table_name: &str, Clash { key, intent, why, place }: Clash) {
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
        self.problem(place, &name, &fault, &remedy);
    }

    /// The text of a setting's value; notes a problem if the value is not text.
    fn word<'v>(&mut self, name: &str, item: &'v Item) -> Option<&'v str> {
        let word = item.as_str();
        if word.is_none() {
            self.no_text(place(item.span()), name, item.type_name());
        }
        word
    }

    fn no_text(&mut self, place: usize, name: &str, type_name: &str) {
        let fault = format!("{type_name} is not text");
        self.problem(place, name, &fault, "put it between quotation marks");
    }

    fn problem(&mut self, place: usize, key: &str, fault: &str, remedy: &str) {
        self.problem_in_line(line_of(self.text, place), key, fault, remedy);
    }

    /// Notes a fault in a line, counted from 0.
    fn problem_in_line(&mut self, line: usize, key: &str, fault: &str, remedy: &str) {
        let key = if key.is_empty() { String::new() } else { format!("{key}: ") };
        self.problems.push(Problem {
            file: self.file.to_owned(),
            line: line + 1,
            key: sanitize(&key),
            fault: sanitize(fault),
            remedy: sanitize(remedy),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::{Animation, GlyphChoice, Hints, Mouse, ReaderChoice},
        keymap::InputMode,
        terminal::{ColorChoice, ColorDepth},
        theme::{Background, Palette},
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
        let text = "color = '16'\nglyphs = 'ascii'\npalette = 'colour-blind'\nbackground = 'light'\n\
                    reader = 'on'\nanimation = 'off'\nhints = 'off'\nmouse = true\nname = ' Łukasz '\n\
                    [keys]\nwork = ['X', 'ctrl-w']\nexplore = 'O'\n";
        let (settings, problems) = Settings::read("config.toml", text);
        assert_eq!(problems, []);
        assert_eq!(settings.color, ColorChoice::Always(ColorDepth::Sixteen));
        assert_eq!(settings.glyphs, GlyphChoice::Ascii);
        assert_eq!(settings.palette, Palette::ColorBlind);
        assert_eq!(settings.background, Background::Light);
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
        assert_eq!(
            found[0],
            format!(
                "config.toml:1: colour: there is no such setting; the settings are {}",
                keys_of_settings()
            )
        );
        assert_eq!(
            found[1],
            "config.toml:2: glyphs: `emoji` means nothing here; use one of auto, unicode, ascii"
        );
        assert_eq!(
            found[2],
            "config.toml:3: hints: integer is not text; put it between quotation marks"
        );
        assert!(
            found[3]
                .starts_with("config.toml:6: keys.work: `ctlr-w` is no key; keys are called like")
        );
        assert_eq!(
            found[4],
            "config.toml:6: keys.work: `o` is already the key for explore; \
             take another, or give explore another first"
        );
        assert!(found[5].starts_with(
            "config.toml:7: keys.fly: nothing is called so; keys can be given to north,"
        ));
        assert!(found[6].starts_with("config.toml:8: keys.yes: `y` is too easily pressed"));
        assert_eq!(found.len(), 7);
        let (settings, _) = Settings::read("config.toml", text);
        assert_eq!(settings.keymap.keys(Intent::Work), [Key::char('X')], "the rest holds");
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
