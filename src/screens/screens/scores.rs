//! The high scores: the runs that have ended, the best first, in as many columns as fit.

use std::{cmp::Reverse, time::Duration};

use engine::view::{is_of_journey, place_of_run};
use ratatui::text::Line;
use runs::save::{RunId, Score};

use crate::{
    Appearance, Context, ScoreList, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    host::HIDDEN_SEED,
    keymap::Intent,
    terminal::sanitize,
    theme::ColorRole,
    widgets::{
        KeyHint, bar, pad,
        sheet::{Block, Row, Sheet, SheetKind},
    },
};

use super::replay::ReplayScreen;

/// The columns of a bar, and of a table that has room for one after all its columns.
pub(super) const BAR_COLUMNS: usize = 16;
const MIN_COLUMNS_WITH_BARS: usize = 136;

/// The table of scores.
#[derive(Default)]
pub struct ScoresScreen {
    list: ScoreList,
}

impl ScoresScreen {
    /// Asks the host what there is by now. The chosen run stays chosen.
    fn update(&mut self, context: &mut ScreenContext<'_>) {
        let mut list = match context.host.scores() {
            Ok(list) => list,
            Err(error) => {
                context.fail(error);
                self.list.verifying = None;
                return;
            }
        };
        // What is only claimed comes last. Equal scores are ordered by grade, then turns, then
        // time.
        list.scores.sort_by_key(|score| {
            (!score.verified, Reverse(score.score), score.grade, score.turns, score.when)
        });
        let chosen = context.sheet.chosen_of(&self.list.scores).map(|score| score.run.clone());
        let place = list.scores.iter().position(|score| Some(&score.run) == chosen.as_ref());
        self.list = list;
        if context.sheet.chosen > Some(0) {
            context.sheet.chosen = place.or(context.sheet.chosen);
        }
    }

    fn verifying_text(&self) -> Option<String> {
        match (told_of_verifying(self.list.verifying), self.list.untrue) {
            (Some(told), _) => Some(told),
            (None, 0) => None,
            (None, 1) => Some("One run file says what is not true, and is left out.".to_owned()),
            (None, files) => {
                Some(format!("{files} run files say what is not true, and are left out."))
            }
        }
    }

    /// The rank of a run; `None` if it is not ranked.
    fn rank(&self, at: usize) -> Option<usize> {
        let runs = &self.list.scores;
        runs[at].has_place().then(|| runs[..=at].iter().filter(|run| run.has_place()).count())
    }

    /// What is told below the table where no run is chosen.
    fn told_of_none(&self, context: &ScreenContext<'_>) -> Option<Block> {
        let is_known = self.list.verifying.is_none() && context.sheet.problem.is_empty();
        let text = "Nobody has finished a shift here yet. The floors are as they were left.";
        is_known.then(|| Block::dim(text))
    }
}

/// A blank and the bar of a score, of the best one.
pub(super) fn score_bar(score: u32, best: u32, looks: &Appearance) -> String {
    let halves = 2 * BAR_COLUMNS * score as usize / best.max(1) as usize;
    let bar = bar(looks, halves, BAR_COLUMNS, ColorRole::BarFull);
    format!(" {}", bar.map(|span| span.content).concat())
}

/// How far verifying has come: so many runs of how many, while that goes on.
pub(super) fn told_of_verifying(verifying: Option<(usize, usize)>) -> Option<String> {
    let (done, total) = verifying?;
    Some(format!("Playing the runs again to verify them: {done} of {total}."))
}

fn details(score: &Score, context: &Context) -> Block {
    let place = place_of_run(&score.kind, score.depth);
    let (date, end) = (score.date(), score.outcome_in_words());
    let seed = if context.host.hides_seed(score.seed) {
        HIDDEN_SEED.to_owned()
    } else {
        score.seed.with_word(score.word.as_deref())
    };
    let name = name(score);
    let ranked = match (score.verified, score.ranked) {
        (true, true) => "",
        (true, false) => ", unranked",
        (false, _) => ", as its file claims",
    };
    let host = &context.host;
    let file = match (host.fetch(&score.run), host.location(&score.run)) {
        (Some(fetch), _) => format!(" Its file comes by {fetch}"),
        (None, Some(file)) => format!(" It is in {file}."),
        (None, None) => String::new(),
    };
    let daily = score.day.map_or(String::new(), |day| format!("The shift of {day}, a "));
    let text = format!("{date}: {name}, {end}{ranked}. {daily}{place}, seed {seed}.{file}");
    Block::dim(sanitize(&text))
}

pub(super) fn watch(run: &RunId, context: &mut ScreenContext<'_>) -> Transition {
    let file = context.host.location(run);
    match (context.host.replay(run), file) {
        (Ok(replay), Some(file)) => Transition::push(ReplayScreen::new(replay, &file)),
        (Ok(_), None) => context.fail("Its file is not there any more."),
        (Err(error), _) => context.fail(error),
    }
}

impl Screen for ScoresScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.update(context);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let looks = context.appearance;
        let width = context.sheet.wide_columns().saturating_sub(2);
        let has_bars = width >= MIN_COLUMNS_WITH_BARS;
        let columns = fitting(width - if has_bars { BAR_COLUMNS + 1 } else { 0 });
        let best = self.list.scores.iter().map(|score| score.score).max().unwrap_or(0);
        let head = row(&columns, &looks, |(title, ..)| (*title).to_owned());
        let head = Block::Line(Line::styled(format!("  {head}"), looks.style(ColorRole::Title)));
        let rows = self.list.scores.iter().enumerate().map(|(at, score)| {
            let is_seed_hidden = context.host.hides_seed(score.seed);
            let text = row(&columns, &looks, |(title, .., text)| match *title {
                SEED if is_seed_hidden => HIDDEN_SEED.to_owned(),
                _ => text(self.rank(at), score),
            });
            let bar = has_bars.then(|| score_bar(score.score, best, &looks));
            Row { right: bar.unwrap_or_default(), ..Row::new(text) }
        });
        let chosen = match context.sheet.chosen_of(&self.list.scores) {
            Some(score) => Some(details(score, context)),
            None => self.told_of_none(context),
        };
        // Where players have accounts, the list is their own.
        let title = if context.host.has_accounts() { "Your scores" } else { "High scores" };
        Some(Sheet {
            kind: SheetKind::WideList,
            text: (!self.list.scores.is_empty()).then_some(head).into_iter().collect(),
            rows: rows.collect(),
            foot: self.verifying_text().map(Block::text).into_iter().chain(chosen).collect(),
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of(context, Intent::Confirm, "watch it"),
                KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "choose"),
            ],
            ..Sheet::list(title)
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        match self.list.scores.get(row) {
            Some(score) => watch(&score.run, context),
            None => Transition::Ignore,
        }
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        self.update(context);
        Transition::Stay
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        self.list.verifying.is_some().then_some(UPDATE_INTERVAL)
    }
}

/// The time from one look at the verified runs to the next.
pub(super) const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A column of the table: its title, its width, its priority, whether it has numbers, and its text
/// for a score. The columns with the greatest priority are left out first; only scores that are
/// ranked have a rank.
type Column = (&'static str, usize, u8, bool, fn(Option<usize>, &Score) -> String);

const COLUMNS: [Column; 9] = [
    ("#", 3, 0, true, |rank, _| rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string())),
    ("score", 6, 0, true, |_, score| score.score.to_string()),
    ("grade", 5, 1, false, |_, score| score.grade.character().to_string()),
    (NAME, 11, 2, false, |_, score| name(score)),
    ("level", 10, 3, false, |_, score| {
        if is_of_journey(&score.kind) {
            return "journey".to_owned();
        }
        format!("{} {}", score.kind, score.depth)
    }),
    (SEED, 20, 5, true, |_, score| {
        score.word.as_deref().map_or_else(|| score.seed.to_string(), sanitize)
    }),
    ("turns", 5, 4, true, |_, score| score.turns.to_string()),
    ("date", 10, 6, false, |_, score| score.date()),
    (END, 12, 7, false, |_, score| score.outcome_in_words()),
];

const NAME: &str = "name";
const SEED: &str = "seed";
const END: &str = "how it ended";

fn name(score: &Score) -> String {
    if score.name.is_empty() { "(nobody)".to_owned() } else { sanitize(&score.name) }
}

/// The columns that fit in a width; those left over go to long names first, then to the ending.
fn fitting(width: usize) -> Vec<Column> {
    let kept =
        |max_priority| COLUMNS.iter().filter(move |(_, _, priority, ..)| *priority <= max_priority);
    let needed = |max_priority| kept(max_priority).map(|(_, width, ..)| width + 1).sum::<usize>();
    let fits = |max_priority: &u8| needed(*max_priority) <= width + 1;
    let max_priority = (0..8).rev().find(fits).unwrap_or(0);
    let mut left = (width + 1).saturating_sub(needed(max_priority));
    let columns = kept(max_priority).map(|&(title, width, priority, is_number, text)| {
        let more = match title {
            NAME => left.min(9),
            END => left,
            _ => 0,
        };
        left -= more;
        (title, width + more, priority, is_number, text)
    });
    columns.collect()
}

/// A row of the table, with a text for each column.
fn row(columns: &[Column], looks: &Appearance, text: impl Fn(&Column) -> String) -> String {
    let cells = columns.iter().map(|column| {
        let (_, width, _, is_number, _) = *column;
        let padded = pad(&text(column), width, looks);
        if !is_number {
            return padded;
        }
        // Digits line up at the right.
        let text = padded.trim_end();
        format!("{}{text}", &padded[text.len()..])
    });
    cells.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_goes_in_the_order_of_its_weight() {
        let names = |width| {
            let columns = fitting(width);
            let used: usize = columns.iter().map(|column| column.1 + 1).sum();
            assert!(used <= width + 1 || width < 10, "{width}: {used}");
            columns.iter().map(|column| column.0).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(18), "# score grade");
        assert_eq!(names(76), "# score grade name level seed turns");
        assert_eq!(names(118), "# score grade name level seed turns date how it ended");
    }
}
