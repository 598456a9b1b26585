//! The screens, and what they stand on: terminals, keys, glyphs, colours, settings.
//!
//! Screens show a [`View`](crate) and turn keys into intents; no rule of the game is here, and no file is
//! opened here: text comes in and goes out.

pub mod glyphs;
pub mod terminal;
pub mod theme;
