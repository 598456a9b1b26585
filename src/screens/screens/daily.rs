//! The daily shifts: the shift of each day, the one try at today's that counts, and the board of each day.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use ratatui::{Frame, text::Line};

use crate::{
    Context, HostError, RankedTry, Run, ScoreList, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent},
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{KeyHint, ListState, Width, fit, notice, sheet, wrap},
};
use base::{Day, sanitize};
use content::{capital, counted};
use engine::sim::Setup;
use runs::save::Score;

use super::{help::HelpScreen, replay::ReplayScreen};

/// How many days are listed, today's with them. Older ones are where there is a run of them.
const LISTED_DAYS: u32 = 60;

/// How many runs the board of a day shows.
const BOARD_ROWS: usize = 5;

/// The time from one look at the verified runs to the next.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// The time from one look at the calendar to the next.
const DAY_INTERVAL: Duration = Duration::from_secs(10);

/// The key that watches the best run of a day.
const WATCH: Key = Key::char('w');

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The list of the days, with what there is of the chosen one.
pub struct DailyScreen {
    today: Day,
    /// The newest first.
    days: Vec<Day>,
    /// What has become of the tries that count, as far as it was asked for; or why that is not known.
    tries: BTreeMap<Day, Result<RankedTry, String>>,
    /// Of daily shifts alone, the best first.
    scores: Vec<Score>,
    /// The boards of days, as far as they were asked for.
    boards: BTreeMap<Day, Vec<Score>>,
    /// How many runs of how many have been verified, while that goes on.
    verifying: Option<(usize, usize)>,
    list: ListState,
    /// Whether the player is asked to begin the try that counts.
    asks: bool,
    problem: String,
}

impl DailyScreen {
    /// Opens on today's shift, or on that of a day that was asked for.
    pub fn new(day: Option<Day>, context: &mut Context) -> Self {
        let today = context.host.today();
        context.host.search_unfinished();
        let mut screen = Self {
            today,
            days: day.into_iter().collect(),
            tries: BTreeMap::new(),
            scores: Vec::new(),
            boards: BTreeMap::new(),
            verifying: None,
            list: ListState::default(),
            asks: false,
            problem: String::new(),
        };
        screen.update(context);
        screen.choose(day.unwrap_or(today));
        screen
    }

    fn choose(&mut self, day: Day) {
        let place = self.days.iter().position(|&listed| listed == day);
        self.list.choose(place.unwrap_or(0));
    }

    /// The chosen day.
    fn day(&self) -> Day {
        self.days.get(self.list.at()).copied().unwrap_or(self.today)
    }

    /// Asks the host what there is by now. The chosen day stays chosen.
    fn update(&mut self, context: &mut Context) {
        let chosen = self.day();
        self.today = context.host.today();
        self.boards.clear();
        match context.host.scores() {
            Ok(ScoreList { mut scores, verifying, .. }) => {
                scores.retain(|score| score.day.is_some());
                scores.sort_by_key(|score| {
                    let is_ranked = score.verified && score.ranked;
                    (!is_ranked, Reverse(score.score), score.turns, score.when)
                });
                (self.scores, self.verifying) = (scores, verifying);
            }
            Err(error) => (self.problem, self.verifying) = (error.to_string(), None),
        }
        let recent = (0..LISTED_DAYS).map(|days| self.today.before(days));
        let scored = self.scores.iter().filter_map(|score| score.day);
        // A list of scores can claim any day.
        let is_past = |day: &Day| *day <= self.today;
        let mut days: Vec<Day> = recent.chain(scored).chain(self.days.drain(..)).collect();
        days.retain(is_past);
        days.sort_unstable_by(|a, b| b.cmp(a));
        days.dedup();
        self.days = days;
        self.choose(chosen);
    }

    /// What has become of the try at a day that counts.
    fn ranked_try(&mut self, day: Day, context: &mut Context) -> Result<RankedTry, String> {
        let asked = self.tries.entry(day);
        let found = || context.host.ranked_try(day).map_err(|error| error.to_string());
        asked.or_insert_with(found).clone()
    }

    /// The runs of a day that are verified and counted, the best first.
    fn board(&mut self, day: Day, context: &mut Context) -> &[Score] {
        let scores = &self.scores;
        let is_of_board = |score: &&Score| score.day == Some(day) && score.verified && score.ranked;
        self.boards.entry(day).or_insert_with(|| match context.host.day_board(day) {
            Ok(Some(board)) => board,
            Ok(None) => scores.iter().filter(is_of_board).cloned().collect(),
            Err(error) => {
                self.problem = error.to_string();
                Vec::new()
            }
        })
    }

    /// What there is of a day, for its row.
    fn standing(&mut self, day: Day, context: &mut Context) -> String {
        let ranked_try = self.ranked_try(day, context);
        let tell = |score: &Score| {
            let (grade, points) = (score.grade.character(), score.score);
            format!("{grade}, {}", counted(points, "point"))
        };
        match ranked_try {
            Err(_) => "its run cannot be read".to_owned(),
            Ok(RankedTry::Open) => "your one try is open".to_owned(),
            Ok(RankedTry::Unfinished(_)) => "your one try goes on".to_owned(),
            Ok(RankedTry::Over(run)) => {
                let score = self.scores.iter().find(|score| score.run == run && score.verified);
                match score {
                    Some(score) if score.ranked => tell(score),
                    Some(score) => format!("{}, unranked", tell(score)),
                    None if self.verifying.is_some() => "being verified".to_owned(),
                    None => "its run does not verify".to_owned(),
                }
            }
            Ok(RankedTry::Closed) => {
                let mut practised =
                    self.scores.iter().filter(|score| score.day == Some(day) && score.verified);
                match practised.next() {
                    Some(best) if best.ranked => {
                        format!("{}: {}", sanitize(&best.name), tell(best))
                    }
                    Some(best) => format!("practised: {}", tell(best)),
                    None => String::new(),
                }
            }
        }
    }

    fn row(&mut self, day: Day, context: &mut Context) -> String {
        let standing = self.standing(day, context);
        let setup = Setup::daily(day, false, &context.catalog);
        let (kind, depth) = (setup.mode.kind(), setup.mode.depth());
        let weekday = &WEEKDAYS[day.weekday()];
        format!("{day}  {weekday:<9}  {kind:<8}  depth {depth}  {standing}").trim_end().to_owned()
    }

    /// The text below the list: a problem or a question, and what there is of the chosen day.
    fn told(&mut self, context: &mut Context, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        let day = self.day();
        let mut lines = Vec::new();
        let mut add = |texts: Vec<String>, role| {
            lines.extend(texts.into_iter().map(|text| Line::styled(text, looks.style(role))));
        };
        add(notice(&self.problem, width), ColorRole::Bad);
        let (text, role) = self.offer(day, context);
        add(wrap(&text, width), role);
        let goes_on = matches!(self.ranked_try(day, context), Ok(RankedTry::Unfinished(_)));
        let unfinished = context.host.unfinished().told_before_another().filter(|_| !goes_on);
        add(notice(&unfinished.unwrap_or_default(), width), ColorRole::Warning);
        for (place, score) in (1..).zip(self.board(day, context).iter().take(BOARD_ROWS)) {
            let Score { name, score: points, grade, turns, .. } = score;
            let (name, grade) = (sanitize(name), grade.character());
            let end = score.outcome_in_words();
            let text = format!(
                "{place}. {name}: {grade}, {}, {end} at turn {turns}",
                counted(*points, "point")
            );
            add(vec![fit(&text, width, &looks)], ColorRole::Text);
        }
        if let Some(note) = context.host.day_note(day) {
            add(wrap(&note, width), ColorRole::Dim);
        }
        if let Some((done, total)) = self.verifying {
            let text = format!("Playing the runs again to verify them: {done} of {total}.");
            add(wrap(&text, width), ColorRole::Text);
        }
        let setup = Setup::daily(day, false, &context.catalog);
        let about = setup.mode.level_kind(&context.catalog).map(|id| context.catalog.level(id));
        if let Some(kind) = about {
            add(wrap(&format!("{}: {}", capital(&kind.name), kind.plays), width), ColorRole::Dim);
        }
        lines
    }

    /// What can be done with a day, or the question that is to be answered.
    fn offer(&mut self, day: Day, context: &mut Context) -> (String, ColorRole) {
        let enter = context.key(Intent::Confirm);
        if self.asks {
            let yes = yes_names(context);
            let text = format!(
                "Begin the one try of {day} that counts? It ends as it ends: you can leave it and come \
                 back, but you cannot begin it again. {yes} begins it; any other key does not."
            );
            return (text, ColorRole::Warning);
        }
        let can_practise = day < context.host.today() || context.host.practises_today();
        let text = match self.ranked_try(day, context) {
            Err(why) => why,
            Ok(RankedTry::Open) => {
                let when = if can_practise { "After it, and from" } else { "From" };
                format!(
                    "Everybody has this floor today. You have one try that counts; {enter} asks once more \
                     before it begins. {when} tomorrow on, the floor can be practised."
                )
            }
            Ok(RankedTry::Unfinished(_)) => {
                format!("{enter} goes on with the try that counts, where you left it.")
            }
            Ok(RankedTry::Over(_)) if !can_practise => {
                "Your try that counts is over. The floor can be practised from tomorrow on."
                    .to_owned()
            }
            Ok(RankedTry::Closed) if !can_practise => {
                "Guests have no try that counts. The floor can be practised from tomorrow on."
                    .to_owned()
            }
            Ok(RankedTry::Over(_)) => format!(
                "Your try that counts is over. {enter} practises: the same floor, as often as you like, \
                 unranked."
            ),
            Ok(RankedTry::Closed) => {
                format!("{enter} practises: the floor of that day, unranked.")
            }
        };
        (text, ColorRole::Text)
    }

    fn play(&mut self, context: &mut Context) -> Transition {
        let day = self.day();
        match self.ranked_try(day, context) {
            Err(_) => {
                self.tries.clear();
                Transition::Stay
            }
            Ok(RankedTry::Open) => {
                self.asks = true;
                Transition::Stay
            }
            Ok(RankedTry::Unfinished(run)) => {
                let run = context.host.take_up(&run);
                self.show(run)
            }
            Ok(RankedTry::Over(_) | RankedTry::Closed) => self.begin(false, context),
        }
    }

    fn begin(&mut self, ranked: bool, context: &mut Context) -> Transition {
        let setup = Setup::daily(self.day(), ranked, &context.catalog);
        let word = self.day().to_string();
        let run = context.begin(setup, &word);
        self.show(run)
    }

    fn show(&mut self, run: Result<Box<dyn Run>, HostError>) -> Transition {
        match run {
            Ok(run) => Transition::Play(run),
            Err(error) => {
                self.problem = error.to_string();
                // What made it fail may have changed what can be done.
                self.tries.clear();
                Transition::Stay
            }
        }
    }

    fn watch(&mut self, context: &mut Context) -> Transition {
        let best = self.board(self.day(), context).first();
        let Some(run) = best.map(|score| score.run.clone()) else {
            "Nobody's run of that day counts here yet.".clone_into(&mut self.problem);
            return Transition::Stay;
        };
        let file = context.host.location(&run);
        match (context.host.replay(&run), file) {
            (Ok(replay), Some(file)) => Transition::push(ReplayScreen::new(replay, &file)),
            (Ok(_), None) => {
                "Its file is not there any more.".clone_into(&mut self.problem);
                Transition::Stay
            }
            (Err(error), _) => {
                self.problem = error.to_string();
                Transition::Stay
            }
        }
    }

    fn hints(&self, context: &Context) -> Vec<KeyHint> {
        if self.asks {
            return vec![
                KeyHint::new(yes_names(context), "begin"),
                KeyHint::of(context, Intent::Cancel, "not now"),
            ];
        }
        let arrows = [GlyphId::Up, GlyphId::Down];
        vec![
            KeyHint::of(context, Intent::Confirm, "play"),
            KeyHint::new(WATCH.to_string(), "watch the best"),
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of_arrows(&context.appearance, arrows, "day"),
        ]
    }
}

/// The keys that begin the try that counts: those that say yes, but for the one that asks, so that it does not answer, too, when
/// it is held down. If the player has no other, that.
fn yes_keys(context: &Context) -> Vec<Key> {
    let keymap = &context.settings.keymap;
    let (yes, asking) = (keymap.keys(Intent::Yes), keymap.keys(Intent::Confirm));
    let others: Vec<Key> = yes.iter().copied().filter(|key| !asking.contains(key)).collect();
    if others.is_empty() { yes.to_vec() } else { others }
}

/// The names of [`yes_keys`].
fn yes_names(context: &Context) -> String {
    yes_keys(context).iter().map(Key::to_string).collect::<Vec<_>>().join(" or ")
}

impl Screen for DailyScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = self.hints(context);
        let area = sheet(frame, &looks, Width::All, "Daily shift", &hints);
        let width = usize::from(area.width);
        let mut told = self.told(context, width);
        let spared = if area.height >= 10 { 4 } else { 1 };
        told.truncate(usize::from(area.height.saturating_sub(spared)));
        let (mut list, days) = (self.list, self.days.clone());
        list.draw_above(frame, area, &looks, days.len(), &told, |at| {
            fit(&self.row(days[at], context), width.saturating_sub(2), &looks)
        });
        self.list = list;
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        if self.verifying.is_none() && context.host.today() == self.today {
            return Transition::Ignore;
        }
        self.tries.remove(&self.today);
        self.update(context);
        Transition::Stay
    }

    /// The day may come to its end while the list is open.
    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        Some(if self.verifying.is_some() { UPDATE_INTERVAL } else { DAY_INTERVAL })
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if std::mem::take(&mut self.asks) {
            return match input {
                Input::Key(key) if yes_keys(context).contains(key) => self.begin(true, context),
                _ => Transition::Stay,
            };
        }
        if *input == Input::Key(WATCH) {
            return self.watch(context);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => self.play(context),
            Some(Intent::Help) => Transition::push(HelpScreen::keys()),
            Some(intent) if self.list.turn(intent, self.days.len()) => {
                self.problem.clear();
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }
}
