//! The painter of sheets.

use std::ops::Range;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr as _;

use super::{Block, Row, SIDE_GAP, Sheet, SheetKind, SheetState};
use crate::{
    Appearance,
    glyphs::GlyphId,
    theme::ColorRole,
    widgets::{
        fit,
        frame::{ALL_COLUMNS, TEXT_COLUMNS, draw_box, draw_frame, draw_lines, draw_scroll_bar},
        hint_text, pad, wrap,
    },
};

/// The widest box; longer lines are hard to read.
const MAX_BOX_COLUMNS: u16 = 78;
/// How far the lines below a row stand in.
const BOX_INDENT: usize = 3;
const FORM_INDENT: usize = 8;
/// The columns of what stands at the right edge of a row in a box.
const RIGHT_COLUMNS: usize = 5;

/// Lines, and the row that each of them belongs to.
#[derive(Default)]
pub(crate) struct DrawnRows {
    pub lines: Vec<Line<'static>>,
    rows: Vec<Option<usize>>,
    /// The lines of the chosen row, and of its text alone.
    chosen: Range<usize>,
    chosen_text: Range<usize>,
}

impl DrawnRows {
    fn push(&mut self, lines: impl IntoIterator<Item = Line<'static>>, row: Option<usize>) {
        self.lines.extend(lines);
        self.rows.resize(self.lines.len(), row);
    }

    /// Draws as many lines as an area has room for, those of the chosen row among them. Returns
    /// their range.
    pub(crate) fn draw(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        state: &mut SheetState,
    ) -> Range<usize> {
        state.spots.clear();
        let count = self.lines.len();
        state.scroll.range(count, area.height);
        if !self.chosen.is_empty() {
            state.scroll.show(self.chosen.end - 1);
            state.scroll.show(self.chosen.start);
        }
        let shown = state.scroll.range(count, area.height);
        draw_cut(frame, area, &self.lines[shown.clone()]);
        for (y, line) in (area.y..).zip(shown.clone()) {
            if let Some(row) = self.rows[line] {
                state.note_row(Rect { y, height: 1, ..area }, row);
            }
            if line == self.chosen.start && !self.chosen.is_empty() {
                frame.set_cursor_position(Position { x: area.x, y });
            }
        }
        shown
    }
}

impl Sheet {
    /// Draws it, and remembers where its rows are.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, state: &mut SheetState, looks: &Appearance) {
        state.spots.clear();
        match self.kind {
            SheetKind::Box { .. } | SheetKind::FullBox => self.draw_box(frame, state, looks),
            SheetKind::Menu => self.draw_menu(frame, state, looks),
            SheetKind::Page | SheetKind::List | SheetKind::WideList | SheetKind::Form => {
                self.draw_whole(frame, state, looks);
            }
        }
    }

    /// Its rows as lines of a width, for a screen that draws itself.
    pub(crate) fn row_lines(
        &self,
        state: &SheetState,
        width: usize,
        looks: &Appearance,
    ) -> DrawnRows {
        let mut lines = DrawnRows::default();
        self.push_rows(&mut lines, width, state, looks);
        lines
    }

    /// Whether all lines of a box without rows fit the terminal, without blank lines if it is
    /// compact.
    pub(crate) fn fits(&self, state: &SheetState, looks: &Appearance) -> bool {
        self.text_rows(state, looks) + 2 <= usize::from(state.size.height)
    }

    /// The rows that its text takes at least.
    pub(crate) fn text_rows(&self, state: &SheetState, looks: &Appearance) -> usize {
        let mut lines = to_lines(&self.text, self.box_columns(state.size.width), looks);
        lines.retain(|line| !self.is_compact || line.width() > 0);
        lines.len()
    }

    /// The columns of text in a box on a terminal of a width.
    fn box_columns(&self, width: u16) -> usize {
        let room = usize::from(width.saturating_sub(4 + self.side_columns()));
        if let SheetKind::Box { columns } = self.kind { columns.min(room) } else { room }
    }

    fn draw_box(&self, frame: &mut Frame<'_>, state: &mut SheetState, looks: &Appearance) {
        let all = frame.area();
        let width = self.box_columns(all.width);
        let mut lines = DrawnRows::default();
        lines.push(to_lines(&self.text, width, looks), None);
        self.push_rows(&mut lines, width, state, looks);
        let mut foot = self.box_foot(width, state, looks);
        if self.is_compact && lines.lines.len() + foot.len() + 2 > usize::from(all.height) {
            foot.retain(|line| line.width() > 0);
            if self.rows.is_empty() {
                lines.lines.retain(|line| line.width() > 0);
            }
        }
        let hints = hint_text(&self.hints);
        let footer = self.footer.as_ref().unwrap_or(&hints);
        let area = match self.kind {
            SheetKind::FullBox => all,
            _ => self.box_area(all, lines.lines.iter().chain(&foot), footer),
        };
        let inner = draw_box(area, frame.buffer_mut(), *looks, &self.title(state), footer);
        let inner = self.draw_side(frame, inner);
        let height = usize::from(inner.height);
        let foot_rows = foot.len().min(height.saturating_sub(lines.lines.len()).max(height / 2));
        let foot_area =
            Rect { y: inner.bottom() - foot_rows as u16, height: foot_rows as u16, ..inner };
        draw_cut(frame, foot_area, &foot);
        let inner = Rect { height: inner.height - foot_rows as u16, ..inner };
        let shown = lines.draw(frame, inner, state);
        for line in shown.clone().filter(|line| lines.chosen_text.contains(line)) {
            let row = Rect { y: inner.y + (line - shown.start) as u16, height: 1, ..inner };
            frame.buffer_mut().set_style(row, looks.style(ColorRole::Selected));
        }
        // The bar stands in the border.
        let right = area.right().saturating_sub(self.side_columns() + 1);
        let beside = Rect { width: right.saturating_sub(inner.x), ..inner };
        let role = ColorRole::Key;
        draw_scroll_bar(beside, frame.buffer_mut(), looks, role, (shown, lines.lines.len()));
    }

    /// The area of a box in the middle of the terminal.
    fn box_area<'a>(
        &self,
        all: Rect,
        lines: impl Iterator<Item = &'a Line<'static>> + Clone,
        footer: &str,
    ) -> Rect {
        let height = lines.clone().count().max(self.side.len()) as u16;
        let height = (height + 2).min(all.height);
        let longest = lines.map(Line::width).max().unwrap_or(0);
        let longest = longest.max(self.title.chars().count() + 4).max(footer.chars().count() + 2);
        let width = (longest as u16 + 4).min(MAX_BOX_COLUMNS) + self.side_columns();
        let width = width.min(all.width);
        Rect {
            x: all.x + (all.width - width) / 2,
            y: all.y + (all.height - height) / 2,
            width,
            height,
        }
    }

    /// Draws the picture at the right edge of an area, and returns what is left of that.
    fn draw_side(&self, frame: &mut Frame<'_>, area: Rect) -> Rect {
        let columns = self.side_columns();
        let left = Rect { width: area.width.saturating_sub(columns), ..area };
        let side = Rect { x: left.right() + SIDE_GAP.min(columns), ..area }.intersection(area);
        draw_cut(frame, side, &self.side);
        left
    }

    /// The lines at the end of a box.
    fn box_foot(&self, width: usize, state: &SheetState, looks: &Appearance) -> Vec<Line<'static>> {
        let told = |text: &str, role| [Block::blank(), Block::Text(text.to_owned(), role)];
        let notice = told("Nothing here has that letter.", ColorRole::Warning);
        let foot = if state.is_key_unknown { &notice[..] } else { &self.foot[..] };
        let mut lines = to_lines(foot, width, looks);
        if let Some(log) = &self.log {
            lines.extend(to_lines(&told(log, ColorRole::Dim), width, looks));
        }
        lines
    }

    fn draw_whole(&self, frame: &mut Frame<'_>, state: &mut SheetState, looks: &Appearance) {
        let is_wide = self.kind == SheetKind::WideList;
        let columns = if is_wide { ALL_COLUMNS } else { TEXT_COLUMNS + self.side_columns() };
        let area = draw_frame(frame, looks, columns, &self.title(state), &self.hints);
        let mut area = self.draw_side(frame, area);
        let width = usize::from(area.width);
        if let Some(field) = &self.field {
            area.height = area.height.saturating_sub(1);
            field.draw(frame, Rect { y: area.bottom(), height: 1, ..area }, looks, true);
        }
        let mut text = to_lines(&self.text, width.saturating_sub(2), looks);
        let mut foot = Vec::new();
        if self.is_spaced {
            foot.push(Line::default());
        }
        foot.extend(problem_lines(state, width, looks));
        foot.extend(to_lines(&self.foot, width, looks));
        if self.rows.is_empty() {
            text.extend(foot);
            state.scroll.draw(frame, area, looks, &text);
            return;
        }
        let above = text.len().min(usize::from(area.height.saturating_sub(1)));
        text.truncate(above);
        draw_lines(area, frame.buffer_mut(), &text);
        let area = below(area, above);
        let mut lines = DrawnRows::default();
        self.push_rows(&mut lines, width, state, looks);
        let height = usize::from(area.height);
        let rows = if self.kind == SheetKind::Form {
            height.saturating_sub(foot.len()).clamp(height.min(1), lines.lines.len().max(1))
        } else {
            let spared = if height >= 10 { 4 } else { 2 };
            foot.truncate(height.saturating_sub(spared));
            height.saturating_sub(foot.len() + usize::from(height >= 9))
        };
        let list = Rect { height: rows as u16, ..area };
        let shown = lines.draw(frame, list, state);
        state.scroll.draw_bar(frame, list, looks);
        self.draw_field(frame, list, &lines, &shown, state, looks);
        let air = usize::from(self.kind != SheetKind::Form && height >= 9);
        draw_lines(below(area, rows + air), frame.buffer_mut(), &foot);
    }

    fn draw_menu(&self, frame: &mut Frame<'_>, state: &mut SheetState, looks: &Appearance) {
        let columns = TEXT_COLUMNS + self.side_columns();
        let area = draw_frame(frame, looks, columns, &self.title(state), &self.hints);
        let area = self.draw_side(frame, area);
        let width = usize::from(area.width);
        let problem = problem_lines(state, width, looks);
        let entries: Vec<Line<'static>> = self
            .rows
            .iter()
            .enumerate()
            .map(|(at, row)| self.row_line(row, state.chosen == Some(at), width, looks))
            .collect();
        let is_one_row = entries.iter().map(|entry| entry.width() + 3).sum::<usize>() <= width + 3;
        // A small screen has room for the chosen entry alone.
        let rows = if is_one_row || area.height < 8 { 1 } else { entries.len() };
        let under = (rows + problem.len()).min(usize::from(area.height)) as u16;
        let air = u16::from(area.height > under + 12);
        let text = Rect { height: area.height - under - air, ..area };
        // The last columns are for the marks of what does not fit.
        state.scroll.draw(
            frame,
            text,
            looks,
            &to_lines(&self.text, width.saturating_sub(4), looks),
        );
        let foot = Rect { y: text.bottom() + air, height: under, ..area };
        draw_lines(foot, frame.buffer_mut(), &problem);
        let menu = below(foot, problem.len());
        let first = if is_one_row || rows > 1 { 0 } else { state.chosen.unwrap_or(0) };
        let (mut x, mut y) = (menu.x, menu.y);
        for (at, entry) in entries.iter().enumerate().skip(first) {
            let place = Rect { x, y, width: entry.width() as u16, height: 1 }.intersection(menu);
            frame.render_widget(entry, place);
            state.note_row(place, at);
            if state.chosen == Some(at) && !place.is_empty() {
                frame.set_cursor_position(Position { x, y });
            }
            if is_one_row {
                x += place.width + 3;
            } else {
                y += 1;
            }
        }
    }

    /// Adds the rows in a number of columns.
    fn push_rows(
        &self,
        lines: &mut DrawnRows,
        width: usize,
        state: &SheetState,
        looks: &Appearance,
    ) {
        let indent = if self.is_box() { BOX_INDENT } else { FORM_INDENT };
        let mut heading = "";
        for (at, row) in self.shown_rows(state) {
            if self.is_spaced && (at > 0 || !self.text.is_empty()) {
                lines.push([Line::default()], None);
            }
            if row.heading != heading {
                heading = row.heading;
                lines.push([Line::styled(heading, looks.style(ColorRole::Title))], None);
            }
            let (start, is_chosen) = (lines.lines.len(), state.chosen == Some(at));
            if self.is_box() {
                lines.push(self.box_row(row, width, looks), Some(at));
            } else {
                lines.push([self.row_line(row, is_chosen, width, looks)], Some(at));
            }
            let text = start..lines.lines.len();
            let under = to_lines(&row.below, width.saturating_sub(indent), looks);
            let margin = " ".repeat(indent);
            lines.push(under.into_iter().map(|line| indented(line, &margin)), Some(at));
            if is_chosen {
                (lines.chosen, lines.chosen_text) = (start..lines.lines.len(), text);
            }
        }
    }

    /// A row of a box, in its own colours.
    fn box_row(&self, row: &Row, width: usize, looks: &Appearance) -> Vec<Line<'static>> {
        let key = self.key_text(row);
        let text = if row.right.is_empty() {
            format!("{key}{}", row.text)
        } else {
            let room = width.saturating_sub(key.width() + 1 + RIGHT_COLUMNS);
            format!("{key}{} {:>RIGHT_COLUMNS$}", pad(&row.text, room, looks), row.right)
        };
        // Wrapping takes wide gaps away: only where there is no room.
        let rows = if text.width() <= width { vec![text] } else { wrap(&text, width) };
        rows.into_iter().map(|text| Line::styled(text, looks.style(row.role))).collect()
    }

    /// A row that stands on the screen itself.
    pub(crate) fn row_line(
        &self,
        row: &Row,
        is_chosen: bool,
        width: usize,
        looks: &Appearance,
    ) -> Line<'static> {
        let role = if is_chosen { ColorRole::Selected } else { row.role };
        if self.is_unmarked {
            return Line::styled(pad(&row.text, width.saturating_sub(1), looks), looks.style(role));
        }
        let mark = if is_chosen { looks.glyph(GlyphId::Right) } else { " " };
        let mark = format!("{mark}{}", row.flag.unwrap_or(' '));
        let key = self.key_text(row);
        let label =
            row.label.iter().map(|(text, role)| Span::styled(text.clone(), looks.style(*role)));
        let mut line = Line::from(vec![Span::styled(mark + &key, looks.style(ColorRole::Key))]);
        line.spans.extend(label);
        let room = width.saturating_sub(line.width() + row.right.width());
        let text = if row.right.is_empty() || row.text.width() <= room {
            fit(&row.text, room, looks)
        } else {
            format!("{} ", fit(&row.text, room.saturating_sub(1), looks))
        };
        line.push_span(Span::styled(text, looks.style(role)));
        line.push_span(Span::styled(row.right.clone(), looks.style(ColorRole::Key)));
        line
    }

    /// Draws the field that is written in, over the text of the chosen row.
    fn draw_field(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        lines: &DrawnRows,
        shown: &Range<usize>,
        state: &SheetState,
        looks: &Appearance,
    ) {
        let row = state.chosen_of(&self.rows);
        let Some((row, field)) = row.and_then(|row| Some((row, row.field.as_ref()?))) else {
            return;
        };
        if !shown.contains(&lines.chosen.start) {
            return;
        }
        let before = row.label.iter().map(|(text, _)| text.width() as u16).sum::<u16>();
        let x = if row.label.is_empty() { 0 } else { (before + 2).min(area.width) };
        let y = area.y + (lines.chosen.start - shown.start) as u16;
        let place = Rect { x: area.x + x, y, width: area.width - x, height: 1 };
        field.draw(frame, place, looks, true);
    }
}

/// The lines of blocks in a number of columns.
fn to_lines(blocks: &[Block], width: usize, looks: &Appearance) -> Vec<Line<'static>> {
    blocks.iter().flat_map(|block| block.lines(width, looks)).collect()
}

fn problem_lines(state: &SheetState, width: usize, looks: &Appearance) -> Vec<Line<'static>> {
    let problem =
        (!state.problem.is_empty()).then(|| Block::Text(state.problem.clone(), ColorRole::Bad));
    to_lines(problem.as_slice(), width, looks)
}

/// A line with the lines below a row of a box.
fn indented(mut line: Line<'static>, margin: &str) -> Line<'static> {
    line.spans.insert(0, Span::raw(margin.to_owned()));
    line
}

/// Draws lines from the top of an area, cut off at its right edge.
fn draw_cut(frame: &mut Frame<'_>, area: Rect, lines: &[Line<'_>]) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        frame.buffer_mut().set_line(area.x, y, line, area.width);
    }
}

/// What is left of an area below some rows.
fn below(area: Rect, rows: usize) -> Rect {
    let rows = (rows as u16).min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
