//! Pieces that screens are put together from. They draw what they are given and decide nothing.

mod bar;
mod field;
mod frame;
mod hint;
pub(crate) mod letter_guard;
mod letter_menu;
mod list;
mod scroll;
mod sum_line;
mod text_lines;
mod words;

pub mod ascii;
pub(crate) mod banner;
pub mod camera;
pub(crate) mod facts;
pub mod floor;
pub(crate) mod hud;
pub mod layout;
pub(crate) mod lesson;
pub mod map;
pub(crate) mod marches;
pub mod messages;
pub mod page;
pub(crate) mod raid_side;
pub mod scene;
pub(crate) mod selection;

pub use bar::bar;
pub(crate) use bar::{draw_timeline, draw_timeline_marks};
pub use field::Field;
pub use frame::{Width, draw_lines, sheet};
pub use hint::{KeyHint, hint_line, hint_text};
pub use hud::HudExtras;
pub(crate) use letter_menu::letter_menu;
pub use list::ListState;
pub(crate) use scroll::Scroll;
pub(crate) use sum_line::sum_line;
pub(crate) use text_lines::text_lines;
pub use words::{fit, notice, pad, wrap};
