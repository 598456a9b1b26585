//! Grids, directions, kernels over grids and streams of random numbers.
//!
//! Nothing here knows a word of the game: a `Grid` may hold anything, a `Stream` may be drawn
//! for anything. No clock, no hash order and no floating point may ever enter.

mod bits;
mod dir;
mod grid;
mod pos;
mod rect;
mod seed;
mod stream;

pub use bits::Bits;
pub use dir::Dir;
pub use grid::{Grid, SizeMismatch};
pub use pos::Pos;
pub use rect::Rect;
pub use seed::Seed;
pub use stream::{Stream, ZeroState};
