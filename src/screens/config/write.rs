//! Writes settings into the text of a file, which keeps its comments and unknown keys.

use toml_edit::{Array, Item, Table, TableLike, Value};

use super::{SETTINGS, SettingDefinition, SettingValue, Settings, read::keys_of, table::parse};
use crate::keymap::{Intent, Keymap};

impl Settings {
    /// The text of a settings file, changed so that it has these settings. Comments, unknown keys and settings that are right
    /// already stay as they are; lines that cannot be read become comments. An empty text becomes a file with a comment on
    /// each setting.
    pub fn write(&self, text: &str) -> String {
        let text = if text.trim().is_empty() { template() } else { text.to_owned() };
        let (present, _) = Settings::read("", &text);
        let mut document = parse(&text).0.into_mut();
        let table = document.as_table_mut();
        for setting in SETTINGS {
            match setting.written(self) {
                Some(word) if setting.written(&present) != Some(word) => {
                    write_value(table, setting, word);
                }
                Some(_) => {}
                None => write_keys(table, setting, &self.keymap),
            }
        }
        document.to_string()
    }
}

fn write_value(table: &mut Table, setting: &SettingDefinition, word: &str) {
    let is_new = replace_value(table, setting.key, word.into());
    if is_new && let Some(mut key) = table.key_mut(setting.key) {
        key.leaf_decor_mut().set_prefix(comment(setting));
    }
}

/// Puts a value into a table and keeps the comments around the old one. True if there was no old value.
fn replace_value(table: &mut dyn TableLike, key: &str, mut value: Value) -> bool {
    if let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
        return false;
    }
    table.insert(key, Item::Value(value));
    true
}

/// Makes the entries of the table of keys equal to the keymap. An entry with default keys stays, since comments may belong to
/// it; default keys get no new entry.
fn write_keys(table: &mut Table, setting: &SettingDefinition, keymap: &Keymap) {
    for intent in Intent::all() {
        let entry = table.get(setting.key).and_then(|keys| keys.get(intent.name()));
        let keys = keymap.keys(intent);
        let is_right = match entry {
            Some(entry) => {
                keys_of(entry).into_iter().filter_map(|(key, _)| key.ok()).eq(keys.iter().copied())
            }
            None => !keymap.is_changed(intent),
        };
        if is_right {
            continue;
        }
        let item = table.entry(setting.key).or_insert_with(toml_edit::table);
        if !item.is_table_like() {
            *item = toml_edit::table();
        }
        let names: Array = keys.iter().map(ToString::to_string).collect();
        if let Some(entries) = item.as_table_like_mut() {
            replace_value(entries, intent.name(), names.into());
        }
    }
}

/// A file of the default settings, with a comment on each, and the default keys commented out.
fn template() -> String {
    let usual = Settings::default();
    let heading = "# Settings of Upkeeper. The settings screen changes what stands here and leaves the \
                   rest alone.\n";
    let mut parts = vec![heading.to_owned()];
    for setting in SETTINGS {
        parts.push(comment(setting));
        if let Some(word) = setting.written(&usual) {
            parts.push(format!("{} = {}\n", setting.key, Value::from(word)));
        } else {
            let way = "# Take the # away from a line to change it.";
            parts.push(format!("{way}\n[{}]\n", setting.key));
            parts.extend(Intent::all().map(|intent| {
                let keys = usual.keymap.keys(intent).iter();
                let names: Array = keys.map(ToString::to_string).collect();
                format!("# {} = {names}\n", intent.name())
            }));
        }
    }
    parts.concat()
}

/// The comment above a setting, with its possible words.
fn comment(setting: &SettingDefinition) -> String {
    match &setting.value {
        SettingValue::Choice { words, .. } => {
            format!("\n# {}: {}.\n", setting.comment, words().join(", "))
        }
        _ => format!("\n# {}.\n", setting.comment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::{Animation, GlyphChoice, Hints, Mouse, Problem, ReaderChoice},
        keymap::Rebinding,
        terminal::{ColorChoice, ColorDepth, Key},
        theme::{Background, Ground, Palette},
    };

    fn settings(text: &str) -> Settings {
        Settings::read("config.toml", text).0
    }

    #[test]
    fn what_is_written_is_read_back() {
        let keys = "name = 'Bo \"the \\ mop\"'\n[keys]\nwork = ['X', '\"']\nexplore = ['w', '\\']\nyes = 'V'";
        let (other, problems) = Settings::read("config.toml", keys);
        assert_eq!(problems, Vec::<Problem>::new());
        let other = Settings {
            color: ColorChoice::Always(ColorDepth::None),
            glyphs: GlyphChoice::Ascii,
            palette: Palette::ColorBlind,
            background: Background::Light,
            ground: Ground::Terminal,
            reader: ReaderChoice::Off,
            animation: Animation::Slow,
            hints: Hints::Off,
            mouse: Mouse::On,
            ..other
        };
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

    const BY_HAND: &str = "# mine\nglyphs = 'ascii' # it is an old terminal\n\nfrom_tomorrow = 3 # unknown\n\n\
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
            "# mine\nglyphs = \"unicode\" # it is an old terminal\n\nfrom_tomorrow = 3 # unknown\n\n\
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
}
