//! The next job: done, asked about if it is long, or why there is none.

use super::explore::{ask_under_fire, explore, look_for_exit, makes_late, way_out};
use super::submit::submit;
use super::ways_out::undone_list;
use super::work::work;
use crate::{ActiveRun, Context, Transition, keymap::Intent, screens::ask::ask};
use engine::sim::{Command, LONG_JOB_TURNS, Reject};
use engine::view::{NextJob, View, describe_refusal};

/// Does the next job. Where there is none, logs why, and the keys for what is left of the night; a trap in reach that
/// would cut the player off is left to the question of the work key.
pub(super) fn do_next_job(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    match view.refusal(&Command::DoNextJob) {
        Some(Reject::WorkInReach { .. }) => work(run, context),
        Some(reject)
            if leaves_no_job(reject)
                || is_way_on_barred(reject) && view.player().carrying.is_none() =>
        {
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
                        return Transition::Stay;
                    }
                    run.say(format!("{why} You look for the way out."));
                    return look_for_exit(run, context);
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
            Transition::Stay
        }
        Some(_) => submit(Command::DoNextJob, run, context),
        None if run.is_under_fire() => ask_under_fire("Go on working", Command::DoNextJob),
        None => match view.next_job() {
            Some(next) => match question_before(view, next) {
                Some(question) => ask(question, Command::DoNextJob),
                None => submit(Command::DoNextJob, run, context),
            },
            None if view.player().carrying.is_none() => explore(Command::DoNextJob, run, context),
            None => submit(Command::DoNextJob, run, context),
        },
    }
}

/// What is asked before the next job if it is long, or makes the player late.
fn question_before(view: View<'_>, next: NextJob) -> Option<String> {
    let is_late = makes_late(view, next.turns);
    if !is_late && next.turns < LONG_JOB_TURNS {
        return None;
    }
    let NextJob { job, turns, .. } = next;
    let (name, left) = (job.name(), view.turns_left());
    let why = if next.is_rising { ", which gets up soon" } else { "" };
    let way = match way_out(view).filter(|_| is_late) {
        Some(way) => format!(", and the way out takes {way}"),
        None if is_late => ", and you know of no way out".to_owned(),
        None => String::new(),
    };
    Some(format!(
        "The next job is the {name}{why}: some {turns} turns{way}, with {left} to dawn. Set out?"
    ))
}

/// Whether the next job is refused because of the way to a chute or to water: none is known, or it is barred.
fn is_way_on_barred(reject: Reject) -> bool {
    matches!(reject, Reject::NoChuteKnown | Reject::InTheWay { .. })
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
