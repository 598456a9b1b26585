//! Grids, directions, kernels over grids, streams of random numbers, and what terminals can show:
//! colours by number, text without control characters, and pictures as SVG.
//!
//! Nothing here knows a word of the game: a `Grid` may hold anything, a `Stream` may be drawn for
//! anything. Never here: a clock, hash order, floating point.

mod astar;
mod bit_bfs;
mod bits;
mod color;
mod day;
mod distance_field;
mod flood;
mod fold;
mod goal_search;
mod grid;
mod line;
mod pos;
mod shadowcast;
mod small_set;
mod stream;
mod svg;
mod target_distances;
mod text;
mod word_enum;

pub use astar::Astar;
pub use bits::Bits;
pub use color::{
    CUBE_STEPS, ColorChoice, ColorDepth, Pigment, Rgb, XTERM_SIXTEEN, erases_to_color, mix, rgb_of,
};
pub use day::{Day, InvalidDate};
pub use distance_field::{DistanceField, Moves};
pub use flood::{Components, SIDES, flood, local_components, ring};
pub use fold::fold;
pub use goal_search::{FirstStep, GoalCost, GoalSearch};
pub use grid::Grid;
pub use line::{Line, Tie, clear_line, sees};
pub use pos::{Dir, Pos, Rect};
pub use shadowcast::{MAX_RADIUS, shadowcast, shadowcast_onto};
pub use small_set::SmallSet;
pub use stream::{KeyPart, Ordinal, Purpose, Seed, Stream};
pub use svg::{Svg, TextStyle, rectangles};
pub use target_distances::TargetDistances;
pub use text::{compose, duration_text, hex, is_printable, path_text, sanitize, sanitize_lines};
