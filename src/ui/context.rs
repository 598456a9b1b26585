//! What all screens share: looks, content, the run that is played, and the way to its keeper.
//!
//! Nothing of it gets into the state of a game.

use std::sync::Arc;

use ratatui::style::Style;

use crate::{content::Catalog, sim::Command, view::View};

use super::{
    active_run::ActiveRun,
    config::Settings,
    glyphs::{GlyphId, GlyphSet},
    host::{Host, HostError},
    keymap::{InputMode, Intent},
    terminal::{Input, Key},
    theme::{Role, Theme},
};

/// What every screen gets to see and to use.
pub struct Context {
    /// As the player set them; a screen that changes them changes the looks too.
    pub settings: Settings,
    pub appearance: Appearance,
    pub catalog: Arc<Catalog>,
    pub host: Box<dyn Host>,
    /// The run that is played, while one is.
    pub play: Option<ActiveRun>,
}

impl Context {
    /// Before anything is played.
    pub fn new(
        host: Box<dyn Host>,
        catalog: Arc<Catalog>,
        settings: Settings,
        appearance: Appearance,
    ) -> Self {
        Self { settings, appearance, catalog, host, play: None }
    }

    /// What a key is pressed for, where keys are read so; `None` for nothing, and for what is no key.
    pub fn intent(&self, keys: InputMode, input: &Input) -> Option<Intent> {
        match input {
            Input::Key(key) => self.settings.keymap.intent(keys, *key),
            _ => None,
        }
    }

    /// The name of the key to tell a player who wants this.
    pub fn key(&self, intent: Intent) -> String {
        self.settings.keymap.name(intent)
    }

    /// The player decides something on the floor: carries the command out, or says why not. False if it was
    /// refused, or nothing is played.
    pub fn submit(&mut self, command: Command) -> bool {
        let Self { play: Some(play), settings, .. } = self else { return false };
        play.submit(command, settings)
    }

    /// Writes the settings into the player's settings file.
    pub fn keep_settings(&mut self) -> Result<(), HostError> {
        let text = self.settings.write(&self.host.settings_text()?);
        self.host.keep_settings(&text)
    }

    /// The run through the upkeeper's eyes, while one is played.
    pub fn view(&self) -> Option<View<'_>> {
        self.play.as_ref().map(ActiveRun::view)
    }

    /// Whether a key asks for the screen to be drawn anew, whatever is open.
    pub(super) fn is_redraw(&self, key: Key) -> bool {
        self.settings.keymap.intent(InputMode::Ask, key) == Some(Intent::Redraw)
    }
}

/// How things look on this player's terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    pub theme: Theme,
    pub glyphs: GlyphSet,
}

impl Appearance {
    /// The looks that settings ask for, on a terminal whose environment `lookup` reads.
    pub fn of(settings: &Settings, lookup: impl Fn(&str) -> Option<String>) -> Self {
        let theme = Theme {
            palette: settings.palette,
            background: settings.background,
            depth: settings.color.depth(&lookup),
        };
        Self { theme, glyphs: settings.glyphs.set(lookup) }
    }

    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    pub fn glyph(&self, sign: GlyphId) -> &'static str {
        self.glyphs.get(sign)
    }
}
