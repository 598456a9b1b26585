//! Plain lines instead of a screen: for screen readers, braille displays and terminals that can do no more.
//!
//! No cursor is moved and nothing is overwritten: lines are written one after the other, and then a prompt. The screens
//! give the lines, and [`super::lines`] picks the new ones.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Read, Write},
    time::Duration,
};

use super::terminal::{Input, Key, KeyCode, Source, sanitize};

/// The word before the chosen entry of a list.
pub const CHOSEN: &str = "Chosen: ";

/// Writes lines and prompts to a writer.
#[derive(Debug)]
pub struct LineWriter<W: Write> {
    out: W,
    unsaid: String,
    /// Whether a prompt stands at the beginning of the line.
    prompted: bool,
}

impl<W: Write> LineWriter<W> {
    /// A reader that has said nothing yet.
    pub fn new(out: W) -> Self {
        Self { out, unsaid: String::new(), prompted: false }
    }

    /// Adds a line to what is to be said, unless it is blank.
    pub fn say(&mut self, line: &str) {
        let line = sanitize(line);
        if line.trim().is_empty() {
            return;
        }
        if std::mem::take(&mut self.prompted) {
            self.unsaid.push_str("\r\n");
        }
        self.unsaid.push_str(line.trim_end());
        // A terminal in raw mode does not return by itself.
        self.unsaid.push_str("\r\n");
    }

    /// Writes all that is to be said, and a prompt, at once; nothing when there is nothing to say and the
    /// prompt stands there already.
    pub fn prompt(&mut self, text: &str) -> io::Result<()> {
        if self.prompted && self.unsaid.is_empty() {
            return Ok(());
        }
        self.unsaid.push_str(&sanitize(text));
        self.prompted = true;
        self.out.write_all(self.unsaid.as_bytes())?;
        self.unsaid.clear();
        self.out.flush()
    }

    pub fn writer(&self) -> &W {
        &self.out
    }
}

/// The longest line that is taken for keys, in bytes.
const MAX_LINE_BYTES: u64 = 4_096;

/// Keys from typed lines, where a terminal gives nothing before enter is pressed: words that name keys are
/// those keys (`ctrl-s`, `tab`), others are taken letter by letter, and an empty line is enter.
#[derive(Debug)]
pub struct LineKeys<R: BufRead> {
    lines: R,
    keys: VecDeque<Key>,
}

impl<R: BufRead> LineKeys<R> {
    /// Keys from these lines.
    pub fn new(lines: R) -> Self {
        Self { lines, keys: VecDeque::new() }
    }
}

impl<R: BufRead> Source for LineKeys<R> {
    /// Waits for a line however long that takes, unless the timeout is zero; fails at the end.
    fn poll(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        loop {
            if let Some(key) = self.keys.pop_front() {
                return Ok(Input::Key(key));
            }
            if timeout == Some(Duration::ZERO) {
                return Ok(Input::Tick);
            }
            let mut line = Vec::new();
            if self.lines.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.keys.extend(keys_of(&String::from_utf8_lossy(&line)));
        }
    }
}

fn keys_of(line: &str) -> Vec<Key> {
    let line = sanitize(line);
    if line.trim().is_empty() {
        return vec![Key::plain(KeyCode::Enter)];
    }
    line.split_whitespace()
        .flat_map(|word| match word.parse() {
            Ok(key) => vec![key],
            Err(_) => word.chars().map(Key::char).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(reader: &mut LineWriter<Vec<u8>>) -> String {
        String::from_utf8(std::mem::take(&mut reader.out)).unwrap()
    }

    #[test]
    fn lines_are_said_each_time_and_a_prompt_once() {
        let mut reader = LineWriter::new(Vec::new());
        reader.say("A rat bites you.");
        reader.say("A rat bites you.");
        reader.prompt("> ").unwrap();
        assert_eq!(said(&mut reader), "A rat bites you.\r\nA rat bites you.\r\n> ");
        reader.prompt("> ").unwrap();
        assert_eq!(said(&mut reader), "", "nothing when idle");
        reader.say("Health 9 of 12.");
        reader.prompt("> ").unwrap();
        assert_eq!(said(&mut reader), "\r\nHealth 9 of 12.\r\n> ");
    }

    #[test]
    fn nothing_but_lines_gets_out() {
        let mut reader = LineWriter::new(Vec::new());
        reader.say("Bob\x1b[2J\nis here");
        reader.say("  ");
        reader.prompt("\x07> ").unwrap();
        assert_eq!(said(&mut reader), "Bob[2J is here\r\n> ");
    }

    #[test]
    fn typed_lines_are_keys() {
        let mut keys = LineKeys::new(&b"llw\ntab ctrl-s\n\n\x1b[A"[..]);
        let mut names = Vec::new();
        assert_eq!(keys.poll(Some(Duration::ZERO)).unwrap(), Input::Tick);
        while let Ok(Input::Key(key)) = keys.poll(None) {
            names.push(key.to_string());
        }
        assert_eq!(names, ["l", "l", "w", "tab", "ctrl-s", "enter", "[", "A"]);
    }
}
