//! Exploring and looking for the exit; what is asked first near dawn, and under fire.

use super::submit::{refuse, submit};
use crate::{ActiveRun, Context, Transition, screens::ask::ask};
use engine::sim::{Command, Reject, Turns};
use engine::view::View;

/// Turns to spare at dawn under which it is asked about before the player looks round further.
const FEW_TURNS: Turns = Turns(30);

/// Explores by a command; asks first where hardly time is left to be out before dawn.
pub(super) fn explore(by: Command, run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let is_possible = view.refusal(&by).is_none();
    if is_possible && run.is_under_fire() {
        return ask_under_fire("Look round", by);
    }
    match way_out(view).filter(|_| is_possible && makes_late(view, FEW_TURNS)) {
        Some(way) => {
            let left = view.turns_left();
            let question =
                format!("The way out takes {way}, with {left} to dawn. Look round all the same?");
            ask(question, by)
        }
        None => submit(by, run, context),
    }
}

/// Asks before something that takes several turns while somebody out of sight shoots at the player.
pub(super) fn ask_under_fire(what: &str, by: Command) -> Transition {
    let question = format!("Somebody that you do not see shoots at you. {what} all the same?");
    ask(question, by)
}

/// Looks for the way out: at the edge of what is known that is nearest to it, as far as can be told, or before a gate that the
/// player can open.
pub(super) fn look_for_exit(run: &mut ActiveRun, context: &Context) -> Transition {
    let edge = run.view().edge_towards_exit().map(Command::Travel);
    if let Some(Reject::Barred { gate }) = edge.and_then(|walk| run.view().refusal(&walk)) {
        return refuse(Reject::Openable { gate }, run, context);
    }
    let towards = edge.filter(|walk| run.view().refusal(walk).is_none());
    submit(towards.unwrap_or(Command::Explore), run, context)
}

/// The turns to the exit of the site, floors below included; `None` with the party in, no way known, or where nobody clocks out.
pub(super) fn way_out(view: View<'_>) -> Option<Turns> {
    let here = view.turns_to_exit().filter(|_| is_night(view))?;
    Some(Turns(here.0 + view.turns_below().0))
}

/// Whether whoever could still be out before dawn could not after so many turns; with no way known, whether dawn comes before they
/// are over.
pub(super) fn makes_late(view: View<'_>, turns: Turns) -> bool {
    let left = view.turns_left().0;
    let way = way_out(view).map_or(1, |way| way.0);
    is_night(view) && (way..way + turns.0).contains(&left)
}

fn is_night(view: View<'_>) -> bool {
    view.par().is_some() && view.is_before_raid()
}
