//! The runs that have not come to their end: *Continue* on the title is the one of them that was
//! played last.

use std::time::Duration;

use ratatui::{Frame, text::Line};

use crate::{
    Context, HostError, Run, Screen, ScreenContext, Transition, Unfinished, UnfinishedSearch,
    UnfinishedStanding, WholePart,
    keymap::{InputMode, Intent},
    terminal::Input,
    theme::ColorRole,
    widgets::{KeyHint, ListState, Width, draw_lines, fit, notice, sheet, wrap},
};
use base::sanitize;

/// The time from one look at runs that other sessions play to the next.
const LIST_INTERVAL: Duration = Duration::from_secs(5);
/// The time from one question for the result of a search to the next.
pub(super) const SEARCH_INTERVAL: Duration = Duration::from_millis(50);

/// What is said as long as the search goes on.
pub(super) const STILL_SEARCHING: &str = "The run files are still being looked through.";

/// The list of them, that played last first.
pub struct UnfinishedScreen {
    runs: Vec<Unfinished>,
    is_searching: bool,
    list: ListState,
    problem: String,
}

impl UnfinishedScreen {
    /// Takes what the host has found so far, and looks again where other sessions play.
    pub fn new(context: &mut Context) -> Self {
        let (runs, list) = (Vec::new(), ListState::default());
        let mut screen = Self { runs, is_searching: false, list, problem: String::new() };
        screen.update(context);
        screen
    }

    /// Takes what the search has found by now. The chosen run stays chosen.
    fn update(&mut self, context: &mut Context) -> Transition {
        let UnfinishedSearch::Done(runs) = context.host.unfinished() else {
            self.is_searching = true;
            return Transition::Ignore;
        };
        if !self.is_searching && runs == self.runs {
            return Transition::Ignore;
        }
        let chosen = self.chosen().map(|run| run.run.clone());
        let place = runs.iter().position(|run| Some(&run.run) == chosen.as_ref());
        self.list.choose(place.unwrap_or(self.list.at().min(runs.len().saturating_sub(1))));
        (self.runs, self.is_searching) = (runs, false);
        Transition::Stay
    }

    fn chosen(&self) -> Option<&Unfinished> {
        self.runs.get(self.list.at())
    }

    fn play(&mut self, context: &mut Context) -> Transition {
        let Some(chosen) = self.chosen() else { return Transition::Ignore };
        let run = chosen.run.clone();
        match &chosen.standing {
            UnfinishedStanding::Waiting | UnfinishedStanding::BeingPlayed => {
                self.show(context.host.take_up(&run), context)
            }
            UnfinishedStanding::Damaged { whole: WholePart::Until(_), .. } => {
                self.show(context.host.save_whole_part(&run), context)
            }
            UnfinishedStanding::Damaged { whole: WholePart::Saved(saved), .. } => {
                // It may be over by now, or deleted.
                let saved = saved.clone();
                self.show(context.host.take_up(&saved), context)
            }
            // Why is told below the list.
            UnfinishedStanding::Damaged { whole: WholePart::Nothing, .. }
            | UnfinishedStanding::Refused(_) => Transition::Ignore,
        }
    }

    fn show(&mut self, run: Result<Box<dyn Run>, HostError>, context: &mut Context) -> Transition {
        match run {
            Ok(run) => Transition::Play(run),
            Err(error) => {
                self.problem = error.to_string();
                self.update(context);
                Transition::Stay
            }
        }
    }

    /// What there is to say of the chosen run besides its row.
    fn told(&self, context: &Context, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        let styled = |texts: Vec<String>, role| {
            texts.into_iter().map(move |text| Line::styled(text, looks.style(role)))
        };
        let mut told: Vec<_> = styled(notice(&self.problem, width), ColorRole::Bad).collect();
        match self.chosen().map(|run| &run.standing) {
            Some(UnfinishedStanding::Damaged { why, whole }) => {
                told.extend(styled(wrap(&sanitize(why), width), ColorRole::Bad));
                let rest = rest(whole, &context.key(Intent::Confirm));
                told.extend(styled(wrap(&rest, width), ColorRole::Text));
            }
            Some(UnfinishedStanding::Refused(why)) => {
                told.extend(styled(wrap(&sanitize(why), width), ColorRole::Bad));
            }
            Some(UnfinishedStanding::Waiting | UnfinishedStanding::BeingPlayed) | None => {}
        }
        told
    }

    fn hints(&self, context: &Context) -> Vec<KeyHint> {
        let mut hints = vec![KeyHint::of(context, Intent::Cancel, "back")];
        match self.chosen().map(|run| &run.standing) {
            Some(UnfinishedStanding::Damaged { whole: WholePart::Until(_), .. }) => {
                hints.push(KeyHint::of(context, Intent::Confirm, "save the rest and go on"));
            }
            Some(
                UnfinishedStanding::Waiting
                | UnfinishedStanding::BeingPlayed
                | UnfinishedStanding::Damaged { whole: WholePart::Saved(_), .. },
            ) => hints.push(KeyHint::of(context, Intent::Confirm, "go on")),
            _ => {}
        }
        hints
    }
}

/// What the list says of a run.
fn row(run: &Unfinished) -> String {
    let standing = match &run.standing {
        UnfinishedStanding::Waiting => "",
        UnfinishedStanding::BeingPlayed => ", being played",
        UnfinishedStanding::Refused(_) => ", not playable here",
        UnfinishedStanding::Damaged { .. } => ", damaged",
    };
    let (shift, seed) = (run.describe(), run.describe_seed());
    format!("{shift}{standing}; last played {}{seed}", run.played)
}

/// What can be done about a damaged run.
fn rest(whole: &WholePart, confirm: &str) -> String {
    match whole {
        WholePart::Until(turn) => format!(
            "Up to turn {turn} all of it is there. {confirm} saves that as a run of its own, unranked, and \
             goes on with it; the damaged file stays as it is."
        ),
        WholePart::Saved(run) => {
            let run = sanitize(run.as_str());
            format!("What stood before the damage was saved as {run}. {confirm} goes on with that.")
        }
        WholePart::Nothing => {
            "Nothing of it can be saved here. A copy of the file from before would be one; otherwise move it \
             elsewhere."
                .to_owned()
        }
    }
}

impl Screen for UnfinishedScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = self.hints(context);
        let area = sheet(frame, &looks, Width::Text, "Unfinished runs", &hints);
        let width = usize::from(area.width);
        let mut told = self.told(context, width);
        if self.runs.is_empty() {
            let nothing = if self.is_searching {
                STILL_SEARCHING
            } else {
                "Every run that you have begun is over."
            };
            told.insert(0, Line::styled(nothing, looks.style(ColorRole::Text)));
            draw_lines(area, frame.buffer_mut(), &told);
            return;
        }
        told.truncate(usize::from(area.height.saturating_sub(2)));
        let mut list = self.list;
        list.draw_above(frame, area, &looks, self.runs.len(), &told, |at| {
            fit(&row(&self.runs[at]), width.saturating_sub(2), &looks)
        });
        self.list = list;
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => self.play(context),
            Some(intent) if self.list.turn(intent, self.runs.len()) => {
                self.problem.clear();
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        if !self.is_searching {
            context.host.search_unfinished();
        }
        self.update(context)
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        if self.is_searching {
            return Some(SEARCH_INTERVAL);
        }
        context.host.shares_runs().then_some(LIST_INTERVAL)
    }
}
