//! Pieces that screens are put together from.

mod field;
mod scroll;
mod sheet;
mod words;

pub use field::Field;
pub use scroll::Scroll;
pub use sheet::{Hint, column, sheet};
pub use words::{fit, pad, wrap};
