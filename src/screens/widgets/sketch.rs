//! The sketch of the parties of dawn, as a source of a map: what they go for is reversed.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Modifier,
    text::{Line, Span},
};

use crate::{Appearance, theme::ColorRole};
use base::Pos;
use content::TerrainRow;
use engine::view::{SketchView, SketchedCell, View};

use super::floor::FloorCells;
use super::map::{self, MapCell, MapSource, Symbol};

pub(crate) struct SketchCells<'a> {
    view: View<'a>,
    sketch: SketchView<'a>,
    looks: Appearance,
}

impl<'a> SketchCells<'a> {
    /// `None` where nobody is expected.
    pub(crate) fn new(view: View<'a>, looks: Appearance) -> Option<Self> {
        Some(Self { view, sketch: view.sketch()?, looks })
    }

    /// The whole sketch in at most so many columns and rows.
    pub(crate) fn picture(&self, columns: u16, rows: u16) -> Vec<Line<'static>> {
        let area = Rect::new(0, 0, columns, rows);
        let mut buffer = Buffer::empty(area);
        map::draw_scaled(area, &mut buffer, self, map::block_to_fit(self.size(), area));
        let rows = buffer.content().chunks(usize::from(columns).max(1)).map(|cells| {
            let spans =
                cells.iter().map(|cell| Span::styled(cell.symbol().to_owned(), cell.style()));
            spans.collect::<Line<'_>>()
        });
        rows.filter(|row| row.spans.iter().any(|span| span.content != " ")).collect()
    }

    fn row(&self, cell: &SketchedCell) -> &'a TerrainRow {
        let terrain = &self.view.catalog().terrain;
        match cell.fixture {
            Some(fixture) => terrain.fixture(fixture.state()),
            None => terrain.tile(cell.tile),
        }
    }
}

impl MapSource for SketchCells<'_> {
    fn size(&self) -> (i32, i32) {
        self.view.size()
    }

    fn cell(&self, pos: Pos) -> Option<MapCell> {
        let cell = self.sketch.cell(pos)?;
        let symbol = Symbol::Letter(self.looks.glyphs.sign(self.row(&cell).sign));
        let style = if cell.is_wanted {
            self.looks.style(ColorRole::Title).add_modifier(Modifier::REVERSED)
        } else {
            self.looks.theme.remembered()
        };
        Some(MapCell { symbol, style })
    }

    fn figures(&self) -> Vec<(Pos, MapCell)> {
        FloorCells::new(self.view, self.looks).figures().into_iter().take(1).collect()
    }

    fn weight(&self, pos: Pos) -> u8 {
        match self.sketch.cell(pos) {
            None => 0,
            Some(cell) if cell.is_wanted => 4,
            Some(cell) if cell.fixture.is_some() => 3,
            Some(cell) if cell.tile.is_wall() => 1,
            Some(_) => 2,
        }
    }
}
