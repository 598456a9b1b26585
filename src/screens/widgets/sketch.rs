//! The sketch of the parties of dawn, as a source of a map: what they go for is reversed.

use ratatui::{
    style::{Color, Modifier},
    text::Line,
};

use crate::{
    Appearance,
    terminal::ColorDepth,
    theme::{ColorRole, Ground},
};
use base::Pos;
use content::TerrainRow;
use engine::view::{SketchView, SketchedCell, View};

use super::floor::FloorCells;
use super::map::{MapCell, MapSource, Symbol};
use super::picture::{self, small_map};
use super::tonight::expected_plates;
use levels::Tile;

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

    /// The ground of a cell, where there are colours for one: open cells are bright, but for those
    /// with a sign on them.
    fn ground(&self, tile: Tile, is_sign: bool) -> Option<Color> {
        let theme = self.looks.theme;
        let place = self.view.catalog().looks.place(self.view.kind());
        let has_grounds = theme.depth == ColorDepth::Truecolor
            && !theme.colors.is_light()
            && theme.ground == Ground::Theme;
        let [r, g, b] = match tile.is_wall() {
            true => place.floor.map(|part| part / 2),
            false if is_sign => place.floor,
            false => place.wall,
        };
        has_grounds.then_some(Color::Rgb(r, g, b))
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
        let row = self.row(&cell);
        let is_sign = cell.fixture.is_some() || matches!(cell.tile, Tile::Start | Tile::Exit);
        let style = match is_sign {
            _ if cell.is_wanted => {
                self.looks.style(ColorRole::Title).add_modifier(Modifier::REVERSED)
            }
            true => self.looks.style(row.role),
            false => self.looks.theme.remembered(),
        };
        let style = self.ground(cell.tile, is_sign).map_or(style, |ground| style.bg(ground));
        Some(MapCell { symbol: Symbol::Letter(self.looks.glyphs.sign(row.sign)), style })
    }

    fn figures(&self) -> Vec<(Pos, MapCell)> {
        FloorCells::new(self.view, self.looks).figures().into_iter().take(1).collect()
    }

    fn weight(&self, pos: Pos) -> u8 {
        match self.sketch.cell(pos) {
            None => 0,
            Some(cell) if matches!(cell.tile, Tile::Start | Tile::Exit) => 5,
            Some(cell) if cell.is_wanted => 4,
            Some(cell) if cell.fixture.is_some() => 3,
            Some(cell) if cell.tile.is_wall() => 1,
            Some(_) => 2,
        }
    }
}

/// The columns of words at least where a picture of those who come stands beside them.
pub(crate) const MIN_SHEET_COLUMNS: usize = 60;
/// The rows of a picture of the sketch at least, and those that are worth more than broad plates.
pub(crate) const MIN_PICTURE_ROWS: u16 = 6;
const SKETCH_ROWS: u16 = 18;
/// The least weight of what has a sign of its own on it.
pub(crate) const SKETCHED_SIGNS: u8 = 3;

/// The sketch, and below it a plate for each who comes, by parties.
pub(crate) fn expected(
    view: View<'_>,
    sketch: &SketchCells<'_>,
    (columns, rows): (u16, u16),
    looks: &Appearance,
) -> Vec<Line<'static>> {
    let plates = picture::plates(
        &expected_plates(view, looks),
        (columns, rows.saturating_sub(SKETCH_ROWS)),
        looks,
    );
    let rows = rows.saturating_sub(plates.len() as u16).max(MIN_PICTURE_ROWS);
    let mut lines = small_map(sketch, &sketch.figures(), (columns, rows), SKETCHED_SIGNS, looks);
    lines.extend(plates);
    lines
}
