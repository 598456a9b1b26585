//! Reader mode: the screens said as plain lines, through the same loop and the same keys.
//!
//! Every screen says for itself what there is to read; one that does not is read as it would be drawn.

use std::io::{self, Write};

use ratatui::{
    Terminal, TerminalOptions, Viewport,
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    Context, Frontend, Stack,
    glyphs::GlyphSet,
    reader::Reader,
    terminal::{Backend, Depth},
    widgets::ascii::ascii,
};

/// The front end of lines.
pub struct Lines<W: Write> {
    reader: Reader<W>,
    /// Where screens are drawn that do not read themselves; nobody sees it.
    page: Terminal<Backend<io::Sink>>,
    /// How deep the stack was when it was last read.
    depth: usize,
}

/// Pages are laid out for this size: wide enough that sentences stay whole.
const PAGE: Size = Size { width: 100, height: 60 };

impl<W: Write> Lines<W> {
    /// Lines to a writer.
    ///
    /// # Errors
    /// Never for want of the writer, which is not written to yet.
    pub fn new(out: W) -> io::Result<Self> {
        let viewport = Viewport::Fixed(Rect::from(PAGE));
        let backend = Backend::new(io::sink(), PAGE, Depth::None);
        let page = Terminal::with_options(backend, TerminalOptions { viewport })?;
        Ok(Self { reader: Reader::new(out), page, depth: 0 })
    }
}

impl<W: Write> Frontend for Lines<W> {
    fn show(&mut self, stack: &mut Stack, context: &mut Context) -> io::Result<()> {
        if stack.len() != self.depth {
            self.depth = stack.len();
            self.reader.forget();
        }
        let glyphs = context.looks.glyphs;
        let plain = |line: String| match glyphs {
            GlyphSet::Ascii => line.chars().map(ascii).collect(),
            GlyphSet::Unicode => line,
        };
        if let Some(play) = &mut context.play {
            for line in play.log.take_unread() {
                self.reader.say(&plain(line));
            }
        }
        let state = stack.top().and_then(|top| top.read(context));
        let state = match state {
            Some(lines) => lines,
            None => {
                let drawn = self.page.draw(|frame| {
                    if let Some(top) = stack.top() {
                        top.draw(frame, context);
                    }
                })?;
                rows(drawn.buffer)
            }
        };
        let state: Vec<String> = state.into_iter().map(plain).collect();
        self.reader.state(state.iter().map(String::as_str));
        self.reader.prompt("> ")
    }

    fn resize(&mut self, _: Size) -> io::Result<()> {
        Ok(())
    }

    fn redraw(&mut self) -> io::Result<()> {
        self.reader.forget();
        Ok(())
    }
}

/// What was drawn, row by row, without the frames around it.
fn rows(buffer: &Buffer) -> Vec<String> {
    let is_frame =
        |symbol: &str| matches!(symbol, "+" | "|" | "-" | "─" | "│" | "┌" | "┐" | "└" | "┘");
    let area = buffer.area;
    (area.top()..area.bottom())
        .map(|y| {
            let row: String =
                (area.left()..area.right()).map(|x| buffer[(x, y)].symbol()).collect();
            row
        })
        .map(|row| {
            row.trim_matches(|c: char| c.is_whitespace() || is_frame(c.encode_utf8(&mut [0; 4])))
                .to_owned()
        })
        .filter(|row| !row.is_empty())
        .collect()
}
