//! What all screens share: looks, content, the run that is played, and the way to its keeper.
//!
//! Nothing of it gets into the state of a game.

use std::sync::Arc;

use ratatui::style::Style;

use crate::content::Catalog;

use super::{
    glyphs::{GlyphSet, Sign},
    host::Host,
    play::Play,
    theme::{Role, Theme},
};

/// What every screen gets to see and to use.
pub struct Context {
    pub looks: Looks,
    pub catalog: Arc<Catalog>,
    pub host: Box<dyn Host>,
    /// The run that is played, while one is.
    pub play: Option<Play>,
}

/// How things look on this player's terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    pub theme: Theme,
    pub glyphs: GlyphSet,
}

impl Looks {
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    pub fn glyph(&self, sign: Sign) -> &'static str {
        self.glyphs.get(sign)
    }
}
