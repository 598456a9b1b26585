//! The layouts of the screens with a map: beside it a panel, or above it one line where there is
//! little room, and below it the log.
//!
//! On the map screen 80×24 holds all parts. More room goes to the map until the whole floor is
//! shown, then to the log and the sidebar; on a very wide screen the log stands beside the map.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Block, Borders, Padding, Widget},
};

use super::draw_lines;
use crate::{Appearance, theme::ColorRole};

/// The parts of a screen with a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapLayout {
    pub map: Rect,
    pub log: Rect,
    pub status: StatusArea,
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
const MAX_SIDE_COLUMNS: u16 = 40;
const MIN_LOG_ROWS: u16 = 4;
const MAX_LOG_ROWS: u16 = 12;
/// The widths of a log that stands beside the map.
const MIN_LOG_COLUMNS: u16 = 48;
const MAX_LOG_COLUMNS: u16 = 72;
/// The narrowest map beside a sidebar.
const MIN_MAP_COLUMNS: u16 = 36;
const MIN_ROWS: u16 = 18;

impl MapLayout {
    /// For a screen and the size of a floor.
    pub fn of(area: Rect, (columns, rows): (i32, i32)) -> MapLayout {
        let (columns, rows) = (columns as u16, rows as u16);
        if area.width < MIN_SIDE_COLUMNS + MIN_MAP_COLUMNS || area.height < MIN_ROWS {
            return Self::with_line(area, 1, if area.height < 10 { 1 } else { 3 });
        }
        let spare = area.width.saturating_sub(columns + MAX_SIDE_COLUMNS);
        if spare >= MIN_LOG_COLUMNS {
            let columns = spare.min(MAX_LOG_COLUMNS);
            let map = Rect { width: area.width - MAX_SIDE_COLUMNS - columns, ..area };
            let side = Rect { x: map.right(), width: MAX_SIDE_COLUMNS, ..area };
            let log = Rect { x: side.right() + 1, width: columns - 1, ..area };
            return MapLayout { map, log, status: StatusArea::Side(side) };
        }
        let side = area.width.saturating_sub(columns).clamp(MIN_SIDE_COLUMNS, MAX_SIDE_COLUMNS);
        Self::with_side(
            area,
            side,
            area.height.saturating_sub(rows).clamp(MIN_LOG_ROWS, MAX_LOG_ROWS),
        )
    }

    /// With a panel of some columns beside the map, and the log in some rows below both.
    pub(crate) fn with_side(area: Rect, columns: u16, log: u16) -> MapLayout {
        let map = Rect { width: area.width - columns, height: area.height - log, ..area };
        MapLayout {
            map,
            log: Rect { y: map.bottom(), height: log, ..area },
            status: StatusArea::Side(Rect { x: map.right(), width: columns, ..map }),
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
        assert_eq!(sizes(120, 48), ((80, 36), (120, 12), Some(40)));
        assert_eq!(sizes(153, 60), ((113, 48), (153, 12), Some(40)));
        assert_eq!(sizes(154, 60), ((66, 60), (47, 60), Some(40)));
        assert_eq!(sizes(200, 60), ((88, 60), (71, 60), Some(40)));
    }

    #[test]
    fn a_cramped_screen_keeps_the_map() {
        assert_eq!(sizes(40, 12), ((40, 8), (40, 3), None));
        assert_eq!(sizes(20, 5), ((20, 3), (20, 1), None));
    }
}
