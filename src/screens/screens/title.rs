//! The title screen: the name of the game and its main menu.

mod picture;

use std::{rc::Rc, time::Duration};

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    Appearance, Context, Screen, ScreenContext, Transition, UnfinishedSearch, UnfinishedStanding,
    WholePart,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    reader::CHOSEN,
    screen::TitleEntry,
    terminal::{Input, KeyCode},
    theme::ColorRole,
    widgets::{KeyHint, fit, hint_line, selection::Selection, wrap},
};
use base::sanitize;
use engine::sim::Setup;

use super::{
    daily::DailyScreen,
    help::HelpScreen,
    new_run::NewRunScreen,
    scores::ScoresScreen,
    setting_faults::fault_rows,
    settings::SettingsScreen,
    unfinished::{SEARCH_INTERVAL, STILL_SEARCHING, UnfinishedScreen},
};
use picture::{TAGLINE, picture, small_picture};

/// The title screen.
pub struct TitleScreen {
    /// The entries of this front end besides those that all have.
    extra: Rc<[TitleEntry]>,
    /// Whether scores are those of an account.
    has_accounts: bool,
    selection: Selection,
    unfinished: UnfinishedSearch,
    /// Whether the player has never played: then the tutorial comes first.
    is_newcomer: bool,
    /// The error of the last choice.
    problem: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Continue,
    /// The list of all that have not come to their end.
    Unfinished,
    NewJourney,
    NewShift,
    Daily,
    Scores,
    /// One of [`TitleScreen::extra`].
    Extra(usize),
    Settings,
    Help,
    Quit,
    Tutorial,
}

/// The entries before those of a front end, but for those of unfinished runs; and those after them.
const FIRST: [Entry; 4] = [Entry::NewJourney, Entry::NewShift, Entry::Daily, Entry::Scores];
const LAST: [Entry; 4] = [Entry::Settings, Entry::Tutorial, Entry::Help, Entry::Quit];

impl Entry {
    fn name(self, extra: &[TitleEntry]) -> &'static str {
        match self {
            Self::Continue => "Continue",
            Self::Unfinished => "Unfinished runs",
            Self::NewJourney => "The marches: a journey",
            Self::NewShift => "New shift",
            Self::Daily => "Daily shift",
            Self::Scores => "High scores",
            Self::Extra(place) => extra[place].name,
            Self::Settings => "Settings",
            Self::Help => "How to play",
            Self::Quit => "Quit",
            Self::Tutorial => "Tutorial: five minutes",
        }
    }

    /// The key that chooses it at once.
    fn letter(self, extra: &[TitleEntry]) -> char {
        match self {
            Self::Continue => 'c',
            Self::Unfinished => 'u',
            Self::NewJourney => 'm',
            Self::NewShift => 'n',
            Self::Daily => 'd',
            Self::Scores => 'h',
            Self::Extra(place) => extra[place].letter,
            Self::Settings => 's',
            Self::Help => '?',
            Self::Quit => 'q',
            Self::Tutorial => 't',
        }
    }
}

impl TitleScreen {
    /// Asks the host for a run to continue.
    pub fn new(extra: Rc<[TitleEntry]>, context: &mut Context) -> Self {
        context.host.search_unfinished();
        let unfinished = context.host.unfinished();
        let has_accounts = context.host.has_accounts();
        let is_newcomer = !context.host.has_played();
        let (selection, problem) = (Selection::default(), String::new());
        Self { extra, has_accounts, selection, unfinished, is_newcomer, problem }
    }

    fn entries(&self) -> Vec<Entry> {
        let is_searching = self.unfinished == UnfinishedSearch::Searching;
        let has_newest = self.unfinished.newest().is_some();
        let goes_on = (is_searching || has_newest).then_some(Entry::Continue);
        let others = self.unfinished.runs().len() > usize::from(has_newest);
        let unfinished = goes_on.into_iter().chain(others.then_some(Entry::Unfinished));
        let extra = (0..self.extra.len()).map(Entry::Extra);
        let usual = unfinished.chain(FIRST).chain(extra).chain(LAST);
        if !self.is_newcomer {
            return usual.collect();
        }
        let others = usual.filter(|&entry| entry != Entry::Tutorial);
        std::iter::once(Entry::Tutorial).chain(others).collect()
    }

    fn choose(&mut self, entry: Entry, context: &mut Context) -> Transition {
        context.notices.clear();
        match entry {
            Entry::Continue => {
                let Some(newest) = self.unfinished.newest() else {
                    STILL_SEARCHING.clone_into(&mut self.problem);
                    return Transition::Stay;
                };
                match context.host.take_up(&newest.run) {
                    Ok(run) => Transition::Play(run),
                    Err(error) => {
                        self.problem = error.to_string();
                        // It may have come to its end elsewhere, as the host knows by now.
                        self.unfinished = context.host.unfinished();
                        Transition::Stay
                    }
                }
            }
            Entry::Unfinished => Transition::push(UnfinishedScreen::new(context)),
            Entry::NewJourney => Transition::push(NewRunScreen::journey(context)),
            Entry::NewShift => Transition::push(NewRunScreen::shift(context)),
            Entry::Daily => Transition::push(DailyScreen::new(None, context)),
            Entry::Scores => Transition::push(ScoresScreen::new(context)),
            Entry::Extra(place) => {
                let open = self.extra[place].open.clone();
                Transition::Push(open(context))
            }
            Entry::Settings => Transition::push(SettingsScreen::new(context)),
            Entry::Help => Transition::push(HelpScreen::to_play()),
            Entry::Quit => Transition::Quit,
            Entry::Tutorial => match context.begin(Setup::tutorial(Setup::TUTORIAL_SEED), "") {
                Ok(run) => Transition::Play(run),
                Err(error) => {
                    self.problem = error.to_string();
                    Transition::Stay
                }
            },
        }
    }

    /// The entry that a key chooses at once: by its letter, or by its number in the list.
    fn hot(&self, input: &Input) -> Option<Entry> {
        let Input::Key(key) = input else { return None };
        let KeyCode::Char(pressed) = key.code else { return None };
        if key.ctrl || key.alt {
            return None;
        }
        let entries = self.entries();
        match pressed.to_digit(10) {
            Some(number) => entries.get(number.checked_sub(1)? as usize).copied(),
            None => entries.into_iter().find(|entry| entry.letter(&self.extra) == pressed),
        }
    }

    fn name(&self, entry: Entry) -> String {
        match (entry, &self.unfinished) {
            (Entry::Continue, UnfinishedSearch::Searching) => "Continue: looking …".to_owned(),
            (Entry::Continue, search) => match search.newest() {
                Some(run) => format!("Continue: {}", run.describe()),
                None => entry.name(&self.extra).to_owned(),
            },
            (Entry::Unfinished, search) => format!("Unfinished runs: {}", search.runs().len()),
            (Entry::Scores, _) if self.has_accounts => "Your scores".to_owned(),
            _ => entry.name(&self.extra).to_owned(),
        }
    }

    /// What is told below the menu: the error of the last choice, or else what is wrong with files of the player.
    fn told(&self, context: &Context, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        if !self.problem.is_empty() {
            let rows = wrap(&self.problem, width).into_iter();
            return rows.map(|row| Line::styled(row, looks.style(ColorRole::Bad))).collect();
        }
        let mut rows = fault_rows(&context.settings_faults, 1, "see Settings", width, &looks);
        let told = self.damage().into_iter().chain(context.notices.iter().cloned());
        rows.extend(told.flat_map(|text| wrap(&text, width)));
        rows.into_iter().map(|row| Line::styled(row, looks.style(ColorRole::Warning))).collect()
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

    fn menu(&self, looks: &Appearance, width: usize) -> Vec<Line<'static>> {
        let entries = self.entries();
        let lines = entries.iter().enumerate().map(|(at, entry)| {
            let name = self.name(*entry);
            let is_chosen = at == self.selection.at;
            let mark = if is_chosen { looks.glyph(GlyphId::Right) } else { " " };
            let style = looks.style(if is_chosen { ColorRole::Selected } else { ColorRole::Text });
            let name = fit(&format!("{name} "), width.saturating_sub(6), looks);
            Line::from(vec![
                Span::styled(format!("{mark} "), looks.style(ColorRole::Key)),
                Span::styled(format!("{}", entry.letter(&self.extra)), looks.style(ColorRole::Key)),
                Span::raw("  "),
                Span::styled(name, style),
            ])
        });
        lines.collect()
    }
}

impl Screen for TitleScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let area = frame.area();
        let picture = picture(area, &looks);
        let menu = self.menu(&looks, usize::from(area.width));
        let problem = self.told(context, usize::from(area.width.saturating_sub(2)));
        // The list has its rows first, then the line of keys and the picture; the rest are blank rows around the picture.
        let room = usize::from(area.height).saturating_sub(menu.len() + 1 + problem.len());
        let head = if room >= picture.len() { picture } else { small_picture(&looks, room) };
        let air = room - head.len();
        let mut y = area.y + (air / 3) as u16;
        for line in &head {
            let wide = (line.width() as u16).min(area.width);
            let x = area.x + (area.width - wide) / 2;
            frame.render_widget(line, Rect { x, y, width: wide, height: 1 });
            y += 1;
        }
        y += (air / 3) as u16;
        let rows = usize::from(area.bottom() - y) - 1;
        let window = self.selection.window(menu.len(), rows.saturating_sub(problem.len()));
        let wide = menu.iter().map(Line::width).max().unwrap_or(0).max(28) as u16;
        let wide = wide.min(area.width);
        let x = area.x + (area.width - wide) / 2;
        for line in &menu[window] {
            frame.render_widget(line, Rect { x, y, width: wide, height: 1 });
            y += 1;
        }
        for line in problem {
            if y + 1 < area.bottom() {
                let line = line.centered();
                frame.render_widget(line, Rect { y, height: 1, ..area });
                y += 1;
            }
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        frame.render_widget(foot_line(area, context), foot);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let entries = self.entries();
        if let Some(entry) = self.hot(input) {
            self.selection.at = entries.iter().position(|other| *other == entry).unwrap_or(0);
            return self.choose(entry, context);
        }
        // The key that led here from a shift leaves from here.
        if context.intent(InputMode::Play, input) == Some(Intent::SaveQuit) {
            return Transition::Quit;
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => self.choose(entries[self.selection.at], context),
            Some(Intent::Help) => self.choose(Entry::Help, context),
            Some(intent) if self.selection.turn(intent, entries.len()) => Transition::Stay,
            _ => Transition::Ignore,
        }
    }

    /// Asks again for the unfinished runs. A list that loses or gains lines keeps its choice.
    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let chosen = self.entries()[self.selection.at];
        let before = std::mem::replace(&mut self.unfinished, context.host.unfinished());
        if self.unfinished == before {
            return Transition::Ignore;
        }
        let place = self.entries().iter().position(|entry| *entry == chosen);
        self.selection.at = place.unwrap_or(0);
        self.problem.clear();
        Transition::Stay
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        (self.unfinished == UnfinishedSearch::Searching).then_some(SEARCH_INTERVAL)
    }

    /// Without the picture.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let mut lines = vec![format!("Upkeeper. {TAGLINE}")];
        for (at, entry) in self.entries().into_iter().enumerate() {
            let chosen = if at == self.selection.at { CHOSEN } else { "" };
            let name = self.name(entry);
            lines.push(format!("{chosen}{} {name}", entry.letter(&self.extra)));
        }
        if self.problem.is_empty() {
            lines.extend(context.settings_faults.iter().cloned().chain(self.damage()));
            lines.extend(context.notices.iter().cloned());
        } else {
            lines.push(self.problem.clone());
        }
        Some(lines)
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
