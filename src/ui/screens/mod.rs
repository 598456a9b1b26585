//! The screens, one file each.

pub mod ask;
pub mod briefing;
pub mod cart;
pub mod choose;
pub mod cursor;
pub mod floor_map;
pub mod history;
pub mod item;
pub mod jobs;
pub mod shift;
pub mod yourself;
