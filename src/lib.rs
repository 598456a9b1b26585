//! Upkeeper, a turn-based terminal roguelike: the dungeon's upkeeper puts the floor back in order
//! between two raids.
//!
//! The rooms, each of which may use only those before it: [`base`], [`content`], [`levelgen`],
//! [`sim`], [`view`], [`record`], [`save`], [`ui`], [`host`], `server`, [`cli`]. `ARCHITECTURE.md` says what each is for.

#![cfg_attr(
    not(feature = "tui"),
    allow(
        dead_code,
        unused_imports,
        unreachable_pub,
        reason = "much of `view` has the screens alone as its users; the full build finds dead code"
    )
)]

pub mod base;
pub mod cli;
pub mod content;
pub mod host;
pub mod levelgen;
pub mod record;
pub mod save;
#[cfg(feature = "ssh")]
pub mod server;
pub mod sim;
#[cfg(feature = "tui")]
pub mod ui;
pub mod view;
