//! The next job: done, asked about if it is long, or why there is none.

use super::explore::{explore, makes_late, way_out};
use super::submit::submit;
use super::ways_out::undone_list;
use super::work::work;
use crate::{
    sim::{Command, Reject},
    ui::{
        ActiveRun, Context, RunTransition,
        keymap::Intent,
        screens::ask::{AskScreen, on_yes},
    },
    view::describe_refusal,
};

/// A job of so many turns is asked about before it is set out for.
const MIN_TURNS_ASKED: u32 = 120;

/// Does the next job. Where there is none, logs why, and the keys for what is left of the night; a trap in reach that
/// would cut the player off is left to the question of the work key.
pub(super) fn do_next_job(run: &mut ActiveRun, context: &Context) -> RunTransition {
    let view = run.view();
    match view.refusal(&Command::DoNextJob) {
        Some(Reject::WorkInReach { .. }) => work(run, context),
        Some(reject) if leaves_no_job(reject) => {
            let is_one_of_several = view.has_stairs_down() || view.has_stairs_up();
            let why = if reject == Reject::OrderDone && is_one_of_several {
                match &undone_list(view, &view.undone_elsewhere())[..] {
                    "" => "Every floor here is in order.".to_owned(),
                    left => format!("Nothing is left to do on this floor; on another, {left}."),
                }
            } else {
                describe_refusal(reject, view.catalog())
            };
            let (exit, prepare) = (context.key(Intent::ToExit), context.key(Intent::Prepare));
            let leave = match (view.has_stairs_down(), view.player().pos == view.exit()) {
                _ if view.refusal(&Command::TravelToExit) == Some(Reject::ExitUnknown) => {
                    if view.refusal(&Command::Explore).is_some() {
                        run.say(why);
                        return RunTransition::Stay;
                    }
                    run.say(format!("{why} You look round for the way out."));
                    return explore(Command::Explore, run, context);
                }
                (true, _) => "leads down",
                (false, true) => "clocks out",
                (false, false) => "leaves",
            };
            let prepare = match view.preparations() {
                Err(Reject::TooLateToPrepare) => String::new(),
                _ => format!(", {prepare} prepares for whoever comes"),
            };
            run.say(format!("{why} {exit} {leave}{prepare}."));
            RunTransition::Stay
        }
        Some(_) => submit(Command::DoNextJob, run, context),
        None => match view.next_job_turns() {
            Some((job, turns)) if makes_late(view, turns) => {
                let (name, left) = (job.name(), view.turns_left());
                let away = way_out(view).unwrap_or_default();
                let question = format!(
                    "The next job is the {name}: some {turns} turns, and the way out takes {away}, with {left} to dawn. Set out?"
                );
                RunTransition::push(AskScreen::new(question, on_yes(Command::DoNextJob)))
            }
            Some((job, turns)) if turns.0 >= MIN_TURNS_ASKED => {
                let (name, left) = (job.name(), view.turns_left());
                let question = format!(
                    "The next job is the {name}: some {turns} turns, with {left} to dawn. Set out?"
                );
                RunTransition::push(AskScreen::new(question, on_yes(Command::DoNextJob)))
            }
            None if view.player().carrying.is_none() => explore(Command::DoNextJob, run, context),
            _ => submit(Command::DoNextJob, run, context),
        },
    }
}

/// Whether the next job is refused because there is none that the player can come to.
fn leaves_no_job(reject: Reject) -> bool {
    matches!(
        reject,
        Reject::OrderDone
            | Reject::OrderUp
            | Reject::NoJobKnown
            | Reject::JobsBehind { .. }
            | Reject::JobsBehindThat { .. }
            | Reject::RestBehind { .. }
            | Reject::RestBehindThat { .. }
            | Reject::NoSupplyLeft { .. }
            | Reject::NoWaterKnown
            | Reject::NoWay
    )
}
