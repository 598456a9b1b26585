//! The title screen: the name of the game and its main menu.

mod picture;

use std::{rc::Rc, time::Duration};

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    Context, Screen, ScreenContext, Transition, UnfinishedSearch, UnfinishedStanding, WholePart,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    screen::TitleEntry,
    terminal::{Input, Key, KeyCode},
    theme::ColorRole,
    widgets::{
        KeyHint, draw_lines, hint_line,
        sheet::{Block, Row, Sheet},
        wrap,
    },
};
use base::sanitize;
use engine::sim::Setup;

use super::{
    daily::DailyScreen,
    help::HelpScreen,
    new_run::NewRunScreen,
    scores::ScoresScreen,
    settings::{SettingsScreen, fault_rows},
    unfinished::{SEARCH_INTERVAL, STILL_SEARCHING, UnfinishedScreen},
};
use picture::{TAGLINE, picture, small_picture};

/// The title screen.
pub struct TitleScreen {
    /// The entries of this front end besides those that all have.
    extra: Rc<[TitleEntry]>,
    /// Whether scores are those of an account.
    has_accounts: bool,
    unfinished: UnfinishedSearch,
    /// Whether the player has never played: then the tutorial comes first.
    is_newcomer: bool,
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
        Self { extra, has_accounts, unfinished, is_newcomer: !context.host.has_played() }
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

    fn choose(&mut self, entry: Entry, context: &mut ScreenContext<'_>) -> Transition {
        context.notices.clear();
        match entry {
            Entry::Continue => {
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
            Entry::Unfinished => Transition::push(UnfinishedScreen::default()),
            Entry::NewJourney => Transition::push(NewRunScreen::journey(context)),
            Entry::NewShift => Transition::push(NewRunScreen::shift(context)),
            Entry::Daily => Transition::push(DailyScreen::new(None, context)),
            Entry::Scores => Transition::push(ScoresScreen::default()),
            Entry::Extra(place) => {
                let open = self.extra[place].open.clone();
                Transition::Push(open(context))
            }
            Entry::Settings => Transition::push(SettingsScreen::new(context)),
            Entry::Help => Transition::push(HelpScreen::to_play()),
            Entry::Quit => Transition::Quit,
            Entry::Tutorial => {
                let run = context.begin(Setup::tutorial(Setup::TUTORIAL_SEED), "");
                context.play(run)
            }
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
        let rows = self.entries().into_iter().map(|entry| {
            let (letter, name) = (entry.letter(&self.extra), self.name(entry));
            let told = Some(format!("{letter} {name}"));
            Row { told, ..Row::keyed(letter, format!("{name} ")) }
        });
        let told = context.settings_faults.iter().cloned().chain(self.damage());
        let told = told.chain(context.notices.iter().cloned()).map(Block::text);
        Some(Sheet {
            rows: rows.collect(),
            foot: if context.sheet.problem.is_empty() { told.collect() } else { Vec::new() },
            closes: false,
            is_read: true,
            told: Some(format!("Upkeeper. {TAGLINE}")),
            ..Sheet::list("Upkeeper")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        self.choose(self.entries()[row], context)
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
            && let Some(&entry) = self.entries().get(row)
        {
            context.sheet.chosen = Some(row);
            return Some(self.choose(entry, context));
        }
        let leaves = context.intent(InputMode::Play, input) == Some(Intent::SaveQuit);
        leaves.then_some(Transition::Quit)
    }

    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let area = frame.area();
        let picture = picture(area, &looks);
        let problem = self.told(context, usize::from(area.width.saturating_sub(2)));
        let Some(sheet) = self.sheet(context) else { return };
        let menu = sheet.row_lines(context.sheet, area.width.into(), &looks);
        // The list has its rows first, then the line of keys and the picture; the rest are blank rows around the picture.
        let room = usize::from(area.height).saturating_sub(menu.lines.len() + 1 + problem.len());
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
        let rows = (area.bottom() - y - 1).saturating_sub(problem.len() as u16);
        let wide = menu.lines.iter().map(Line::width).max().unwrap_or(0).max(28) as u16;
        let wide = wide.min(area.width);
        let x = area.x + (area.width - wide) / 2;
        let list = Rect { x, y, width: wide, height: rows.min(menu.lines.len() as u16) };
        sheet.draw_rows(frame, list, &menu, context.sheet);
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        let told = Rect { y: list.bottom(), height: foot.y - list.bottom(), ..area };
        draw_lines(told, frame.buffer_mut(), &problem);
        frame.render_widget(foot_line(area, context), foot);
    }

    /// Asks again for the unfinished runs. A list that loses or gains lines keeps its choice.
    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let chosen = context.sheet.chosen_of(&self.entries()).copied();
        let before = std::mem::replace(&mut self.unfinished, context.host.unfinished());
        if self.unfinished == before {
            return Transition::Ignore;
        }
        context.sheet.keep(&self.entries(), |entry| Some(*entry) == chosen);
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
