//! The title screen: the name of the game, a picture of the upkeeper at work, and the main menu.

use std::{rc::Rc, sync::Arc, time::Duration};

use base::{Pos, sanitize};
use content::Catalog;
use engine::sim::{Game, Setup};
use ratatui::{Frame, layout::Rect, text::Line};
use runs::record::scenario::{ScenarioFile, set_up};

use crate::{
    Appearance, Context, Screen, ScreenContext, Transition, Unfinished, UnfinishedSearch,
    UnfinishedStanding, WholePart,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    screen::{OpenScreen, TitleEntry},
    terminal::{Input, Key, KeyCode},
    theme::ColorRole,
    widgets::{
        KeyHint, banner,
        camera::Camera,
        draw_lines,
        floor::FloorCells,
        hint_line, map,
        picture::drawn,
        sheet::{Block, Row, Sheet},
        wrap,
    },
};

use super::{
    daily::DailyScreen,
    help::HelpScreen,
    new_run::NewRunScreen,
    scores::ScoresScreen,
    settings::{SettingsScreen, fault_rows},
    unfinished::{SEARCH_INTERVAL, STILL_SEARCHING, UnfinishedScreen},
};

pub struct TitleScreen {
    /// The entries of this front end besides those that all have.
    extra: Rc<[TitleEntry]>,
    /// Whether scores are those of an account.
    has_accounts: bool,
    unfinished: UnfinishedSearch,
    /// Whether the player has never played: then the tutorial comes first.
    is_newcomer: bool,
    /// What the picture shows, from when it was drawn first on.
    scene: Option<Game>,
}

/// An entry: the key that chooses it at once, its name, and what it does.
type Entry = (char, String, Does);

#[derive(Clone)]
enum Does {
    Continue,
    Open(fn(&mut Context) -> Box<dyn Screen>),
    OpenExtra(Rc<OpenScreen>),
    Tutorial,
    Quit,
}

impl TitleScreen {
    /// Asks the host for a run to continue.
    pub fn new(extra: Rc<[TitleEntry]>, context: &mut Context) -> Self {
        context.host.search_unfinished();
        let unfinished = context.host.unfinished();
        let has_accounts = context.host.has_accounts();
        let is_newcomer = !context.host.has_played();
        Self { extra, has_accounts, unfinished, is_newcomer, scene: None }
    }

    fn entries(&self) -> Vec<Entry> {
        let entry = |letter, name: &str, does| (letter, name.to_owned(), does);
        let tutorial = || entry('t', "Tutorial: five minutes", Does::Tutorial);
        let newest = self.unfinished.newest();
        let continued = match newest {
            _ if self.unfinished == UnfinishedSearch::Searching => Some("looking …".to_owned()),
            newest => newest.map(Unfinished::describe),
        };
        let mut entries: Vec<Entry> = Vec::new();
        entries.extend(self.is_newcomer.then(tutorial));
        entries.extend(continued.map(|run| ('c', format!("Continue: {run}"), Does::Continue)));
        let count = self.unfinished.runs().len();
        if count > usize::from(newest.is_some()) {
            let open = Does::Open(|_| Box::new(UnfinishedScreen::default()));
            entries.push(('u', format!("Unfinished runs: {count}"), open));
        }
        let journey = Does::Open(|context| Box::new(NewRunScreen::journey(context)));
        let shift = Does::Open(|context| Box::new(NewRunScreen::shift(context)));
        let daily = Does::Open(|context| Box::new(DailyScreen::new(None, context)));
        let scores = if self.has_accounts { "Your scores" } else { "High scores" };
        entries.extend([
            entry('m', "The marches: a journey", journey),
            entry('n', "New shift", shift),
            entry('d', "Daily shift", daily),
            entry('h', scores, Does::Open(|_| Box::new(ScoresScreen::default()))),
        ]);
        let extra = self.extra.iter();
        entries.extend(
            extra.map(|own| entry(own.letter, own.name, Does::OpenExtra(own.open.clone()))),
        );
        let settings = Does::Open(|context| Box::new(SettingsScreen::new(context)));
        entries.push(entry('s', "Settings", settings));
        entries.extend((!self.is_newcomer).then(tutorial));
        let help = Does::Open(|_| Box::new(HelpScreen::default()));
        entries.extend([entry('?', "How to play", help), entry('q', "Quit", Does::Quit)]);
        entries
    }

    fn choose(&mut self, does: &Does, context: &mut ScreenContext<'_>) -> Transition {
        context.notices.clear();
        match does {
            Does::Continue => {
                let Some(newest) = self.unfinished.newest() else {
                    return context.fail(STILL_SEARCHING);
                };
                let run = context.host.take_up(&newest.run);
                if run.is_err() {
                    // It may have come to its end elsewhere, as the host knows by now.
                    self.unfinished = context.host.unfinished();
                }
                context.play(run)
            }
            Does::Open(open) => Transition::Push(open(context)),
            Does::OpenExtra(open) => Transition::Push(open(context)),
            Does::Tutorial => {
                let run = context.begin(Setup::tutorial(Setup::TUTORIAL_SEED), "");
                context.play(run)
            }
            Does::Quit => Transition::Quit,
        }
    }

    /// What is told below the menu: the error of the last choice, or else what is wrong with files
    /// of the player.
    fn told(&self, context: &ScreenContext<'_>, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        let problem = &context.sheet.problem;
        let (rows, role) = if problem.is_empty() {
            let mut rows = fault_rows(&context.settings_faults, 1, "see Settings", width, &looks);
            let told = self.damage().into_iter().chain(context.notices.iter().cloned());
            rows.extend(told.flat_map(|text| wrap(&text, width)));
            (rows, ColorRole::Warning)
        } else {
            (wrap(problem, width), ColorRole::Bad)
        };
        rows.into_iter().map(|row| Line::styled(row, looks.style(role)).centered()).collect()
    }

    /// What is told of a damaged run, whose whole part was not saved yet.
    fn damage(&self) -> Option<String> {
        let run = self.unfinished.newest_damaged()?;
        let UnfinishedStanding::Damaged { whole, .. } = &run.standing else { return None };
        let file = sanitize(run.run.as_str());
        Some(match whole {
            WholePart::Until(turn) => {
                format!("{file} is damaged. Up to turn {turn} it can be saved: u.")
            }
            WholePart::Nothing | WholePart::Saved(_) => {
                format!("{file} is damaged, and nothing of it can be saved: u tells why.")
            }
        })
    }
}

impl Screen for TitleScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let told = context.settings_faults.iter().cloned().chain(self.damage());
        let told = told.chain(context.notices.iter().cloned()).map(Block::text);
        let rows = self.entries().into_iter().map(|(letter, name, _)| Row {
            told: Some(format!("{letter} {name}")),
            ..Row::keyed(letter, format!("{name} "))
        });
        Some(Sheet {
            rows: rows.collect(),
            foot: if context.sheet.problem.is_empty() { told.collect() } else { Vec::new() },
            stays: true,
            is_read: true,
            told: Some(format!("Upkeeper. {TAGLINE}")),
            ..Sheet::list("Upkeeper")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        self.choose(&self.entries()[row].2, context)
    }

    /// A number chooses an entry, too; the key that led here from a shift leaves from here.
    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let number = match input {
            Input::Key(Key { code: KeyCode::Char(number), ctrl: false, alt: false, .. }) => {
                number.to_digit(10)
            }
            _ => None,
        };
        if let Some(row) = number.and_then(|number| (number as usize).checked_sub(1))
            && let Some((_, _, does)) = self.entries().get(row)
        {
            context.sheet.chosen = Some(row);
            return Some(self.choose(does, context));
        }
        let leaves = context.intent(InputMode::Play, input) == Some(Intent::SaveQuit);
        leaves.then_some(Transition::Quit)
    }

    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let area = frame.area();
        let problem = self.told(context, usize::from(area.width.saturating_sub(2)));
        let Some(sheet) = self.sheet(context) else { return };
        let menu = sheet.row_lines(context.sheet, area.width.into(), &looks);
        // The list has its rows first, then the line of keys and the picture; the rest are blank
        // rows around the picture.
        let room = usize::from(area.height).saturating_sub(menu.lines.len() + 1 + problem.len());
        self.scene = self.scene.take().or_else(|| scene(&context.catalog));
        let head = head(room, area.width, self.scene.as_ref(), &looks);
        let air = room - head.len();
        let mut y = area.y + (air / 3) as u16;
        for line in &head {
            let wide = (line.width() as u16).min(area.width);
            let x = area.x + (area.width - wide) / 2;
            frame.render_widget(line, Rect { x, y, width: wide, height: 1 });
            y += 1;
        }
        y += (air / 3) as u16;
        let rows = (area.bottom() - y - 1).saturating_sub(problem.len() as u16);
        let wide = menu.lines.iter().map(Line::width).max().unwrap_or(0).max(28) as u16;
        let wide = wide.min(area.width);
        let x = area.x + (area.width - wide) / 2;
        let list = Rect { x, y, width: wide, height: rows.min(menu.lines.len() as u16) };
        menu.draw(frame, list, context.sheet);
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        let told = Rect { y: list.bottom(), height: foot.y - list.bottom(), ..area };
        draw_lines(told, frame.buffer_mut(), &problem);
        frame.render_widget(foot_line(area, context), foot);
    }

    /// Asks again for the unfinished runs. A list that loses or gains lines keeps its choice.
    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let chosen = context.sheet.chosen_of(&self.entries()).map(|(letter, ..)| *letter);
        let before = std::mem::replace(&mut self.unfinished, context.host.unfinished());
        if self.unfinished == before {
            return Transition::Ignore;
        }
        context.sheet.keep(&self.entries(), |(letter, ..)| Some(*letter) == chosen);
        context.fail("")
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        (self.unfinished == UnfinishedSearch::Searching).then_some(SEARCH_INTERVAL)
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

fn foot_line(area: Rect, context: &Context) -> Line<'static> {
    let looks = context.appearance;
    let keys = [
        KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "choose"),
        KeyHint::of(context, Intent::Confirm, "go"),
        KeyHint::new(format!("q {}", context.key(Intent::SaveQuit)), "leave"),
    ];
    hint_line(&keys, usize::from(area.width), &looks).centered()
}

const TAGLINE: &str = "Heroes storm the dungeon by day. By night somebody has to put it back.";

/// A night's work in the middle of it, as a scenario.
const SCENE: &str = include_str!("title_scene.txt");
/// The rows and columns of the picture of it at least, and the rows of the tagline with the blanks
/// around it.
const MIN_SCENE_ROWS: usize = 3;
const MIN_SCENE_COLUMNS: u16 = 72;
const TAGLINE_ROWS: usize = 3;
/// From so many rows on there are blank ones around it.
const MIN_ROWS_WITH_AIR: usize = 8;
const AIR_ROWS: usize = 3;

/// `None` where the content has no such things as are in it.
fn scene(catalog: &Arc<Catalog>) -> Option<Game> {
    let file = ScenarioFile::parse(SCENE).ok()?;
    set_up(file.scenarios.first()?, catalog).ok()
}

/// The name in large letters, below it the upkeeper at work, in as many rows as are left and as
/// wide as the terminal, and what it is about; in fewer rows the name alone.
fn head(room: usize, width: u16, scene: Option<&Game>, looks: &Appearance) -> Vec<Line<'static>> {
    let banner = banner::banner("UPKEEPER", looks);
    let mut rows = room.saturating_sub(banner.len() + TAGLINE_ROWS);
    let has_air = rows >= MIN_ROWS_WITH_AIR;
    rows -= if has_air { AIR_ROWS } else { 0 };
    let Some(scene) = scene.filter(|_| rows >= MIN_SCENE_ROWS && width >= MIN_SCENE_COLUMNS) else {
        let name = Line::styled("U P K E E P E R", looks.style(ColorRole::Title));
        return vec![name].into_iter().take(room).collect();
    };
    let view = scene.view().as_spectator();
    let size = view.size();
    let rows = rows.min(size.1 as usize) as u16;
    let columns = width.min(size.0 as u16);
    let title = looks.style(ColorRole::Title);
    let mut lines = banner.map(|row| Line::styled(row, title)).to_vec();
    lines.extend(has_air.then(Line::default));
    let scene = drawn((columns, rows), |area, buffer| {
        let mut camera = Camera::default();
        camera.follow(view.player().pos, size, (columns.into(), rows.into()), 50);
        map::draw(area, buffer, &FloorCells::new(view, *looks), camera);
        // Within walls is nothing.
        let is_open = |at: Pos| view.tile(at).is_some_and(|tile| !tile.is_wall());
        for at in area.positions() {
            let pos = camera.cell_at((at.x, at.y), area, size);
            if !pos.is_some_and(|pos| pos.neighbours().any(is_open)) {
                buffer[at].reset();
            }
        }
    });
    // All of them stand in the middle, and so are of one width.
    let columns = usize::from(columns);
    lines.extend(scene.into_iter().map(|mut line| {
        line.push_span(" ".repeat(columns - line.width()));
        line
    }));
    let tagline = Line::styled(TAGLINE, looks.style(ColorRole::Dim));
    lines.extend([Line::default(), tagline, Line::default()]);
    lines
}
