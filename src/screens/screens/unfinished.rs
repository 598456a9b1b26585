//! The runs that have not come to their end: *Continue* on the title is the one of them that was
//! played last.

use std::time::Duration;

use crate::{
    Context, HostError, Run, Screen, ScreenContext, Transition, Unfinished, UnfinishedSearch,
    UnfinishedStanding, WholePart,
    keymap::Intent,
    theme::ColorRole,
    widgets::{
        KeyHint,
        sheet::{Block, Row, Sheet},
    },
};
use base::sanitize;

/// The time from one look at runs that other sessions play to the next.
const LIST_INTERVAL: Duration = Duration::from_secs(5);
/// The time from one question for the result of a search to the next.
pub(super) const SEARCH_INTERVAL: Duration = Duration::from_millis(50);

/// What is said as long as the search goes on.
pub(super) const STILL_SEARCHING: &str = "The run files are still being looked through.";

/// The list of them, that played last first.
#[derive(Default)]
pub struct UnfinishedScreen {
    runs: Vec<Unfinished>,
    is_searching: bool,
}

impl UnfinishedScreen {
    /// Takes what the search has found by now. The chosen run stays chosen.
    fn update(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let UnfinishedSearch::Done(runs) = context.host.unfinished() else {
            self.is_searching = true;
            return Transition::Ignore;
        };
        if !self.is_searching && runs == self.runs {
            return Transition::Ignore;
        }
        let chosen = context.sheet.chosen_of(&self.runs).map(|run| run.run.clone());
        let place = runs.iter().position(|run| Some(&run.run) == chosen.as_ref());
        context.sheet.chosen = place.or(context.sheet.chosen);
        (self.runs, self.is_searching) = (runs, false);
        Transition::Stay
    }
}

/// What there is to say of a run besides its row.
fn told(run: &Unfinished, context: &Context) -> Vec<Block> {
    let bad = |why: &str| Block::Text(sanitize(why), ColorRole::Bad);
    match &run.standing {
        UnfinishedStanding::Damaged { why, whole } => {
            vec![bad(why), Block::text(rest(whole, &context.key(Intent::Confirm)))]
        }
        UnfinishedStanding::Refused(why) => vec![bad(why)],
        UnfinishedStanding::Waiting | UnfinishedStanding::BeingPlayed => Vec::new(),
    }
}

/// What can be done with a run, if anything.
fn does(run: &Unfinished) -> Option<&'static str> {
    match &run.standing {
        UnfinishedStanding::Damaged { whole: WholePart::Until(_), .. } => {
            Some("save the rest and go on")
        }
        UnfinishedStanding::Waiting
        | UnfinishedStanding::BeingPlayed
        | UnfinishedStanding::Damaged { whole: WholePart::Saved(_), .. } => Some("go on"),
        UnfinishedStanding::Damaged { whole: WholePart::Nothing, .. }
        | UnfinishedStanding::Refused(_) => None,
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
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.update(context);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let chosen = context.sheet.chosen_of(&self.runs);
        let over = "Every run that you have begun is over.";
        let nothing = if self.is_searching { STILL_SEARCHING } else { over };
        let go_on = chosen.and_then(does).map(|does| KeyHint::of(context, Intent::Confirm, does));
        let back = KeyHint::of(context, Intent::Cancel, "back");
        Some(Sheet {
            text: self.runs.is_empty().then(|| Block::text(nothing)).into_iter().collect(),
            rows: self.runs.iter().map(|run| Row::new(row(run))).collect(),
            foot: chosen.map_or_else(Vec::new, |run| told(run, context)),
            hints: [back].into_iter().chain(go_on).collect(),
            ..Sheet::list("Unfinished runs")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let Some(chosen) = self.runs.get(row) else { return Transition::Ignore };
        let run: Result<Box<dyn Run>, HostError> = match &chosen.standing {
            UnfinishedStanding::Waiting | UnfinishedStanding::BeingPlayed => {
                context.host.take_up(&chosen.run)
            }
            UnfinishedStanding::Damaged { whole: WholePart::Until(_), .. } => {
                context.host.save_whole_part(&chosen.run)
            }
            // It may be over by now, or deleted.
            UnfinishedStanding::Damaged { whole: WholePart::Saved(saved), .. } => {
                context.host.take_up(saved)
            }
            // Why is told below the list.
            UnfinishedStanding::Damaged { whole: WholePart::Nothing, .. }
            | UnfinishedStanding::Refused(_) => return Transition::Ignore,
        };
        if run.is_err() {
            self.update(context);
        }
        context.play(run)
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
