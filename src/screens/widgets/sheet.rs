//! A list, menu, form or page of text as plain data. A screen says its [`Sheet`]; how it is
//! painted, what keys and clicks do in it and how it is read aloud is the same for all of them.

mod input;
mod paint;
mod scroll;

use ratatui::{
    layout::{Position, Rect, Size},
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr as _;

use super::frame::{self, ALL_COLUMNS, TEXT_COLUMNS};
use super::{Field, KeyHint, share_bar, text_lines, wrap};
use crate::{Appearance, Context, keymap::Intent, theme::ColorRole};

pub use input::{SheetInput, letters, unbound_letters};
pub use scroll::Scroll;

/// What a screen says.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub kind: SheetKind,
    pub title: String,
    /// The text above the rows.
    pub text: Vec<Block>,
    /// What can be chosen. Without rows the text is scrolled.
    pub rows: Vec<Row>,
    /// The text below the rows.
    pub foot: Vec<Block>,
    /// A picture at the right of the words, as wide as [`SheetState::side`] said that there is room
    /// for. It says nothing that the words do not say, and is not read aloud.
    pub side: Vec<Line<'static>>,
    /// A field that is written in below everything else.
    pub field: Option<Field>,
    /// What was said last, at the end of a box.
    pub log: Option<String>,
    /// What the keys do.
    pub hints: Vec<KeyHint>,
    /// What stands in the lower border of a box in place of the hints.
    pub footer: Option<String>,
    /// Whether the key of a row only chooses it, and does not what the row is for: what cannot be
    /// undone wants [`Intent::Confirm`].
    pub keys_choose: bool,
    /// Whether the first click on a row does already what the row is for.
    pub is_quick: bool,
    /// Whether [`Intent::Cancel`] does not close it.
    pub stays: bool,
    /// The intent of the map that opens it: its key closes it, too.
    pub opened_by: Option<Intent>,
    /// Whether blank lines are left out where there is no room for all lines of a box.
    pub is_compact: bool,
    /// Whether blank lines stand between the rows.
    pub is_spaced: bool,
    /// Whether the chosen row is marked by its colours alone.
    pub is_unmarked: bool,
    /// Whether reader mode reads its words. Otherwise it reads the picture.
    pub is_read: bool,
    /// What reader mode reads in place of the title and the text.
    pub told: Option<String>,
}

/// How a sheet is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SheetKind {
    /// A box over the screen below, as large as what it says; its text is no wider than this.
    Box { columns: usize },
    /// A box that fills the terminal.
    FullBox,
    /// Text that fills the terminal.
    Page,
    /// Rows with text above them and at the bottom.
    #[default]
    List,
    /// The same, as wide as the terminal.
    WideList,
    /// Rows that are filled in. The foot follows them.
    Form,
    /// Text that scrolls, and below it rows that are chosen by their letters.
    Menu,
}

/// A piece of text.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph, wrapped; an empty one is a blank line.
    Text(String, ColorRole),
    /// A text at the left edge and its worth at the right one, with dots between.
    Sum { text: String, worth: String, role: ColorRole },
    /// A picture at the left of some text, where there is room for it; it is not read aloud.
    Beside { picture: Vec<Line<'static>>, columns: usize, text: Vec<Block> },
    /// A bar as wide as the text, of a share of so much.
    Bar(u32, u32),
    /// A line as it is.
    Line(Line<'static>),
}

/// A row that can be chosen.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The key that chooses it.
    pub key: Option<char>,
    /// The sign between the mark and the text of a row that fills the terminal.
    pub flag: Option<char>,
    /// What stands before the text in colours of its own.
    pub label: Vec<(String, ColorRole)>,
    pub text: String,
    pub role: ColorRole,
    /// What stands at the right edge of a box, or after the text elsewhere.
    pub right: String,
    /// The field that is written in, in place of the text.
    pub field: Option<Field>,
    /// The lines below the row.
    pub below: Vec<Block>,
    /// The heading of the rows from this one on.
    pub heading: &'static str,
    /// What reader mode reads in place of key and text.
    pub told: Option<String>,
}

/// What is remembered of a sheet while it is open.
#[derive(Clone, Debug)]
pub struct SheetState {
    /// The chosen row. `None` where a key that was pressed unread must choose nothing.
    pub chosen: Option<usize>,
    pub scroll: Scroll,
    /// What went wrong, told at the foot until another row is chosen.
    pub problem: String,
    /// The terminal when it was drawn last.
    pub size: Size,
    /// Only rows with this text are shown, and whether it is being written.
    filter: String,
    pub(crate) is_filtering: bool,
    /// Where rows were drawn last.
    spots: Vec<(Rect, usize)>,
    /// Whether the last key was a letter that no row has. The next [`Intent::Confirm`] is for
    /// nothing then: it was meant for that letter, not for the row that is chosen.
    is_key_unknown: bool,
}

impl Default for SheetState {
    fn default() -> Self {
        Self {
            chosen: Some(0),
            scroll: Scroll::default(),
            problem: String::new(),
            size: Size::new(80, 24),
            filter: String::new(),
            is_filtering: false,
            spots: Vec::new(),
            is_key_unknown: false,
        }
    }
}

impl SheetState {
    /// The columns of text on a sheet that fills the terminal, beside the marks for more of it.
    pub fn columns(&self) -> usize {
        self.column(TEXT_COLUMNS).saturating_sub(2)
    }

    /// The columns of a sheet that is as wide as the terminal.
    pub fn wide_columns(&self) -> usize {
        self.column(ALL_COLUMNS)
    }

    fn column(&self, max_columns: u16) -> usize {
        frame::column(Rect::from((Position::ORIGIN, self.size)), max_columns).width.into()
    }

    /// Columns and rows for a picture beside words of a number of columns; `None` where there are
    /// too few.
    pub fn side(&self, words: usize) -> Option<(u16, u16)> {
        let columns = self.size.width.saturating_sub(words as u16 + SIDE_GAP + 4);
        (columns >= MIN_SIDE_COLUMNS).then_some((columns, frame::inner_rows(self.size.height)))
    }

    /// The rows between the title and the keys of a sheet that fills the terminal.
    pub fn rows(&self) -> usize {
        usize::from(frame::inner_rows(self.size.height))
    }

    /// Notes where a row was drawn, for the mouse.
    pub(crate) fn note_row(&mut self, area: Rect, row: usize) {
        self.spots.push((area, row));
    }

    /// What the chosen row stands for.
    pub fn chosen_of<'a, T>(&self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.chosen?)
    }

    /// Chooses the row of what was chosen before, after the rows have changed; the first row if it
    /// is gone.
    pub fn keep<T>(&mut self, all: &[T], was_chosen: impl FnMut(&T) -> bool) {
        self.chosen = Some(all.iter().position(was_chosen).unwrap_or(0));
    }
}

/// The narrowest picture beside a sheet, and the gap between them, in columns.
const MIN_SIDE_COLUMNS: u16 = 25;
const SIDE_GAP: u16 = 3;

/// The word of reader mode before the chosen row.
pub(crate) const CHOSEN: &str = "Chosen: ";

/// The width of the lines of a menu in reader mode.
const READER_COLUMNS: usize = 100;

impl Sheet {
    /// A box over the screen below; its text is no wider than `columns`.
    pub fn boxed(columns: usize, title: impl Into<String>) -> Self {
        Self { kind: SheetKind::Box { columns }, title: title.into(), ..Self::default() }
    }

    /// A page of text.
    pub fn page(title: impl Into<String>) -> Self {
        Self { kind: SheetKind::Page, title: title.into(), ..Self::default() }
    }

    /// A list that fills the terminal.
    pub fn list(title: impl Into<String>) -> Self {
        Self { kind: SheetKind::List, title: title.into(), ..Self::default() }
    }

    /// A form that fills the terminal.
    pub fn form(title: impl Into<String>) -> Self {
        Self { kind: SheetKind::Form, title: title.into(), ..Self::default() }
    }

    /// Text with a menu below it. It stays until an entry is chosen.
    pub fn menu(title: impl Into<String>, context: &Context) -> Self {
        Self {
            kind: SheetKind::Menu,
            title: title.into(),
            hints: context.hints([
                (Intent::Confirm, "choose"),
                (Intent::PageDown, "more"),
                (Intent::PageUp, "back up"),
            ]),
            stays: true,
            is_read: true,
            ..Self::default()
        }
    }

    /// Whether it is a box.
    pub(crate) fn is_box(&self) -> bool {
        matches!(self.kind, SheetKind::Box { .. } | SheetKind::FullBox)
    }

    /// The columns of the picture beside it, with the gap before it.
    fn side_columns(&self) -> u16 {
        let columns = self.side.iter().map(Line::width).max();
        columns.map_or(0, |columns| columns as u16 + SIDE_GAP)
    }

    /// What reader mode says of it; `None` to have the picture read.
    pub(crate) fn read(&self, state: &SheetState, looks: &Appearance) -> Option<Vec<String>> {
        if !self.is_read {
            return None;
        }
        // A menu is read as it is drawn, and sentences elsewhere are left whole.
        let columns = if self.kind == SheetKind::Menu { READER_COLUMNS } else { usize::MAX };
        let read = |blocks: &[Block]| -> Vec<String> {
            blocks.iter().flat_map(|block| block.read(columns, looks)).collect()
        };
        let mut lines = match &self.told {
            Some(told) => vec![told.clone()],
            None => vec![format!("{}.", self.title)],
        };
        if self.told.is_none() {
            lines.extend(read(&self.text));
        }
        for (at, row) in self.shown_rows(state) {
            let chosen = if state.chosen == Some(at) { CHOSEN } else { "" };
            let own = row.told.clone();
            let own = own.unwrap_or_else(|| format!("{}{}", self.key_text(row), row.text));
            lines.push(format!("{chosen}{own}"));
        }
        lines.extend(read(&self.foot));
        lines.push(state.problem.clone());
        if self.kind != SheetKind::Menu {
            lines.retain(|line| !line.is_empty());
        }
        Some(lines)
    }

    /// The rows that the filter leaves, with their places.
    fn shown_rows(&self, state: &SheetState) -> impl Iterator<Item = (usize, &Row)> {
        let filter = state.filter.to_lowercase();
        let is_shown = move |row: &Row| {
            let label = row.label.iter().map(|(text, _)| text);
            let mut texts = label.chain([&row.text]);
            filter.is_empty() || texts.any(|text| text.to_lowercase().contains(&filter))
        };
        self.rows.iter().enumerate().filter(move |(_, row)| is_shown(row))
    }

    /// The title, with the filter.
    fn title(&self, state: &SheetState) -> String {
        let is_plain = state.filter.is_empty() && !state.is_filtering;
        if is_plain { self.title.clone() } else { format!("{}  /{}", self.title, state.filter) }
    }

    /// The key of a row, if it has one, and the gap before its text.
    fn key_text(&self, row: &Row) -> String {
        let gap = if self.kind == SheetKind::Menu { " " } else { "  " };
        row.key.map_or(String::new(), |key| format!("{key}{gap}"))
    }
}

impl Block {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into(), ColorRole::Text)
    }

    pub fn heading(text: impl Into<String>) -> Self {
        Self::Text(text.into(), ColorRole::Title)
    }

    pub fn dim(text: impl Into<String>) -> Self {
        Self::Text(text.into(), ColorRole::Dim)
    }

    pub fn blank() -> Self {
        Self::text("")
    }

    /// A text with a blank line before it.
    pub fn after_blank(text: impl Into<String>) -> [Self; 2] {
        [Self::blank(), Self::text(text)]
    }

    /// Its lines in a number of columns.
    pub fn lines(&self, width: usize, looks: &Appearance) -> Vec<Line<'static>> {
        match self {
            Self::Text(text, role) => text_lines(text, *role, looks, width),
            Self::Sum { text, worth, role } => sum_lines(text, worth, *role, looks, width),
            Self::Beside { picture, columns, text } if width >= columns + MIN_TEXT_BESIDE => {
                let mut beside = text.iter().flat_map(|block| block.lines(width - columns, looks));
                let mut lines = Vec::new();
                for left in picture {
                    let mut line = left.clone();
                    line.spans.push(Span::raw(" ".repeat(columns - left.width())));
                    line.spans.extend(beside.next().as_ref().map(styled_span));
                    lines.push(line);
                }
                let margin = " ".repeat(*columns);
                lines.extend(
                    beside.map(|line| {
                        Line::from(vec![Span::raw(margin.clone()), styled_span(&line)])
                    }),
                );
                lines
            }
            Self::Beside { text, .. } => {
                text.iter().flat_map(|block| block.lines(width, looks)).collect()
            }
            &Self::Bar(own, of) => {
                let role = if own > of { ColorRole::BarLow } else { ColorRole::BarFull };
                vec![share_bar(looks, own, of, width, role).into_iter().collect()]
            }
            Self::Line(line) => vec![line.clone()],
        }
    }

    /// What reader mode says of it.
    fn read(&self, width: usize, looks: &Appearance) -> Vec<String> {
        if let Self::Beside { text, .. } = self {
            return text.iter().flat_map(|block| block.read(width, looks)).collect();
        }
        let is_bar = matches!(self, Self::Bar(..));
        let lines = if is_bar { Vec::new() } else { self.lines(width, looks) };
        lines.iter().map(ToString::to_string).collect()
    }
}

impl Row {
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A row with a key.
    pub fn keyed(key: char, text: impl Into<String>) -> Self {
        Self { key: Some(key), ..Self::new(text) }
    }
}

/// With fewer columns than this left for the text, no picture stands beside it.
const MIN_TEXT_BESIDE: usize = 29;

/// A line of one style as a part of another line.
fn styled_span(line: &Line<'static>) -> Span<'static> {
    Span::styled(line.to_string(), line.style)
}

/// With fewer columns than this left for the text, its worth goes below it.
const MIN_TEXT_COLUMNS: usize = 16;

fn sum_lines(
    text: &str,
    worth: &str,
    role: ColorRole,
    looks: &Appearance,
    width: usize,
) -> Vec<Line<'static>> {
    let style = looks.style(role);
    let room = width.saturating_sub(worth.width() + 2);
    if room < MIN_TEXT_COLUMNS {
        let rows = [text, worth].into_iter().flat_map(|text| wrap(text, width));
        return rows.map(|row| Line::styled(row, style)).collect();
    }
    let mut rows = wrap(text, room);
    let last = rows.pop().unwrap_or_default();
    let mut lines: Vec<Line<'static>> =
        rows.into_iter().map(|row| Line::styled(row, style)).collect();
    let gap = width.saturating_sub(last.width() + worth.width()).max(1);
    let dots = match gap {
        0..4 => " ".repeat(gap),
        _ => format!(" {} ", ".".repeat(gap - 2)),
    };
    lines.push(Line::from(vec![
        Span::styled(last, style),
        Span::styled(dots, looks.style(ColorRole::Border)),
        Span::styled(worth.to_owned(), style),
    ]));
    lines
}
