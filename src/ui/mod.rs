//! The screens, and what they stand on: terminals, keys, glyphs, colours, settings.
//!
//! Screens show what the player may know and turn keys into intents; no rule of the game is here, and no file is
//! opened here: text comes in and goes out.

pub mod config;
pub mod glyphs;
pub mod keymap;
pub mod reader;
pub mod terminal;
pub mod theme;
