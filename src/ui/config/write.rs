//! Settings as text.

use super::{Animation, BACKGROUNDS, GlyphChoice, Hints, Mouse, PALETTES, ReaderChoice, Settings};
use crate::ui::{keymap::Intent, terminal::ColorChoice};

pub(super) fn write(settings: &Settings) -> String {
    let mut text = String::from(
        "# Settings of Upkeeper. The settings screen writes this file anew, comments and all.\n",
    );
    let entry = |text: &mut String, says: &str, words: &[&str], key: &str, value: &str| {
        text.push_str(&format!("\n# {says}"));
        if !words.is_empty() {
            text.push_str(&format!(": {}", words.join(", ")));
        }
        text.push_str(&format!(".\n{key} = {}\n", quoted(value)));
    };
    let text = &mut text;
    let color = settings.color.to_string();
    entry(text, "Colours of the terminal", &ColorChoice::NAMES, "color", &color);
    let glyphs = settings.glyphs.to_string();
    entry(text, "Characters to draw with", &words(GlyphChoice::WORDS), "glyphs", &glyphs);
    let palette = word(PALETTES, settings.palette);
    entry(text, "Which colours", &words(PALETTES), "palette", palette);
    let background = word(BACKGROUNDS, settings.background);
    entry(text, "What the terminal draws on", &words(BACKGROUNDS), "background", background);
    let reader = settings.reader.to_string();
    let says = "Plain lines for screen readers and braille displays";
    entry(text, says, &words(ReaderChoice::WORDS), "reader", &reader);
    let animation = settings.animation.to_string();
    entry(
        text,
        "How long things are shown happening",
        &words(Animation::WORDS),
        "animation",
        &animation,
    );
    let hints = settings.hints.to_string();
    entry(text, "Hints at the next step", &words(Hints::WORDS), "hints", &hints);
    let mouse = settings.mouse.to_string();
    entry(text, "Clicks to look and to walk", &words(Mouse::WORDS), "mouse", &mouse);
    entry(
        text,
        "The upkeeper's name; empty for the game's own choice",
        &[],
        "name",
        &settings.name,
    );

    text.push_str("\n# Other keys for what is listed here: w, Z, ctrl-s, shift-tab, f1, numpad-5, page-up, space.\n");
    text.push_str("# Take the # away from a line to change it.\n[keys]\n");
    for intent in Intent::all() {
        let keys: Vec<_> =
            settings.keymap.keys(intent).iter().map(|key| quoted(&key.to_string())).collect();
        let usual = if settings.keymap.is_changed(intent) { "" } else { "# " };
        text.push_str(&format!("{usual}{} = [{}]\n", intent.name(), keys.join(", ")));
    }
    std::mem::take(text)
}

fn words<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(word, _)| *word).collect()
}

fn word<T: PartialEq>(words: &[(&'static str, T)], choice: T) -> &'static str {
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
        terminal::Depth,
        theme::{Background, Palette},
    };

    #[test]
    fn what_is_written_is_read_back() {
        let keys = "name = 'Bo \"the \\ mop\"'\n[keys]\nwork = ['W', '\"']\nexplore = ['w', '\\']\nyes = 'F'";
        let (other, problems) = Settings::read("config.toml", keys);
        assert_eq!(problems, Vec::<Problem>::new());
        let other = Settings {
            color: ColorChoice::Always(Depth::None),
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
