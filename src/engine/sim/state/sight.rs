//! What the player sees and what is lit: computed anew, never saved.

use base::{Bits, Pos};

/// Bit sets of sight and light, and what they were computed for.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// Cells with a clear line from the player, lit or not.
    pub(crate) los: Bits,
    /// Cells that the player sees.
    pub visible: Bits,
    /// Cells that braziers and fires light.
    pub(crate) lit: Bits,
    /// What it was computed for: place of the player, revision of the floor, blindness, lantern.
    pub(crate) seen_from: Option<(Pos, u32, bool, i32)>,
    pub(crate) lit_at: Option<u32>,
    pub(crate) buffer: Bits,
}

impl Sight {
    pub(crate) fn new(width: i32, height: i32) -> Sight {
        let none = Bits::new(width, height);
        Sight {
            los: none.clone(),
            visible: none.clone(),
            lit: none.clone(),
            seen_from: None,
            lit_at: None,
            buffer: none,
        }
    }
}
