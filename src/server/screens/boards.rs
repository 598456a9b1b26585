//! The boards: of each category, kind of level and depth the best run of every player.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::base::sanitize;
use crate::content::{Catalog, Category};
use crate::save::RunId;
use crate::server::FrontEnd;
use crate::server::boards::{ORIGINS, board_query, end_day, origin_words};
use crate::server::store::{AccountId, BoardEntry, BoardQuery, Origin, StoreError};
use crate::ui::glyphs::GlyphId;
use crate::ui::keymap::{InputMode, Intent};
use crate::ui::screens::replay::ReplayScreen;
use crate::ui::terminal::{Input, KeyCode};
use crate::ui::theme::ColorRole;
use crate::ui::widgets::{KeyHint, ListState, Width, draw_lines, fit, notice, sheet, wrap};
use crate::ui::{Context, Screen, Transition};

/// How many places of a board are shown.
const MAX_PLACES: u32 = 100;
/// The time from one look at a board to the next: what was just played is verified meanwhile.
const LOOK_INTERVAL: Duration = Duration::from_secs(3);

/// A kind of level and a depth.
type Floor = (String, u32);

/// One board, and the ways to the others.
pub(crate) struct BoardsScreen {
    front_end: Arc<FrontEnd>,
    /// Who looks.
    account: AccountId,
    category: usize,
    origin: Origin,
    /// Those of which the category has runs of the origin.
    floors: Vec<Floor>,
    /// The one that was asked for last, also where there is no run of it.
    floor: Option<Floor>,
    /// The only seed that is asked for, if one is.
    seed: Option<String>,
    entries: Vec<BoardEntry>,
    list: ListState,
    problem: String,
}

impl BoardsScreen {
    pub(crate) fn new(front_end: Arc<FrontEnd>, account: AccountId) -> BoardsScreen {
        let mut screen = BoardsScreen {
            front_end,
            account,
            category: 0,
            origin: Origin::Live,
            floors: Vec::new(),
            floor: None,
            seed: None,
            entries: Vec::new(),
            list: ListState::default(),
            problem: String::new(),
        };
        screen.update();
        screen
    }

    fn category<'a>(&self, catalog: &'a Catalog) -> Option<&'a Category> {
        catalog.categories.get(self.category)
    }

    /// Asks the store for the board. The chosen run stays chosen. False if nothing has changed.
    fn update(&mut self) -> bool {
        let chosen = self.entries.get(self.list.at()).map(|entry| entry.run);
        match self.read() {
            Ok((floors, entries)) => {
                let is_news = floors != self.floors || entries != self.entries;
                (self.floors, self.entries) = (floors, entries);
                let place = self.entries.iter().position(|entry| Some(entry.run) == chosen);
                self.list.choose(place.unwrap_or(0));
                is_news
            }
            Err(error) => {
                let is_news = self.problem.is_empty();
                self.problem = error.to_string();
                is_news
            }
        }
    }

    fn read(&mut self) -> Result<(Vec<Floor>, Vec<BoardEntry>), StoreError> {
        let catalog = &self.front_end.catalog;
        let Some(category) = self.category(catalog) else { return Ok((Vec::new(), Vec::new())) };
        let query = board_query(category, self.origin, MAX_PLACES, catalog);
        let query = BoardQuery { seed: self.seed.clone(), ..query };
        let floors = self.front_end.store.board_floors(&query)?;
        if self.floor.is_none() {
            self.floor = floors.first().cloned();
        }
        let Some((kind, depth)) = self.floor.clone() else { return Ok((floors, Vec::new())) };
        let query = BoardQuery { kind: Some(kind), depth: Some(depth), ..query };
        Ok((floors, self.front_end.store.board(&query)?))
    }

    fn turn_category(&mut self, is_forward: bool) {
        let count = self.front_end.catalog.categories.len().max(1);
        let step = if is_forward { 1 } else { count - 1 };
        self.category = (self.category + step) % count;
        self.show_other();
    }

    fn turn_origin(&mut self) {
        let other = ORIGINS.into_iter().find(|&origin| origin != self.origin);
        self.origin = other.unwrap_or(self.origin);
        self.show_other();
    }

    /// Goes to the runs of the chosen one's seed alone, or to those of all seeds.
    fn turn_seed(&mut self) {
        let chosen = self.entries.get(self.list.at()).map(|entry| entry.seed.clone());
        self.seed = if self.seed.is_none() { chosen } else { None };
        self.show_other();
    }

    /// Goes to the next kind and depth of which there are runs, or to the one before.
    fn turn_floor(&mut self, is_forward: bool) {
        let place = self.floors.iter().position(|floor| Some(floor) == self.floor.as_ref());
        let count = self.floors.len().max(1);
        let next = match place {
            Some(place) => (place + if is_forward { 1 } else { count - 1 }) % count,
            None => 0,
        };
        if let Some(floor) = self.floors.get(next) {
            self.floor = Some(floor.clone());
        }
        self.show_other();
    }

    fn show_other(&mut self) {
        self.problem.clear();
        self.list.choose(0);
        self.entries.clear();
        self.update();
        let is_there = self.floor.as_ref().is_some_and(|floor| self.floors.contains(floor));
        if !is_there && let Some(first) = self.floors.first() {
            self.floor = Some(first.clone());
            self.update();
        }
    }

    /// What the board ranks, in a line.
    fn heading(&self, catalog: &Catalog) -> String {
        let name = self.category(catalog).map_or("", |category| &category.name);
        let origin = origin_words(self.origin);
        let seed = self.seed.as_ref().map_or(String::new(), |seed| format!(", seed {seed}"));
        match &self.floor {
            Some((kind, depth)) => {
                let more = match self.floors.len() {
                    0 | 1 => String::new(),
                    count => format!(", one of {count} floors"),
                };
                format!("{name}, {origin}: {kind}, depth {depth}{seed}{more}")
            }
            None => format!("{name}, {origin}{seed}"),
        }
    }

    fn row(&self, at: usize, catalog: &Catalog) -> String {
        let entry = &self.entries[at];
        let unit = self.category(catalog).map_or("", |category| category.measure.unit());
        let you = if entry.account == self.account { ", you" } else { "" };
        let name = format!("{}{you}", entry.account_name);
        let BoardEntry { measure, grade, score, .. } = entry;
        let (place, date) = (at + 1, end_day(entry));
        format!("{place:>3}  {name:<21} {measure:>6} {unit:<8}  {grade:<5}  {score:>6}  {date}")
    }

    /// The text below the list: a problem, and the chosen run.
    fn told(&self, context: &Context, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        let mut lines = Vec::new();
        let mut add = |rows: Vec<String>, role| {
            lines.extend(rows.into_iter().map(|row| Line::styled(row, looks.style(role))));
        };
        add(notice(&self.problem, width), ColorRole::Bad);
        if let Some(category) = self.category(&context.catalog) {
            add(wrap(&category.about, width), ColorRole::Dim);
        }
        if let Some(entry) = self.entries.get(self.list.at()) {
            let BoardEntry { run, account_name, kind, depth, seed, .. } = entry;
            let (turns, commands) = (entry.worked_turns, entry.commands);
            let text = format!(
                "{account_name}: {kind}, depth {depth}, seed {seed}; {turns} turns, {commands} commands. \
                 Its file: ssh HOST get {run} > {run}.upk"
            );
            add(wrap(&sanitize(&text), width), ColorRole::Text);
        } else {
            let text = "Nobody is on this board yet. A run comes on it when it has been played again and found true.";
            add(wrap(text, width), ColorRole::Text);
        }
        lines
    }

    fn watch(&mut self, context: &mut Context) -> Transition {
        let Some(entry) = self.entries.get(self.list.at()) else { return Transition::Ignore };
        let run = RunId::from(entry.run);
        match context.host.replay(&run) {
            Ok(replay) => Transition::push(ReplayScreen::new(replay, &format!("{run}.upk"))),
            Err(error) => {
                self.problem = error.to_string();
                Transition::Stay
            }
        }
    }

    /// Goes to another board, by a key that no list has. False for other keys.
    fn turn(&mut self, input: &Input) -> bool {
        let Input::Key(key) = input else { return false };
        match key.code {
            _ if key.ctrl || key.alt => return false,
            KeyCode::Tab => self.turn_category(!key.shift),
            KeyCode::Right => self.turn_floor(true),
            KeyCode::Left => self.turn_floor(false),
            KeyCode::Char('o') => self.turn_origin(),
            KeyCode::Char('s') => self.turn_seed(),
            _ => return false,
        }
        true
    }
}

impl Screen for BoardsScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let other = ORIGINS.into_iter().find(|&origin| origin != self.origin);
        let hints = [
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of(context, Intent::Confirm, "watch"),
            KeyHint::new("tab", "category"),
            KeyHint::of_arrows(&looks, [GlyphId::Left, GlyphId::Right], "floor"),
            KeyHint::new("o", other.map_or("", origin_words)),
            KeyHint::new("s", if self.seed.is_none() { "its seed" } else { "all seeds" }),
        ];
        let area = sheet(frame, &looks, Width::Text, "Boards", &hints);
        let width = usize::from(area.width);
        let heading = fit(&self.heading(&context.catalog), width, &looks);
        let heading = Line::styled(heading, looks.style(ColorRole::Title));
        frame.render_widget(heading, Rect { height: area.height.min(1), ..area });
        let head = 1.min(area.height);
        let below = Rect { y: area.y + head, height: area.height - head, ..area };
        let mut told = self.told(context, width);
        if self.entries.is_empty() {
            draw_lines(below, frame.buffer_mut(), &told);
            return;
        }
        told.truncate(usize::from(below.height.saturating_sub(3)));
        let catalog = &context.catalog;
        let mut list = self.list;
        list.draw_above(frame, below, &looks, self.entries.len(), &told, |at| {
            fit(&self.row(at, catalog), width.saturating_sub(2), &looks)
        });
        self.list = list;
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        if self.turn(input) {
            return Transition::Stay;
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => self.watch(context),
            Some(intent) if self.list.turn(intent, self.entries.len()) => {
                self.problem.clear();
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn tick(&mut self, _: &mut Context) -> Transition {
        if self.update() { Transition::Stay } else { Transition::Ignore }
    }

    fn tick_interval(&self, _: &Context) -> Option<Duration> {
        Some(LOOK_INTERVAL)
    }
}
