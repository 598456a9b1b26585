//! Settings as text.

use super::{Animation, BACKGROUNDS, GlyphChoice, Hints, Mouse, PALETTES, ReaderChoice, Settings};
use crate::ui::{keymap::Intent, terminal::ColorChoice};

pub(super) fn write(settings: &Settings) -> String {
    let mut parts = vec![
        "# Settings of Upkeeper. The settings screen writes this file anew, comments and all.\n"
            .to_owned(),
        entry(
            "Colours of the terminal",
            &words(ColorChoice::WORDS),
            "color",
            word(ColorChoice::WORDS, settings.color),
        ),
        entry("Characters to draw with", &words(GlyphChoice::WORDS), "glyphs", &settings.glyphs),
        entry("Which colours", &words(PALETTES), "palette", word(PALETTES, settings.palette)),
        entry(
            "What the terminal draws on",
            &words(BACKGROUNDS),
            "background",
            word(BACKGROUNDS, settings.background),
        ),
        entry(
            "Plain lines for screen readers and braille displays",
            &words(ReaderChoice::WORDS),
            "reader",
            &settings.reader,
        ),
        entry(
            "How long things are shown happening",
            &words(Animation::WORDS),
            "animation",
            &settings.animation,
        ),
        entry("Hints at the next step", &words(Hints::WORDS), "hints", &settings.hints),
        entry("Clicks to look and to walk", &words(Mouse::WORDS), "mouse", &settings.mouse),
        entry("The upkeeper's name; empty for the game's own choice", &[], "name", &settings.name),
        "\n# Other keys for what is listed here, by names like \
         w, Z, ctrl-s, shift-tab, f1, numpad-5, page-up, space.\n\
         # Take the # away from a line to change it.\n[keys]\n"
            .to_owned(),
    ];
    parts.extend(Intent::all().map(|intent| {
        let keys = settings.keymap.keys(intent).iter().map(|key| quoted(&key.to_string()));
        let usual = if settings.keymap.is_changed(intent) { "" } else { "# " };
        format!("{usual}{} = [{}]\n", intent.name(), keys.collect::<Vec<_>>().join(", "))
    }));
    parts.concat()
}

fn entry(says: &str, words: &[&str], key: &str, value: &(impl ToString + ?Sized)) -> String {
    let colon = if words.is_empty() { "" } else { ": " };
    let (words, value) = (words.join(", "), quoted(&value.to_string()));
    format!("\n# {says}{colon}{words}.\n{key} = {value}\n")
}

fn words<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(word, _)| *word).collect()
}

fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], choice: T) -> &'static str {
    words.iter().find(|(_, known)| *known == choice).map_or("", |(word, _)| word)
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::{
        config::Problem,
        terminal::ColorDepth,
        theme::{Background, Palette},
    };

    #[test]
    fn what_is_written_is_read_back() {
        let keys = "name = 'Bo \"the \\ mop\"'\n[keys]\nwork = ['W', '\"']\nexplore = ['w', '\\']\nyes = 'F'";
        let (other, problems) = Settings::read("config.toml", keys);
        assert_eq!(problems, Vec::<Problem>::new());
        let other = Settings {
            color: ColorChoice::Always(ColorDepth::None),
            glyphs: GlyphChoice::Ascii,
            palette: Palette::ColorBlind,
            background: Background::Light,
            reader: ReaderChoice::Off,
            animation: Animation::Slow,
            hints: Hints::Off,
            mouse: Mouse::On,
            ..other
        };
        for settings in [Settings::default(), other] {
            let text = settings.write();
            assert_eq!(Settings::read("config.toml", &text), (settings, vec![]), "{text}");
        }
    }

    #[test]
    fn every_key_stands_in_the_file_to_be_changed() {
        let text = Settings::default().write().replace("# work = ", "work = ");
        assert!(text.contains("\nwork = [\"w\"]\n"), "{text}");
        for intent in Intent::all() {
            assert!(text.contains(&format!("{} = [", intent.name())));
        }
    }
}
