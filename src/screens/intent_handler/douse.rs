//! Flames and braziers in reach are put out.

use super::submit::{refuse, submit};
use crate::{ActiveRun, Context, Transition, screens::ask::ask};
use base::Dir;
use engine::sim::{Command, Reject};

/// Puts out flames without a question; before a brazier, which then becomes a job, it asks.
pub(super) fn douse(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let mut places = view.places_to_douse();
    if places.iter().any(|&(_, at)| view.cell(at).fire > 0) {
        places.retain(|&(_, at)| view.cell(at).fire > 0);
        return submit(Command::Douse(places[0].0), run, context);
    }
    match places[..] {
        [] => {
            let beside = Dir::ALL.into_iter().map(|dir| Command::Douse(Some(dir)));
            let why = beside.filter_map(|command| view.refusal(&command));
            let reject = why.max_by_key(|reject| *reject != Reject::NothingToDouse);
            refuse(reject.unwrap_or(Reject::NothingToDouse), run, context)
        }
        [(dir, _), ..] => {
            let question = "Put the brazier out? A dead brazier is a job again, and wants oil.";
            ask(question, Command::Douse(dir))
        }
    }
}
