//! The table of keys in a file of settings, and how a value is put into a table.

use toml_edit::{Array, Item, Table, TableLike, Value};

use super::table::{TableReader, start};
use crate::{
    keymap::{Clash, Intent, Keymap, Rebinding, Why},
    terminal::{Key, ParseKeyError},
};

/// What is wrong with a key, and what to do.
type KeyFault = (String, String);

/// The keys of an entry in the table of keys, each with its offset in the text, in bytes.
fn keys_of(item: &Item) -> Vec<(Result<Key, KeyFault>, usize)> {
    let no_text = |type_name: &str| {
        Err((format!("{type_name} is not text"), "put it between quotation marks".to_owned()))
    };
    let values: Vec<&Value> = match item.as_value() {
        Some(Value::Array(values)) => values.iter().collect(),
        Some(value) => vec![value],
        None => return vec![(no_text(item.type_name()), start(item.span()))],
    };
    let parsed = values.into_iter().map(|value| {
        let key = match value.as_str() {
            Some(word) => word.parse().map_err(|error: ParseKeyError| {
                let error = error.to_string();
                let (fault, remedy) = error.split_once("; ").unwrap_or((&error, ""));
                (fault.to_owned(), remedy.to_owned())
            }),
            None => no_text(value.type_name()),
        };
        (key, start(value.span()))
    });
    parsed.collect()
}

pub(super) fn read_keys(
    reader: &mut TableReader<'_>,
    table_name: &str,
    table: &dyn TableLike,
) -> Keymap {
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
                Err((fault, remedy)) => reader.problem(place, &full, &fault, &remedy),
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
    keymap
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

/// Puts a value into a table and keeps the comments around the old one. True if there was no old
/// value.
pub(super) fn replace_value(table: &mut dyn TableLike, key: &str, mut value: Value) -> bool {
    if let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
        return false;
    }
    table.insert(key, Item::Value(value));
    true
}

/// Makes the entries of the table of keys equal to the keymap. An entry with default keys stays,
/// since comments may belong to it; default keys get no new entry.
pub(super) fn write_keys(table: &mut Table, table_name: &str, keymap: &Keymap) {
    for intent in Intent::all() {
        let entry = table.get(table_name).and_then(|keys| keys.get(intent.name()));
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
        let item = table.entry(table_name).or_insert_with(toml_edit::table);
        if !item.is_table_like() {
            *item = toml_edit::table();
        }
        let names: Array = keys.iter().map(ToString::to_string).collect();
        if let Some(entries) = item.as_table_like_mut() {
            replace_value(entries, intent.name(), names.into());
        }
    }
}
