//! The picture of a journey between two floors: the map ([`map`]) as it lies in its area
//! ([`plan`]), the panel beside it ([`side`]), and the log below.

mod map;
mod plan;
mod side;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    fit,
    layout::{MapLayout, StatusArea},
    messages::{self, ShownRows},
};
use crate::{Appearance, log::Log, race::RaceView, theme::ColorRole};
use engine::sim::SiteId;
use engine::view::View;
use map::MarchesMap;

pub(crate) use plan::MarchesPlan;
pub(crate) use side::standing_in_one_line;

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
    /// Draws it. Returns where the sites stand, and how much of the log was shown; `None` in other
    /// modes than a journey.
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer) -> Option<(MarchesPlan, ShownRows)> {
        let MarchesPicture { view, cursor, looks, log, race } = *self;
        let journey = view.journey()?;
        let layout = layout(area);
        let plan = MarchesPlan::of(journey.atlas(), layout.map, cursor);
        MarchesMap { journey, plan: &plan, cursor, looks }.draw(buffer);
        match layout.status {
            StatusArea::Side(area) => side::draw(area, buffer, view, (cursor, race), looks),
            StatusArea::Line(area) => {
                let rows = [side::standing_in_one_line(view), side::site_in_one_line(view, cursor)];
                // Where there is one row, it is the site's.
                for (text, row) in rows.iter().rev().zip(area.rows().rev()) {
                    let text = fit(text, usize::from(area.width), &looks);
                    buffer.set_string(row.x, row.y, text, looks.style(ColorRole::Text));
                }
            }
        }
        Some((plan, messages::draw(layout.log, buffer, looks, log)))
    }
}

fn layout(area: Rect) -> MapLayout {
    if area.width < MIN_SIZE_WITH_SIDE.0 || area.height < MIN_SIZE_WITH_SIDE.1 {
        let rows = if area.height < 9 { 1 } else { 2 };
        return MapLayout::with_line(area, rows, rows);
    }
    let side = match area.width {
        MIN_COLUMNS_WITH_WIDE_SIDE.. => (area.width * 3 / 10).min(MAX_SIDE_COLUMNS),
        _ => MIN_SIDE_COLUMNS,
    };
    MapLayout::with_side(area, side, (area.height / 6).clamp(MIN_LOG_ROWS, MAX_LOG_ROWS))
}
