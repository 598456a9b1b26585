//! The whole picture of a journey between two floors: the map, the panel beside it, and the log below.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    Appearance,
    log::Log,
    race::RaceView,
    theme::ColorRole,
    widgets::{
        fit,
        messages::{self, ShownRows},
    },
};
use engine::sim::SiteId;
use engine::view::View;

use super::{draw::MarchesMap, plan::MarchesPlan, side};

/// The smallest screen with a panel beside the map, in columns and rows.
const MIN_SIZE_WITH_SIDE: (u16, u16) = (60, 17);
/// From this width on the panel takes its share of it.
const MIN_COLUMNS_WITH_WIDE_SIDE: u16 = 100;
const MIN_SIDE_COLUMNS: u16 = 26;
const MAX_SIDE_COLUMNS: u16 = 44;
const MIN_LOG_ROWS: u16 = 4;
const MAX_LOG_ROWS: u16 = 10;

/// The map of a journey with all that is told beside it.
pub(crate) struct MarchesPicture<'a> {
    pub view: View<'a>,
    pub cursor: SiteId,
    pub looks: Appearance,
    pub log: &'a Log,
    /// The timer, if it is shown.
    pub race: Option<&'a RaceView>,
}

impl MarchesPicture<'_> {
    /// Draws it. Returns where the sites stand, and how much of the log was shown; `None` in other modes than a journey.
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer) -> Option<(MarchesPlan, ShownRows)> {
        let MarchesPicture { view, cursor, looks, log, race } = *self;
        let journey = view.journey()?;
        let parts = Parts::of(area);
        let plan = MarchesPlan::of(journey.atlas(), parts.map, cursor);
        MarchesMap { journey, plan: &plan, cursor, looks }.draw(buffer);
        if let Some(area) = parts.side {
            side::draw(area, buffer, view, (cursor, race), looks);
        }
        if let Some(area) = parts.head {
            let width = usize::from(area.width);
            let rows = [side::standing_in_one_line(view), side::site_in_one_line(view, cursor)];
            // Where there is one row, it is the site's.
            for (text, y) in rows.iter().rev().zip((area.top()..area.bottom()).rev()) {
                let style = looks.style(ColorRole::Text);
                buffer.set_string(area.x, y, fit(text, width, &looks), style);
            }
        }
        Some((plan, messages::draw(parts.log, buffer, looks, log)))
    }
}

/// The parts of the picture.
struct Parts {
    /// Above the map, where there is no panel.
    head: Option<Rect>,
    map: Rect,
    side: Option<Rect>,
    log: Rect,
}

impl Parts {
    fn of(area: Rect) -> Parts {
        if area.width < MIN_SIZE_WITH_SIDE.0 || area.height < MIN_SIZE_WITH_SIDE.1 {
            return Parts::cramped(area);
        }
        let wide = match area.width {
            MIN_COLUMNS_WITH_WIDE_SIDE.. => (area.width * 3 / 10).min(MAX_SIDE_COLUMNS),
            _ => MIN_SIDE_COLUMNS,
        };
        let rows = (area.height / 6).clamp(MIN_LOG_ROWS, MAX_LOG_ROWS);
        let map = Rect { width: area.width - wide, height: area.height - rows, ..area };
        let side = Rect { x: map.right(), width: wide, ..map };
        let log = Rect { y: map.bottom(), height: rows, ..area };
        Parts { head: None, map, side: Some(side), log }
    }

    fn cramped(area: Rect) -> Parts {
        let rows = if area.height < 9 { 1 } else { 2 };
        let head = Rect { height: rows.min(area.height), ..area };
        let height = area.height.saturating_sub(2 * rows);
        let map = Rect { y: head.bottom(), height, ..area };
        let log =
            Rect { y: map.bottom(), height: area.bottom().saturating_sub(map.bottom()), ..area };
        Parts { head: Some(head), map, side: None, log }
    }
}
