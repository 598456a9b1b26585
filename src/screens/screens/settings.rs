//! The settings, changed in place, with a sample of the map that shows what they do.
//!
//! Every change is written into the player's settings file at once.

use std::time::Duration;

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    Appearance, Context, Screen, ScreenContext, Transition,
    config::{Animation, SettingDefinition, SettingValue, shown_settings},
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{Field, KeyHint, ListState, Width, draw_lines, notice, pad, sheet, wrap},
};
use base::Dir;

use super::{help::HelpScreen, keys::KeysScreen, setting_faults::fault_rows};

/// The settings.
pub struct SettingsScreen {
    shown: Vec<&'static SettingDefinition>,
    list: ListState,
    /// The text field of the chosen setting while it is open.
    text: Option<Field>,
    /// The cell of the figure that walks through the sample after a change of the animation.
    walker: Option<usize>,
    problem: String,
}

impl SettingsScreen {
    pub fn new(context: &Context) -> Self {
        Self {
            shown: shown_settings(context.host.has_accounts()),
            list: ListState::default(),
            text: None,
            walker: None,
            problem: String::new(),
        }
    }

    fn setting(&self) -> &'static SettingDefinition {
        self.shown[self.list.at()]
    }

    /// Changes the chosen setting to its next or its previous word, and the appearance with it.
    fn turn(&mut self, forward: bool, context: &mut Context) -> Transition {
        let animation = context.settings.animation;
        if !self.setting().turn(&mut context.settings, forward) {
            return Transition::Ignore;
        }
        if context.settings.animation != animation {
            self.walker = (context.settings.animation != Animation::Off).then_some(0);
        }
        context.apply_settings();
        self.keep(context)
    }

    fn keep(&mut self, context: &mut Context) -> Transition {
        self.problem =
            context.keep_settings().map_or_else(|error| error.to_string(), |()| String::new());
        Transition::Stay
    }

    fn confirm(&mut self, context: &mut Context) -> Transition {
        match self.setting().value {
            SettingValue::Keys => Transition::push(KeysScreen::new()),
            SettingValue::Text { max_columns, get, .. } => {
                self.text = Some(Field::new(get(&context.settings), max_columns));
                Transition::Stay
            }
            SettingValue::Choice { .. } => self.turn(true, context),
        }
    }

    /// Handles an input while a text is written: all keys go into the text except those that end it.
    fn write_text(&mut self, input: &Input, context: &mut Context) -> Transition {
        let (Some(field), SettingValue::Text { set, .. }) =
            (&mut self.text, &self.shown[self.list.at()].value)
        else {
            return Transition::Ignore;
        };
        if field.take(input) {
            return Transition::Stay;
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => {
                set(&mut context.settings, field.text());
                self.text = None;
                self.keep(context)
            }
            Some(Intent::Cancel) => {
                self.text = None;
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn line(&self, setting: &SettingDefinition, context: &Context, width: usize) -> Line<'static> {
        let looks = &context.appearance;
        let is_here = setting.key == self.setting().key;
        let style = looks.style(if is_here { ColorRole::Selected } else { ColorRole::Text });
        let mark = if is_here { looks.glyph(GlyphId::Right) } else { " " };
        let label = format!("{mark} {}", pad(setting.label, LABEL_COLUMNS - 2, looks));
        let arrow = |sign| {
            let sign = if setting.is_choice() { looks.glyph(sign) } else { " " };
            Span::styled(sign, looks.style(ColorRole::Key))
        };
        let room = width.saturating_sub(LABEL_COLUMNS + 4).min(VALUE_COLUMNS);
        Line::from(vec![
            Span::styled(
                label,
                looks.style(if is_here { ColorRole::Key } else { ColorRole::Text }),
            ),
            arrow(GlyphId::Left),
            Span::styled(
                format!(" {} ", pad(&setting.shown(&context.settings), room, looks)),
                style,
            ),
            arrow(GlyphId::Right),
        ])
    }
}

/// The number of faults in the settings file that are shown.
const SHOWN_FAULTS: usize = 3;
/// With fewer rows than this for the list, the sample is left out.
const MIN_LIST_ROWS: usize = 9;
/// The widths of the labels and of the values of settings.
const LABEL_COLUMNS: usize = 14;
const VALUE_COLUMNS: usize = 20;

impl Screen for SettingsScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of_arrows(&looks, [GlyphId::Left, GlyphId::Right], "change"),
            KeyHint::of(context, Intent::Confirm, "change, write, open"),
        ];
        let area = sheet(frame, &looks, Width::Text, "Settings", &hints);
        let width = usize::from(area.width);
        let settings = &self.shown;
        let sample = sample(&looks, width, self.walker);
        let about = wrap(self.setting().about, width);
        let faults = &context.settings_faults;
        let problem = if self.problem.is_empty() {
            fault_rows(faults, SHOWN_FAULTS, "mend these first", width, &looks)
        } else {
            notice(&self.problem, width)
        };
        // On a small screen the sample is left out first, then the explanation.
        let rows = usize::from(area.height);
        let with_about = rows >= 4 + about.len();
        let with_sample = rows >= MIN_LIST_ROWS + 3 + about.len() + sample.len() + problem.len();
        let below = usize::from(with_about) * (about.len() + usize::from(rows >= 14))
            + usize::from(with_sample) * (sample.len() + 1)
            + problem.len();
        let height = rows.saturating_sub(below).clamp(1.min(rows), settings.len().max(1));
        let list = Rect { height: height as u16, ..area };
        let lines: Vec<_> =
            settings.iter().map(|setting| self.line(setting, context, width)).collect();
        let shown = self.list.draw_entries(frame, list, &looks, &lines);
        let start = (LABEL_COLUMNS + 2).min(width) as u16;
        if let Some(text) = &self.text
            && shown.contains(&self.list.at())
        {
            let y = list.y + (self.list.at() - shown.start) as u16;
            let room = (width as u16 - start).min(VALUE_COLUMNS as u16 + 1);
            let place = Rect { x: list.x + start, y, width: room, height: 1 };
            text.draw(frame, place, &looks, true);
        }
        let mut after = Vec::new();
        after.extend(
            problem.into_iter().map(|text| Line::styled(text, looks.style(ColorRole::Bad))),
        );
        if with_about {
            if rows >= 14 {
                after.push(Line::default());
            }
            let styled =
                about.into_iter().map(|text| Line::styled(text, looks.style(ColorRole::Hint)));
            after.extend(styled);
        }
        if with_sample {
            after.push(Line::default());
            after.extend(sample);
        }
        let y = list.bottom();
        let foot = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        draw_lines(foot, frame.buffer_mut(), &after);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if self.text.is_some() {
            return self.write_text(input, context);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => return Transition::Pop,
            Some(Intent::Confirm) => return self.confirm(context),
            Some(Intent::Help) => return Transition::push(HelpScreen::keys()),
            Some(intent) if self.list.turn(intent, self.shown.len()) => {
                return Transition::Stay;
            }
            _ => {}
        }
        match context.intent(InputMode::Cursor, input) {
            Some(Intent::Move(Dir::East)) => self.turn(true, context),
            Some(Intent::Move(Dir::West)) => self.turn(false, context),
            _ => Transition::Ignore,
        }
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        let pause = Duration::from_millis(context.settings.animation.milliseconds());
        self.walker.map(|_| pause)
    }

    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        self.walker = self.walker.map(|at| at + 1).filter(|at| *at < WALK_CELLS.len());
        Transition::Stay
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

/// The cells of the sample's floor, which the walker crosses one by one.
const WALK_CELLS: std::ops::Range<usize> = 0..24;

/// Glyphs of the sample, with role and name.
const SAMPLE_GLYPHS: [(GlyphId, ColorRole, &str); 12] = [
    (GlyphId::TrapArmed, ColorRole::TrapArmed, "armed"),
    (GlyphId::TrapSprung, ColorRole::TrapSprung, "sprung"),
    (GlyphId::ChestFull, ColorRole::Chest, "full"),
    (GlyphId::ChestLooted, ColorRole::LootedChest, "looted"),
    (GlyphId::LightLit, ColorRole::Light, "lit"),
    (GlyphId::LightDead, ColorRole::DeadLight, "dead"),
    (GlyphId::DoorClosed, ColorRole::Door, "door"),
    (GlyphId::DoorBroken, ColorRole::BrokenDoor, "broken"),
    (GlyphId::Body, ColorRole::Body, "body"),
    (GlyphId::Stain, ColorRole::Blood, "blood"),
    (GlyphId::Gas, ColorRole::Gas, "gas"),
    (GlyphId::Well, ColorRole::Well, "well"),
];

/// A piece of map and of text in the present appearance.
fn sample(looks: &Appearance, width: usize, walker: Option<usize>) -> Vec<Line<'static>> {
    let across = looks.glyphs.wall([false, true, false, true]);
    let wall =
        Line::styled(across.repeat(WALK_CELLS.len().min(width)), looks.style(ColorRole::Wall));
    let at = walker.unwrap_or(3);
    let floor = WALK_CELLS.map(|x| match x {
        _ if x == at => Span::styled("@", looks.style(ColorRole::Player)),
        9 => Span::styled("r", looks.style(ColorRole::Hostile)),
        18 => Span::styled("F", looks.style(ColorRole::Raider)),
        21 => Span::styled("z", looks.style(ColorRole::Undead)),
        0..7 => Span::styled(looks.glyph(GlyphId::Floor), looks.style(ColorRole::LitFloor)),
        7..15 => Span::styled(looks.glyph(GlyphId::Floor), looks.style(ColorRole::Floor)),
        _ => Span::styled(looks.glyph(GlyphId::Floor), looks.style(ColorRole::Remembered)),
    });
    let mut lines = vec![wall, floor.collect()];
    let mut row: Vec<Span<'static>> = Vec::new();
    let mut used = 0;
    for (sign, role, name) in SAMPLE_GLYPHS {
        let wide = name.width() + 4;
        if used + wide > width && !row.is_empty() {
            lines.push(Line::from(std::mem::take(&mut row)));
            used = 0;
        }
        used += wide;
        row.push(Span::styled(looks.glyph(sign), looks.style(role)));
        row.push(Span::raw(format!(" {name}  ")));
    }
    lines.push(Line::from(row));
    lines.push(Line::from(vec![
        Span::styled("It is done.", looks.style(ColorRole::Good)),
        Span::styled(" Mind the trap.", looks.style(ColorRole::Warning)),
        Span::styled(" It bites you.", looks.style(ColorRole::Bad)),
        Span::styled(" That was before.", looks.style(ColorRole::OldMessage)),
    ]));
    lines
}
