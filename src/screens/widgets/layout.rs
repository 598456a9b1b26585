//! The layout of the map screen.
//!
//! 80×24 holds all parts. More room goes to the map until the whole floor is shown, then to the log and the sidebar; on a
//! very wide screen the log stands beside the map. With less room the sidebar shrinks to one line.

use ratatui::layout::Rect;

/// The parts of the map screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftLayout {
    pub map: Rect,
    pub log: Rect,
    /// Beside the map, or in one line above it.
    pub status: StatusArea,
}

/// Where health, supplies and the work order are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusArea {
    Side(Rect),
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

impl ShiftLayout {
    /// For a screen and the size of a floor.
    pub fn of(area: Rect, floor: (i32, i32)) -> ShiftLayout {
        let floor = (floor.0 as u16, floor.1 as u16);
        if area.width < MIN_SIDE_COLUMNS + MIN_MAP_COLUMNS || area.height < MIN_ROWS {
            return Self::cramped(area);
        }
        let spare = area.width.saturating_sub(floor.0 + MAX_SIDE_COLUMNS);
        if spare >= MIN_LOG_COLUMNS {
            return Self::with_log_beside(area, spare.min(MAX_LOG_COLUMNS));
        }
        let spare = area.height.saturating_sub(floor.1 + MIN_LOG_ROWS);
        let log = MIN_LOG_ROWS + spare.min(MAX_LOG_ROWS - MIN_LOG_ROWS);
        let spare = area.width.saturating_sub(floor.0 + MIN_SIDE_COLUMNS);
        let side = MIN_SIDE_COLUMNS + spare.min(MAX_SIDE_COLUMNS - MIN_SIDE_COLUMNS);
        let above = area.height - log;
        let map = Rect { width: area.width - side, height: above, ..area };
        ShiftLayout {
            map,
            log: Rect { y: area.y + above, height: log, ..area },
            status: StatusArea::Side(Rect { x: map.right(), width: side, ..map }),
        }
    }

    fn with_log_beside(area: Rect, columns: u16) -> ShiftLayout {
        let map = Rect { width: area.width - MAX_SIDE_COLUMNS - columns, ..area };
        let side = Rect { x: map.right(), width: MAX_SIDE_COLUMNS, ..area };
        ShiftLayout {
            map,
            log: Rect { x: side.right() + 1, width: columns - 1, ..area },
            status: StatusArea::Side(side),
        }
    }

    fn cramped(area: Rect) -> ShiftLayout {
        let log = if area.height < 10 { 1 } else { 3 };
        let map = Rect { y: area.y + 1, height: area.height - log - 1, ..area };
        ShiftLayout {
            map,
            log: Rect { y: map.bottom(), height: log, ..area },
            status: StatusArea::Line(Rect { height: 1, ..area }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(width: u16, height: u16) -> ((u16, u16), (u16, u16), Option<u16>) {
        let layout = ShiftLayout::of(Rect::new(0, 0, width, height), (66, 36));
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
