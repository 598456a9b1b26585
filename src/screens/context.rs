//! What all screens share: settings, appearance, content, and the host that keeps runs.
//!
//! Nothing of it gets into the state of a game.

use std::sync::Arc;

use ratatui::{style::Style, text::Span};

use base::{Rgb, erases_to_color};
use content::{Catalog, Category, Depth, TerrainRow};
use engine::sim::{HandMeDown, Mode, Setup};
use runs::record::category_mode;

use super::{
    config::{GlyphChoice, HandMeDowns, MotionLevel, Settings, Word as _},
    glyphs::{GlyphId, GlyphSet},
    host::Host,
    host_error::HostError,
    keymap::{InputMode, Intent},
    rival::RaceFiles,
    run::Run,
    terminal::{ColorDepth, Input, Key, Paint},
    theme::{ColorRole, Colors, Theme, is_light},
    widgets::camera::CellWidth,
};

/// What every screen can read and use. The run in progress is no part of it: screens of a run are
/// given that as well.
pub struct Context {
    /// The settings in force. A screen that changes them changes the appearance too.
    pub settings: Settings,
    /// The colours and glyphs that follow from the settings and this player's terminal.
    pub appearance: Appearance,
    pub catalog: Arc<Catalog>,
    pub host: Box<dyn Host>,
    pub race_files: RaceFiles,
    /// The key that was pressed last, before the one that is handled now.
    pub(super) previous_key: Option<Key>,
    /// Whether an input waits while a picture is drawn: it comes before that can be seen.
    pub(super) is_typed_ahead: bool,
    /// The settings as they were when the program started or the file was last written. Only what
    /// differs from these is written, so that what the command line has put in their place stays
    /// out of the file.
    written_settings: Settings,
    /// The faults in the settings file as it was last read, in words for the player: told on the
    /// title and in the settings.
    pub settings_faults: Vec<String>,
    /// What the player is told on the title screen until something is chosen there.
    pub notices: Vec<String>,
    /// Whether the terminal draws signs of the Unicode set two columns wide, as far as it has
    /// answered.
    has_wide_signs: bool,
    /// Whether the terminal's own ground is light, as far as it has answered.
    has_light_ground: Option<bool>,
}

const WIDE_SIGNS: &str = "This terminal draws some of our signs two columns wide, so they are \
                          ASCII now. Set the signs to “unicode” to have the others all the same.";

impl Context {
    pub fn new(
        host: Box<dyn Host>,
        catalog: Arc<Catalog>,
        settings: Settings,
        appearance: Appearance,
    ) -> Self {
        let (written_settings, race_files) = (settings.clone(), RaceFiles::default());
        Self {
            settings,
            appearance,
            catalog,
            host,
            race_files,
            previous_key: None,
            is_typed_ahead: false,
            written_settings,
            settings_faults: Vec::new(),
            notices: Vec::new(),
            has_wide_signs: false,
            has_light_ground: None,
        }
    }

    /// The settings that a host keeps, and the faults in them and in their theme. A setting that
    /// has a fault keeps its default; so do all where the file cannot be read.
    pub fn read_settings(host: &mut dyn Host) -> (Settings, Vec<String>) {
        match host.settings_text() {
            Ok(text) => {
                let (settings, problems) = Settings::read(&host.settings_name(), &text);
                let mut faults: Vec<_> = problems.iter().map(ToString::to_string).collect();
                if !settings.theme.is_auto() {
                    faults.extend(theme_colors(settings.theme.word(), host).1);
                }
                (settings, faults)
            }
            Err(error) => (Settings::default(), vec![format!("{error}. The usual settings hold.")]),
        }
    }

    /// Makes the appearance what the settings ask for on this terminal.
    pub(super) fn apply_settings(&mut self) {
        self.appearance = Appearance::of(&self.settings, &mut *self.host, self.has_light_ground);
        if self.has_wide_signs && self.settings.glyphs == GlyphChoice::Auto {
            self.appearance.glyphs = GlyphSet::Ascii;
        }
    }

    /// How much moves on this player's screen.
    pub(crate) fn motion(&self) -> MotionLevel {
        self.settings.motion.level(|name| self.host.environment(name))
    }

    pub fn paint(&self) -> Paint {
        let theme = self.appearance.theme;
        let erases_to_color = erases_to_color(|name| self.host.environment(name));
        Paint { depth: theme.depth, plain: theme.plain(), erases_to_color }
    }

    /// Whether it matters how wide the terminal draws the signs of the Unicode set.
    pub fn asks_sign_width(&self) -> bool {
        self.settings.glyphs == GlyphChoice::Auto && self.appearance.glyphs == GlyphSet::Unicode
    }

    /// Whether it matters which ground the terminal has.
    pub fn asks_ground(&self) -> bool {
        self.settings.theme.is_auto() && self.appearance.theme.depth != ColorDepth::None
    }

    /// The terminal has answered that it has this ground.
    pub(super) fn note_ground(&mut self, ground: Rgb) {
        self.has_light_ground = Some(is_light(ground));
        self.apply_settings();
    }

    /// The terminal has answered that it draws signs two columns wide: they are ASCII from now on,
    /// unless the settings want others. What the player is told of it, if it changes anything.
    pub(super) fn note_wide_signs(&mut self) -> Option<&'static str> {
        let matters = self.asks_sign_width();
        self.has_wide_signs = true;
        self.apply_settings();
        matters.then_some(WIDE_SIGNS)
    }

    /// The intent of a key in an input mode; `None` for a key without one, and for other input.
    pub fn intent(&self, mode: InputMode, input: &Input) -> Option<Intent> {
        match input {
            Input::Key(key) => self.settings.keymap.intent(mode, *key),
            _ => None,
        }
    }

    /// The category that runs of a mode are timed by: the one of the settings if it is of that
    /// mode, or else the first of the mode.
    pub fn category(&self, mode: &Mode) -> &Category {
        self.catalog.category_or_first(&self.settings.category, category_mode(mode))
    }

    /// The name of the key for an intent, as texts tell it to the player.
    pub fn key(&self, intent: Intent) -> String {
        self.settings.keymap.name(intent)
    }

    /// Writes the settings that the player has changed into the player's settings file.
    pub fn keep_settings(&mut self) -> Result<(), HostError> {
        let text = self.host.settings_text()?;
        let (mut settings, _) = Settings::read("", &text);
        settings.take_changes(&self.written_settings, &self.settings);
        self.host.keep_settings(&settings.write(&text))?;
        self.written_settings = self.settings.clone();
        (_, self.settings_faults) = Context::read_settings(&mut *self.host);
        Ok(())
    }

    /// Writes what was noted beside the player's play, such as the last shift. A file with faults
    /// is left alone, since writing would turn the lines at fault into comments, and the faults
    /// would be told no more.
    pub(super) fn keep_notes(&mut self) {
        if self.settings_faults.is_empty() {
            // What the next form begins with is not worth refusing a run for.
            _ = self.keep_settings();
        }
    }

    /// Has the host begin a run for this player, with the word that was typed for its seed.
    pub fn begin(&mut self, setup: Setup, word: &str) -> Result<Box<dyn Run>, HostError> {
        self.host.begin(setup, word, &self.settings.name)
    }

    /// What a dead upkeeper has left for the next journey, if the player wants that and the host
    /// keeps it.
    pub(super) fn hand_me_down(&mut self) -> Option<HandMeDown> {
        let is_wanted = self.settings.hand_me_downs == HandMeDowns::On;
        let item = if is_wanted { self.host.hand_me_down() } else { None };
        item.filter(|item| item.kind(&self.catalog).is_some())
    }

    /// Has the host begin a journey on a seed that was drawn, with what was left for it. It is left
    /// no longer then.
    pub(super) fn begin_with(&mut self, item: HandMeDown) -> Result<Box<dyn Run>, HostError> {
        let seed = self.host.random_seed();
        let run = self.begin(Setup::campaign_with(seed, item), "")?;
        self.host.keep_hand_me_down(None)?;
        Ok(run)
    }

    /// The kind and the depth that a new shift begins with: those of the last one, or the first
    /// depth of the kind that is recommended for a first shift.
    pub(super) fn proposed_shift(&self) -> (usize, Depth) {
        let kinds = &self.catalog.levels;
        let first = kinds.iter().position(|kind| kind.first).unwrap_or(0);
        let mut words = self.settings.shift.split_whitespace();
        let kind = words.next().and_then(|name| kinds.iter().position(|kind| kind.name == name));
        let depth = words.next().and_then(|depth| depth.parse::<Depth>().ok());
        let depth = depth.unwrap_or(Depth::FIRST).clamp(Depth::FIRST, Depth::DEEPEST_CONTENT);
        kind.map_or((first, Depth::FIRST), |kind| (kind, depth))
    }

    /// Notes a shift as the last one, for [`Context::proposed_shift`]; the settings have to be kept
    /// then.
    pub(super) fn note_shift(&mut self, setup: &Setup) {
        self.settings.shift = format!("{} {}", setup.mode.kind(), setup.mode.depth());
    }

    /// Whether a key asks for the screen to be drawn anew. It does so in every input mode.
    pub(super) fn is_redraw(&self, key: Key) -> bool {
        self.settings.keymap.intent(InputMode::Ask, key) == Some(Intent::Redraw)
    }
}

/// How things look on this player's terminal: colours and glyphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    pub theme: Theme,
    pub glyphs: GlyphSet,
    pub cells: CellWidth,
}

impl Appearance {
    /// The appearance that the default settings ask for, on a terminal of a colour depth.
    pub fn usual(depth: ColorDepth, glyphs: GlyphSet) -> Self {
        let (colors, ground) = (Colors::default(), Settings::default().ground);
        let theme = Theme { colors, ground, depth, is_calm: false };
        Self { theme, glyphs, cells: CellWidth::Auto }
    }

    /// The appearance that settings ask for, on the terminal of a host's player, which may have
    /// told whether its ground is light.
    pub fn of(settings: &Settings, host: &mut dyn Host, has_light_ground: Option<bool>) -> Self {
        let name = match settings.theme.word() {
            _ if !settings.theme.is_auto() => settings.theme.word(),
            _ if has_light_ground.unwrap_or_else(|| is_light_by_environment(host)) => "paper",
            _ => "lamplight",
        };
        let (colors, _) = theme_colors(name, host);
        let lookup = |name: &str| host.environment(name);
        let theme = Theme {
            colors,
            ground: settings.ground,
            depth: settings.color.depth(lookup),
            is_calm: settings.motion.level(lookup) != MotionLevel::Full,
        };
        Self { theme, glyphs: settings.glyphs.set(lookup), cells: settings.cells }
    }

    pub fn style(&self, role: ColorRole) -> Style {
        self.theme.style(role)
    }

    pub fn glyph(&self, id: GlyphId) -> &'static str {
        self.glyphs.get(id)
    }

    /// The sign of something on a map, in its colour.
    pub fn span(&self, row: &TerrainRow) -> Span<'static> {
        Span::styled(self.glyphs.sign(row.sign).to_string(), self.style(row.role))
    }
}

/// The colours of a theme, and the faults in its file.
fn theme_colors(name: &str, host: &mut dyn Host) -> (Colors, Vec<String>) {
    if let Some(colors) = Colors::built_in(name) {
        return (colors, Vec::new());
    }
    match host.theme_text(name) {
        Ok((file, text)) => {
            let (colors, problems) = Colors::read(&file, &text);
            (colors, problems.iter().map(ToString::to_string).collect())
        }
        Err(error) => (Colors::default(), vec![format!("{error}. The theme is lamplight.")]),
    }
}

/// rxvt, Konsole and others tell the numbers of their text and their ground among the sixteen.
fn is_light_by_environment(host: &dyn Host) -> bool {
    let told = host.environment("COLORFGBG").unwrap_or_default();
    matches!(told.rsplit(';').next(), Some("7" | "15"))
}
