//! Reads tables of settings: a player's `config.toml`, a server's `server.toml`.
//!
//! What can stand in a file is told by a list of [`Setting`]s. Every fault is found in one reading,
//! with its place, key and remedy; a setting that has one keeps the value that it had.

use std::ops::Range;

use toml_edit::{Document, Item, TableLike, Value};
use unicode_width::UnicodeWidthStr as _;

use crate::terminal::sanitize;

/// The largest number of faults of syntax; after them the rest of the file is not read.
const MAX_SYNTAX_FAULTS: usize = 50;

/// A setting of a configuration `C`.
pub struct Setting<C: 'static> {
    /// The table of the file that it stands in; empty for none.
    pub table: &'static str,
    pub key: &'static str,
    pub kind: SettingKind<C>,
}

/// What a setting can be, and what it sets.
pub enum SettingKind<C: 'static> {
    Number {
        min: u64,
        max: u64,
        set: fn(&mut C, u64),
    },
    Switch {
        set: fn(&mut C, bool),
    },
    /// One of several words, which `set` takes. TOML has booleans: true is read as "on", false as
    /// "off".
    Choice {
        words: fn() -> Vec<&'static str>,
        set: fn(&mut C, &str) -> bool,
    },
    /// One that only older files have, or that has words of them. `set` returns what is written
    /// for it now, which the player is told; nothing if the file need not change, and `None` if the
    /// word is none of its words.
    Old {
        words: fn() -> Vec<&'static str>,
        set: fn(&mut C, &str) -> Option<String>,
    },
    /// A line of text, up to a width in columns.
    Line {
        max_columns: usize,
        set: fn(&mut C, &str),
    },
    /// A text that `set` takes, or else returns false; `remedy` says what it takes.
    Text {
        remedy: &'static str,
        set: fn(&mut C, &str) -> bool,
    },
    /// A list of such texts. `set` takes one more.
    Texts {
        remedy: &'static str,
        set: fn(&mut C, &str) -> bool,
    },
    /// A table with a reader of its own, which is told the table's name.
    Table {
        read: fn(&mut TableReader<'_>, &mut C, &str, &dyn TableLike),
    },
}

/// A fault in a file of settings. All of its texts are free of control characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {key}{fault}; {remedy}")]
pub struct Problem {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// The setting with a colon and a blank, or nothing when the fault is the text's.
    pub key: String,
    pub fault: String,
    pub remedy: String,
}

/// Reads the text of a file into a configuration, and lists its faults by their places; `file` is
/// its name in them.
pub fn read_settings<'s, C: 'static>(
    file: &str,
    text: &str,
    settings: impl IntoIterator<Item = &'s Setting<C>>,
    config: &mut C,
) -> Vec<Problem> {
    let settings: Vec<_> = settings.into_iter().collect();
    let (document, faults) = parse(text);
    let mut reader = TableReader { file, text: document.raw(), problems: Vec::new() };
    for SyntaxFault { line, column, message } in faults {
        reader.problem_at((line, column), "", &message, "mend this line or delete it");
    }
    reader.table("", document.as_table(), &settings, config);
    let mut problems = reader.problems;
    problems.sort_by_key(|problem| (problem.line, problem.column));
    // A line that cannot be parsed is one problem, even if the parser reports several faults in it.
    problems.dedup_by(|a, b| a.line == b.line && a.key.is_empty() && b.key.is_empty());
    problems
}

/// The tables of a file, and the faults that were found in them.
pub struct TableReader<'a> {
    file: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
}

impl TableReader<'_> {
    /// Reads the settings of a table; the one without a name holds the others.
    fn table<C: 'static>(
        &mut self,
        name: &str,
        table: &dyn TableLike,
        settings: &[&Setting<C>],
        config: &mut C,
    ) {
        for (key, item) in table.iter() {
            let full = if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
            let known = settings.iter().find(|known| known.table == name && known.key == key);
            let is_table = name.is_empty() && settings.iter().any(|known| known.table == key);
            match (known, item.as_table_like()) {
                (Some(Setting { kind: SettingKind::Table { read }, .. }), Some(inner)) => {
                    read(self, config, &full, inner);
                }
                (Some(Setting { kind: SettingKind::Table { .. }, .. }), None) => {
                    self.no_table(item, &full);
                }
                (Some(setting), _) => self.setting(&full, setting, item, config),
                (None, Some(inner)) if is_table => self.table(key, inner, settings, config),
                (None, None) if is_table => self.no_table(item, &full),
                (None, _) => {
                    let place = start(table.key(key).and_then(toml_edit::Key::span));
                    let within = if name.is_empty() { "" } else { " in this table" };
                    let remedy = format!("there are {}", keys_of(name, settings));
                    self.problem(
                        place,
                        &full,
                        &format!("there is no such setting{within}"),
                        &remedy,
                    );
                }
            }
        }
    }

    fn setting<C>(&mut self, full: &str, setting: &Setting<C>, item: &Item, config: &mut C) {
        let remedy = match &setting.kind {
            SettingKind::Number { min, max, set } => {
                let number = item.as_integer().and_then(|number| u64::try_from(number).ok());
                match number.filter(|number| (min..=max).contains(&number)) {
                    Some(number) => return set(config, number),
                    None => format!("write a whole number from {min} to {max}"),
                }
            }
            SettingKind::Switch { set } => match item.as_bool() {
                Some(is_on) => return set(config, is_on),
                None => "write true or false".to_owned(),
            },
            SettingKind::Choice { words, set } => {
                let word = item.as_bool().map(|is_on| if is_on { "on" } else { "off" });
                match word.or(item.as_str()) {
                    Some(word) if set(config, word) => return,
                    _ => format!("use one of {}", words().join(", ")),
                }
            }
            SettingKind::Old { words, set } => match item.as_str().map(|word| set(config, word)) {
                Some(Some(now)) if now.is_empty() => return,
                Some(Some(now)) => {
                    let fault = "this is written otherwise now, and holds as that";
                    let remedy = format!("write {now}");
                    return self.problem(start(item.span()), full, fault, &remedy);
                }
                _ => format!("use one of {}", words().join(", ")),
            },
            SettingKind::Line { max_columns, set } => match item.as_str().map(sanitize) {
                Some(line) if line.width() <= *max_columns => return set(config, line.trim()),
                _ => format!("write a text of at most {max_columns} columns, in quotation marks"),
            },
            SettingKind::Text { remedy, set } => match item.as_str() {
                Some(text) if set(config, text) => return,
                // The text itself is not shown: the URL of a database holds its password.
                Some(_) => {
                    return self.problem(start(item.span()), full, "this text will not do", remedy);
                }
                None => (*remedy).to_owned(),
            },
            SettingKind::Texts { remedy, set } => {
                let Some(texts) = item.as_array() else {
                    return self.problem(start(item.span()), full, &unusable(item), remedy);
                };
                for value in texts {
                    if !value.as_str().is_some_and(|text| set(config, text)) {
                        self.problem(start(value.span()), full, &unusable_value(value), remedy);
                    }
                }
                return;
            }
            SettingKind::Table { .. } => return self.no_table(item, full),
        };
        self.problem(start(item.span()), full, &unusable(item), &remedy);
    }

    fn no_table(&mut self, item: &Item, name: &str) {
        self.problem(
            start(item.span()),
            name,
            "it is no table",
            &format!("begin it with [{name}]"),
        );
    }

    /// Notes a fault at a byte of the text.
    pub(super) fn problem(&mut self, place: usize, key: &str, fault: &str, remedy: &str) {
        let before = self.text.get(..place).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let place = (before.matches('\n').count(), before[line_start..].chars().count());
        self.problem_at(place, key, fault, remedy);
    }

    /// Notes a fault in a line at a character, both counted from 0.
    fn problem_at(&mut self, place: (usize, usize), key: &str, fault: &str, remedy: &str) {
        let key = if key.is_empty() { String::new() } else { format!("{key}: ") };
        self.problems.push(Problem {
            file: self.file.to_owned(),
            line: place.0 + 1,
            column: place.1 + 1,
            key: sanitize(&key),
            fault: sanitize(fault),
            remedy: sanitize(remedy),
        });
    }
}

/// The first byte of what has a span.
pub(super) fn start(span: Option<Range<usize>>) -> usize {
    span.map_or(0, |span| span.start)
}

/// Says of a value that it will not do.
fn unusable(item: &Item) -> String {
    match item.as_value() {
        Some(value) => unusable_value(value),
        None => format!("{} will not do", item.type_name()),
    }
}

fn unusable_value(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{}` will not do", text.value()),
        Value::Integer(number) => format!("{} will not do", number.value()),
        Value::Boolean(is_on) => format!("{} will not do", is_on.value()),
        other => format!("{} will not do", other.type_name()),
    }
}

/// What can stand in a table, for the message about what cannot.
fn keys_of<C: 'static>(table: &str, settings: &[&Setting<C>]) -> String {
    let own = settings.iter().filter(|own| own.table == table);
    let own = own.filter(|own| !matches!(own.kind, SettingKind::Old { .. }));
    let mut words: Vec<String> = own
        .map(|setting| match setting.kind {
            SettingKind::Table { .. } => format!("[{}]", setting.key),
            _ => setting.key.to_owned(),
        })
        .collect();
    if table.is_empty() {
        let inner = settings.iter().filter(|setting| !setting.table.is_empty());
        words.extend(inner.map(|setting| format!("[{}]", setting.table)));
        words.dedup();
    }
    words.join(", ")
}

/// What the parser says of a line, and at which character, both counted from 0.
pub(super) struct SyntaxFault {
    line: usize,
    column: usize,
    message: String,
}

/// Parses a text. At a fault, the line where the parser stopped becomes a comment, and the parser
/// begins again. The lines of the document are those of the text.
pub(super) fn parse(text: &str) -> (Document<String>, Vec<SyntaxFault>) {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut faults = Vec::new();
    loop {
        let error = match Document::parse(lines.join("\n")) {
            Ok(document) => return (document, faults),
            Err(error) => error,
        };
        let (mut line, mut byte) = (0, error.span().map_or(0, |span| span.start));
        while line + 1 < lines.len() && byte > lines[line].len() {
            byte -= lines[line].len() + 1;
            line += 1;
        }
        let column = lines[line].char_indices().take_while(|(at, _)| *at < byte).count();
        faults.push(SyntaxFault { line, column, message: error.message().to_owned() });
        // A quote that is not closed is reported at the end of the text: then an earlier line is at
        // fault.
        let at_fault = (0..=line).rev().find(|&line| commented(&lines[line]) != lines[line]);
        match at_fault.filter(|_| faults.len() < MAX_SYNTAX_FAULTS) {
            Some(line) => lines[line] = commented(&lines[line]),
            None => lines.iter_mut().for_each(|line| *line = commented(line)),
        }
    }
}

/// A line as a comment without control characters; blank lines and comments stay as they are.
fn commented(line: &str) -> String {
    let line = sanitize(line);
    if line.trim().is_empty() || line.starts_with('#') { line } else { format!("# {line}") }
}

/// Decodes the bytes of a settings file; `file` is its name in the fault.
///
/// # Errors
/// Another encoding than UTF-8, with the place of the first byte that shows it. No part of such a
/// file is read.
pub fn decode(file: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    let problem = |bytes: &[u8], at: usize, fault: &str| {
        let before = &bytes[..at];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        Problem {
            file: file.to_owned(),
            line: before.split(|&byte| byte == b'\n').count(),
            column: String::from_utf8_lossy(&before[line_start..]).chars().count() + 1,
            key: String::new(),
            fault: fault.to_owned(),
            remedy: "save the file as UTF-8".to_owned(),
        }
    };
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(problem(&bytes, 0, "this is UTF-16, not UTF-8"));
    }
    // Text of letters in UTF-16 without a byte order mark is UTF-8, too.
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(problem(&bytes, at, "a zero byte is no text; this may be UTF-16"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let fault = "this character is not UTF-8; it may be Latin-1";
        problem(error.as_bytes(), at, fault)
    })
}

#[cfg(test)]
mod tests {
    use super::decode;

    fn fault(bytes: &[u8]) -> String {
        decode("config.toml", bytes.to_vec()).expect_err("another encoding").to_string()
    }

    #[test]
    fn other_encodings_are_refused_with_place_and_remedy() {
        assert_eq!(decode("", "name = 'Łu'".into()).as_deref(), Ok("name = 'Łu'"));
        let utf_16 = |bytes: fn(u16) -> [u8; 2], mark: &str| -> Vec<u8> {
            format!("{mark}hints = 'off'\n").encode_utf16().flat_map(bytes).collect()
        };
        let wide = "config.toml:1:1: this is UTF-16, not UTF-8; save the file as UTF-8";
        assert_eq!(fault(&utf_16(u16::to_le_bytes, "\u{feff}")), wide);
        assert_eq!(fault(&utf_16(u16::to_be_bytes, "\u{feff}")), wide);
        let without_mark = fault(&utf_16(u16::to_le_bytes, ""));
        assert!(without_mark.starts_with("config.toml:1:2: a zero byte"), "{without_mark}");
        assert_eq!(
            fault(b"hints = 'off'\nname = 'Ren\xe9'\n"),
            "config.toml:2:12: this character is not UTF-8; it may be Latin-1; save the file as \
             UTF-8"
        );
    }
}
