//! The shifts of an account that have not come to their end: *Continue* on the title knows only the one that was played last.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::text::Line;

use crate::FrontEnd;
use crate::exec::fetch_command;
use crate::store::{AccountId, RunInfo};
use base::Day;
use content::Depth;
use engine::view::place_of_run;
use runs::record::Ruleset;
use runs::save::RunId;
use screens::keymap::{InputMode, Intent};
use screens::terminal::Input;
use screens::theme::ColorRole;
use screens::widgets::{KeyHint, ListState, Width, draw_lines, fit, notice, sheet};
use screens::{Context, Screen, Transition};

/// The time from one look at the runs to the next: they are played on in other sessions, too.
const LIST_INTERVAL: Duration = Duration::from_secs(5);

/// The list of them, that played last first.
pub(crate) struct UnfinishedScreen {
    front_end: Arc<FrontEnd>,
    account: AccountId,
    runs: Vec<RunInfo>,
    list: ListState,
    problem: String,
    /// Why the list is not that of now.
    outage: String,
}

impl UnfinishedScreen {
    pub(crate) fn new(front_end: Arc<FrontEnd>, account: AccountId) -> UnfinishedScreen {
        let (runs, list) = (Vec::new(), ListState::default());
        let (problem, outage) = (String::new(), String::new());
        let mut screen = UnfinishedScreen { front_end, account, runs, list, problem, outage };
        screen.update();
        screen
    }

    /// Asks the store. The chosen run stays chosen.
    fn update(&mut self) {
        let chosen = self.runs.get(self.list.at()).map(|run| run.run);
        match self.front_end.store.unfinished_runs(self.account) {
            Ok(runs) => (self.runs, self.outage) = (runs, String::new()),
            Err(error) => self.outage = error.to_string(),
        }
        let place = self.runs.iter().position(|run| Some(run.run) == chosen);
        self.list.choose(place.unwrap_or(self.list.at().min(self.runs.len().saturating_sub(1))));
    }

    /// What the list says of a run.
    fn row(&self, run: &RunInfo) -> String {
        let RunInfo { kind, depth, turn, day, holder, held, .. } = run;
        let since = Day::of_seconds(held.unsigned_abs() / 1_000);
        let day = day.as_ref().map_or(String::new(), |day| format!(", the shift of {day}"));
        let standing = match () {
            () if self.is_of_other_rules(run) => ", by other rules",
            () if holder.is_some() => ", being played",
            () => "",
        };
        {
            let place = place_of_run(kind, Depth(*depth as u8));
            format!("{place}, turn {turn}{day}; last played {since}{standing}")
        }
    }

    /// Whether this program cannot play it: another front end may.
    fn is_of_other_rules(&self, run: &RunInfo) -> bool {
        run.ruleset != Ruleset::of(&self.front_end.catalog).to_string()
    }

    fn play(&mut self, context: &mut Context) -> Transition {
        let Some(run) = self.runs.get(self.list.at()) else { return Transition::Ignore };
        if self.is_of_other_rules(run) {
            self.problem = format!(
                "It was played by other rules, and cannot be gone on with here. Its file: {}",
                fetch_command(&run.run)
            );
            return Transition::Stay;
        }
        match context.host.take_up(&RunId::from(run.run)) {
            Ok(run) => Transition::Play(run),
            Err(error) => {
                self.problem = error.to_string();
                Transition::Stay
            }
        }
    }
}

impl Screen for UnfinishedScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let mut hints = vec![KeyHint::of(context, Intent::Cancel, "back")];
        if !self.runs.is_empty() {
            hints.push(KeyHint::of(context, Intent::Confirm, "go on"));
        }
        let area = sheet(frame, &looks, Width::Text, "Unfinished shifts", &hints);
        let width = usize::from(area.width);
        let told = [&self.problem, &self.outage].into_iter().flat_map(|text| notice(text, width));
        let mut told: Vec<_> =
            told.map(|row| Line::styled(row, looks.style(ColorRole::Bad))).collect();
        if self.runs.is_empty() {
            let nothing = "Every shift that you have begun is over.";
            told.insert(0, Line::styled(nothing, looks.style(ColorRole::Text)));
            draw_lines(area, frame.buffer_mut(), &told);
            return;
        }
        let mut list = self.list;
        list.draw_above(frame, area, &looks, self.runs.len(), &told, |at| {
            fit(&self.row(&self.runs[at]), width.saturating_sub(2), &looks)
        });
        self.list = list;
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
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

    fn tick(&mut self, _: &mut Context) -> Transition {
        self.update();
        Transition::Stay
    }

    fn tick_interval(&self, _: &Context) -> Option<Duration> {
        Some(LIST_INTERVAL)
    }
}
