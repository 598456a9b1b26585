//! The daily shifts: the shift of each day, the one try at today's that counts, and the board of
//! each day.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::{
    Context, HostError, RankedTry, Run, ScoreList, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::Intent,
    terminal::{Input, Key},
    theme::ColorRole,
    widgets::{
        KeyHint, fit, pad,
        sheet::{Block, Row, Sheet, SheetKind},
    },
};
use base::{Day, sanitize};
use content::{capital, counted};
use engine::sim::Setup;
use runs::save::Score;

use super::{
    ask,
    scores::{BAR_COLUMNS, UPDATE_INTERVAL, score_bar, told_of_verifying, watch},
};

/// How many days are listed, today's with them. Older ones are where there is a run of them.
const LISTED_DAYS: u32 = 60;

const BOARD_ROWS: usize = 5;

/// The narrowest list with a bar after each day that was played.
const MIN_COLUMNS_WITH_BARS: usize = 110;

/// The time from one look at the calendar to the next.
const DAY_INTERVAL: Duration = Duration::from_secs(10);

/// The key that watches the best run of a day.
const WATCH: Key = Key::char('w');

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The list of the days, with what there is of the chosen one.
pub struct DailyScreen {
    today: Day,
    /// The day that was asked for, if one was.
    first: Option<Day>,
    /// The newest first.
    days: Vec<Day>,
    /// What has become of the tries that count, as far as it was asked for; or why that is not
    /// known.
    tries: BTreeMap<Day, Result<RankedTry, String>>,
    /// Of daily shifts alone, the best first.
    scores: Vec<Score>,
    /// The boards of days, as far as they were asked for.
    boards: BTreeMap<Day, Vec<Score>>,
    /// How many runs of how many have been verified, while that goes on.
    verifying: Option<(usize, usize)>,
    /// Whether the player is asked to begin the try that counts.
    asks: bool,
}

impl DailyScreen {
    /// Opens on today's shift, or on that of a day that was asked for.
    pub fn new(day: Option<Day>, context: &mut Context) -> Self {
        context.host.search_unfinished();
        Self {
            today: context.host.today(),
            first: day,
            days: day.into_iter().collect(),
            tries: BTreeMap::new(),
            scores: Vec::new(),
            boards: BTreeMap::new(),
            verifying: None,
            asks: false,
        }
    }

    fn day(&self, context: &ScreenContext<'_>) -> Day {
        context.sheet.chosen_of(&self.days).copied().unwrap_or(self.today)
    }

    /// Asks the host what there is by now. The chosen day stays chosen.
    fn update(&mut self, context: &mut ScreenContext<'_>) {
        let chosen = self.day(context);
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
            Err(error) => {
                self.verifying = None;
                context.fail(error);
            }
        }
        let recent = (0..LISTED_DAYS).map(|days| self.today.before(days));
        let scored = self.scores.iter().filter_map(|score| score.day);
        // A list of scores can claim any day.
        let days = recent.chain(scored).chain(self.days.iter().copied());
        let days: BTreeSet<Day> = days.filter(|day| *day <= self.today).collect();
        self.days = days.into_iter().rev().collect();
        context.sheet.keep(&self.days, |&day| day == chosen);
    }

    fn ranked_try(&mut self, day: Day, context: &mut Context) -> Result<RankedTry, String> {
        let asked = self.tries.entry(day);
        let found = || context.host.ranked_try(day).map_err(|error| error.to_string());
        asked.or_insert_with(found).clone()
    }

    /// The runs of a day that are verified and counted, the best first.
    fn board(&mut self, day: Day, context: &mut ScreenContext<'_>) -> &[Score] {
        let scores = &self.scores;
        let is_of_board = |score: &&Score| score.day == Some(day) && score.verified && score.ranked;
        self.boards.entry(day).or_insert_with(|| match context.host.day_board(day) {
            Ok(Some(board)) => board,
            Ok(None) => scores.iter().filter(is_of_board).cloned().collect(),
            Err(error) => {
                context.fail(error);
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
                let is_of_day = |score: &&Score| score.day == Some(day) && score.verified;
                match self.scores.iter().find(is_of_day) {
                    Some(best) if best.ranked => {
                        format!("{}: {}", sanitize(&best.name), tell(best))
                    }
                    Some(best) => format!("practised: {}", tell(best)),
                    None => String::new(),
                }
            }
        }
    }

    fn row(&mut self, day: Day, width: usize, context: &mut Context) -> Row {
        let standing = self.standing(day, context);
        let setup = Setup::daily(day, false, &context.catalog);
        let (kind, depth) = (setup.mode.kind(), setup.mode.depth());
        let weekday = &WEEKDAYS[day.weekday()];
        let text = format!("{day}  {weekday:<9}  {kind:<8}  depth {depth}  {standing}");
        let own = self.scores.iter().filter(|score| score.verified);
        let best = own.clone().map(|score| score.score).max();
        let own = own.filter(|score| score.day == Some(day)).map(|score| score.score).max();
        match own.zip(best).filter(|_| width >= MIN_COLUMNS_WITH_BARS) {
            Some((own, best)) => {
                let looks = context.appearance;
                let text = pad(&text, width - BAR_COLUMNS - 1, &looks);
                Row { right: score_bar(own, best, &looks), ..Row::new(text) }
            }
            None => Row::new(text.trim_end()),
        }
    }

    /// The text below the list: a question, and what there is of the chosen day.
    fn told(&mut self, context: &mut ScreenContext<'_>) -> Vec<Block> {
        let (looks, width) = (context.appearance, context.sheet.wide_columns());
        let day = self.day(context);
        let (text, role) = self.offer(day, context);
        let mut told = vec![Block::Text(text, role)];
        let goes_on = matches!(self.ranked_try(day, context), Ok(RankedTry::Unfinished(_)));
        let unfinished = context.host.unfinished().told_before_another().filter(|_| !goes_on);
        told.extend(unfinished.map(|text| Block::Text(text, ColorRole::Warning)));
        for (place, score) in (1..).zip(self.board(day, context).iter().take(BOARD_ROWS)) {
            let Score { name, score: points, grade, turns, .. } = score;
            let (name, grade) = (sanitize(name), grade.character());
            let (points, end) = (counted(*points, "point"), score.outcome_in_words());
            let text = format!("{place}. {name}: {grade}, {points}, {end} at turn {turns}");
            told.push(Block::text(fit(&text, width, &looks)));
        }
        told.extend(context.host.day_note(day).map(Block::dim));
        told.extend(told_of_verifying(self.verifying).map(Block::text));
        let setup = Setup::daily(day, false, &context.catalog);
        let kind = setup.mode.level_kind(&context.catalog).map(|id| context.catalog.level(id));
        told.extend(
            kind.map(|kind| Block::dim(format!("{}: {}", capital(&kind.name), kind.plays))),
        );
        told
    }

    /// What can be done with a day, or the question that is to be answered.
    fn offer(&mut self, day: Day, context: &mut Context) -> (String, ColorRole) {
        let enter = context.key(Intent::Confirm);
        if self.asks {
            let yes = ask::yes_keys(asking_keys(context), context);
            let text = format!(
                "Begin the one try of {day} that counts? It ends as it ends: you can leave it and \
                 come back, but you cannot begin it again. {yes} begins it; any other key does not."
            );
            return (text, ColorRole::Warning);
        }
        let can_practise = day < context.host.today() || context.host.practises_today();
        let text = match self.ranked_try(day, context) {
            Err(why) => why,
            Ok(RankedTry::Open) => {
                let when = if can_practise { "After it, and from" } else { "From" };
                format!(
                    "Everybody has this floor today. You have one try that counts; {enter} asks \
                     once more before it begins. {when} tomorrow on, the floor can be practised."
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
                "Your try that counts is over. {enter} practises: the same floor, as often as you \
                 like, unranked."
            ),
            Ok(RankedTry::Closed) => {
                format!("{enter} practises: the floor of that day, unranked.")
            }
        };
        (text, ColorRole::Text)
    }

    fn begin(&mut self, ranked: bool, context: &mut ScreenContext<'_>) -> Transition {
        let day = self.day(context);
        let setup = Setup::daily(day, ranked, &context.catalog);
        let run = context.begin(setup, &day.to_string());
        self.show(run, context)
    }

    fn show(
        &mut self,
        run: Result<Box<dyn Run>, HostError>,
        context: &mut ScreenContext<'_>,
    ) -> Transition {
        if run.is_err() {
            // What made it fail may have changed what can be done.
            self.tries.clear();
        }
        context.play(run)
    }

    fn watch(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let best = self.board(self.day(context), context).first();
        match best.map(|score| score.run.clone()) {
            Some(run) => watch(&run, context),
            None => context.fail("Nobody's run of that day counts here yet."),
        }
    }

    fn hints(&self, context: &Context) -> Vec<KeyHint> {
        if self.asks {
            return vec![
                KeyHint::new(ask::yes_keys(asking_keys(context), context), "begin"),
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

/// The keys that do not begin the try that counts, though they say yes elsewhere: that which asks,
/// so that it does not answer, too, when it is held down.
fn asking_keys(context: &Context) -> &[Key] {
    context.settings.keymap.keys(Intent::Confirm)
}

impl Screen for DailyScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.update(context);
        let first = self.first.unwrap_or(self.today);
        context.sheet.keep(&self.days, |&day| day == first);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let chosen = context.sheet.chosen.unwrap_or(0);
        // The host is not asked about days that are not shown.
        let shown = usize::from(context.sheet.size.height);
        let width = context.sheet.wide_columns().saturating_sub(2);
        let days = self.days.clone().into_iter().enumerate();
        let rows = days.map(|(at, day)| {
            let is_near = at.abs_diff(chosen) <= shown;
            if is_near { self.row(day, width, context) } else { Row::default() }
        });
        Some(Sheet {
            kind: SheetKind::WideList,
            rows: rows.collect(),
            foot: self.told(context),
            hints: self.hints(context),
            ..Sheet::list("Daily shift")
        })
    }

    fn chosen(&mut self, _: usize, context: &mut ScreenContext<'_>) -> Transition {
        match self.ranked_try(self.day(context), context) {
            Err(_) => self.tries.clear(),
            Ok(RankedTry::Open) => self.asks = true,
            Ok(RankedTry::Unfinished(run)) => {
                let run = context.host.take_up(&run);
                return self.show(run, context);
            }
            Ok(RankedTry::Over(_) | RankedTry::Closed) => return self.begin(false, context),
        }
        Transition::Stay
    }

    /// Begins the try that counts if that was asked, or shows the best one of the day.
    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        if std::mem::take(&mut self.asks) {
            return Some(match input {
                Input::Key(key)
                    if ask::is_yes(*key, context) && !asking_keys(context).contains(key) =>
                {
                    self.begin(true, context)
                }
                _ => Transition::Stay,
            });
        }
        (*input == Input::Key(WATCH)).then(|| self.watch(context))
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
}
