//! The layouts of the screens with a map: beside it a panel, or above it one line where there is
//! little room, and below it the log.
//!
//! On the map screen 80×24 holds all parts. From 110×30 on the sidebar has room for ways and bars;
//! from 150×45 on there is a second one at the left, and the night as a bar below the map. What
//! room is left goes to the map until the whole floor is shown, then to the log.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Block, Borders, Padding, Widget},
};

use super::{draw_lines, tonight::NIGHT_ROWS};
use crate::{Appearance, theme::ColorRole};

/// The parts of a screen with a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapLayout {
    pub map: Rect,
    pub log: Rect,
    pub status: StatusArea,
    /// What there is room for on a large screen.
    pub large: Option<LargeAreas>,
}

/// The areas of a large screen besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargeAreas {
    /// At the left: who comes, and what the signs are.
    pub tonight: Rect,
    /// Below the map: the bar of the night.
    pub night: Rect,
}

/// Where the state of the player, of a journey or of a raid is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusArea {
    /// Beside the map.
    Side(Rect),
    /// In one row or two above it.
    Line(Rect),
}

const MIN_SIDE_COLUMNS: u16 = 24;
const MIN_LOG_ROWS: u16 = 4;
const MAX_LOG_ROWS: u16 = 12;
/// The narrowest map beside a sidebar.
const MIN_MAP_COLUMNS: u16 = 36;
const MIN_ROWS: u16 = 18;

/// The smallest screen with a wide sidebar, and that sidebar's columns.
const MIN_WIDE_SIZE: (u16, u16) = (110, 30);
const WIDE_SIDE_COLUMNS: u16 = 36;
/// The smallest screen with a sidebar on either side, and the columns of the left one.
const MIN_LARGE_SIZE: (u16, u16) = (150, 45);
const TONIGHT_COLUMNS: u16 = 30;
const LARGE_LOG_ROWS: u16 = 8;

impl MapLayout {
    /// For a screen and the size of a floor.
    pub fn of(area: Rect, (columns, rows): (i32, i32)) -> MapLayout {
        let has_room = |(columns, rows)| area.width >= columns && area.height >= rows;
        if !has_room((MIN_SIDE_COLUMNS + MIN_MAP_COLUMNS, MIN_ROWS)) {
            return Self::with_line(area, 1, if area.height < 10 { 1 } else { 3 });
        }
        let log = |min| area.height.saturating_sub(rows as u16).clamp(min, MAX_LOG_ROWS.max(min));
        if has_room(MIN_LARGE_SIZE) {
            return Self::large(area, log(LARGE_LOG_ROWS + NIGHT_ROWS));
        }
        let side = if has_room(MIN_WIDE_SIZE) {
            WIDE_SIDE_COLUMNS
        } else {
            area.width.saturating_sub(columns as u16).clamp(MIN_SIDE_COLUMNS, WIDE_SIDE_COLUMNS)
        };
        Self::with_side(area, side, log(MIN_LOG_ROWS))
    }

    /// With a panel on either side, and the night and the log in some rows below the map.
    fn large(area: Rect, below: u16) -> MapLayout {
        let tonight = Rect { width: TONIGHT_COLUMNS, ..area };
        let side = Rect { x: area.right() - WIDE_SIDE_COLUMNS, width: WIDE_SIDE_COLUMNS, ..area };
        let map = Rect {
            x: tonight.right(),
            width: side.x - tonight.right(),
            height: area.height - below,
            ..area
        };
        let night = Rect { y: map.bottom(), height: NIGHT_ROWS, ..map };
        MapLayout {
            map,
            log: Rect { y: night.bottom(), height: below - NIGHT_ROWS, ..map },
            status: StatusArea::Side(side),
            large: Some(LargeAreas { tonight, night }),
        }
    }

    /// With a panel of some columns beside the map, and the log in some rows below both.
    pub(crate) fn with_side(area: Rect, columns: u16, log: u16) -> MapLayout {
        let map = Rect { width: area.width - columns, height: area.height - log, ..area };
        MapLayout {
            map,
            log: Rect { y: map.bottom(), height: log, ..area },
            status: StatusArea::Side(Rect { x: map.right(), width: columns, ..map }),
            large: None,
        }
    }

    /// With some rows above the map, and the log below.
    pub(crate) fn with_line(area: Rect, rows: u16, log: u16) -> MapLayout {
        let height = area.height.saturating_sub(rows + log);
        let map = Rect { y: area.y + rows, height, ..area };
        MapLayout {
            map,
            log: Rect { y: map.bottom(), height: log, ..area },
            status: StatusArea::Line(Rect { height: rows, ..area }),
            large: None,
        }
    }
}

/// Draws a panel beside a map, with a border at its left: the lines for a number of columns and of
/// rows.
pub(crate) fn draw_panel(
    area: Rect,
    buffer: &mut Buffer,
    looks: Appearance,
    lines: impl FnOnce(usize, usize) -> Vec<Line<'static>>,
) {
    let block = Block::new()
        .borders(Borders::LEFT)
        .border_set(looks.glyphs.border())
        .border_style(looks.style(ColorRole::Border))
        .padding(Padding::left(1));
    let inner = block.inner(area);
    block.render(area, buffer);
    draw_lines(inner, buffer, &lines(usize::from(inner.width), usize::from(inner.height)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(width: u16, height: u16) -> ((u16, u16), (u16, u16), Option<u16>) {
        let layout = MapLayout::of(Rect::new(0, 0, width, height), (66, 36));
        let side = match layout.status {
            StatusArea::Side(side) => Some(side.width),
            StatusArea::Line(_) => None,
        };
        (layout.map.as_size().into(), layout.log.as_size().into(), side)
    }

    #[test]
    fn more_room_goes_to_the_map_first() {
        assert_eq!(sizes(80, 24), ((56, 20), (80, 4), Some(24)));
        assert_eq!(sizes(90, 40), ((66, 36), (90, 4), Some(24)));
        assert_eq!(sizes(110, 30), ((74, 26), (110, 4), Some(36)));
        assert_eq!(sizes(120, 48), ((84, 36), (120, 12), Some(36)));
        assert_eq!(sizes(150, 45), ((84, 35), (84, 8), Some(36)));
        assert_eq!(sizes(200, 60), ((134, 48), (134, 10), Some(36)));
    }

    #[test]
    fn a_cramped_screen_keeps_the_map() {
        assert_eq!(sizes(40, 12), ((40, 8), (40, 3), None));
        assert_eq!(sizes(20, 5), ((20, 3), (20, 1), None));
    }
}
