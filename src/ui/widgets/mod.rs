//! Pieces that screens are put together from. They draw what they are given and decide nothing.

mod bar;
mod field;
mod frame;
mod hint;
mod list;
mod scroll;
mod words;

pub mod ascii;
pub mod banner;
pub mod camera;
pub mod facts;
pub mod floor;
pub mod hud;
pub mod layout;
pub mod map;
pub mod messages;
pub mod page;
pub mod raid_side;
pub mod scene;
pub mod selection;
pub mod timeline;

pub use bar::bar;
pub use field::Field;
pub use frame::{Width, draw_lines, sheet};
pub use hint::{KeyHint, hint_line, hint_text};
pub use list::ListState;
pub use scroll::Scroll;
pub use words::{fit, notice, pad, wrap};
