//! The last lines of the log at the foot of the map.
//!
//! The lines of a turn form a paragraph, to save rows; if the fresh lines need more rows than there
//! are, those of several turns do. Lines that the player has not seen yet never scroll away: what
//! does not fit even so is shown page by page.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Span};
use unicode_width::UnicodeWidthStr;

use crate::{
    Appearance,
    log::{Log, LogLine, Voice},
    theme::ColorRole,
};
use engine::view::Tone;

/// A row of the log on the screen.
type Row<'a> = Vec<Span<'a>>;

const MORE_PROMPT: &str = "-- more: any key --";

/// The part of the fresh lines that has been shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownRows {
    /// The number of rows that the player has seen, including those of earlier pages.
    pub rows: usize,
    /// Whether more rows follow.
    pub more: bool,
    /// Whether the lines of several turns were joined.
    pub joined: bool,
}

/// Draws the newest lines; if the fresh ones do not fit, a page of those that the player has not
/// seen yet.
pub fn draw(area: Rect, buffer: &mut Buffer, looks: Appearance, log: &Log) -> ShownRows {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    // Rows above the fresh ones: no more lines than rows can be needed.
    let before = log.old();
    let kept = before.len().saturating_sub(height);
    let mut rows = paragraphs(&before[kept..], width, false, |line| old(line, looks));
    let mut fresh = paragraphs(log.fresh(), width, log.joined, |line| voice(line, looks));
    let joined = log.joined || fresh.len() > height;
    if joined != log.joined {
        fresh = paragraphs(log.fresh(), width, true, |line| voice(line, looks));
    }
    // Rows that were counted before the lines were joined are other rows.
    let seen = if joined == log.joined { log.seen } else { 0 };
    let shown = fresh.len();
    if !log.is_watched && shown.saturating_sub(seen) > height {
        let page = height.saturating_sub(1).max(1);
        rows = fresh.into_iter().skip(seen).take(page).collect();
        if height > 1 {
            rows.push(vec![Span::styled(MORE_PROMPT, looks.style(ColorRole::Key))]);
        }
        put(area, buffer, rows);
        return ShownRows { rows: seen + page, more: true, joined };
    }
    rows.extend(fresh);
    let first = rows.len().saturating_sub(height);
    put(area, buffer, rows.split_off(first));
    ShownRows { rows: shown, more: false, joined }
}

fn put(area: Rect, buffer: &mut Buffer, rows: Vec<Row<'_>>) {
    for (row, y) in rows.into_iter().zip(area.top()..area.bottom()) {
        buffer.set_line(area.x, y, &row.into(), area.width);
    }
}

/// The style of a line of the log while it is new.
pub fn voice(line: &LogLine, looks: Appearance) -> Style {
    looks.style(match line.voice {
        Voice::Told(tone) => role(tone),
        Voice::Refused => ColorRole::Text,
        Voice::Hint => ColorRole::Hint,
    })
}

/// The colour of what is told in a tone.
pub(super) fn role(tone: Tone) -> ColorRole {
    match tone {
        Tone::Plain => ColorRole::Text,
        Tone::Good | Tone::Work => ColorRole::Good,
        Tone::Bad => ColorRole::Bad,
        Tone::Warning => ColorRole::Warning,
    }
}

fn old(line: &LogLine, looks: Appearance) -> Style {
    match line.voice {
        Voice::Hint => looks.style(ColorRole::Hint),
        _ => looks.style(ColorRole::OldMessage),
    }
}

/// Wraps lines into rows. Lines of one turn, or of all turns, share a paragraph; a hint has its
/// own.
fn paragraphs(
    lines: &[LogLine],
    width: usize,
    joins_turns: bool,
    style: impl Fn(&LogLine) -> Style,
) -> Vec<Row<'static>> {
    let mut rows: Vec<Row<'static>> = Vec::new();
    let mut room = 0;
    let mut before: Option<&LogLine> = None;
    for line in lines {
        let run_on = before.is_some_and(|before| {
            (joins_turns || before.at == line.at)
                && before.voice != Voice::Hint
                && line.voice != Voice::Hint
        });
        if !run_on {
            rows.push(Row::new());
            room = width;
        }
        let style = style(line);
        for word in line.text().split_whitespace() {
            let needed = word.width() + usize::from(room < width);
            if needed > room && room < width {
                rows.push(Row::new());
                room = width;
            }
            let gap = if room < width { " " } else { "" };
            room = room.saturating_sub(word.width() + gap.len());
            if let Some(row) = rows.last_mut() {
                row.push(Span::styled(format!("{gap}{word}"), style));
            }
        }
        before = Some(line);
    }
    rows
}
