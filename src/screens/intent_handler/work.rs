//! Work: the job in reach or the next one, bodies to carry, doors to shut or bar, flames to put
//! out. Where several are in reach it asks which.

use base::Dir;
use content::JobKind;
use engine::{
    sim::{Command, Reject},
    view::{Task, TaskChoice, View, describe_refusal},
};

use crate::{
    ActiveRun, Context, Transition,
    keymap::Intent,
    screens::ask::{Choice, ChooseScreen, ask, question_of_work, refuse, say, submit},
};

use super::ways_out::{explore, look_for_exit, undone_list};

pub(super) fn work(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let tasks = view.tasks();
    let mut doable: Vec<&TaskChoice> = tasks.iter().filter(|task| task.refusal.is_none()).collect();
    // While the upkeeper burns, nothing else can be done.
    if doable.iter().any(|task| task.task == Task::PutOut) {
        doable.retain(|task| task.task == Task::PutOut);
    }
    // Rinsing the mop, crates and rubble come after the jobs in reach.
    if doable.iter().any(|task| !task.task.is_secondary()) {
        doable.retain(|task| !task.task.is_secondary());
    }
    match doable[..] {
        [] if is_carry_meant(view) => carry(Intent::Work, run, context),
        [] => match tasks.into_iter().find_map(|task| task.refusal) {
            Some(reject) => refuse(reject, run, context),
            None => submit(Command::Work(None), run, context),
        },
        [first, ..]
            if doable.iter().all(|task| task.task == first.task)
                && is_interchangeable(first.task) =>
        {
            submit(mop_on(first.task, view).unwrap_or(first.command), run, context)
        }
        [only] => match view.question_before(only.command, only.at) {
            Some(question) => ask(question, only.command),
            None => submit(only.command, run, context),
        },
        _ => {
            let choices =
                doable.into_iter().map(|&TaskChoice { task, dir, at, command, .. }| Choice {
                    label: task_name(task).to_owned(),
                    dir,
                    at,
                    command,
                });
            let choices = choices.collect();
            Transition::push(ChooseScreen::new("Work on which?", Intent::Work, choices))
        }
    }
}

/// The command that mops all stains in turn, rinsing in between, where the task is a stain. A rinse
/// is only a rinse.
fn mop_on(task: Task, view: View<'_>) -> Option<Command> {
    let mops = task == Task::Job(JobKind::Stain);
    (mops && view.refusal(&Command::Mop).is_none()).then_some(Command::Mop)
}

/// Whether it makes no difference which of several such tasks is done first.
fn is_interchangeable(task: Task) -> bool {
    matches!(task, Task::Job(JobKind::Stain) | Task::RinseMop | Task::PutOut)
}

fn task_name(task: Task) -> &'static str {
    match task {
        Task::Job(job) => job.name(),
        Task::PutOut => "put yourself out",
        Task::RinseMop => "rinse the mop",
        Task::SmashCrate => "smash the crate",
        Task::Search => "see what is in it",
        Task::BlastRubble => "blast the rubble",
    }
}

/// Does the next job. Where there is none, logs why, and the keys for what is left of the night; a
/// trap in reach that would cut the player off is left to the question of the work key.
pub(super) fn do_next_job(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    if !view.plan().is_empty() && view.is_before_raid() {
        return follow_plan(Command::DoNextJob, run, context);
    }
    match view.refusal(&Command::DoNextJob) {
        Some(Reject::WorkInReach { .. }) => work(run, context),
        // Or the way to a chute or to water is not known, or barred.
        Some(reject)
            if leaves_no_job(reject)
                || matches!(reject, Reject::NoChuteKnown | Reject::InTheWay { .. })
                    && view.player().carrying.is_none() =>
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
            let (exit, board) = (context.key(Intent::ToExit), context.key(Intent::Jobs));
            let leave = match (view.has_stairs_down(), view.player().pos == view.exit()) {
                _ if view.refusal(&Command::TravelToExit) == Some(Reject::ExitUnknown) => {
                    if view.refusal(&Command::Explore).is_some() {
                        return say(why, run);
                    }
                    run.say(format!("{why} You look for the way out."));
                    return look_for_exit(run, context);
                }
                (true, _) => "leads down",
                (false, true) => "clocks out",
                (false, false) => "leaves",
            };
            let plan = match view.intruders() {
                Some(_) => String::new(),
                None => format!(", {board} plans for dawn"),
            };
            say(format!("{why} {exit} {leave}{plan}."), run)
        }
        Some(_) => submit(Command::DoNextJob, run, context),
        None => match question_of_work(Command::DoNextJob, run) {
            Some(question) => Transition::push(question),
            None if view.next_job().is_none() && view.player().carrying.is_none() => {
                explore(Command::DoNextJob, run, context)
            }
            None => submit(Command::DoNextJob, run, context),
        },
    }
}

/// Carries on with the plan, or with the order where nothing is planned.
pub(super) fn carry_on(run: &mut ActiveRun, context: &Context) -> Transition {
    if run.view().plan().is_empty() {
        return do_next_job(run, context);
    }
    follow_plan(Command::CarryOn, run, context)
}

/// Does the first thing of the plan, or one after the other; or logs which cannot be done, and why.
fn follow_plan(by: Command, run: &mut ActiveRun, context: &Context) -> Transition {
    if let Some(question) = question_of_work(by, run) {
        return Transition::push(question);
    }
    match run.view().refusal(&by) {
        Some(reject) => say(run.view().why_refused(&by, reject), run),
        None => submit(by, run, context),
    }
}

/// Whether the next job is refused because there is none that the player can come to.
fn leaves_no_job(reject: Reject) -> bool {
    matches!(
        reject,
        Reject::OrderDone
            | Reject::OrderUp
            | Reject::NoJobKnown
            | Reject::NoWaterKnown
            | Reject::NoWay
            | Reject::NoSupplyLeft { .. }
            | Reject::JobsBehind { .. }
            | Reject::JobsBehindThat { .. }
            | Reject::RestBehind { .. }
            | Reject::RestBehindThat { .. }
    )
}

pub(super) fn carry(pressed: Intent, run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let choices = view.carry_choices();
    match choices[..] {
        [] => submit(Command::Carry(None), run, context),
        // With a body in the arms, the view lists the best place for it first.
        [first, ..] if view.player().carrying.is_some() => submit(first, run, context),
        [only] => submit(only, run, context),
        _ => {
            let choices =
                choices.iter().filter_map(|&command| body_choice(view, command)).collect();
            Transition::push(ChooseScreen::new("Pick up which body?", pressed, choices))
        }
    }
}

fn body_choice(view: View<'_>, command: Command) -> Option<Choice> {
    let Command::Carry(dir) = command else { return None };
    let here = view.player().pos;
    let at = dir.map_or(here, |dir| here + dir);
    let label =
        view.cell(at).body_of.map_or_else(|| "body".to_owned(), |kind| view.body_name(kind));
    Some(Choice { label, dir, at, command })
}

/// Whether the only thing to do here is with a body: to pick one up, or to drop the carried one
/// where it is seen to.
pub(super) fn is_carry_meant(view: View<'_>) -> bool {
    let player = view.player();
    let Some(&Command::Carry(dir)) = view.carry_choices().first() else { return false };
    let at = dir.map_or(player.pos, |dir| player.pos + dir);
    player.carrying.is_none() || view.takes_bodies(at)
}

/// Shuts or bars the only door in reach, or asks which of several.
pub(super) fn at_door(intent: Intent, run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let here = view.player().pos;
    let (command, none, question): (fn(Dir) -> Command, _, _) = match intent {
        Intent::BarDoor => (Command::BarDoor, Reject::NoShutDoor, "Bar which door?"),
        _ => (Command::CloseDoor, Reject::NoOpenDoor, "Shut which door?"),
    };
    let doors = view.directions_for(command);
    match doors[..] {
        [] => refuse_beside(command, none, run, context),
        [only] => submit(command(only), run, context),
        _ => {
            let choices = doors.iter().map(|&dir| {
                let (label, command) = ("door".to_owned(), command(dir));
                Choice { label, dir: Some(dir), at: here + dir, command }
            });
            Transition::push(ChooseScreen::new(question, intent, choices.collect()))
        }
    }
}

/// Logs why a command cannot be carried out in any direction: the most specific refusal.
fn refuse_beside(
    command: fn(Dir) -> Command,
    none: Reject,
    run: &mut ActiveRun,
    context: &Context,
) -> Transition {
    let why = Dir::ALL.into_iter().filter_map(|dir| run.view().refusal(&command(dir)));
    let reject = why.max_by_key(|reject| *reject != none).unwrap_or(none);
    refuse(reject, run, context)
}

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
            let douse = |dir| Command::Douse(Some(dir));
            refuse_beside(douse, Reject::NothingToDouse, run, context)
        }
        [(dir, _), ..] => {
            let question = "Put the brazier out? A dead brazier is a job again, and wants oil.";
            ask(question, Command::Douse(dir))
        }
    }
}
