//! The settings, changed in place, with a sample of the map that shows what they do.
//!
//! Every change is written into the player's settings file at once.

use std::sync::Arc;
use std::time::Duration;

use ratatui::{
    buffer::{Buffer, Cell},
    layout::Rect,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    Appearance, Context, Screen, ScreenContext, Transition,
    config::{Motion, SettingDefinition, shown_settings, table::SettingKind},
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{
        Field, KeyHint, bar,
        camera::Camera,
        fit,
        floor::FloorCells,
        map::{self, MapMark, MarkKind},
        pad,
        sheet::{Block, Row, Sheet},
        wrap,
    },
};
use base::{Dir, Pos, Seed};
use content::{Catalog, CellPart, Depth, FixtureState, Terrain};
use engine::sim::{Game, Setup, picture};

use super::keys::KeysScreen;

pub struct SettingsScreen {
    shown: Vec<&'static SettingDefinition>,
    own_themes: Vec<String>,
    /// The text field of the chosen setting while it is open.
    text: Option<Field>,
    /// The floor of the sample; `None` where the content lacks what is drawn on it.
    floor: Option<Game>,
    /// The column of the ghost that crosses the sample after a change of the animation.
    walker: Option<usize>,
}

impl SettingsScreen {
    pub fn new(context: &mut Context) -> Self {
        let shown = shown_settings(context.host.has_accounts());
        let (own_themes, floor) = (context.host.theme_names(), sample_floor(&context.catalog));
        Self { shown, own_themes, text: None, floor, walker: None }
    }

    fn setting(&self, context: &ScreenContext<'_>) -> &'static SettingDefinition {
        context.sheet.chosen_of(&self.shown).copied().unwrap_or(self.shown[0])
    }

    /// Changes the chosen setting to its next or its previous word, and the appearance with it.
    fn turn(&mut self, forward: bool, context: &mut ScreenContext<'_>) -> Transition {
        let animation = context.settings.animation;
        if !self.setting(context).turn(&mut context.settings, &self.own_themes, forward) {
            return Transition::Ignore;
        }
        if context.settings.animation != animation {
            self.walker = (context.settings.motion != Motion::Off).then_some(0);
        }
        context.apply_settings();
        keep(context)
    }

    fn row(&self, setting: &SettingDefinition, context: &ScreenContext<'_>) -> Row {
        let looks = &context.appearance;
        let is_here = setting.file.key == self.setting(context).file.key;
        let role = if is_here { ColorRole::Key } else { ColorRole::Text };
        let arrow = |sign| if setting.is_choice() { looks.glyph(sign) } else { " " };
        let room = (context.sheet.columns() + 2).saturating_sub(LABEL_COLUMNS + 4);
        let value = pad(&setting.shown(&context.settings), room.min(VALUE_COLUMNS), looks);
        Row {
            label: vec![
                (pad(setting.label, LABEL_COLUMNS - 2, looks), role),
                (format!("{} ", arrow(GlyphId::Left)), ColorRole::Key),
            ],
            right: arrow(GlyphId::Right).to_owned(),
            field: self.text.clone().filter(|_| is_here),
            ..Row::new(format!("{value} "))
        }
    }
}

fn keep(context: &mut ScreenContext<'_>) -> Transition {
    let problem = context.keep_settings().err();
    context.fail(problem.map_or(String::new(), |error| error.to_string()))
}

const SHOWN_FAULTS: usize = 3;
/// With fewer rows than this for the list, the sample is left out.
const MIN_LIST_ROWS: usize = 8;
const LABEL_COLUMNS: usize = 14;
const VALUE_COLUMNS: usize = 20;

impl Screen for SettingsScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (looks, width) = (context.appearance, context.sheet.columns() + 2);
        let is_well = context.sheet.problem.is_empty();
        let faults = if is_well { &context.settings_faults[..] } else { &[] };
        let faults = fault_rows(faults, SHOWN_FAULTS, "mend these first", width, &looks);
        let problem = wrap(&context.sheet.problem, width).len() * usize::from(!is_well);
        let sample = self.sample(&looks, &context.catalog.terrain, width);
        let about = self.setting(context).about;
        let about_rows = wrap(about, width).len();
        // On a small screen the sample is left out first, then the explanation.
        let rows = context.sheet.rows();
        let with_about = rows >= 4 + about_rows;
        let taken = 3 + about_rows + sample.len() + faults.len() + problem;
        let with_sample = rows >= MIN_LIST_ROWS + taken;
        let mut foot: Vec<_> =
            faults.into_iter().map(|it| Block::Text(it, ColorRole::Bad)).collect();
        foot.extend((with_about && rows >= 14).then(Block::blank));
        foot.extend(with_about.then(|| Block::Text(about.to_owned(), ColorRole::Hint)));
        if with_sample {
            foot.push(Block::blank());
            foot.extend(sample.into_iter().map(Block::Line));
        }
        Some(Sheet {
            rows: self.shown.iter().map(|setting| self.row(setting, context)).collect(),
            foot,
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of_arrows(&looks, [GlyphId::Left, GlyphId::Right], "change"),
                KeyHint::of(context, Intent::Confirm, "change, write, open"),
            ],
            ..Sheet::form("Settings")
        })
    }

    fn chosen(&mut self, _: usize, context: &mut ScreenContext<'_>) -> Transition {
        let setting = self.setting(context);
        match setting.file.kind {
            SettingKind::Table { .. } => Transition::push(KeysScreen::default()),
            SettingKind::Line { max_columns, .. } => {
                let text = (setting.get)(&context.settings);
                self.text = Some(Field::new(text, max_columns));
                Transition::Stay
            }
            _ => self.turn(true, context),
        }
    }

    /// While a text is written, all keys go into the text except those that end it.
    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let setting = self.setting(context);
        let (field, SettingKind::Line { set, .. }) = (self.text.as_mut()?, &setting.file.kind)
        else {
            return None;
        };
        if field.take(input) {
            return Some(Transition::Stay);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => {
                set(&mut context.settings, field.text());
                self.text = None;
                Some(keep(context))
            }
            Some(Intent::Cancel) => {
                self.text = None;
                Some(Transition::Stay)
            }
            _ => Some(Transition::Ignore),
        }
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        match context.intent(InputMode::Cursor, input) {
            Some(Intent::Move(Dir::East)) => self.turn(true, context),
            Some(Intent::Move(Dir::West)) => self.turn(false, context),
            _ => Transition::Ignore,
        }
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        let pause = Duration::from_millis(context.settings.animation.milliseconds().into());
        self.walker.map(|_| pause)
    }

    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        self.walker = self.walker.map(|at| at + 1).filter(|at| *at < FLOOR[0].len());
        Transition::Stay
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

/// The rows that a fault takes at most: a remedy can name every key that there is.
const MAX_ROWS: usize = 2;

/// The first `shown` faults in rows of `width` columns; of the others only their number, and
/// `rest`: where they are.
pub(super) fn fault_rows(
    faults: &[String],
    shown: usize,
    rest: &str,
    width: usize,
    looks: &Appearance,
) -> Vec<String> {
    let mut rows = Vec::new();
    for fault in faults.iter().take(shown) {
        let mut wrapped = wrap(fault, width);
        if wrapped.len() > MAX_ROWS {
            let last = wrapped.split_off(MAX_ROWS - 1).join(" ");
            wrapped.push(fit(&last, width, looks));
        }
        rows.append(&mut wrapped);
    }
    match faults.len().saturating_sub(shown) {
        0 => {}
        more => rows.push(fit(&format!("And {more} more: {rest}."), width, looks)),
    }
    rows
}

/// The floor of the sample, as [`picture`] has it.
const FLOOR: [&str; 4] = [
    "##############+#########",
    "#c^v.@.&*.rF.z..~~\"\"!..#",
    "#CKUW.O........O.o.x%p.#",
    "##############X#########",
];

/// A shift on that floor.
fn sample_floor(catalog: &Arc<Catalog>) -> Option<Game> {
    let kind = &catalog.levels.iter().find(|kind| kind.first)?.name;
    let [trap, item, body] = ["dart", "stone", "fighter"];
    let names = picture::Names { kind, trap, item, body, actors: Vec::new() };
    let drawn = picture::read(&FLOOR.map(str::to_owned), &names, catalog).ok()?;
    let setup = Setup::shift(kind, Depth(1), Seed(1));
    Some(Game::on_level(setup, &drawn.level, &drawn.mess, catalog))
}

/// The rows of that floor as a map shows it, with the tints of ways.
fn floor_lines(game: &Game, looks: Appearance, walker: Option<usize>) -> Vec<Line<'static>> {
    let view = game.view();
    let area = Rect::new(0, 0, FLOOR[0].len() as u16, FLOOR.len() as u16);
    let mut buffer = Buffer::empty(area);
    map::draw(area, &mut buffer, &FloorCells::new(view, looks), Camera::default());
    let mark = |x: usize, y, kind| MapMark { at: Pos::new(x as i32, y), kind };
    let heat = (7..15).map(|x| mark(x, 2, MarkKind::Heat { tenths: (x as u8 - 7) / 2 * 3 }));
    let ghost = walker.map(|x| mark(x, 1, MarkKind::Ghost));
    let marks: Vec<_> = heat.chain(ghost).collect();
    map::draw_marks(area, &mut buffer, looks, Camera::default(), &marks);
    let cells = |row: &[Cell]| {
        row.iter().map(|cell| Span::styled(cell.symbol().to_owned(), cell.style())).collect()
    };
    buffer.content().chunks(FLOOR[0].len()).map(cells).collect()
}

/// What the sample shows of a map, with names.
const SAMPLE_PARTS: [(CellPart, &str); 12] = [
    (CellPart::Fixture(FixtureState::TrapArmed), "armed"),
    (CellPart::Fixture(FixtureState::TrapSprung), "sprung"),
    (CellPart::Fixture(FixtureState::ChestFull), "full"),
    (CellPart::Fixture(FixtureState::ChestLooted), "looted"),
    (CellPart::Fixture(FixtureState::LightLit), "lit"),
    (CellPart::Fixture(FixtureState::LightDead), "dead"),
    (CellPart::Fixture(FixtureState::DoorClosed), "door"),
    (CellPart::Fixture(FixtureState::DoorBroken), "broken"),
    (CellPart::Body, "body"),
    (CellPart::Blood, "blood"),
    (CellPart::Gas, "gas"),
    (CellPart::Fixture(FixtureState::Well), "well"),
];

/// What the sample shows of text, beside its floor where there is room.
fn sample_texts(looks: &Appearance) -> [Line<'static>; 4] {
    let text = |text, role| Span::styled(text, looks.style(role));
    let health = [(6, ColorRole::BarFull), (3, ColorRole::BarLow)];
    let bars = health.map(|(halves, role)| bar(looks, halves, 6, role).to_vec());
    [
        Line::from(vec![
            text("The order", ColorRole::Title),
            text("  w", ColorRole::Key),
            text(" work", ColorRole::Text),
            text("  a hint", ColorRole::Hint),
        ]),
        Line::from(vec![
            text("It is done.", ColorRole::Good),
            text(" Mind the trap.", ColorRole::Warning),
        ]),
        Line::from(vec![
            text("It bites you.", ColorRole::Bad),
            text(" That was before.", ColorRole::OldMessage),
        ]),
        Line::from_iter(bars.join(&Span::raw(" "))),
    ]
}

impl SettingsScreen {
    /// A piece of floor and of text in the present appearance.
    fn sample(&self, looks: &Appearance, terrain: &Terrain, width: usize) -> Vec<Line<'static>> {
        let floor = self.floor.as_ref();
        let mut lines = floor.map_or(Vec::new(), |game| floor_lines(game, *looks, self.walker));
        let texts = sample_texts(looks);
        if lines.len() == texts.len() && width >= MIN_COLUMNS_WITH_TEXT {
            for (line, text) in lines.iter_mut().zip(texts) {
                line.spans.push(Span::raw("  "));
                line.spans.extend(text.spans);
            }
        } else {
            lines.extend(texts);
        }
        let mut row: Vec<Span<'static>> = Vec::new();
        let mut used = 0;
        for (part, name) in SAMPLE_PARTS {
            let wide = name.width() + 4;
            if used + wide > width && !row.is_empty() {
                lines.push(Line::from(std::mem::take(&mut row)));
                used = 0;
            }
            used += wide;
            row.push(looks.span(terrain.part(part)));
            row.push(Span::raw(format!(" {name}  ")));
        }
        lines.push(Line::from(row));
        lines
    }
}

/// With fewer columns the texts of the sample stand below its floor.
const MIN_COLUMNS_WITH_TEXT: usize = 60;
