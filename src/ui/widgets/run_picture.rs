//! A state of a run that is only watched, as the map screen shows it: floor, status, log.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    camera::Camera,
    floor::FloorCells,
    hud,
    layout::{ShiftLayout, StatusArea},
    map, messages,
};
use crate::{
    base::Pos,
    ui::{Appearance, log::Log},
    view::View,
};

/// The margin around the focus, in percent of the map.
const MARGIN_PERCENT: i32 = 20;

/// Draws a state. The camera follows `focus`; the log stands as it is, without waiting for a key.
pub(crate) fn draw(
    area: Rect,
    buffer: &mut Buffer,
    view: View<'_>,
    looks: Appearance,
    camera: &mut Camera,
    focus: Pos,
    log: &Log,
) {
    let floor = view.size();
    let layout = ShiftLayout::of(area, floor);
    let shown = (i32::from(layout.map.width), i32::from(layout.map.height));
    camera.follow(focus, floor, shown, MARGIN_PERCENT);
    map::draw(layout.map, buffer, &FloorCells::new(view, looks), *camera);
    match layout.status {
        StatusArea::Side(area) => hud::side(area, buffer, view, looks),
        StatusArea::Line(area) => hud::line(area, buffer, view, looks),
    }
    messages::draw(layout.log, buffer, looks, log);
}
