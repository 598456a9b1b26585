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

/// What there is to say of a run besides its row, and what can be done with it, if anything.
fn told(run: &Unfinished, context: &Context) -> (Vec<Block>, Option<&'static str>) {
    let bad = |why: &str| Block::Text(sanitize(why), ColorRole::Bad);
    let (why, whole) = match &run.standing {
        UnfinishedStanding::Waiting | UnfinishedStanding::BeingPlayed => {
            return (Vec::new(), Some("go on"));
        }
        UnfinishedStanding::Refused(why) => return (vec![bad(why)], None),
        UnfinishedStanding::Damaged { why, whole } => (why, whole),
    };
    let confirm = context.key(Intent::Confirm);
    let (rest, does) = match whole {
        WholePart::Until(turn) => {
            let rest = format!(
                "Up to turn {turn} all of it is there. {confirm} saves that as a run of its own, \
                 unranked, and goes on with it; the damaged file stays as it is."
            );
            (rest, Some("save the rest and go on"))
        }
        WholePart::Saved(run) => {
            let run = sanitize(run.as_str());
            let rest = format!(
                "What stood before the damage was saved as {run}. {confirm} goes on with that."
            );
            (rest, Some("go on"))
        }
        WholePart::Nothing => {
            let rest = "Nothing of it can be saved here. A copy of the file from before would be \
                        one; otherwise move it elsewhere.";
            (rest.to_owned(), None)
        }
    };
    (vec![bad(why), Block::text(rest)], does)
}

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

impl Screen for UnfinishedScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.update(context);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let chosen = context.sheet.chosen_of(&self.runs);
        let over = "Every run that you have begun is over.";
        let nothing = if self.is_searching { STILL_SEARCHING } else { over };
        let (told, does) = chosen.map_or_else(Default::default, |run| told(run, context));
        let go_on = does.map(|does| KeyHint::of(context, Intent::Confirm, does));
        let back = KeyHint::of(context, Intent::Cancel, "back");
        Some(Sheet {
            text: self.runs.is_empty().then(|| Block::text(nothing)).into_iter().collect(),
            rows: self.runs.iter().map(|run| Row::new(row(run))).collect(),
            foot: told,
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
