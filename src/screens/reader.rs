//! Plain lines instead of a screen: for screen readers, braille displays and terminals that can do
//! no more.
//!
//! No cursor is moved and nothing is overwritten: lines are written one after the other, and then a
//! prompt. A screen returns its lines from `accessible_lines`; if it returns none, it is drawn, and
//! its rows are the lines.

use std::io::{self, Write};

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
    terminal::{Backend, ColorDepth, Paint, sanitize},
    widgets::{sheet::CHOSEN, wrap},
};

/// The front end that writes lines and prompts.
pub struct Lines<W: Write> {
    out: W,
    /// What is written with the next prompt.
    unsaid: String,
    /// Whether a prompt stands at the beginning of the line.
    is_prompted: bool,
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
    pub fn new(out: W, size: Size) -> io::Result<Self> {
        let viewport = Viewport::Fixed(Rect::from(READ_PICTURE_SIZE));
        let backend = Backend::new(
            io::sink(),
            READ_PICTURE_SIZE,
            Paint::on_terminals_ground(ColorDepth::None),
        );
        let page = Terminal::with_options(backend, TerminalOptions { viewport })?;
        Ok(Self {
            out,
            unsaid: String::new(),
            is_prompted: false,
            columns: size.width.into(),
            page,
            said: Vec::new(),
        })
    }

    /// Adds a line to what is to be said, unless it is blank.
    fn say(&mut self, line: &str) {
        // The columns of a table, or of a map, are worth more than its words.
        let is_table = line.trim_start().contains("   ");
        let columns = self.columns.max(MIN_COLUMNS);
        let parts = if is_table || line.width() <= columns {
            vec![line.to_owned()]
        } else {
            wrap(line, columns)
        };
        for part in parts.iter().map(|part| sanitize(part)).filter(|part| !part.trim().is_empty()) {
            // A terminal in raw mode does not return by itself.
            if std::mem::take(&mut self.is_prompted) {
                self.unsaid.push_str("\r\n");
            }
            self.unsaid.push_str(part.trim_end());
            self.unsaid.push_str("\r\n");
        }
    }

    /// Writes all that is to be said, and a prompt, at once; nothing when there is nothing to say
    /// and the prompt stands there already.
    fn prompt(&mut self) -> io::Result<()> {
        if self.is_prompted && self.unsaid.is_empty() {
            return Ok(());
        }
        self.unsaid.push_str("> ");
        self.is_prompted = true;
        self.out.write_all(self.unsaid.as_bytes())?;
        self.unsaid.clear();
        self.out.flush()
    }

    /// Says what has changed on one of the screens, counted from the bottom, since it was said
    /// last.
    fn say_screen(
        &mut self,
        level: usize,
        stack: &mut ScreenStack,
        context: &mut Context,
    ) -> io::Result<()> {
        let lines = match stack.accessible_lines(level, context) {
            Some(lines) => lines,
            None => rows(self.page.draw(|frame| stack.draw_level(level, frame, context))?.buffer),
        };
        let lines: Vec<String> = lines.into_iter().map(|line| plain(line, context)).collect();
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
            self.say("Back.");
        }
        stack.update_run(context);
        if let Some(run) = stack.run_mut() {
            run.is_still = true;
            for line in run.log.take_unread() {
                self.say(&plain(line, context));
            }
        }
        // Several screens may have been opened at once: each is said, the topmost last.
        let top = stack.len().saturating_sub(1);
        for level in self.said.len().min(top)..stack.len() {
            self.say_screen(level, stack, context)?;
            self.prompt()?;
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

fn plain(line: String, context: &Context) -> String {
    match context.appearance.glyphs {
        GlyphSet::Ascii => line.chars().map(|c| ascii(c, &context.catalog.terrain)).collect(),
        GlyphSet::Unicode => line,
    }
}

/// The rows of a picture, without the frames around it.
fn rows(buffer: &Buffer) -> Vec<String> {
    buffer.area.rows().filter_map(|area| row(buffer, area.y)).collect()
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

    #[test]
    fn lines_are_said_each_time_and_a_prompt_once_and_nothing_else_gets_out() {
        let mut lines = Lines::new(Vec::new(), Size::new(80, 24)).unwrap();
        let mut written = |said: &[&str]| {
            for line in said {
                lines.say(line);
            }
            lines.prompt().unwrap();
            String::from_utf8(std::mem::take(&mut lines.out)).unwrap()
        };
        let bitten = "A rat bites you.\r\nA rat bites you.\r\n> ";
        assert_eq!(written(&["A rat bites you."; 2]), bitten);
        assert_eq!(written(&[]), "", "nothing when idle");
        assert_eq!(written(&["Health 9 of 12."]), "\r\nHealth 9 of 12.\r\n> ");
        assert_eq!(written(&["Bob\x1b[2J\nis here", "  "]), "\r\nBob[2J is here\r\n> ");
    }
}
