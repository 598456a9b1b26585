//! Pieces that screens are put together from. They draw what they are given and decide nothing.

mod bar;
mod field;
mod frame;
mod hint;
mod words;

pub(crate) mod banner;
pub mod camera;
pub(crate) mod career;
pub(crate) mod facts;
pub mod floor;
pub(crate) mod hatch;
pub(crate) mod hud;
pub mod layout;
pub(crate) mod lesson;
pub mod map;
pub(crate) mod marches;
pub mod messages;
pub(crate) mod picture;
pub mod scene;
pub mod sheet;
pub(crate) mod sketch;
pub(crate) mod tonight;

pub use bar::bar;
pub(crate) use bar::{draw_timeline, draw_timeline_marks, health_bar, is_low, share_bar};
pub use field::Field;
pub(crate) use frame::{TEXT_COLUMNS, draw_lines};
pub use hint::{KeyHint, hint_line, hint_text};
pub use hud::HudExtras;
pub(crate) use sheet::Scroll;
pub use words::{fit, pad, wrap};
pub(crate) use words::{text_lines, way};
