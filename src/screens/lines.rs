//! The front end of reader mode: screens as plain lines, with the same loop and the same keys as drawn screens.
//!
//! A screen returns its lines from `accessible_lines`. If it returns none, it is drawn, and its rows are the lines.

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
    reader::{CHOSEN, LineWriter},
    terminal::{Backend, ColorDepth, Paint},
    widgets::wrap,
};

/// The front end that writes lines.
pub struct Lines<W: Write> {
    reader: LineWriter<W>,
    /// The columns of the terminal: longer lines are broken between words, as it would not do.
    columns: usize,
    /// A terminal in memory, into which screens are drawn whose rows are read.
    page: Terminal<Backend<io::Sink>>,
    /// The lines of each open screen when it was last said. When a screen becomes the topmost again, only its new lines are
    /// said.
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

    /// Says what has changed on one of the screens, counted from the bottom, since it was said last.
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
