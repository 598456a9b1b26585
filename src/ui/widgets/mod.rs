//! Pieces that screens are put together from. They draw what they are given and decide nothing.

pub mod camera;
pub mod hud;
pub mod layout;
pub mod messages;
pub mod page;
pub mod picture;
pub mod scene;
pub mod selection;
pub mod wrap;
