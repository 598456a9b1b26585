//! The game's one ratatui backend, over any writer.
//!
//! It is told its size and its colours and never asks the terminal for anything, so it serves a
//! local terminal, a connection and a test alike. It keeps the screen that the terminal shows; a
//! frame is the difference to the screen that is wanted, in one write, and no write when there is
//! no difference. Control characters in a cell are never written.
//!
//! A [`TerminalMode`] is the bytes that take a terminal over and give it back, for any writer too:
//! [`LocalTerminal`](super::LocalTerminal) writes them to the terminal of the process, a server's
//! session to its connection.

use std::io::{self, Write};

use ratatui::{
    backend::{ClearType, WindowSize},
    buffer::Cell,
    layout::{Position, Size},
    style::Color,
};

use base::ColorDepth;

use super::{
    cell::{Paint, Pen, TerminalCell, TerminalColor},
    encode::Encoder,
    screen::TerminalScreen,
    svg,
};

/// The least size a screen is laid out for, in columns and rows.
pub(crate) const MIN_SIZE: Size = Size { width: 20, height: 5 };
/// The largest size that is used, however large the terminal claims to be.
pub(crate) const MAX_SIZE: Size = Size { width: 500, height: 200 };

/// A frame of more bytes than this is shown in one go by terminals that can (synchronised output,
/// which costs 16 bytes); a smaller one arrives in one piece anyway.
const MAX_PLAIN_FRAME_BYTES: usize = 1_000;
const SYNCHRONISE: &[u8] = b"\x1b[?2026h";
const SYNCHRONISE_END: &[u8] = b"\x1b[?2026l";

/// The size within what the game can use.
pub(crate) fn clamp_size(width: u16, height: u16) -> Size {
    Size {
        width: width.clamp(MIN_SIZE.width, MAX_SIZE.width),
        height: height.clamp(MIN_SIZE.height, MAX_SIZE.height),
    }
}

/// Draws on a terminal at the other end of a writer.
#[derive(Debug)]
pub struct Backend<W: Write> {
    out: W,
    paint: Paint,
    /// The pen for cells without colours.
    plain: Pen,
    /// What the terminal shows; `None` when that is not known.
    shown: Option<TerminalScreen>,
    wanted: TerminalScreen,
    encoder: Encoder,
    /// Whether the terminal shows its cursor; `None` when that is not known.
    cursor_shown: Option<bool>,
    cursor_wanted: bool,
    cursor: Position,
    frame: Vec<u8>,
}

impl<W: Write> Backend<W> {
    /// A backend for a terminal of a size (clamped) and colours. The first frame draws everything.
    pub fn new(out: W, size: Size, paint: Paint) -> Self {
        let size = clamp_size(size.width, size.height);
        let plain = paint.plain_pen();
        Self {
            out,
            paint,
            plain,
            shown: None,
            wanted: TerminalScreen::blank(size.width, size.height, plain.bg),
            encoder: Encoder::default(),
            cursor_shown: None,
            cursor_wanted: false,
            cursor: Position::ORIGIN,
            frame: Vec::new(),
        }
    }

    /// Sets the size (clamped). The next frame draws everything, even if the size is as it was: the
    /// terminal may have moved its text about.
    pub fn set_size(&mut self, size: Size) {
        let size = clamp_size(size.width, size.height);
        if size != (Size { width: self.wanted.width, height: self.wanted.height }) {
            self.wanted = TerminalScreen::blank(size.width, size.height, self.plain.bg);
        }
        self.forget();
    }

    /// Forgets what the terminal shows, after something else wrote to it: the next frame draws
    /// everything.
    pub fn forget(&mut self) {
        self.shown = None;
        self.cursor_shown = None;
        self.encoder.forget();
    }

    pub fn paint(&self) -> Paint {
        self.paint
    }

    /// Changes the colours. Call `Terminal::clear` afterwards, so that cells drawn already change
    /// too.
    pub fn set_paint(&mut self, paint: Paint) {
        self.paint = paint;
        self.plain = paint.plain_pen();
    }

    pub fn writer(&self) -> &W {
        &self.out
    }

    /// The screen as a picture with a title, in SVG. `plain` is what the terminal's own colours are
    /// drawn with, of text and of what is behind it.
    pub fn to_svg(&self, plain: (Color, Color), title: &str) -> String {
        let rgb = |color| TerminalColor::nearest(color, ColorDepth::Truecolor).rgb([0; 3]);
        svg::draw(&self.wanted, [rgb(plain.0), rgb(plain.1)], title)
    }

    /// The writer. After writing to it, call [`Self::forget`].
    pub fn writer_mut(&mut self) -> &mut W {
        &mut self.out
    }

    fn encode(&mut self) {
        let shown = self.shown.get_or_insert_with(|| {
            let can_erase = self.paint.can_erase(self.plain.bg);
            let ground = if can_erase { self.plain.bg } else { TerminalColor::Default };
            self.encoder.clear(TerminalCell::blank(ground), &mut self.frame);
            self.wanted.touch();
            TerminalScreen::blank(self.wanted.width, self.wanted.height, ground)
        });
        if self.cursor_shown != Some(self.cursor_wanted) && !self.cursor_wanted {
            self.frame.extend_from_slice(b"\x1b[?25l");
        }
        self.encoder.frame(shown, &mut self.wanted, self.paint, &mut self.frame);
        if self.cursor_wanted {
            let x = self.cursor.x.min(self.wanted.width - 1);
            let y = self.cursor.y.min(self.wanted.height - 1);
            self.encoder.move_to(shown, (x, y), &mut self.frame);
            if self.cursor_shown != Some(true) {
                self.frame.extend_from_slice(b"\x1b[?25h");
            }
        }
        self.cursor_shown = Some(self.cursor_wanted);
    }
}

impl<W: Write> ratatui::backend::Backend for Backend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let blank = TerminalCell::blank(self.plain.bg);
        for (x, y, cell) in content {
            if x >= self.wanted.width || y >= self.wanted.height {
                continue;
            }
            let (glyph, columns) = TerminalCell::of(cell, self.paint.depth, self.plain);
            let x = usize::from(x);
            let row = self.wanted.row_mut(y);
            let end = (x + columns).min(row.len());
            // What is left of a wide character that loses a half is an empty cell, as in ratatui's
            // buffers; ratatui does not draw the half that comes to light.
            if x > 0 && row[x].is_continuation() {
                row[x - 1] = blank;
            }
            if end < row.len() && row[end].is_continuation() {
                row[end] = blank;
            }
            row[x..end].fill(blank);
            row[x] = glyph;
            if glyph.is_wide() && end > x + 1 {
                row[x + 1] = glyph.continuation();
            } else if glyph.is_wide() {
                row[x] = glyph.blanked();
            }
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.cursor_wanted = false;
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.cursor_wanted = true;
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.cursor)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.cursor = position.into();
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.wanted.fill(TerminalCell::blank(self.plain.bg));
        self.forget();
        Ok(())
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        let (x, y) = (usize::from(self.cursor.x), self.cursor.y);
        let height = self.wanted.height;
        let blank = TerminalCell::blank(self.plain.bg);
        let (rows, columns) = match clear_type {
            ClearType::All => return self.clear(),
            ClearType::AfterCursor => ((y + 1).min(height)..height, x..usize::MAX),
            ClearType::BeforeCursor => (0..y.min(height), 0..x + 1),
            ClearType::CurrentLine => (0..0, 0..usize::MAX),
            ClearType::UntilNewLine => (0..0, x..usize::MAX),
        };
        for row in rows {
            self.wanted.row_mut(row).fill(blank);
        }
        if y < self.wanted.height {
            let row = self.wanted.row_mut(y);
            let end = columns.end.min(row.len());
            row[columns.start.min(end)..end].fill(blank);
        }
        Ok(())
    }

    fn size(&self) -> io::Result<Size> {
        Ok(Size { width: self.wanted.width, height: self.wanted.height })
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.frame.clear();
        self.encode();
        if self.frame.is_empty() {
            return Ok(());
        }
        if self.frame.len() > MAX_PLAIN_FRAME_BYTES {
            self.frame.splice(0..0, SYNCHRONISE.iter().copied());
            self.frame.extend_from_slice(SYNCHRONISE_END);
        }
        let written = self.out.write_all(&self.frame).and_then(|()| self.out.flush());
        if written.is_err() {
            self.forget();
        }
        written
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalMode {
    /// All of it, on its alternate screen; with `mouse` its clicks are reported too.
    Screen { mouse: bool },
    /// Line by line below what is there, as screen readers and the simplest terminals need it.
    Lines,
}

/// Alternate screen, hidden cursor, pastes marked.
const ENTER_SCREEN: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h";
/// Keys told apart where the terminal can, as in kitty's protocol: the keypad, Esc (1), and what a
/// key is on the usual layout (4). These flags come on top of those that were set before, which
/// leaving takes up again.
const PUSH_KEY_FLAGS: &[u8] = b"\x1b[>5u";
/// The same in place of those that are set now.
const SET_KEY_FLAGS: &[u8] = b"\x1b[=5u";
const ENTER_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1006h";
/// Two signs that East Asian terminals may draw two columns wide (UAX #11, "ambiguous"), in the
/// second row, since an answer of the first may be F3; and the question where the cursor is then.
const ASK_SIGN_WIDTH: &str = "\x1b[2;1H·─\x1b[6n";
/// The question which ground the terminal has (xterm's OSC 11). It ends with BEL, which every
/// terminal knows that knows control strings.
const ASK_GROUND: &[u8] = b"\x1b]11;?\x07";
/// Undoes both, and whatever a broken frame left behind.
const LEAVE_SCREEN: &[u8] =
    b"\x1b[?2026l\x1b[<u\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[m\x1b[?25h\x1b[?1049l";

impl TerminalMode {
    pub fn enter(self, out: &mut impl Write) -> io::Result<()> {
        self.write_entry(PUSH_KEY_FLAGS, out)
    }

    /// Writes what takes the terminal over if it may be taken already, as after a stop of which
    /// nothing was heard.
    pub fn enter_again(self, out: &mut impl Write) -> io::Result<()> {
        self.write_entry(SET_KEY_FLAGS, out)
    }

    fn write_entry(self, key_flags: &[u8], out: &mut impl Write) -> io::Result<()> {
        let Self::Screen { mouse } = self else { return Ok(()) };
        let mouse = if mouse { ENTER_MOUSE } else { &[] };
        out.write_all(&[ENTER_SCREEN, key_flags, mouse].concat())
    }

    /// Writes a question to which the answer is how wide the terminal draws the signs of the
    /// Unicode set, for [`InputParser::await_sign_width`](super::InputParser::await_sign_width).
    /// What it leaves on the screen has to be drawn over.
    pub fn ask_sign_width(out: &mut impl Write) -> io::Result<()> {
        out.write_all(ASK_SIGN_WIDTH.as_bytes())?;
        out.flush()
    }

    /// Writes a question to which the answer is the terminal's ground, for
    /// [`InputParser::await_ground`](super::InputParser::await_ground). Some never answer.
    pub fn ask_ground(out: &mut impl Write) -> io::Result<()> {
        out.write_all(ASK_GROUND)?;
        out.flush()
    }

    /// Writes what gives the terminal back as [`TerminalMode::enter`] found it.
    pub fn leave(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Screen { .. } => out.write_all(LEAVE_SCREEN),
            Self::Lines => Ok(()),
        }
    }
}
