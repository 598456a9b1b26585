//! Grids, directions, kernels over grids, streams of random numbers, and what terminals can show:
//! colours by number, and text without control characters.
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
mod target_distances;
mod text;

pub use astar::Astar;
pub use bits::Bits;
pub use color::{ColorChoice, ColorDepth, Pigment, erases_to_color};
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
pub use target_distances::TargetDistances;
pub use text::{compose, duration_text, hex, is_printable, path_text, sanitize, sanitize_lines};
