//! The stages of a level in the making, kept if the request says `trace`.

use serde::Serialize;

use crate::base::{Grid, Pos};
use crate::levelgen::tile::Tile;

/// The stages in between.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trace {
    #[serde(flatten)]
    pub cave: Option<CaveTrace>,
    /// The level after every pass that changed something, and after steps of some.
    pub stages: Vec<TraceStage>,
}

/// The level at some moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceStage {
    /// The pass that is at work, with what it was doing: "automaton, generation 3".
    pub pass: String,
    /// The terrain, as in the dump.
    pub rows: Vec<String>,
    /// How many of the level's things stand already: the first so many.
    pub things: usize,
}

impl TraceStage {
    /// The terrain as tiles; nothing if a row is not of tiles, or not as long as the others.
    pub fn tiles(&self) -> Option<Grid<Tile>> {
        let width = self.rows.first()?.chars().count();
        let cells = self.rows.iter().flat_map(|row| row.chars().map(Tile::of_character));
        let cells: Vec<Tile> = cells.collect::<Option<_>>()?;
        (cells.len() == width * self.rows.len())
            .then(|| Grid::from_cells(width as i32, cells))
            .flatten()
    }
}

/// Everything needed to run the automaton again. `#` is wall, `.` is floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaveTrace {
    pub noise: Vec<String>,
    /// The grid after each pass.
    pub generations: Vec<Vec<String>>,
    /// The cells dug for each tunnel, in order.
    pub tunnels: Vec<Vec<Pos>>,
}
