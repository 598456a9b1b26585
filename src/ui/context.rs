//! What all screens share: settings, looks, content, and the host that keeps runs.
//!
//! Nothing of it gets into the state of a game.

use std::sync::Arc;

use ratatui::style::Style;

use crate::{content::Catalog, sim::Setup};

use super::{
    config::Settings,
    glyphs::{GlyphId, GlyphSet},
    host::Host,
    host_error::HostError,
    keymap::{InputMode, Intent},
    run::Run,
    terminal::{Input, Key},
    theme::{Role, Theme},
};

/// What every screen gets to see and to use. The run in progress is no part of it: screens of a run are given that
/// besides.
pub struct Context {
    /// As the player set them; a screen that changes them changes the appearance too.
    pub settings: Settings,
    /// How things look on this player's terminal, as the settings and the terminal have it.
    pub appearance: Appearance,
    pub catalog: Arc<Catalog>,
    pub host: Box<dyn Host>,
}

impl Context {
    pub fn new(
        host: Box<dyn Host>,
        catalog: Arc<Catalog>,
        settings: Settings,
        appearance: Appearance,
    ) -> Self {
        Self { settings, appearance, catalog, host }
    }

    /// What a key is pressed for in an input mode; `None` for a key without a meaning there, and for what is no key.
    pub fn intent(&self, mode: InputMode, input: &Input) -> Option<Intent> {
        match input {
            Input::Key(key) => self.settings.keymap.intent(mode, *key),
            _ => None,
        }
    }

    /// The name of the key to tell a player who wants this.
    pub fn key(&self, intent: Intent) -> String {
        self.settings.keymap.name(intent)
    }

    /// Writes the settings into the player's settings file.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn keep_settings(&mut self) -> Result<(), HostError> {
        let text = self.settings.write(&self.host.settings_text()?);
        self.host.keep_settings(&text)
    }

    /// Has the host begin a run for this player, with the word that was typed for its seed.
    ///
    /// # Errors
    /// When the level cannot be made or the run not be kept.
    pub fn begin(&mut self, setup: Setup, word: &str) -> Result<Box<dyn Run>, HostError> {
        self.host.begin(setup, word, &self.settings.name)
    }

    /// Whether a key asks for the screen to be drawn anew, whatever is open.
    pub(super) fn is_redraw(&self, key: Key) -> bool {
        self.settings.keymap.intent(InputMode::Ask, key) == Some(Intent::Redraw)
    }
}

/// How things look on this player's terminal: colours and glyphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    pub theme: Theme,
    pub glyphs: GlyphSet,
}

impl Appearance {
    /// The appearance that settings ask for, on a terminal whose environment `lookup` reads.
    pub fn of(settings: &Settings, lookup: impl Fn(&str) -> Option<String>) -> Self {
        let theme = Theme {
            palette: settings.palette,
            background: settings.background,
            depth: settings.color.depth(&lookup),
        };
        Self { theme, glyphs: settings.glyphs.set(lookup) }
    }

    /// The style of a role in the theme.
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// The characters of a glyph in the glyph set.
    pub fn glyph(&self, id: GlyphId) -> &'static str {
        self.glyphs.get(id)
    }
}
