//! Frames, drawn as the screens draw them, and read back by a terminal.

use std::{fmt::Write as _, num::NonZero};

use proptest::prelude::*;
use ratatui::{
    Frame, Terminal,
    buffer::Buffer,
    layout::{Position, Rect, Size},
    style::{Color, Modifier, Style},
};
use unicode_width::UnicodeWidthStr;

use super::{
    Backend, Paint,
    cell::{BOLD, DIM, ITALIC, REVERSE, TerminalColor, UNDERLINE},
    clamp_size,
};

use base::ColorDepth;

#[derive(Clone, Debug)]
enum Stroke {
    Text(u16, u16, &'static str, Style),
    Fill(Rect, &'static str, Style),
    Restyle(Rect, Style),
    /// The cells of an area come from so many columns and rows on, as far as there are any.
    Shift(Rect, (i32, i32)),
}

#[derive(Clone, Debug)]
enum Step {
    Frame { fresh: bool, strokes: Vec<Stroke>, cursor: Option<(u16, u16)> },
    Resize(u16, u16),
    Clear,
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![
        3 => Just(Color::Reset),
        1 => Just(Color::Red),
        1 => Just(Color::DarkGray),
        1 => any::<u8>().prop_map(Color::Indexed),
        2 => any::<(u8, u8, u8)>().prop_map(|(r, g, b)| Color::Rgb(r, g, b)),
    ]
}

fn style() -> impl Strategy<Value = Style> {
    let modifiers = prop_oneof![
        3 => Just(Modifier::empty()),
        1 => (0..512u16).prop_map(Modifier::from_bits_truncate),
    ];
    (color(), color(), modifiers)
        .prop_map(|(fg, bg, modifiers)| Style::new().fg(fg).bg(bg).add_modifier(modifiers))
}

fn stroke() -> impl Strategy<Value = Stroke> {
    let text = prop::sample::select(vec![
        "@",
        "·",
        "a rat bites you",
        "──┬──",
        "名前",
        "e\u{301}te\u{301}",
        "x  y    z",
        "      ",
        "⚠\u{fe0f}!",
    ]);
    let symbol = prop::sample::select(vec![" ", "#", "·", "木"]);
    let area = (0..90u16, 0..30u16, 1..90u16, 1..12u16).prop_map(|(x, y, width, height)| Rect {
        x,
        y,
        width,
        height,
    });
    prop_oneof![
        4 => (0..90u16, 0..30u16, text, style()).prop_map(|(x, y, t, s)| Stroke::Text(x, y, t, s)),
        1 => (area.clone(), symbol, style()).prop_map(|(area, t, s)| Stroke::Fill(area, t, s)),
        1 => (area.clone(), style()).prop_map(|(area, s)| Stroke::Restyle(area, s)),
        2 => (area, prop_oneof![(Just(0), -9..9), (-20..20, Just(0))])
            .prop_map(|(area, by)| Stroke::Shift(area, by)),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let frame = (
        any::<bool>(),
        prop::collection::vec(stroke(), 0..12),
        prop::option::of((0..100u16, 0..40u16)),
    )
        .prop_map(|(fresh, strokes, cursor)| Step::Frame { fresh, strokes, cursor });
    prop_oneof![
        12 => frame,
        1 => (1..120u16, 1..40u16).prop_map(|(width, height)| Step::Resize(width, height)),
        1 => Just(Step::Clear),
    ]
}

fn draw_strokes(buffer: &mut Buffer, strokes: &[Stroke]) {
    let area = buffer.area;
    for stroke in strokes {
        match *stroke {
            Stroke::Text(x, y, text, style) if x < area.width && y < area.height => {
                buffer.set_string(x, y, text, style);
            }
            Stroke::Text(..) => {}
            Stroke::Fill(fill, symbol, style) => {
                for y in fill.y..fill.bottom().min(area.height) {
                    for x in (fill.x..fill.right().min(area.width)).step_by(if symbol == "木" {
                        2
                    } else {
                        1
                    }) {
                        buffer.set_string(x, y, symbol, style);
                    }
                }
            }
            Stroke::Restyle(restyle, style) => buffer.set_style(restyle.intersection(area), style),
            Stroke::Shift(moved, (right, down)) => {
                let before = buffer.clone();
                for place in moved.intersection(area).positions() {
                    let from = (i32::from(place.x) + right, i32::from(place.y) + down);
                    let from = (
                        from.0.try_into().unwrap_or(u16::MAX),
                        from.1.try_into().unwrap_or(u16::MAX),
                    );
                    // What is two columns wide would be parted.
                    if let Some(cell) = before.cell(from).filter(|cell| cell.symbol().width() < 2) {
                        buffer[place] = cell.clone();
                    }
                }
            }
        }
    }
    // Nobody sees the cell under a right half, and ratatui does not draw it when it comes to light:
    // as in text that ratatui writes, it is empty.
    for y in 0..area.height {
        for x in 1..area.width {
            if buffer[(x - 1, y)].symbol().width() == 2 {
                buffer[(x, y)].reset();
            }
        }
    }
}

fn color_seen(color: vt100::Color) -> TerminalColor {
    match color {
        vt100::Color::Default => TerminalColor::Default,
        vt100::Color::Idx(index) => TerminalColor::Indexed(index),
        vt100::Color::Rgb(r, g, b) => TerminalColor::Rgb(r, g, b),
    }
}

/// The cell of a terminal that differs from the buffer's, in words.
fn difference(buffer: &Buffer, screen: &vt100::Screen, paint: Paint) -> Option<String> {
    let Paint { depth, .. } = paint;
    let plain = paint.plain_pen();
    let nearest = |color, plain| match color {
        Color::Reset => plain,
        color => TerminalColor::nearest(color, depth),
    };
    for y in 0..buffer.area.height {
        let mut hidden_until = 0;
        for x in 0..buffer.area.width {
            if x < hidden_until {
                continue;
            }
            let cell = &buffer[(x, y)];
            let seen = screen.cell(y, x)?;
            let (width, text) = match cell.symbol() {
                // Two columns by decree of the variation selector, which not all terminals obey:
                // the backend writes what is sure to be one column, and a blank.
                "⚠\u{fe0f}" => (2, "⚠"),
                // No room for its right half.
                "名" | "前" | "木" if x + 1 == buffer.area.width => (1, " "),
                "名" | "前" | "木" => (2, cell.symbol()),
                text => (1, text),
            };
            hidden_until = x + width;
            let seen_text = if seen.contents().is_empty() { " " } else { seen.contents() };
            let modifiers = [
                (seen.bold(), BOLD),
                (seen.dim(), DIM),
                (seen.italic(), ITALIC),
                (seen.underline(), UNDERLINE),
                (seen.inverse(), REVERSE),
            ];
            let attributes =
                modifiers.iter().filter(|(on, _)| *on).fold(0, |all, (_, bit)| all | bit);
            let coloured = depth != ColorDepth::None;
            let wanted = [
                (Modifier::BOLD, BOLD, true),
                (Modifier::DIM, DIM, coloured && !cell.modifier.contains(Modifier::BOLD)),
                (Modifier::ITALIC, ITALIC, coloured),
                (Modifier::UNDERLINED, UNDERLINE, true),
                (Modifier::REVERSED, REVERSE, true),
            ]
            .iter()
            .filter(|(flag, _, shown)| *shown && cell.modifier.contains(*flag))
            .fold(0, |all, (_, bit, _)| all | bit);
            let visible = if text == " " { UNDERLINE | REVERSE } else { u8::MAX };
            let mut same = seen_text == text
                && attributes & visible == wanted & visible
                && color_seen(seen.bgcolor()) == nearest(cell.bg, plain.bg);
            if text != " " || wanted & visible != 0 {
                same &= color_seen(seen.fgcolor()) == nearest(cell.fg, plain.fg);
            }
            if !same {
                let mut text = String::new();
                let _ = write!(text, "at {x},{y}: wanted {cell:?}, the terminal shows {seen:?}");
                return Some(text);
            }
        }
    }
    None
}

proptest! {
    #[test]
    fn a_terminal_shows_the_buffer_cell_for_cell(
        (width, height) in prop_oneof![Just((80, 24)), (1..120u16, 1..40u16)],
        depth in prop::sample::select(ColorDepth::ALL.to_vec()),
        plain in prop::option::of((color(), color())),
        erases_to_color: bool,
        steps in prop::collection::vec(step(), 1..14),
    ) {
        let paint = Paint { depth, plain, erases_to_color };
        let mut size = clamp_size(width, height);
        let sides = |size: Size| (NonZero::new(size.height).unwrap(), NonZero::new(size.width)
            .unwrap());
        let (rows, columns) = sides(size);
        let mut seen = vt100::Parser::new(rows, columns, 0);
        let mut terminal = Terminal::new(Backend::new(Vec::new(), size, paint)).unwrap();
        let mut picture = Buffer::empty(Rect::from((Position::ORIGIN, size)));
        for step in steps {
            match step {
                Step::Resize(width, height) => {
                    size = clamp_size(width, height);
                    // A resized terminal may keep anything of its old text.
                    let (rows, columns) = sides(size);
                    seen.screen_mut().set_size(rows, columns);
                    seen.process(b"\x1b[1;31mleft over");
                    terminal.backend_mut().set_size(size);
                    picture = Buffer::empty(Rect::from((Position::ORIGIN, size)));
                }
                Step::Clear => {
                    terminal.clear().unwrap();
                }
                Step::Frame { fresh, strokes, cursor } => {
                    if fresh {
                        picture.reset();
                    }
                    draw_strokes(&mut picture, &strokes);
                    let draw = |frame: &mut Frame<'_>| {
                        frame.buffer_mut().clone_from(&picture);
                        if let Some(cursor) = cursor {
                            frame.set_cursor_position(cursor);
                        }
                    };
                    for _ in 0..2 {
                        terminal.draw(draw).unwrap();
                        let bytes = std::mem::take(terminal.backend_mut().writer_mut());
                        process(&mut seen, &bytes, erases_to_color);
                        let differs = difference(&picture, seen.screen(), paint);
                        prop_assert!(differs.is_none(), "{}", differs.unwrap_or_default());
                        prop_assert_eq!(seen.screen().hide_cursor(), cursor.is_none());
                        if let Some((x, y)) = cursor {
                            let at = (y.min(size.height - 1), x.min(size.width - 1));
                            prop_assert_eq!(seen.screen().cursor_position(), at);
                        }
                    }
                    terminal.draw(draw).unwrap();
                    prop_assert!(terminal.backend().writer().is_empty(), "an idle frame wrote \
                        bytes");
                }
            }
        }
    }
}

/// Has a terminal read bytes. One that erases to its own ground loses its colours before it does.
fn process(terminal: &mut vt100::Parser, bytes: &[u8], erases_to_color: bool) {
    if erases_to_color {
        return terminal.process(bytes);
    }
    let mut start = 0;
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| b"JKX".contains(byte)) {
        let sequence =
            bytes[start..at].iter().rposition(|&byte| byte == b'\x1b').map(|i| start + i);
        let Some(sequence) = sequence.filter(|&i| is_control_sequence(&bytes[i..at])) else {
            continue;
        };
        terminal.process(&bytes[start..sequence]);
        let before = terminal.screen().attributes_formatted();
        terminal.process(b"\x1b[m");
        terminal.process(&bytes[sequence..=at]);
        terminal.process(before.as_bytes());
        start = at + 1;
    }
    terminal.process(&bytes[start..]);
}

/// Whether bytes are the beginning of a control sequence without its last byte.
fn is_control_sequence(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\x1b[").is_some_and(|rest| rest.iter().all(u8::is_ascii_digit))
}

fn bytes_of(paint: Paint, first: &[&str], draw: impl Fn(&mut Buffer)) -> String {
    let size = Size { width: 40, height: 8 };
    let mut terminal = Terminal::new(Backend::new(Vec::new(), size, paint)).unwrap();
    let mut picture = Buffer::empty(Rect::from((Position::ORIGIN, size)));
    for (y, line) in first.iter().enumerate() {
        picture.set_string(0, y as u16, line, Style::new());
    }
    terminal.draw(|frame| frame.buffer_mut().clone_from(&picture)).unwrap();
    terminal.backend_mut().writer_mut().clear();
    draw(&mut picture);
    terminal.draw(|frame| frame.buffer_mut().clone_from(&picture)).unwrap();
    String::from_utf8(terminal.backend().writer().clone()).unwrap()
}

#[test]
fn a_step_is_a_few_bytes() {
    let bytes =
        bytes_of(Paint::on_terminals_ground(ColorDepth::Sixteen), &["", "....@...."], |buffer| {
            buffer.set_string(4, 1, ".@", Style::new());
        });
    // From behind the row that was drawn last.
    assert_eq!(bytes, "\x1b[5D.@");
}

#[test]
fn what_is_erased_is_not_written_as_blanks() {
    let line = "a long line that fills the whole row now";
    let bytes = bytes_of(Paint::on_terminals_ground(ColorDepth::Sixteen), &[line, ""], |buffer| {
        buffer.set_string(2, 0, " ".repeat(38), Style::new());
    });
    assert_eq!(bytes, "\x1b[;3H\x1b[K");
}

#[test]
fn what_is_erased_has_the_ground_where_the_terminal_can() {
    let line = "a long line that fills the whole row now";
    let bytes = |erases_to_color| {
        let plain = Some((Color::Gray, Color::Black));
        let paint = Paint { depth: ColorDepth::Sixteen, plain, erases_to_color };
        bytes_of(paint, &[line, ""], |buffer| {
            buffer.set_string(2, 0, " ".repeat(38), Style::new());
        })
    };
    assert_eq!(bytes(true), "\x1b[;3H\x1b[K");
    assert_eq!(bytes(false), format!("\x1b[;3H{}", " ".repeat(38)));
}

#[test]
fn control_characters_in_a_cell_do_not_get_out() {
    let bytes = bytes_of(Paint::on_terminals_ground(ColorDepth::Sixteen), &[], |buffer| {
        buffer[(0, 0)].set_symbol("\x1b]0;owned\x07");
        buffer[(0, 1)].set_symbol("\u{9b}");
        buffer[(0, 2)].set_symbol("\u{202e}");
    });
    assert_eq!(bytes, "?\n\x08?\n\x08?");
}

#[test]
fn sizes_nobody_can_have_are_clamped() {
    let huge = Size { width: u16::MAX, height: u16::MAX };
    let backend = Backend::new(Vec::new(), huge, Paint::on_terminals_ground(ColorDepth::None));
    assert_eq!(ratatui::backend::Backend::size(&backend).unwrap(), super::backend::MAX_SIZE);
    assert_eq!(clamp_size(0, 0), super::backend::MIN_SIZE);
}

/// A map of a size, from a column and a row on, beside a panel that stays.
fn draw_map(buffer: &mut Buffer, (left, top): (u16, u16)) {
    for y in 0..8 {
        for x in 0..30 {
            let at = (x + left) * 7 + (y + top) * 11;
            let sign = char::from(b'a' + (at % 23) as u8).to_string();
            buffer.set_string(x, y, sign, Style::new().fg(Color::Indexed((at % 6) as u8 + 1)));
        }
        buffer.set_string(30, y, format!("panel {y}"), Style::new());
    }
}

#[test]
fn a_map_that_moves_is_moved_by_the_terminal() {
    let bytes = |to| {
        let paint = Paint::on_terminals_ground(ColorDepth::Sixteen);
        let size = Size { width: 40, height: 8 };
        let mut terminal = Terminal::new(Backend::new(Vec::new(), size, paint)).unwrap();
        terminal.draw(|frame| draw_map(frame.buffer_mut(), (5, 5))).unwrap();
        terminal.backend_mut().writer_mut().clear();
        terminal.draw(|frame| draw_map(frame.buffer_mut(), to)).unwrap();
        String::from_utf8(terminal.backend().writer().clone()).unwrap()
    };
    let other = bytes((9, 9));
    for (to, control) in [((5, 7), "\x1b[2M"), ((5, 3), "\x1b[2L"), ((9, 5), "\x1b[4P")] {
        let bytes = bytes(to);
        assert!(bytes.contains(control), "{bytes:?}");
        assert!(2 * bytes.len() < other.len(), "{} of {}", bytes.len(), other.len());
    }
}
