//! Grids, directions, kernels over grids and streams of random numbers.
//!
//! Nothing here knows a word of the game: a `Grid` may hold anything, a `Stream` may be drawn
//! for anything. No clock, no hash order and no floating point may ever enter.

mod astar;
mod bits;
mod dir;
mod field;
mod flood;
mod grid;
mod line;
mod meter;
mod pos;
mod rect;
mod seed;
mod seeker;
mod shadowcast;
mod small_set;
mod stream;
mod waves;

pub use astar::Astar;
pub use bits::Bits;
pub use dir::Dir;
pub use field::{Field, Moves};
pub use flood::{Components, flood};
pub use grid::{Grid, SizeMismatch};
pub use line::{Line, Tie, clear_line, sees};
pub use meter::Meter;
pub use pos::Pos;
pub use rect::Rect;
pub use seed::Seed;
pub use seeker::{Lead, Price, Seeker};
pub use shadowcast::{MAX_RADIUS, shadowcast, shadowcast_onto};
pub use small_set::SmallSet;
pub use stream::{Stream, ZeroState};
