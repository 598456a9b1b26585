//! The high scores: the runs that have ended, the best first.

mod column;

use std::{cmp::Reverse, time::Duration};

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    Context, ScoreList, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    host::HIDDEN_SEED,
    keymap::{InputMode, Intent},
    terminal::{Input, sanitize},
    theme::ColorRole,
    widgets::{KeyHint, ListState, Width, draw_lines, notice, sheet, wrap},
};
use engine::view::place_of_run;
use runs::save::Score;

use super::{help::HelpScreen, replay::ReplayScreen};
use column::{Column, row};

/// The table of scores.
pub struct ScoresScreen {
    runs: Vec<Score>,
    /// How many run files are left out because they say what is not true.
    untrue: usize,
    /// How many runs of how many have been verified, while that goes on.
    verifying: Option<(usize, usize)>,
    list: ListState,
    problem: String,
}

impl ScoresScreen {
    /// Asks the host for the scores.
    pub fn new(context: &mut Context) -> Self {
        let mut screen = Self {
            runs: Vec::new(),
            untrue: 0,
            verifying: None,
            list: ListState::default(),
            problem: String::new(),
        };
        screen.update(context);
        screen
    }

    /// Asks the host what there is by now. The chosen run stays chosen.
    fn update(&mut self, context: &mut Context) {
        let ScoreList { mut scores, untrue, verifying } = match context.host.scores() {
            Ok(list) => list,
            Err(error) => {
                self.problem = error.to_string();
                self.verifying = None;
                return;
            }
        };
        // What is only claimed comes last. Equal scores are ordered by grade, then turns, then time.
        scores.sort_by_key(|score| {
            (!score.verified, Reverse(score.score), score.grade, score.turns, score.when)
        });
        let chosen = self.runs.get(self.list.at()).map(|score| score.run.clone());
        let place = scores.iter().position(|score| Some(&score.run) == chosen.as_ref());
        (self.runs, self.untrue, self.verifying) = (scores, untrue, verifying);
        if let Some(place) = place.filter(|_| self.list.at() > 0) {
            self.list.choose(place);
        }
    }

    /// How far verifying the runs has come, and what it has found.
    fn verifying_text(&self) -> Option<String> {
        match (self.verifying, self.untrue) {
            (Some((done, total)), _) => {
                Some(format!("Playing the runs again to verify them: {done} of {total}."))
            }
            (None, 0) => None,
            (None, 1) => Some("One run file says what is not true, and is left out.".to_owned()),
            (None, files) => {
                Some(format!("{files} run files say what is not true, and are left out."))
            }
        }
    }

    /// The text below the list: a problem, and the details of the chosen run.
    fn told(&self, context: &Context, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        let mut lines: Vec<_> = notice(&self.problem, width)
            .into_iter()
            .map(|text| Line::styled(text, looks.style(ColorRole::Bad)))
            .collect();
        if let Some(text) = self.verifying_text() {
            let rows = wrap(&text, width).into_iter();
            lines.extend(rows.map(|text| Line::styled(text, looks.style(ColorRole::Text))));
        }
        let text = match self.runs.get(self.list.at()) {
            Some(score) => {
                let place = place_of_run(&score.kind, score.depth);
                let (date, end) = (score.date(), score.outcome_in_words());
                let seed = if context.host.hides_seed(score.seed) {
                    HIDDEN_SEED.to_owned()
                } else {
                    score.seed.with_word(score.word.as_deref())
                };
                let name = Column::Name.text(None, score);
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
                let daily =
                    score.day.map_or(String::new(), |day| format!("The shift of {day}, a "));
                let text =
                    format!("{date}: {name}, {end}{ranked}. {daily}{place}, seed {seed}.{file}");
                sanitize(&text)
            }
            None if self.verifying.is_some() => return lines,
            None if self.problem.is_empty() => {
                "Nobody has finished a shift here yet. The floors are as they were left.".to_owned()
            }
            None => return lines,
        };
        let rows = wrap(&text, width).into_iter();
        lines.extend(rows.map(|text| Line::styled(text, looks.style(ColorRole::Dim))));
        lines
    }

    /// The rank of a run; `None` if it is not ranked.
    fn rank(&self, at: usize) -> Option<usize> {
        let place = self.runs[..=at].iter().filter(|run| run.has_place()).count();
        self.runs[at].has_place().then_some(place)
    }

    fn watch(&mut self, context: &mut Context) -> Transition {
        let Some(score) = self.runs.get(self.list.at()) else { return Transition::Ignore };
        let Some(file) = context.host.location(&score.run) else {
            "Its file is not there any more.".clone_into(&mut self.problem);
            return Transition::Stay;
        };
        match context.host.replay(&score.run) {
            Ok(replay) => Transition::push(ReplayScreen::new(replay, &file)),
            Err(error) => {
                self.problem = error.to_string();
                Transition::Stay
            }
        }
    }
}

impl Screen for ScoresScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of(context, Intent::Confirm, "watch it"),
            KeyHint::of_arrows(&looks, [GlyphId::Up, GlyphId::Down], "choose"),
        ];
        let area = sheet(frame, &looks, Width::All, title(context), &hints);
        let width = usize::from(area.width);
        let mut told = self.told(context, width);
        if self.runs.is_empty() && self.problem.is_empty() {
            draw_lines(area, frame.buffer_mut(), &told);
            return;
        }
        let spared = if area.height >= 10 { 4 } else { 2 };
        told.truncate(usize::from(area.height.saturating_sub(spared)));
        let columns = Column::fitting(width.saturating_sub(2));
        if !self.runs.is_empty() && area.height > 1 {
            let head = row(&columns, &looks, |_, title| title.to_owned());
            let head = Line::styled(format!("  {head}"), looks.style(ColorRole::Title));
            frame.render_widget(head, Rect { height: 1, ..area });
        }
        let head = u16::from(area.height > 1);
        let below = Rect { y: area.y + head, height: area.height - head, ..area };
        let mut list = self.list;
        list.draw_above(frame, below, &looks, self.runs.len(), &told, |at| {
            let score = &self.runs[at];
            let is_seed_hidden = context.host.hides_seed(score.seed);
            row(&columns, &looks, |column, _| match column {
                Column::Seed if is_seed_hidden => HIDDEN_SEED.to_owned(),
                column => column.text(self.rank(at), score),
            })
        });
        self.list = list;
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        self.update(context);
        Transition::Stay
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        self.verifying.is_some().then_some(UPDATE_INTERVAL)
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => self.watch(context),
            Some(Intent::Help) => Transition::push(HelpScreen::keys()),
            Some(intent) if self.list.turn(intent, self.runs.len()) => {
                self.problem.clear();
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }
}

/// What the list is called: where players have accounts, it is their own.
fn title(context: &Context) -> &'static str {
    if context.host.has_accounts() { "Your scores" } else { "High scores" }
}

/// The time from one look at the verified runs to the next.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);
