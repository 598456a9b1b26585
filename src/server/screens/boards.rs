//! The boards: of categories the best run of every player, and of days the tries at their shifts.

use std::sync::Arc;
use std::time::Duration;

use crate::FrontEnd;
use crate::front_end::today;
use crate::service::{Entry, board, category_query, fetch_command};
use crate::store::{AccountId, BoardQuery, Origin, RunResult, RunRow, StoreError};
use base::sanitize;
use content::{Catalog, Category, CategoryMode};
use engine::view::place_of_run;
use runs::save::RunId;
use screens::glyphs::GlyphId;
use screens::keymap::Intent;
use screens::screens::replay::ReplayScreen;
use screens::terminal::{Input, KeyCode};
use screens::widgets::KeyHint;
use screens::widgets::sheet::{Block, Row, Sheet};
use screens::{Context, Screen, ScreenContext, Transition};

/// How many places of a board are shown.
const MAX_PLACES: u32 = 100;
/// The time from one look at a board to the next: what was just played is verified meanwhile.
const LOOK_INTERVAL: Duration = Duration::from_secs(3);

/// How many days are gone through.
const MAX_DAYS: u32 = 400;

/// What the boards of days rank.
const ABOUT_DAYS: &str = "The tries at a day's shift that count, one of each player, by points; of \
    equal ones the one of fewer turns is better.";

/// What of the runs that a category ranks is one board.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Section {
    Floor { kind: String, depth: u32 },
    Day(String),
}

/// One board, and the ways to the others.
pub(crate) struct BoardsScreen {
    front_end: Arc<FrontEnd>,
    /// Who looks.
    account: AccountId,
    /// The place of a category; behind the last one are the daily shifts.
    category: usize,
    origin: Origin,
    /// Those of which the category has runs of the origin; the days that have a board, and today.
    sections: Vec<Section>,
    /// The one that was asked for last, also where there is no run of it.
    section: Option<Section>,
    /// The only seed that is asked for, if one is.
    seed: Option<String>,
    entries: Vec<Entry>,
}

impl BoardsScreen {
    pub(crate) fn new(front_end: Arc<FrontEnd>, account: AccountId) -> BoardsScreen {
        BoardsScreen {
            front_end,
            account,
            category: 0,
            origin: Origin::Live,
            sections: Vec::new(),
            section: None,
            seed: None,
            entries: Vec::new(),
        }
    }

    /// `None` where the daily shifts are shown.
    fn category<'a>(&self, catalog: &'a Catalog) -> Option<&'a Category> {
        catalog.categories.get(self.category)
    }

    /// Asks the store for the board. The chosen run stays chosen. False if nothing has changed.
    fn update(&mut self, context: &mut ScreenContext<'_>) -> bool {
        let chosen = context.sheet.chosen_of(&self.entries).map(|entry| entry.run.run);
        match self.read() {
            Ok((sections, entries)) => {
                let is_news = sections != self.sections || entries != self.entries;
                (self.sections, self.entries) = (sections, entries);
                context.sheet.keep(&self.entries, |entry| Some(entry.run.run) == chosen);
                is_news
            }
            Err(error) => {
                let is_news = context.sheet.problem.is_empty();
                context.fail(error);
                is_news
            }
        }
    }

    fn read(&mut self) -> Result<(Vec<Section>, Vec<Entry>), StoreError> {
        let catalog = &self.front_end.catalog;
        let Some(category) = self.category(catalog) else { return self.read_days() };
        let query = category_query(category, self.origin, MAX_PLACES, catalog);
        let query = BoardQuery { seed: self.seed.clone(), ..query };
        let floors = self.front_end.store.board_floors(&query)?;
        let sections: Vec<_> =
            floors.into_iter().map(|(kind, depth)| Section::Floor { kind, depth }).collect();
        if self.section.is_none() {
            self.section = sections.first().cloned();
        }
        let Some(Section::Floor { kind, depth }) = self.section.clone() else {
            return Ok((sections, Vec::new()));
        };
        let query = BoardQuery { kind: Some(kind), depth: Some(depth), ..query };
        Ok((sections, board(&self.front_end, &query)?))
    }

    fn read_days(&self) -> Result<(Vec<Section>, Vec<Entry>), StoreError> {
        let store = &self.front_end.store;
        let (today, mut days) = (today().to_string(), store.days_with_boards(MAX_DAYS)?);
        if !days.contains(&today) {
            days.insert(0, today);
        }
        let sections = days.into_iter().map(Section::Day).collect();
        let Some(Section::Day(day)) = self.section.clone() else {
            return Ok((sections, Vec::new()));
        };
        let query = BoardQuery { day: Some(day), ..BoardQuery::of_days(1, MAX_PLACES) };
        Ok((sections, board(&self.front_end, &query)?))
    }

    fn turn_category(&mut self, is_forward: bool) {
        let count = self.front_end.catalog.categories.len() + 1;
        let step = if is_forward { 1 } else { count - 1 };
        self.category = (self.category + step) % count;
    }

    fn turn_origin(&mut self) {
        let other = Origin::ALL.into_iter().find(|&origin| origin != self.origin);
        self.origin = other.unwrap_or(self.origin);
    }

    /// Shows the runs of the chosen one's seed alone, unless that is secret, or those of all seeds.
    fn turn_seed(&mut self, context: &ScreenContext<'_>) {
        let chosen = context.sheet.chosen_of(&self.entries).and_then(|entry| entry.seed.clone());
        self.seed = if self.seed.is_none() { chosen } else { None };
    }

    /// Goes to the next floor or day of which there are runs, or to the one before.
    fn turn_section(&mut self, is_forward: bool) {
        let place = self.sections.iter().position(|known| Some(known) == self.section.as_ref());
        let count = self.sections.len().max(1);
        let next = match place {
            Some(place) => (place + if is_forward { 1 } else { count - 1 }) % count,
            None => 0,
        };
        if let Some(section) = self.sections.get(next) {
            self.section = Some(section.clone());
        }
    }

    fn show_other(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        context.sheet.problem.clear();
        self.entries.clear();
        self.update(context);
        let is_there = self.section.as_ref().is_some_and(|known| self.sections.contains(known));
        if !is_there && let Some(first) = self.sections.first() {
            self.section = Some(first.clone());
            self.update(context);
        }
        context.sheet.chosen = Some(0);
        Transition::Stay
    }

    /// What the board ranks, in a line.
    fn heading(&self, catalog: &Catalog) -> String {
        let name = self.category(catalog).map_or("", |category| &category.name);
        let origin = self.origin.words();
        let seed = self.seed.as_ref().map_or(String::new(), |seed| format!(", seed {seed}"));
        let more = |what| match self.sections.len() {
            0 | 1 => String::new(),
            count => format!(", one of {count} {what}"),
        };
        match &self.section {
            // All journeys are on one map of their seed.
            Some(Section::Floor { .. })
                if self.category(catalog).is_some_and(|own| own.mode == CategoryMode::Campaign) =>
            {
                format!("{name}, {origin}{seed}")
            }
            Some(Section::Floor { kind, depth }) => {
                format!("{name}, {origin}: {kind}, depth {depth}{seed}{}", more("floors"))
            }
            Some(Section::Day(day)) => {
                let floor = self.entries.first().map_or(String::new(), |entry| {
                    format!(": {}, depth {}", entry.run.facts.kind, entry.run.facts.depth)
                });
                format!("Daily shift of {day}{floor}{}", more("days"))
            }
            None => format!("{name}, {origin}{seed}"),
        }
    }

    fn row(&self, entry: &Entry, catalog: &Catalog) -> String {
        let you = if entry.run.account == self.account { ", you" } else { "" };
        let name = format!("{}{you}", entry.run.account_name);
        let Entry { place, measure, .. } = entry;
        let RunResult { grade, score, worked_turns, .. } = &entry.result;
        let date = entry.end_day();
        match self.category(catalog) {
            Some(category) => {
                let unit = category.measure.unit();
                format!(
                    "{place:>3}  {name:<21} {measure:>6} {unit:<8}  {grade:<5}  {score:>6}  {date}"
                )
            }
            None => {
                format!(
                    "{place:>3}  {name:<21} {score:>6} points    {grade:<5}  {worked_turns:>6} \
                     turns"
                )
            }
        }
    }

    fn told(&self, context: &ScreenContext<'_>) -> String {
        let Some(entry) = context.sheet.chosen_of(&self.entries) else {
            return "Nobody is on this board yet. A run comes on it when it has been played again \
                and found true."
                .to_owned();
        };
        let RunRow { run, account_name, facts, .. } = &entry.run;
        let (turns, commands) = (entry.result.worked_turns, entry.result.commands);
        let seed = match &entry.seed {
            Some(seed) => format!("seed {seed}"),
            None => "its seed is told tomorrow".to_owned(),
        };
        let place = place_of_run(&facts.kind, facts.depth());
        sanitize(&format!(
            "{account_name}: {place}, {seed}; {turns} turns, {commands} commands. \
             Its file: {}",
            fetch_command(run)
        ))
    }

    fn hints(&self, context: &Context) -> Vec<KeyHint> {
        let arrows = [GlyphId::Left, GlyphId::Right];
        let of_arrows = |does| KeyHint::of_arrows(&context.appearance, arrows, does);
        let mut hints = vec![
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of(context, Intent::Confirm, "watch"),
            KeyHint::new("tab", "category"),
        ];
        if self.category(&context.catalog).is_none() {
            hints.push(of_arrows("day"));
            return hints;
        }
        let other = Origin::ALL.into_iter().find(|&origin| origin != self.origin);
        hints.extend([
            of_arrows("floor"),
            KeyHint::new("o", other.map_or("", Origin::words)),
            KeyHint::new("s", if self.seed.is_none() { "its seed" } else { "all seeds" }),
        ]);
        hints
    }
}

impl Screen for BoardsScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.update(context);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let catalog = &context.catalog;
        let rows = self.entries.iter().map(|entry| Row::new(self.row(entry, catalog))).collect();
        let about = self.category(catalog).map_or(ABOUT_DAYS, |category| &category.about);
        Some(Sheet {
            text: vec![Block::heading(self.heading(catalog))],
            rows,
            foot: vec![Block::dim(about), Block::text(self.told(context))],
            hints: self.hints(context),
            ..Sheet::list("Boards")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let Some(entry) = self.entries.get(row) else { return Transition::Ignore };
        let run = RunId::from(entry.run.run);
        match context.host.replay(&run) {
            Ok(replay) => Transition::push(ReplayScreen::new(replay, &format!("{run}.upk"))),
            Err(error) => context.fail(error),
        }
    }

    /// Goes to another board.
    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let Input::Key(key) = input else { return None };
        let is_of_category = self.category(&self.front_end.catalog).is_some();
        match key.code {
            _ if key.ctrl || key.alt => return None,
            KeyCode::Tab => self.turn_category(!key.shift),
            KeyCode::Right => self.turn_section(true),
            KeyCode::Left => self.turn_section(false),
            KeyCode::Char('o') if is_of_category => self.turn_origin(),
            KeyCode::Char('s') if is_of_category => self.turn_seed(context),
            _ => return None,
        }
        Some(self.show_other(context))
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        if self.update(context) { Transition::Stay } else { Transition::Ignore }
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        Some(LOOK_INTERVAL)
    }
}
