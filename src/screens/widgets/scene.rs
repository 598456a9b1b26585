//! The map screen: floor, sidebar, and the log or a panel in its place. [`Scene`] is shared by all
//! screens of a shift that is played, [`RunPicture`] by all that show a run which is only watched.

use ratatui::{
    Frame,
    buffer::Buffer,
    layout::Rect,
    style::Style,
    widgets::{Clear, Widget},
};

use super::{
    HudExtras,
    camera::Camera,
    floor::{FloorCells, ghost_mark, plan_marks},
    hatch::HatchPicture,
    hud,
    layout::{LargeAreas, MapLayout},
    lesson,
    map::{self, MapMark, MarkKind},
    marches::MarchesPicture,
    messages::{self, ShownRows},
    tonight,
    words::wrap,
};
use crate::{ActiveRun, Appearance, Context, log::Log};
use base::Pos;
use engine::view::View;

/// Marks over the floor, and the panel below it.
#[derive(Default)]
pub(crate) struct Scene {
    pub marks: Vec<MapMark>,
    /// Paragraphs that are drawn in place of the log.
    pub panel: Option<Vec<(String, Style)>>,
    /// The cell that the camera keeps in sight; the player's if `None`.
    pub focus: Option<Pos>,
}

/// The largest number of the map's rows that a panel may cover.
const MAX_COVERED_ROWS: u16 = 7;
/// The margin between the player and the edge of the map, in percent of the map's size.
const MARGIN_PERCENT: i32 = 15;

impl Scene {
    /// Draws the scene. Returns the part of the log's fresh lines that was shown; `None` under a
    /// panel.
    pub(crate) fn draw(
        &self,
        frame: &mut Frame<'_>,
        run: &mut ActiveRun,
        context: &Context,
    ) -> Option<ShownRows> {
        let looks = context.appearance;
        let view = run.view();
        let floor = view.size();
        let mut layout = MapLayout::of(frame.area(), floor);
        let lesson_rows = lesson::height(view, layout.map.width, context);
        if lesson_rows > 0 {
            let shown = (floor.0, floor.1 + i32::from(lesson_rows));
            layout = MapLayout::of(frame.area(), shown);
        }
        layout.map = lesson::draw(layout.map, frame.buffer_mut(), view, context);
        let focus = self.focus.unwrap_or(view.player().pos);
        let rows = self.rows(layout.log.width);
        let covered = rows.as_ref().map_or(0, |rows| {
            let max_rows = MAX_COVERED_ROWS.min(layout.map.height / 2);
            (rows.len() as u16).saturating_sub(layout.log.height).min(max_rows)
        });
        let mut camera = run.camera;
        let uncovered = Rect { height: layout.map.height - covered, ..layout.map };
        let shown = camera.fit(uncovered, floor, looks.cells);
        if self.focus.is_some() {
            // A cursor may go to the very edge, but not under the panel.
            camera.follow(focus, (floor.0, floor.1 + i32::from(covered)), shown, 3);
        } else {
            follow(&mut camera, view, shown);
        }
        run.camera = camera;
        run.shown = layout.map;
        let extras = run.extras(context);
        let ghost = run.ghost();
        let view = run.view();
        let buffer = frame.buffer_mut();
        draw_map(&layout, buffer, view, looks, camera, ghost);
        draw_large(&layout, buffer, view, looks);
        map::draw_marks(layout.map, buffer, looks, camera, &self.marks);
        hud::draw(&layout, buffer, view, looks, &extras);
        let shown = match rows {
            Some(rows) => {
                draw_panel(frame, layout.log, covered, &rows);
                None
            }
            None => Some(messages::draw(layout.log, frame.buffer_mut(), looks, &run.log)),
        };
        if let Some((x, y)) = map::place(layout.map, camera, focus) {
            frame.set_cursor_position((x, y));
        }
        shown
    }

    /// The panel in rows of a width.
    fn rows(&self, width: u16) -> Option<Vec<(String, Style)>> {
        let rows = self.panel.as_ref()?.iter().flat_map(|(text, style)| {
            wrap(text, usize::from(width)).into_iter().map(|row| (row, *style))
        });
        Some(rows.collect())
    }
}

/// A state of a run, and what is shown beside it.
pub struct RunPicture<'a> {
    pub view: View<'a>,
    pub looks: Appearance,
    pub log: &'a Log,
    pub extras: &'a HudExtras,
    /// Where the player of another run stood, if one is shown.
    pub ghost: Option<Pos>,
    /// What has just happened.
    pub marks: &'a [MapMark],
}

impl RunPicture<'_> {
    /// Draws the floor, between the floors of a journey its map, or a raid from the hatch. The log
    /// stands as it is, without waiting for a key.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, camera: &mut Camera) {
        let RunPicture { view, looks, log, extras, ghost, marks } = *self;
        if let Some(journey) = view.journey().filter(|_| view.is_between_floors()) {
            let (cursor, race) = (journey.at(), extras.race.as_ref());
            MarchesPicture { view, cursor, looks, log, race }.draw(area, buffer);
            return;
        }
        if view.is_away() && view.party().is_some() {
            let (story, lesson) = (None, None);
            HatchPicture { view, looks, story, marks, log, lesson }.draw(area, buffer, camera);
            return;
        }
        let layout = MapLayout::of(area, view.size());
        let shown = camera.fit(layout.map, view.size(), looks.cells);
        follow(camera, view, shown);
        draw_map(&layout, buffer, view, looks, *camera, ghost);
        draw_large(&layout, buffer, view, looks);
        map::draw_marks(layout.map, buffer, looks, *camera, marks);
        hud::draw(&layout, buffer, view, looks, extras);
        messages::draw(layout.log, buffer, looks, log);
    }
}

/// Has everybody in sight on the map: hunters first, then enemies, each by distance.
fn follow(camera: &mut Camera, view: View<'_>, shown: (i32, i32)) {
    let mut actors = view.actors();
    actors.sort_by_key(|actor| (!actor.is_after_the_upkeeper(), !actor.hostile));
    let others = actors.iter().map(|actor| actor.pos);
    camera.follow_with(view.player().pos, others, view.size(), shown, MARGIN_PERCENT);
}

/// Draws the floor, with the numbers of the plan, the ghost of another run, and the cells that a
/// heavy blow is about to fall on.
fn draw_map(
    layout: &MapLayout,
    buffer: &mut Buffer,
    view: View<'_>,
    looks: Appearance,
    camera: Camera,
    ghost: Option<Pos>,
) {
    map::draw(layout.map, buffer, &FloorCells::new(view, looks), camera);
    let ghost = ghost.and_then(|at| ghost_mark(view, at));
    let threats = view.threatened().into_iter().map(|at| MapMark { at, kind: MarkKind::Threat });
    let marks: Vec<MapMark> = plan_marks(view).chain(ghost).chain(threats).collect();
    map::draw_marks(layout.map, buffer, looks, camera, &marks);
}

/// Draws what a large screen shows besides.
fn draw_large(layout: &MapLayout, buffer: &mut Buffer, view: View<'_>, looks: Appearance) {
    if let Some(LargeAreas { tonight, night }) = layout.large {
        tonight::draw(tonight, buffer, view, looks);
        tonight::draw_night(night, buffer, view, looks);
    }
}

/// The area of a panel: as many rows as its text needs, upwards from the bottom of the log.
fn draw_panel(frame: &mut Frame<'_>, log: Rect, covered: u16, rows: &[(String, Style)]) {
    let area = Rect { y: log.y - covered, height: log.height + covered, ..log };
    let buffer = frame.buffer_mut();
    Clear.render(area, buffer);
    for ((row, style), y) in rows.iter().zip(area.top()..area.bottom()) {
        buffer.set_stringn(area.x, y, row, usize::from(area.width), *style);
    }
}
