//! How fast something is shown that goes on by itself: recorded runs, raids.

use std::time::Duration;

use super::{glyphs::GlyphSet, keymap::Intent};

/// A place on the scale of speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(usize);

/// A speed by how many times the usual one it is, and the milliseconds between two pictures.
const SPEEDS: [(&str, u64); 7] = [
    ("1/2", 500),
    ("1", 250),
    ("2", 125),
    ("4", 62),
    ("8", 31),
    ("16", 16),
    ("as fast as it goes", 0),
];
/// Where there is no pause between pictures, so many steps are taken from one to the next.
const AT_ONCE: u32 = 64;

impl Speed {
    pub const USUAL: Self = Self(1);
    /// For what would be long otherwise.
    pub const BRISK: Self = Self(3);

    /// Changes it as an intent says; false if it says nothing of that.
    pub fn take(&mut self, intent: Intent) -> bool {
        self.0 = match intent {
            Intent::Faster => (self.0 + 1).min(SPEEDS.len() - 1),
            Intent::Slower => self.0.saturating_sub(1),
            _ => return false,
        };
        true
    }

    /// The time between two pictures.
    pub fn pause(self) -> Duration {
        Duration::from_millis(SPEEDS[self.0].1)
    }

    /// Steps from one picture to the next.
    pub fn steps(self) -> u32 {
        if self.pause().is_zero() { AT_ONCE } else { 1 }
    }

    /// In words: "×4".
    pub fn name(self, glyphs: GlyphSet) -> String {
        let times = match glyphs {
            GlyphSet::Unicode => "×",
            GlyphSet::Ascii => "x",
        };
        let name = SPEEDS[self.0].0;
        if self.pause().is_zero() { name.to_owned() } else { format!("{times}{name}") }
    }
}
