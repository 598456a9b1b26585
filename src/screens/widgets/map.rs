//! A map on the screen: any source of cells, cell by cell or several cells to a character, and
//! marks over it.
//!
//! The floor of a shift, the stages of a level's making and an overworld are sources; see
//! [`MapSource`].

use std::cmp::Reverse;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use super::camera::Camera;
use crate::{
    Appearance,
    glyphs::{GlyphId, GlyphSet},
    lamplight::tinted,
    theme::ColorRole,
};
use base::Pos;

pub trait MapSource {
    /// Columns and rows of the whole map.
    fn size(&self) -> (i32, i32);

    /// The drawing of a cell; `None` for a blank.
    fn cell(&self, pos: Pos) -> Option<MapCell>;

    /// Actors and things that are drawn over the cells, the topmost first.
    fn figures(&self) -> Vec<(Pos, MapCell)>;

    /// The weight of a cell: of several cells in one character the one with the greatest weight is
    /// drawn.
    fn weight(&self, pos: Pos) -> u8 {
        u8::from(self.cell(pos).is_some())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapCell {
    pub symbol: Symbol,
    pub style: Style,
}

/// The character of a cell: of a set of glyphs, or a letter of the content's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    Glyph(&'static str),
    Letter(char),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapMark {
    pub at: Pos,
    pub kind: MarkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    Cursor,
    /// One of several cells to choose from.
    Choice,
    /// The way of something thrown.
    Path,
    /// Something flies by.
    Missile,
    /// Something happens here.
    Flash(ColorRole),
    /// It burns or is in gas, and is bright for a moment.
    Glow,
    /// Whoever had this letter is gone.
    Letter(char, ColorRole),
    /// Health lost or won by whoever stands here.
    Number(i32, ColorRole),
    /// What has happened here, in a word beside it.
    Word(&'static str, ColorRole),
    /// One of the party stands here.
    Member,
    /// A heavy blow is about to fall here.
    Threat,
    /// The player of another run stood here.
    Ghost,
    /// A cord is laid to this, by its number.
    Cord {
        number: u32,
        is_ready: bool,
    },
    /// It is on the plan, in a place that is counted from 0.
    Planned {
        place: usize,
    },
    /// The party comes by here in so many of ten raids.
    Heat {
        tenths: u8,
    },
}

/// The number of cells by which a key scrolls.
const SCROLL_CELLS: i32 = 8;

/// Where there are no tints, one of so many cells tells by an underlined digit how many of ten
/// raids come by.
const CELLS_PER_DIGIT: i32 = 3;

/// Draws the part of a map that the camera shows.
pub fn draw(area: Rect, buffer: &mut Buffer, source: &impl MapSource, camera: Camera) {
    let columns = camera.columns();
    for y in 0..area.height {
        for x in 0..area.width / columns {
            let pos = camera.origin + Pos::new(i32::from(x), i32::from(y));
            if let Some(cell) = source.cell(pos) {
                put_wide(buffer, (area.x + x * columns, area.y + y), cell, columns);
            }
        }
    }
    for (pos, cell) in source.figures().into_iter().rev() {
        if let Some(place) = place(area, camera, pos) {
            put_wide(buffer, place, cell, columns);
        }
    }
}

/// Draws the whole map with a square block of cells to a character: the first figure in it, or else
/// the cell of the greatest weight.
pub fn draw_scaled(area: Rect, buffer: &mut Buffer, source: &impl MapSource, block: i32) {
    let (width, height) = source.size();
    let columns = (width as u16).div_ceil(block as u16).min(area.width);
    let rows = (height as u16).div_ceil(block as u16).min(area.height);
    let figures = source.figures();
    for y in 0..rows {
        for x in 0..columns {
            let corner = Pos::new(i32::from(x) * block, i32::from(y) * block);
            let is_inside =
                |pos: Pos| (pos.x / block, pos.y / block) == (i32::from(x), i32::from(y));
            let figure = figures.iter().find(|(pos, _)| is_inside(*pos)).map(|(_, cell)| *cell);
            let cell = figure.or_else(|| {
                let cells = (0..block * block).map(|i| corner + Pos::new(i % block, i / block));
                let telling = cells.max_by_key(|&pos| (source.weight(pos), Reverse(pos)));
                telling.and_then(|pos| source.cell(pos))
            });
            if let Some(cell) = cell {
                put(buffer, (area.x + x, area.y + y), cell);
            }
        }
    }
}

/// The side of the blocks, in cells, with which a map of a size fits an area.
pub fn block_to_fit((width, height): (i32, i32), area: Rect) -> i32 {
    let blocks = |cells: i32, room: u16| (cells + i32::from(room) - 1) / i32::from(room).max(1);
    blocks(width, area.width).max(blocks(height, area.height))
}

pub fn draw_marks(
    area: Rect,
    buffer: &mut Buffer,
    looks: Appearance,
    camera: Camera,
    marks: &[MapMark],
) {
    for mark in marks {
        let Some(place) = place(area, camera, mark.at) else { continue };
        let Some(cell) = buffer.cell_mut(place) else { continue };
        let is_bare = is_bare_sign(cell.symbol());
        let is_actor = is_of_actor(cell.symbol());
        let danger = looks.style(ColorRole::Danger);
        let (sign, style) = match mark.kind {
            MarkKind::Cursor => (None, looks.style(ColorRole::Cursor)),
            MarkKind::Choice => (None, Style::new().add_modifier(Modifier::REVERSED)),
            MarkKind::Path => (is_bare.then_some(GlyphId::Path), looks.style(ColorRole::Path)),
            MarkKind::Missile => (Some(GlyphId::Missile), looks.style(ColorRole::Path)),
            // Only whoever stands there is worth more than the mark: without colours it has to be
            // seen on blood, too.
            MarkKind::Threat => {
                ((!is_actor).then_some(GlyphId::Threat), danger.add_modifier(Modifier::REVERSED))
            }
            MarkKind::Ghost => (Some(GlyphId::Ghost), looks.style(ColorRole::Ghost)),
            MarkKind::Flash(role) => (None, looks.style(role).add_modifier(Modifier::REVERSED)),
            MarkKind::Glow => match cell.style().fg {
                Some(color) => (None, tinted(cell.style(), Style::new().bg(color))),
                None => continue,
            },
            MarkKind::Member => {
                let bold = Modifier::BOLD.union(Modifier::REVERSED);
                (None, looks.style(ColorRole::Raider).add_modifier(bold))
            }
            MarkKind::Number(number, role) => {
                let style = looks.style(role).add_modifier(Modifier::BOLD);
                let above = place.1.checked_sub(1).map(|y| (place.0, y));
                let covers = |sign: &str| !is_of_actor(sign);
                draw_text(buffer, area, above, &format!("{number:+}"), style, covers);
                continue;
            }
            MarkKind::Word(word, role) => {
                let (x, y, columns) = (place.0, place.1, word.len() as u16);
                // Beside it, or else above or below, with a blank on both sides.
                let word = format!(" {word} ");
                let places = [
                    Some((x + 1, y)),
                    x.checked_sub(columns + 2).map(|x| (x, y)),
                    x.checked_sub(1).zip(y.checked_sub(1)),
                    x.checked_sub(1).map(|x| (x, y + 1)),
                ];
                let style = looks.style(role);
                let is_scenery = |sign: &str| is_bare_sign(sign) || is_wall_sign(sign);
                // A room is told by its walls, but they may be covered where there is no floor.
                for covers in [&is_bare_sign as &dyn Fn(&str) -> bool, &is_scenery] {
                    if places.iter().any(|&at| draw_text(buffer, area, at, &word, style, covers)) {
                        break;
                    }
                }
                continue;
            }
            MarkKind::Cord { .. } | MarkKind::Planned { .. } | MarkKind::Letter(..) if is_actor => {
                continue;
            }
            MarkKind::Letter(letter, role) => {
                cell.set_char(letter);
                (None, looks.style(role))
            }
            MarkKind::Cord { number, is_ready } => {
                cell.set_char(char::from_digit(number, 10).unwrap_or('9'));
                let role = if is_ready { ColorRole::Key } else { ColorRole::Dim };
                (None, looks.style(role).add_modifier(Modifier::REVERSED))
            }
            MarkKind::Planned { place: planned } => {
                let mark = if looks.theme.tints() { Modifier::BOLD } else { Modifier::REVERSED };
                let style = looks.style(ColorRole::Hint).add_modifier(mark);
                draw_number(buffer, area, place, planned + 1, style);
                continue;
            }
            MarkKind::Heat { tenths } => {
                let is_told = is_bare && (mark.at.x + mark.at.y) % CELLS_PER_DIGIT == 0;
                if looks.theme.tints() {
                    (None, tinted(cell.style(), looks.theme.heat(tenths)))
                } else if is_told {
                    cell.set_char(char::from_digit(tenths.min(9).into(), 10).unwrap_or('9'));
                    // What stands on the floor may be a digit, too.
                    (None, Style::new().add_modifier(Modifier::UNDERLINED))
                } else {
                    continue;
                }
            }
        };
        if let Some(sign) = sign {
            cell.set_symbol(looks.glyph(sign));
        }
        cell.set_style(style);
        if camera.columns() == 2 {
            let whole = cell.style().remove_modifier(Modifier::UNDERLINED);
            buffer[(place.0 + 1, place.1)].set_style(whole);
        }
    }
}

/// Draws a number on a cell. Of two digits one goes onto the cell beside it, at the right or else at
/// the left, if that is bare; otherwise only the last one is shown.
fn draw_number(buffer: &mut Buffer, area: Rect, (x, y): (u16, u16), number: usize, style: Style) {
    let digits = number.to_string();
    let (first, last) = digits.split_at(digits.len() - 1);
    let is_bare = |x: &u16| {
        (area.left()..area.right()).contains(x)
            && matches!(buffer[(*x, y)].symbol(), "▀" | " " | "·" | ".")
    };
    let signs = match [x + 1, x.saturating_sub(1)].iter().find(|x| is_bare(x)) {
        Some(&right) if !first.is_empty() && right > x => vec![(x, first), (right, last)],
        Some(&left) if !first.is_empty() && left < x => vec![(left, first), (x, last)],
        _ => vec![(x, last)],
    };
    // Two numbers that touch are told apart by a line under one of them.
    let is_digit = |x: u16| {
        let sign = buffer.cell((x, y)).filter(|cell| !cell.modifier.contains(Modifier::UNDERLINED));
        sign.is_some_and(|cell| cell.symbol().starts_with(|own: char| own.is_ascii_digit()))
    };
    let (first, last) = (signs[0].0, signs[signs.len() - 1].0);
    let touches = first.checked_sub(1).is_some_and(is_digit) || is_digit(last + 1);
    let style = if touches { style.add_modifier(Modifier::UNDERLINED) } else { style };
    for (x, sign) in signs {
        buffer[(x, y)].set_symbol(sign).set_style(style);
    }
}

fn is_bare_sign(sign: &str) -> bool {
    matches!(sign, " " | "·" | ".")
}

fn is_wall_sign(sign: &str) -> bool {
    sign == "#" || sign.chars().all(|own| matches!(own, '\u{2500}'..='\u{257f}'))
}

fn is_of_actor(sign: &str) -> bool {
    sign.chars().all(|own| own == '@' || own.is_alphabetic())
}

/// Writes a text of ASCII over signs that it may cover; nothing, and false, if one of them may not
/// be, or it goes beyond the map.
fn draw_text(
    buffer: &mut Buffer,
    area: Rect,
    place: Option<(u16, u16)>,
    text: &str,
    style: Style,
    covers: impl Fn(&str) -> bool,
) -> bool {
    let Some((x, y)) = place else { return false };
    let cells = || (x..).take(text.len()).map(|x| (x, y));
    let has_room = cells().all(|at| area.contains(at.into()) && covers(buffer[at].symbol()));
    if has_room {
        for (at, sign) in cells().zip(text.chars()) {
            buffer[at].set_char(sign).set_style(style);
        }
    }
    has_room
}

/// Where on the screen a cell of a map is, if it is on the screen.
pub fn place(area: Rect, camera: Camera, pos: Pos) -> Option<(u16, u16)> {
    let at = pos - camera.origin;
    let shown = (i32::from(area.width / camera.columns()), i32::from(area.height));
    let inside = (0..shown.0).contains(&at.x) && (0..shown.1).contains(&at.y);
    inside.then(|| (area.x + at.x as u16 * camera.columns(), area.y + at.y as u16))
}

/// The centre of the map's section after it was scrolled in a direction.
pub fn scrolled(centre: Pos, direction: Pos, (width, height): (i32, i32)) -> Pos {
    Pos::new(
        (centre.x + direction.x * SCROLL_CELLS).clamp(0, width - 1),
        (centre.y + direction.y * SCROLL_CELLS).clamp(0, height - 1),
    )
}

/// Draws a cell of one column or of two. In the second one stands what goes on to the east.
fn put_wide(buffer: &mut Buffer, (x, y): (u16, u16), cell: MapCell, columns: u16) {
    if columns == 2 {
        let right = GlyphSet::right_half(match cell.symbol {
            Symbol::Glyph(glyph) => glyph.chars().next().unwrap_or(' '),
            Symbol::Letter(letter) => letter,
        });
        let style = cell.style.remove_modifier(Modifier::UNDERLINED);
        put(buffer, (x + 1, y), MapCell { symbol: Symbol::Letter(right), style });
    }
    put(buffer, (x, y), cell);
}

pub(super) fn put(buffer: &mut Buffer, place: (u16, u16), MapCell { symbol, style }: MapCell) {
    let Some(cell) = buffer.cell_mut(place) else { return };
    match symbol {
        Symbol::Glyph(glyph) => cell.set_symbol(glyph),
        Symbol::Letter(letter) => cell.set_char(letter),
    };
    // A line under the sign below is none under this one.
    cell.modifier = Modifier::empty();
    cell.set_style(style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::ColorDepth;
    use content::Catalog;

    const GLYPH_SETS: [GlyphSet; 2] = [GlyphSet::Unicode, GlyphSet::Ascii];

    #[test]
    fn without_colours_no_mark_is_mistaken_for_another() {
        let kinds = [
            MarkKind::Cursor,
            MarkKind::Path,
            MarkKind::Missile,
            MarkKind::Threat,
            MarkKind::Ghost,
            MarkKind::Cord { number: 1, is_ready: true },
            MarkKind::Heat { tenths: 4 },
        ];
        for glyphs in GLYPH_SETS {
            let looks = Appearance::usual(ColorDepth::None, glyphs);
            let area = Rect::new(0, 0, 1, 1);
            let marked = kinds.map(|kind| {
                let mut buffer = Buffer::with_lines(["."]);
                let mark = MapMark { at: Pos::new(0, 0), kind };
                draw_marks(area, &mut buffer, looks, Camera::default(), &[mark]);
                buffer[(0, 0)].clone()
            });
            let bare = Buffer::with_lines(["."])[(0, 0)].clone();
            for (at, cell) in marked.iter().enumerate() {
                let others = marked[..at].iter().chain([&bare]);
                assert!(others.into_iter().all(|other| other != cell), "{:?}", kinds[at]);
            }
        }
    }

    #[test]
    fn without_colours_no_part_of_a_floor_is_mistaken_for_another() {
        let catalog = Catalog::embedded().expect("the data");
        let rows = catalog.terrain.rows();
        for glyphs in GLYPH_SETS {
            let looks = Appearance::usual(ColorDepth::None, glyphs);
            for (at, row) in rows.iter().enumerate() {
                let same = rows[..at]
                    .iter()
                    .filter(|other| other.help != row.help && looks.span(other) == looks.span(row));
                let same: Vec<_> = same.map(|other| &other.name).collect();
                assert!(same.is_empty(), "{glyphs:?}: {} looks like {same:?}", row.name);
            }
        }
    }
}
