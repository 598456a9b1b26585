//! Grids, directions, kernels over grids, streams of random numbers, and what terminals can show: colours by number, and
//! text without control characters.
//!
//! Nothing here knows a word of the game: a `Grid` may hold anything, a `Stream` may be drawn for anything. Never here: a
//! clock, hash order, floating point.

mod astar;
mod bit_bfs;
mod bits;
mod color;
mod day;
mod dir;
mod distance_field;
mod duration;
mod flood;
mod fold;
mod goal_search;
mod grid;
mod hex;
mod line;
mod local_connectivity;
mod pos;
mod rect;
mod seed;
mod shadowcast;
mod small_set;
mod stream;
mod stream_key;
mod target_distances;
mod terminal_text;

pub use astar::Astar;
pub use bits::Bits;
pub use color::Pigment;
pub use color::{ColorChoice, ColorDepth, erases_to_color};
pub use day::{Day, InvalidDate};
pub use dir::Dir;
pub use distance_field::{DistanceField, Moves};
pub use duration::duration_text;
pub use flood::{Components, flood};
pub use fold::fold;
pub use goal_search::{FirstStep, GoalCost, GoalSearch};
pub use grid::Grid;
pub use hex::hex;
pub use line::{Line, Tie, clear_line, sees};
pub use local_connectivity::{SIDES, local_components, ring};
pub use pos::Pos;
pub use rect::Rect;
pub use seed::Seed;
pub use shadowcast::{MAX_RADIUS, shadowcast, shadowcast_onto};
pub use small_set::SmallSet;
pub use stream::Stream;
pub use stream_key::KeyPart;
pub use stream_key::{Ordinal, Purpose};
pub use target_distances::TargetDistances;
pub use terminal_text::{compose, is_printable, path_text, sanitize, sanitize_lines};
