//! Where the sites of a journey's map stand in an area of the screen.
//!
//! The map is stretched to the area, whatever its shape: what counts is which site is beside which.
//! In an area too small to keep the sites apart a part of the map is shown.

use ratatui::layout::Rect;

use crate::widgets::{camera::Camera, map};
use base::Pos;
use engine::sim::{Atlas, SiteId};

/// The smallest drawing in which no two sites touch, in columns and rows, for the map of a journey.
const MIN_DRAWING: (i32, i32) = (48, 18);

/// Columns at each side of a drawing for the marks of the sites at its edge.
const MARGIN_COLUMNS: i32 = 1;

/// How the cells of the map lie in an area.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarchesPlan {
    pub(super) area: Rect,
    /// Columns and rows of the whole drawing, of which the area may show a part.
    pub(super) drawing: (i32, i32),
    /// The cell of the drawing in the upper left corner of the area.
    origin: Pos,
    /// Columns and rows of the map.
    map: (i32, i32),
    /// The cells of the sites in the drawing, by id.
    spots: Vec<Pos>,
}

impl MarchesPlan {
    /// The plan for an area; where that shows a part, the site is in its middle.
    pub(crate) fn of(atlas: &Atlas, area: Rect, focus: SiteId) -> MarchesPlan {
        let regions = &atlas.marches.regions;
        let shown = (i32::from(area.width), i32::from(area.height));
        let drawing = (shown.0.max(MIN_DRAWING.0), shown.1.max(MIN_DRAWING.1));
        let map = (regions.width(), regions.height());
        let mut plan =
            MarchesPlan { area, drawing, origin: Pos::new(0, 0), map, spots: Vec::new() };
        plan.spots = atlas.ids().map(|id| plan.cell_of(atlas.site(id).pos())).collect();
        let middle = plan.spots[usize::from(focus.0)];
        let start = |at: i32, shown: i32, all: i32| (at - shown / 2).clamp(0, (all - shown).max(0));
        plan.origin =
            Pos::new(start(middle.x, shown.0, drawing.0), start(middle.y, shown.1, drawing.1));
        plan
    }

    /// The cell of the drawing for a cell of the map.
    fn cell_of(&self, pos: Pos) -> Pos {
        let columns = self.drawing.0 - 1 - 2 * MARGIN_COLUMNS;
        let scale = |at: i32, to: i32, from: i32| (at * to * 2 + from) / (from * 2).max(1);
        Pos::new(
            MARGIN_COLUMNS + scale(pos.x, columns, self.map.0 - 1),
            scale(pos.y, self.drawing.1 - 1, self.map.1 - 1),
        )
    }

    /// The cell of the map for a cell of the drawing.
    pub(crate) fn map_cell(&self, cell: Pos) -> Pos {
        let columns = (self.drawing.0 - 1 - 2 * MARGIN_COLUMNS).max(1);
        let x = (cell.x - MARGIN_COLUMNS).clamp(0, columns) * (self.map.0 - 1) / columns;
        let y = cell.y * (self.map.1 - 1) / (self.drawing.1 - 1).max(1);
        Pos::new(x, y)
    }

    pub(crate) fn spot(&self, id: SiteId) -> Pos {
        self.spots[usize::from(id.0)]
    }

    /// The cell of the screen for a cell of the drawing, if it is shown.
    pub(crate) fn on_screen(&self, cell: Pos) -> Option<(u16, u16)> {
        map::place(self.area, Camera::at(self.origin), cell)
    }

    /// The cell of the drawing for a cell of the area, counted from its upper left corner.
    pub(crate) fn shown_cell(&self, x: u16, y: u16) -> Pos {
        self.origin + Pos::new(i32::from(x), i32::from(y))
    }

    /// The site at a cell of the screen, or beside it.
    pub(crate) fn site_at(&self, (x, y): (u16, u16)) -> Option<SiteId> {
        if !self.area.contains((x, y).into()) {
            return None;
        }
        let cell = self.shown_cell(x - self.area.x, y - self.area.y);
        let found = self.spots.iter().position(|spot| {
            let off = *spot - cell;
            off.y == 0 && off.x.abs() <= 1
        });
        found.map(|place| SiteId(place as u16))
    }
}
