//! The stages of a level's generation, kept if the request has `trace`.

use serde::Serialize;

use crate::tile::Tile;
use base::{Grid, Pos};

/// The stages of a level's generation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trace {
    #[serde(flatten)]
    pub cave: Option<CaveTrace>,
    /// The level after every pass that changed something, and after steps of some passes.
    pub stages: Vec<TraceStage>,
}

/// The level at one stage of its generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceStage {
    /// The pass, with the step if it has several: "automaton, generation 3".
    pub pass: String,
    /// The terrain, as in the dump.
    pub rows: Vec<String>,
    /// How many of the level's things are placed: the first `things` of them.
    pub things: usize,
}

impl TraceStage {
    /// The terrain as tiles; `None` if a row has other characters or another length.
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
