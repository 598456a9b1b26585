//! What a player can set, changed in place, with a piece of floor beside it that shows what it does.
//!
//! Every change is handed to the host at once, as the text of a settings file.

use std::time::Duration;

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::ui::{
    Appearance, Context, Screen, Transition,
    config::{
        Animation, BACKGROUNDS, GlyphChoice, Hints, LONGEST_NAME, Mouse, PALETTES, ReaderChoice,
        Settings,
    },
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{ColorChoice, Input},
    theme::Role,
    widgets::{Field, Hint, Scroll, Width, notice, pad, selection::Selection, sheet, wrap},
};

use super::{help::Help, keys::KeysScreen};

/// The settings.
pub struct SettingsScreen {
    selection: Selection,
    scroll: Scroll,
    /// The name while it is written.
    name: Option<Field>,
    /// How far the walker of the sample has got, while one walks.
    walker: Option<usize>,
    problem: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Color,
    Glyphs,
    Palette,
    Background,
    Reader,
    Animation,
    Hints,
    Mouse,
    Name,
    Keys,
}

impl Row {
    const ALL: [Self; 10] = [
        Self::Color,
        Self::Glyphs,
        Self::Palette,
        Self::Background,
        Self::Reader,
        Self::Animation,
        Self::Hints,
        Self::Mouse,
        Self::Name,
        Self::Keys,
    ];

    const fn label(self) -> &'static str {
        match self {
            Self::Color => "Colours",
            Self::Glyphs => "Signs",
            Self::Palette => "Palette",
            Self::Background => "Background",
            Self::Reader => "Reader mode",
            Self::Animation => "Animation",
            Self::Hints => "Hints",
            Self::Mouse => "Mouse",
            Self::Name => "Name",
            Self::Keys => "Keys",
        }
    }

    const fn about(self) -> &'static str {
        match self {
            Self::Color => {
                "How many colours the terminal has; “auto” believes what it says of itself."
            }
            Self::Glyphs => "What things are drawn with; “ascii” looks right everywhere.",
            Self::Palette => "Which colours. Nothing is told by colour alone, whichever it is.",
            Self::Background => "What the terminal writes on: the colours keep clear of it.",
            Self::Reader => {
                "Plain lines instead of a screen, for screen readers and braille displays; from the \
                 next start on."
            }
            Self::Animation => "How long things are shown happening. Any key skips it.",
            Self::Hints => "Whether somebody tells you what to do next.",
            Self::Mouse => "Clicks to look and to walk; from the next start on.",
            Self::Name => "What the scores call you.",
            Self::Keys => "Other keys for whatever there is a key for.",
        }
    }

    fn value(self, settings: &Settings) -> String {
        match self {
            Self::Color => word(ColorChoice::WORDS, settings.color).to_owned(),
            Self::Glyphs => settings.glyphs.to_string(),
            Self::Palette => word(PALETTES, settings.palette).to_owned(),
            Self::Background => word(BACKGROUNDS, settings.background).to_owned(),
            Self::Reader => settings.reader.to_string(),
            Self::Animation => settings.animation.to_string(),
            Self::Hints => settings.hints.to_string(),
            Self::Mouse => settings.mouse.to_string(),
            Self::Name if settings.name.is_empty() => "(none)".to_owned(),
            Self::Name => settings.name.clone(),
            Self::Keys => {
                let changed = Intent::all().filter(|intent| settings.keymap.is_changed(*intent));
                match changed.count() {
                    0 => "as usual".to_owned(),
                    count => format!("{count} changed"),
                }
            }
        }
    }

    /// Whether it is one of several words.
    fn is_choice(self) -> bool {
        !matches!(self, Self::Name | Self::Keys)
    }
}

fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], choice: T) -> &'static str {
    words.iter().find(|(_, known)| *known == choice).map_or("", |(word, _)| word)
}

/// The choice after this one, or before it.
fn turned<T: Copy + PartialEq>(words: &[(&'static str, T)], choice: T, forward: bool) -> T {
    let at = words.iter().position(|(_, known)| *known == choice).unwrap_or(0);
    let by = if forward { 1 } else { words.len() - 1 };
    words[(at + by) % words.len()].1
}

impl SettingsScreen {
    pub fn new(_: &Context) -> Self {
        Self {
            selection: Selection::default(),
            scroll: Scroll::default(),
            name: None,
            walker: None,
            problem: String::new(),
        }
    }

    fn row(&self) -> Row {
        Row::ALL[self.selection.at]
    }

    /// Changes the chosen setting to its next or its previous word, and the looks with it.
    fn turn(&mut self, forward: bool, context: &mut Context) -> Transition {
        let row = self.row();
        if !row.is_choice() {
            return Transition::Ignore;
        }
        let settings = &mut context.settings;
        match row {
            Row::Color => {
                settings.color = turned(ColorChoice::WORDS, settings.color, forward);
                let depth = settings.color.depth(|name| context.host.environment(name));
                context.appearance.theme.depth = depth;
            }
            Row::Glyphs => {
                settings.glyphs = turned(GlyphChoice::WORDS, settings.glyphs, forward);
                let set = settings.glyphs.set(|name| context.host.environment(name));
                context.appearance.glyphs = set;
            }
            Row::Palette => {
                settings.palette = turned(PALETTES, settings.palette, forward);
                context.appearance.theme.palette = settings.palette;
            }
            Row::Background => {
                settings.background = turned(BACKGROUNDS, settings.background, forward);
                context.appearance.theme.background = settings.background;
            }
            Row::Reader => settings.reader = turned(ReaderChoice::WORDS, settings.reader, forward),
            Row::Animation => {
                settings.animation = turned(Animation::WORDS, settings.animation, forward);
                self.walker = (settings.animation != Animation::Off).then_some(0);
            }
            Row::Hints => settings.hints = turned(Hints::WORDS, settings.hints, forward),
            Row::Mouse => settings.mouse = turned(Mouse::WORDS, settings.mouse, forward),
            Row::Name | Row::Keys => {}
        }
        self.keep(context)
    }

    fn keep(&mut self, context: &mut Context) -> Transition {
        let text = context.settings.write();
        let error = context.host.keep_settings(&text).err();
        self.problem = error.map_or(String::new(), |error| error.to_string());
        Transition::Stay
    }

    fn confirm(&mut self, context: &mut Context) -> Transition {
        match self.row() {
            Row::Keys => Transition::push(KeysScreen::new()),
            Row::Name => {
                self.name = Some(Field::new(&context.settings.name, LONGEST_NAME));
                Transition::Stay
            }
            _ => self.turn(true, context),
        }
    }

    /// The name is being written: everything is text but what ends it.
    fn write_name(&mut self, input: &Input, context: &mut Context) -> Transition {
        let Some(field) = &mut self.name else { return Transition::Ignore };
        if field.take(input) {
            return Transition::Stay;
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => {
                field.text().clone_into(&mut context.settings.name);
                self.name = None;
                self.keep(context)
            }
            Some(Intent::Cancel) => {
                self.name = None;
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn line(&self, row: Row, context: &Context, width: usize) -> Line<'static> {
        let looks = &context.appearance;
        let is_here = self.row() == row;
        let style = looks.style(if is_here { Role::Selected } else { Role::Text });
        let mark = if is_here { looks.glyph(GlyphId::Right) } else { " " };
        let label = format!("{mark} {}", pad(row.label(), LABEL - 2, looks));
        let arrow = |sign| {
            let sign = if row.is_choice() { looks.glyph(sign) } else { " " };
            Span::styled(sign, looks.style(Role::Key))
        };
        let room = width.saturating_sub(LABEL + 4).min(VALUE);
        Line::from(vec![
            Span::styled(label, looks.style(if is_here { Role::Key } else { Role::Text })),
            arrow(GlyphId::Left),
            Span::styled(format!(" {} ", pad(&row.value(&context.settings), room, looks)), style),
            arrow(GlyphId::Right),
        ])
    }
}

/// Columns of the names of settings, and of what they are set to.
const LABEL: usize = 14;
const VALUE: usize = 20;

impl Screen for SettingsScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let hints = [
            Hint::new(context.key(Intent::Cancel), "back"),
            Hint::new(
                format!("{} {}", looks.glyph(GlyphId::Left), looks.glyph(GlyphId::Right)),
                "change",
            ),
            Hint::new(context.key(Intent::Confirm), "change, write, open"),
        ];
        let area = sheet(frame, &looks, Width::Text, "Settings", &hints);
        let width = usize::from(area.width);
        let sample = sample(&looks, width, self.walker);
        let about = wrap(self.row().about(), width);
        let problem = notice(&self.problem, width);
        // What does not fit goes in this order: the sample, the explanation.
        let rows = usize::from(area.height);
        let with_about = rows >= 4 + about.len();
        let with_sample = rows >= Row::ALL.len() + 3 + about.len() + sample.len() + problem.len();
        let below = usize::from(with_about) * (about.len() + usize::from(rows >= 14))
            + usize::from(with_sample) * (sample.len() + 1)
            + problem.len();
        let height = rows.saturating_sub(below).clamp(1.min(rows), Row::ALL.len().max(1));
        let list = Rect { height: height as u16, ..area };
        let lines: Vec<_> = Row::ALL.iter().map(|row| self.line(*row, context, width)).collect();
        self.scroll.range(lines.len(), list.height);
        self.scroll.show(self.selection.at);
        let shown = self.scroll.range(lines.len(), list.height);
        self.scroll.draw(frame, list, &looks, &lines);
        let start = (LABEL + 2).min(width) as u16;
        if let Some(name) = &self.name
            && shown.contains(&self.selection.at)
        {
            let y = list.y + (self.selection.at - shown.start) as u16;
            let room = (width as u16 - start).min(VALUE as u16 + 1);
            let place = Rect { x: list.x + start, y, width: room, height: 1 };
            name.draw(frame, place, &looks, true);
        }
        let mut after = Vec::new();
        after.extend(problem.into_iter().map(|text| Line::styled(text, looks.style(Role::Bad))));
        if with_about {
            if rows >= 14 {
                after.push(Line::default());
            }
            let styled = about.into_iter().map(|text| Line::styled(text, looks.style(Role::Hint)));
            after.extend(styled);
        }
        if with_sample {
            after.push(Line::default());
            after.extend(sample);
        }
        for (y, line) in (list.bottom()..area.bottom()).zip(&after) {
            frame.render_widget(line, Rect { y, height: 1, ..area });
        }
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        if self.name.is_some() {
            return self.write_name(input, context);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => return Transition::Pop,
            Some(Intent::Confirm) => return self.confirm(context),
            Some(Intent::Help) => return Transition::push(Help::new()),
            Some(intent) if self.selection.turn(intent, Row::ALL.len()) => return Transition::Stay,
            _ => {}
        }
        match context.intent(InputMode::Cursor, input) {
            Some(Intent::East) => self.turn(true, context),
            Some(Intent::West) => self.turn(false, context),
            _ => Transition::Ignore,
        }
    }

    fn tick_interval(&self, context: &Context) -> Option<Duration> {
        let pause = Duration::from_millis(context.settings.animation.milliseconds());
        self.walker.map(|_| pause)
    }

    fn tick(&mut self, _: &mut Context) -> Transition {
        self.walker = self.walker.map(|at| at + 1).filter(|at| *at < WALK.len());
        Transition::Stay
    }
}

/// The way of the walker in the sample: each step from one cell of the floor to the next.
const WALK: std::ops::Range<usize> = 0..24;

/// Things, each with its name, as they look now.
const SAMPLE: [(GlyphId, Role, &str); 12] = [
    (GlyphId::TrapArmed, Role::TrapArmed, "armed"),
    (GlyphId::TrapSprung, Role::TrapSprung, "sprung"),
    (GlyphId::ChestFull, Role::Chest, "full"),
    (GlyphId::ChestLooted, Role::LootedChest, "looted"),
    (GlyphId::LightLit, Role::Light, "lit"),
    (GlyphId::LightDead, Role::DeadLight, "dead"),
    (GlyphId::DoorClosed, Role::Door, "door"),
    (GlyphId::DoorBroken, Role::BrokenDoor, "broken"),
    (GlyphId::Body, Role::Body, "body"),
    (GlyphId::Stain, Role::Blood, "blood"),
    (GlyphId::Gas, Role::Gas, "gas"),
    (GlyphId::Well, Role::Well, "well"),
];

/// A piece of floor and of text in the looks that are set.
fn sample(looks: &Appearance, width: usize, walker: Option<usize>) -> Vec<Line<'static>> {
    let across = looks.glyphs.wall([false, true, false, true]);
    let wall = Line::styled(across.repeat(WALK.len().min(width)), looks.style(Role::Wall));
    let at = walker.unwrap_or(3);
    let floor = WALK.map(|x| match x {
        _ if x == at => Span::styled("@", looks.style(Role::Player)),
        9 => Span::styled("r", looks.style(Role::Hostile)),
        18 => Span::styled("F", looks.style(Role::Raider)),
        21 => Span::styled("z", looks.style(Role::Undead)),
        0..7 => Span::styled(looks.glyph(GlyphId::Floor), looks.style(Role::LitFloor)),
        7..15 => Span::styled(looks.glyph(GlyphId::Floor), looks.style(Role::Floor)),
        _ => Span::styled(looks.glyph(GlyphId::Floor), looks.style(Role::Remembered)),
    });
    let mut lines = vec![wall, floor.collect()];
    let mut row: Vec<Span<'static>> = Vec::new();
    let mut used = 0;
    for (sign, role, name) in SAMPLE {
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
        Span::styled("It is done.", looks.style(Role::Good)),
        Span::styled(" Mind the trap.", looks.style(Role::Warning)),
        Span::styled(" It bites you.", looks.style(Role::Bad)),
        Span::styled(" That was before.", looks.style(Role::OldMessage)),
    ]));
    lines
}
