//! Plain lines instead of a screen: for screen readers, braille displays and terminals that can do
//! no more.
//!
//! No cursor is moved and nothing is overwritten: lines are written one after the other, and then a
//! prompt. A screen returns its lines from `accessible_lines`; if it returns none, it is drawn, and
//! its rows are the lines.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Read, Write},
    time::Duration,
};

use ratatui::{
    Terminal, TerminalOptions, Viewport,
    buffer::{Buffer, Cell},
    layout::{Rect, Size},
    style::Modifier,
};
use unicode_width::UnicodeWidthStr as _;

use super::{
    Context, Frontend, ScreenStack,
    glyphs::{GlyphSet, ascii},
    terminal::{Backend, ColorDepth, Input, Key, KeyCode, Paint, Source, sanitize},
    widgets::{sheet::CHOSEN, wrap},
};

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

    /// Writes all that is to be said, and a prompt, at once; nothing when there is nothing to say
    /// and the prompt stands there already.
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

/// Keys from typed lines, where a terminal gives nothing before enter is pressed: words that name
/// keys are those keys (`ctrl-s`, `tab`), others are taken letter by letter, and an empty line is
/// enter.
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

/// The front end that writes lines.
pub struct Lines<W: Write> {
    reader: LineWriter<W>,
    /// The columns of the terminal: longer lines are broken between words, as it would not do.
    columns: usize,
    /// A terminal in memory, into which screens are drawn whose rows are read.
    page: Terminal<Backend<io::Sink>>,
    /// The lines of each open screen when it was last said. When a screen becomes the topmost
    /// again, only its new lines are said.
    said: Vec<Vec<String>>,
}

/// The size of the terminal in memory: wide enough that sentences are not broken.
const READ_PICTURE_SIZE: Size = Size { width: 100, height: 60 };

/// No line is broken to be shorter than this.
const MIN_COLUMNS: usize = 20;

impl<W: Write> Lines<W> {
    /// A front end that has said nothing yet, for a terminal of a size.
    pub fn new(out: W, size: Size) -> io::Result<Self> {
        let viewport = Viewport::Fixed(Rect::from(READ_PICTURE_SIZE));
        let backend = Backend::new(
            io::sink(),
            READ_PICTURE_SIZE,
            Paint::on_terminals_ground(ColorDepth::None),
        );
        let page = Terminal::with_options(backend, TerminalOptions { viewport })?;
        let reader = LineWriter::new(out);
        Ok(Self { reader, columns: size.width.into(), page, said: Vec::new() })
    }
}

impl<W: Write> Lines<W> {
    fn say(&mut self, line: &str) {
        // The columns of a table, or of a map, are worth more than its words.
        let is_table = line.trim_start().contains("   ");
        if is_table || line.width() <= self.columns.max(MIN_COLUMNS) {
            return self.reader.say(line);
        }
        for part in wrap(line, self.columns.max(MIN_COLUMNS)) {
            self.reader.say(&part);
        }
    }

    /// Says what has changed on one of the screens, counted from the bottom, since it was said
    /// last.
    fn say_screen(
        &mut self,
        level: usize,
        stack: &mut ScreenStack,
        context: &mut Context,
    ) -> io::Result<()> {
        let lines = if let Some(lines) = stack.accessible_lines(level, context) {
            lines
        } else {
            let drawn = self.page.draw(|frame| stack.draw_level(level, frame, context))?;
            rows(drawn.buffer)
        };
        let glyphs = context.appearance.glyphs;
        let lines: Vec<String> = lines.into_iter().map(|line| plain(line, glyphs)).collect();
        let before = self.said.get(level).map_or(&[][..], Vec::as_slice);
        let was_chosen = |line: &String| before.contains(&format!("{CHOSEN}{line}"));
        let is_new = |line: &&String| !before.contains(line) && !was_chosen(line);
        let news: Vec<String> = lines.iter().filter(is_new).cloned().collect();
        for line in &news {
            self.say(line);
        }
        self.said.truncate(level);
        self.said.push(lines);
        Ok(())
    }
}

impl<W: Write> Frontend for Lines<W> {
    fn show(&mut self, stack: &mut ScreenStack, context: &mut Context) -> io::Result<()> {
        if stack.len() < self.said.len() {
            self.said.truncate(stack.len());
            self.reader.say("Back.");
        }
        stack.update_run(context);
        let glyphs = context.appearance.glyphs;
        if let Some(run) = stack.run_mut() {
            run.is_still = true;
            for line in run.log.take_unread() {
                self.say(&plain(line, glyphs));
            }
        }
        // Several screens may have been opened at once: each is said, the topmost last.
        let top = stack.len().saturating_sub(1);
        for level in self.said.len().min(top)..stack.len() {
            self.say_screen(level, stack, context)?;
            self.reader.prompt("> ")?;
        }
        Ok(())
    }

    fn resize(&mut self, size: Size) -> io::Result<()> {
        self.columns = size.width.into();
        Ok(())
    }

    fn redraw(&mut self) -> io::Result<()> {
        self.said.clear();
        Ok(())
    }
}

/// A line in the player's glyph set.
fn plain(line: String, glyphs: GlyphSet) -> String {
    match glyphs {
        GlyphSet::Ascii => line.chars().map(ascii).collect(),
        GlyphSet::Unicode => line,
    }
}

/// The rows of a picture, without the frames around it.
fn rows(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    (area.top()..area.bottom()).filter_map(|y| row(buffer, y)).collect()
}

fn row(buffer: &Buffer, y: u16) -> Option<String> {
    let cells = || (buffer.area.left()..buffer.area.right()).map(|x| &buffer[(x, y)]);
    let text: String = cells().map(Cell::symbol).collect();
    let is_frame = |c: char| matches!(c, '+' | '|' | '-' | '─' | '│' | '┌' | '┐' | '└' | '┘');
    let text = text.trim_matches(|c: char| c.is_whitespace() || is_frame(c));
    let is_chosen =
        cells().any(|cell| cell.symbol() != " " && cell.modifier.contains(Modifier::REVERSED));
    let chosen = if is_chosen { CHOSEN } else { "" };
    // `CHOSEN` says in words what the mark in the row shows.
    let text = if is_chosen { text.trim_start_matches(['▸', '>']).trim_start() } else { text };
    (!text.is_empty()).then(|| format!("{chosen}{text}"))
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
