//! Pictures in lines, to stand beside words: a map in small, and face plates.

use std::cmp::Reverse;

use ratatui::{
    buffer::{Buffer, Cell},
    layout::Rect,
    style::{Color, Modifier, Style},
    text::{Line, Span},
};

use super::map::{self, MapCell, MapSource, Symbol};
use super::words::pad;
use super::{health_bar, share_bar};
use crate::{Appearance, glyphs::GlyphSet, theme::ColorRole};
use base::Pos;

/// What is drawn into an area of a size, without the blank rows around it and what is
/// blank at its right.
pub(crate) fn drawn(
    (columns, rows): (u16, u16),
    draw: impl FnOnce(Rect, &mut Buffer),
) -> Vec<Line<'static>> {
    let area = Rect::new(0, 0, columns, rows);
    let mut buffer = Buffer::empty(area);
    draw(area, &mut buffer);
    let blank = Cell::EMPTY;
    let rows = buffer.content().chunks(usize::from(columns).max(1)).map(|cells| {
        let shown = cells.iter().rposition(|cell| *cell != blank).map_or(0, |last| last + 1);
        let spans =
            cells[..shown].iter().map(|cell| Span::styled(cell.symbol().to_owned(), cell.style()));
        spans.collect::<Line<'_>>()
    });
    let rows: Vec<Line<'static>> = rows.collect();
    let is_drawn = |row: &Line<'_>| !row.spans.is_empty();
    let first = rows.iter().position(is_drawn).unwrap_or(0);
    let last = rows.iter().rposition(is_drawn).map_or(first, |last| last + 1);
    rows[first..last].to_vec()
}

/// A whole map with figures on it, the topmost first, in at most so many columns and rows. Where
/// there are tints, a character is four squares, and only signs of this weight or more stand on
/// them; elsewhere it is one, with the sign that weighs most.
pub(crate) fn small_map(
    source: &impl MapSource,
    figures: &[(Pos, MapCell)],
    size: (u16, u16),
    min_weight: u8,
    looks: &Appearance,
) -> Vec<Line<'static>> {
    let (width, height) = source.size();
    let has_quarters = looks.theme.tints() && looks.glyphs == GlyphSet::Unicode;
    let (each, min_weight) = if has_quarters { (2, min_weight) } else { (1, 0) };
    // Squares across the whole map, and down.
    let (most_across, most_down) = (each * i32::from(size.0), each * i32::from(size.1));
    let across = width.min(most_across).min(most_down * width / height.max(1)).max(1);
    let down = (height * across / width.max(1)).max(1);
    let from = |x: i32, y: i32| Pos::new(x * width / across, y * height / down);
    let square = |x: i32, y: i32| {
        let (start, end) = (from(x, y), from(x + 1, y + 1));
        (start.y..end.y).flat_map(move |y| (start.x..end.x).map(move |x| Pos::new(x, y)))
    };
    let is_open = |pos: &Pos| source.weight(*pos) > WALL_WEIGHT;
    drawn(size, |area, buffer| {
        for at in area.positions() {
            let (x, y) = (each * i32::from(at.x), each * i32::from(at.y));
            let squares = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, below)| {
                let is_on = right.max(below) < each && x + right < across && y + below < down;
                if is_on { square(x + right, y + below).collect() } else { Vec::new() }
            });
            let all: Vec<Pos> = squares.concat();
            let figure = figures.iter().find(|(at, _)| all.contains(at)).map(|(_, cell)| *cell);
            let sign = all.iter().max_by_key(|&&pos| (source.weight(pos), Reverse(pos)));
            let sign = sign.filter(|&&pos| source.weight(pos) >= min_weight);
            let cell = figure.or_else(|| source.cell(*sign?)).unwrap_or_else(|| {
                let full = squares.each_ref().map(|own: &Vec<Pos>| {
                    let open = own.iter().filter(|pos| is_open(pos)).count();
                    open > 0 && 2 * open >= own.len()
                });
                let cells = |open| all.iter().filter(move |pos| is_open(pos) == open);
                let cells = |open| cells(open).filter_map(|&pos| source.cell(pos));
                let ink = mean(cells(true)).or_else(|| cells(true).find_map(|cell| cell.style.fg));
                let symbol = Symbol::Glyph(GlyphSet::quarters(full));
                MapCell { symbol, style: Style { fg: ink, bg: mean(cells(false)), ..Style::new() } }
            });
            if cell.symbol != Symbol::Glyph(" ") || cell.style.bg.is_some() {
                map::put(buffer, at.into(), cell);
            }
        }
    })
}

/// The mean of the grounds of some cells; `None` if none has one.
fn mean(cells: impl Iterator<Item = MapCell>) -> Option<Color> {
    let (sums, count) = cells.fold(([0u32; 3], 0), |(sums, count), cell| match cell.style.bg {
        Some(Color::Rgb(r, g, b)) => {
            let own = [r, g, b].map(u32::from);
            (std::array::from_fn(|part| sums[part] + own[part]), count + 1)
        }
        _ => (sums, count),
    });
    let [r, g, b] = sums.map(|sum| (sum / count.max(1)) as u8);
    (count > 0).then_some(Color::Rgb(r, g, b))
}

/// What a wall weighs on a map; what is open weighs more.
const WALL_WEIGHT: u8 = 1;

/// The columns of the name of a meter, and those of its worth.
const METER_NAME_COLUMNS: usize = 7;
const METER_WORTH_COLUMNS: usize = 9;

/// A name, the bar of a share of so much, and what that is worth.
pub(crate) fn meter(
    name: &str,
    (own, of): (u32, u32),
    worth: &str,
    columns: u16,
    looks: &Appearance,
) -> Line<'static> {
    let columns = usize::from(columns).min(MAX_PLATE_COLUMNS);
    let room = columns.saturating_sub(METER_NAME_COLUMNS + METER_WORTH_COLUMNS);
    let mut line = Line::from(pad(name, METER_NAME_COLUMNS, looks));
    line.extend(share_bar(looks, own, of, room, ColorRole::BarFull));
    line.push_span(format!("{worth:>METER_WORTH_COLUMNS$}"));
    line
}

/// Somebody as they are shown: a letter, and beside it a line about who they are, with a
/// bar, and one about what else there is to say.
pub(crate) struct Plate {
    /// The letter, in its colours.
    pub letter: (char, Style),
    pub name: String,
    /// What the bar is of, of how much, and how that is said: "12/28".
    pub bar: Option<(i32, i32, String)>,
    pub note: String,
}

/// The columns of a plate's letter, and of the gap beside it.
pub(crate) const PLATE_MARGIN: usize = 2;
/// The columns of a plate's bar at most, and of the number after it.
const BAR_COLUMNS: usize = 10;
const NUMBER_COLUMNS: usize = 6;
/// The columns of a name at least.
const NAME_COLUMNS: usize = 10;
/// The widest plate, and the narrowest of several beside each other.
const MAX_PLATE_COLUMNS: usize = 46;
const MIN_PLATE_COLUMNS: usize = 25;

impl Plate {
    pub(crate) fn lines(&self, columns: usize, looks: &Appearance) -> [Line<'static>; 2] {
        let width = columns.min(MAX_PLATE_COLUMNS).saturating_sub(PLATE_MARGIN);
        let (letter, style) = self.letter;
        let style = style.add_modifier(Modifier::BOLD);
        let columns = width.saturating_sub(NAME_COLUMNS + 1 + NUMBER_COLUMNS).min(BAR_COLUMNS);
        let room = width.saturating_sub(columns + 1 + NUMBER_COLUMNS);
        let room = if self.bar.is_some() { room } else { width };
        let name = Span::styled(pad(&self.name, room, looks), looks.style(ColorRole::Text));
        let mut first = Line::from(vec![Span::styled(format!("{letter} "), style), name]);
        if let Some((value, max, told)) = &self.bar {
            first.push_span(" ");
            first.extend(health_bar(looks, *value, *max, columns));
            first.push_span(format!("{told:>NUMBER_COLUMNS$}"));
        }
        let note = Span::styled(pad(&self.note, width, looks), looks.style(ColorRole::Dim));
        [first, Line::from(vec![Span::raw(" ".repeat(PLATE_MARGIN)), note])]
    }
}

/// Groups of plates beside each other, or else below each other where that takes no more than so
/// many rows or they were too narrow; with a blank line before each.
pub(crate) fn plates(
    groups: &[Vec<Plate>],
    (columns, max_rows): (u16, u16),
    looks: &Appearance,
) -> Vec<Line<'static>> {
    let columns = usize::from(columns);
    let each = (columns + 1) / groups.len().max(1);
    let stacked = groups.iter().map(|group| 1 + 2 * group.len()).sum::<usize>();
    let is_stacked = each <= MAX_PLATE_COLUMNS && stacked <= usize::from(max_rows);
    if is_stacked || each <= MIN_PLATE_COLUMNS {
        let lines = |own: &Vec<Plate>| {
            let lines = own.iter().flat_map(|plate| plate.lines(columns, looks));
            [Line::default()].into_iter().chain(lines).collect::<Vec<_>>()
        };
        return groups.iter().flat_map(lines).collect();
    }
    let rows = groups.iter().map(Vec::len).max().unwrap_or(0);
    let width = (each - 1).min(MAX_PLATE_COLUMNS);
    let mut lines = vec![Line::default(); 1 + 2 * rows];
    for (place, group) in groups.iter().enumerate() {
        for (line, own) in
            lines.iter_mut().skip(1).zip(group.iter().flat_map(|own| own.lines(width, looks)))
        {
            let gap = (place * (width + 1)).saturating_sub(line.width());
            line.push_span(" ".repeat(gap));
            line.extend(own);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::ColorDepth;

    struct Rows([&'static str; 4]);

    impl MapSource for Rows {
        fn size(&self) -> (i32, i32) {
            (self.0[0].len() as i32, self.0.len() as i32)
        }

        fn cell(&self, pos: Pos) -> Option<MapCell> {
            let sign = self.0[pos.y as usize].as_bytes()[pos.x as usize];
            (sign != b' ')
                .then(|| MapCell { symbol: Symbol::Letter(sign.into()), style: Style::new() })
        }

        fn figures(&self) -> Vec<(Pos, MapCell)> {
            Vec::new()
        }

        fn weight(&self, pos: Pos) -> u8 {
            " #.>".find(self.0[pos.y as usize].as_bytes()[pos.x as usize] as char).expect("a sign")
                as u8
        }
    }

    fn drawn_rows(depth: ColorDepth, size: (u16, u16)) -> Vec<String> {
        let looks = Appearance::usual(depth, GlyphSet::Unicode);
        let rows = Rows(["######  ", "#....###", "#....>.#", "########"]);
        small_map(&rows, &[], size, 3, &looks).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_character_is_four_squares_where_there_are_tints_and_one_elsewhere() {
        assert_eq!(drawn_rows(ColorDepth::Truecolor, (8, 4)), ["▗▄▖", "▝▀>▘"]);
        assert_eq!(drawn_rows(ColorDepth::Sixteen, (4, 4)), ["...#", "..>."]);
    }
}
