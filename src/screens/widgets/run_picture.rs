//! A state of a run that is only watched, as the screens of play show it: floor, status, log; between the floors of a journey
//! its map.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    HudExtras,
    camera::Camera,
    floor::FloorCells,
    ghost_mark, hud,
    layout::{ShiftLayout, StatusArea},
    map,
    marches::MarchesPicture,
    messages,
};
use crate::{Appearance, log::Log};
use base::Pos;
use engine::view::View;

/// The margin around the focus, in percent of the map.
const MARGIN_PERCENT: i32 = 20;

/// A state of a run, and what is shown beside it.
pub struct RunPicture<'a> {
    pub view: View<'a>,
    pub looks: Appearance,
    /// What the camera follows.
    pub focus: Pos,
    pub log: &'a Log,
    pub extras: &'a HudExtras,
    /// Where the player of another run stood, if one is shown.
    pub ghost: Option<Pos>,
}

impl RunPicture<'_> {
    /// Draws it. The log stands as it is, without waiting for a key.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, camera: &mut Camera) {
        let RunPicture { view, looks, focus, log, extras, ghost } = *self;
        if let Some(journey) = view.journey().filter(|_| view.is_between_floors()) {
            let (cursor, race) = (journey.at(), extras.race.as_ref());
            MarchesPicture { view, cursor, looks, log, race }.draw(area, buffer);
            return;
        }
        let floor = view.size();
        let layout = ShiftLayout::of(area, floor);
        let shown = (i32::from(layout.map.width), i32::from(layout.map.height));
        camera.follow(focus, floor, shown, MARGIN_PERCENT);
        map::draw(layout.map, buffer, &FloorCells::new(view, looks), *camera);
        let ghost = ghost.and_then(|at| ghost_mark::of(view, at));
        map::draw_marks(layout.map, buffer, looks, *camera, ghost.as_slice());
        match layout.status {
            StatusArea::Side(area) => hud::side(area, buffer, view, looks, extras),
            StatusArea::Line(area) => hud::line(area, buffer, view, looks, extras),
        }
        messages::draw(layout.log, buffer, looks, log);
    }
}
