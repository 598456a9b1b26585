//! The screens, one file each.

pub mod ask;
pub mod briefing;
pub mod cart;
pub mod choose;
pub mod cursor;
pub mod floor_map;
pub mod help;
pub mod history;
pub mod item;
pub mod jobs;
pub mod keys;
pub mod morgue;
pub mod new_shift;
pub mod replay;
pub mod result;
pub mod scores;
pub mod settings;
pub mod shift;
pub mod shop;
pub mod stages;
pub mod start;
pub mod title;
pub mod yourself;
