//! Settings from text.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};
use unicode_width::UnicodeWidthStr;

use super::{
    Animation, BACKGROUNDS, GlyphChoice, Hints, LONGEST_NAME, Mouse, PALETTES, Problem,
    ReaderChoice, Settings,
};
use crate::ui::{
    keymap::{Clash, Intent, Keymap, Rebinding, Why},
    terminal::{ColorChoice, Key, sanitize},
};

/// The settings there are, for the message about one that is not.
const KEYS: &str =
    "color, glyphs, palette, background, reader, animation, hints, mouse, name, [keys]";

pub(super) fn read(file: &str, text: &str) -> (Settings, Vec<Problem>) {
    let mut reader = Reader { file, text, problems: Vec::new() };
    let mut settings = Settings::default();
    // The parser goes on after a fault: what it understood is taken.
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let place = error.span().map_or(0, |span| span.start);
        reader.problem(place, "", error.message(), "mend this line or delete it");
    }
    for (key, value) in table.get_ref() {
        // After a fault the parser puts in values of its own, which stand nowhere.
        if !value.span().is_empty() {
            reader.setting(&mut settings, key, value);
        }
    }
    reader.problems.sort_by_key(|problem| problem.line);
    // One line of nonsense is one problem, however often the parser stumbles over it.
    reader.problems.dedup_by(|a, b| a.line == b.line && a.key.is_empty() && b.key.is_empty());
    (settings, reader.problems)
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn setting(
        &mut self,
        settings: &mut Settings,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) {
        let name = key.get_ref().as_ref();
        match name {
            "color" => self.choose(name, value, ColorChoice::WORDS, &mut settings.color),
            "glyphs" => self.choose(name, value, GlyphChoice::WORDS, &mut settings.glyphs),
            "palette" => self.choose(name, value, PALETTES, &mut settings.palette),
            "background" => self.choose(name, value, BACKGROUNDS, &mut settings.background),
            "reader" => self.choose(name, value, ReaderChoice::WORDS, &mut settings.reader),
            "animation" => self.choose(name, value, Animation::WORDS, &mut settings.animation),
            "hints" => self.choose(name, value, Hints::WORDS, &mut settings.hints),
            "mouse" => self.choose(name, value, Mouse::WORDS, &mut settings.mouse),
            "name" => {
                if let Some(word) = self.word(name, value) {
                    let clean = sanitize(word);
                    if clean.width() > LONGEST_NAME {
                        let remedy = format!("at most {LONGEST_NAME} columns fit");
                        self.problem(value.span().start, name, "the name is too long", &remedy);
                    } else {
                        clean.trim().clone_into(&mut settings.name);
                    }
                }
            }
            "keys" => match value.get_ref() {
                DeValue::Table(table) => settings.keymap = self.keys(table),
                _ => {
                    self.problem(value.span().start, name, "not a table", "begin it with [keys]");
                }
            },
            _ => {
                let remedy = format!("the settings are {KEYS}");
                self.problem(key.span().start, name, "there is no such setting", &remedy);
            }
        }
    }

    fn choose<T: Copy>(
        &mut self,
        name: &str,
        value: &Spanned<DeValue<'_>>,
        words: &[(&str, T)],
        setting: &mut T,
    ) {
        // `hints = true` is what many will write.
        let word = match value.get_ref() {
            DeValue::Boolean(true) => Some("on"),
            DeValue::Boolean(false) => Some("off"),
            _ => self.word(name, value),
        };
        let Some(word) = word else { return };
        if let Some((_, choice)) = words.iter().find(|(known, _)| *known == word) {
            *setting = *choice;
        } else {
            let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            self.unknown_word(name, value, &format!("one of {}", words.join(", ")));
        }
    }

    fn keys(&mut self, table: &DeTable<'_>) -> Keymap {
        let mut rebindings = Vec::new();
        for (name, value) in table {
            let full = format!("keys.{}", name.get_ref());
            let Some(intent) = Intent::of_name(name.get_ref()) else {
                let names: Vec<_> = Intent::all().map(Intent::name).collect();
                let remedy = format!("keys can be given to {}", names.join(", "));
                self.problem(name.span().start, &full, "nothing is called so", &remedy);
                continue;
            };
            let values = match value.get_ref() {
                DeValue::Array(values) => values.iter().collect(),
                _ => vec![value],
            };
            let mut keys = Vec::new();
            for value in values {
                let place = value.span().start;
                let Some(word) = self.word(&full, value) else { continue };
                match word.parse::<Key>() {
                    Ok(key) => keys.push((key, place)),
                    Err(error) => {
                        let error = error.to_string();
                        let (fault, remedy) = error.split_once("; ").unwrap_or((&error, ""));
                        self.problem(place, &full, fault, remedy);
                    }
                }
            }
            rebindings.push((name.span().start, Rebinding { intent, keys }));
        }
        // The table comes in the order of its names; who wrote it meant the order of its lines.
        rebindings.sort_by_key(|(place, _)| *place);
        let rebindings: Vec<_> = rebindings.into_iter().map(|(_, rebinding)| rebinding).collect();
        let (keymap, clashes) = Keymap::with(&rebindings);
        for clash in clashes {
            self.clash(clash);
        }
        keymap
    }

    fn clash(&mut self, Clash { key, intent, why, place }: Clash) {
        let name = format!("keys.{}", intent.name());
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

    fn word<'v>(&mut self, name: &str, value: &'v Spanned<DeValue<'_>>) -> Option<&'v str> {
        let word = value.get_ref().as_str();
        if word.is_none() {
            let fault = format!("{} is not text", value.get_ref().type_str());
            self.problem(value.span().start, name, &fault, "put it between quotation marks");
        }
        word
    }

    fn unknown_word(&mut self, name: &str, value: &Spanned<DeValue<'_>>, remedy: &str) {
        let word = value.get_ref().as_str().unwrap_or_default();
        let fault = format!("`{word}` means nothing here");
        self.problem(value.span().start, name, &fault, &format!("use {remedy}"));
    }

    fn problem(&mut self, place: usize, key: &str, fault: &str, remedy: &str) {
        let before = self.text.get(..place).unwrap_or(self.text);
        let key = if key.is_empty() { String::new() } else { format!("{key}: ") };
        self.problems.push(Problem {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            key: sanitize(&key),
            fault: sanitize(fault),
            remedy: sanitize(remedy),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::{
        keymap::InputMode,
        terminal::ColorDepth,
        theme::{Background, Palette},
    };

    fn problems(text: &str) -> Vec<String> {
        let (_, problems) = read("config.toml", text);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn nothing_set_is_as_usual() {
        assert_eq!(read("config.toml", ""), (Settings::default(), vec![]));
    }

    #[test]
    fn every_setting_is_read() {
        let text = "color = '16'\nglyphs = 'ascii'\npalette = 'colour-blind'\nbackground = 'light'\n\
                    reader = 'on'\nanimation = 'off'\nhints = 'off'\nmouse = true\nname = ' Łukasz '\n\
                    [keys]\nwork = ['W', 'ctrl-w']\nexplore = 'O'\n";
        let (settings, problems) = read("config.toml", text);
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
        let text = "colour = '16'\nglyphs = 'emoji'\nhints = 3\n\n[keys]\nwork = ['ctlr-w', 'o', 'W']\n\
                    fly = 'f'\nyes = 'y'\n";
        let found = problems(text);
        assert_eq!(
            found[0],
            format!("config.toml:1: colour: there is no such setting; the settings are {KEYS}")
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
        let (settings, _) = read("config.toml", text);
        assert_eq!(settings.keymap.keys(Intent::Work), [Key::char('W')], "the rest holds");
    }

    #[test]
    fn a_broken_line_does_not_take_the_others_with_it() {
        let (settings, problems) =
            read("config.toml", "glyphs = 'ascii'\nmouse = = on\nhints = 'off'\n");
        assert_eq!(settings.glyphs, GlyphChoice::Ascii);
        assert_eq!(settings.hints, Hints::Off);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].line, 2);
    }

    #[test]
    fn a_name_cannot_command_the_terminal_nor_fill_it() {
        let (settings, found) = read("config.toml", "name = \"\\u001b]0;Bob\\u0007\"");
        assert_eq!((settings.name.as_str(), found.len()), ("]0;Bob", 0));
        assert_eq!(problems(&format!("name = '{}'", "x".repeat(21))).len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_keeps_the_game_from_starting(text in "[a-z=\\[\\]'\"\n# .\\\\0-9é-]{0,120}") {
            let (_, problems) = read("config.toml", &text);
            let lines = text.matches('\n').count() + 1;
            proptest::prop_assert!(problems.iter().all(|problem| (1..=lines).contains(&problem.line)));
        }
    }
}
