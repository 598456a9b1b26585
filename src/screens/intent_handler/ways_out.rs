//! Exploring, looking for the exit, and the ways out: of the floor, of the town, and of the run;
//! what is asked first near dawn, and under fire.

use content::JobKind;
use engine::{
    sim::{Command, JobCount, JourneyCommand, Reject, Turns},
    view::View,
};

use crate::{
    ActiveRun, Context, Transition,
    keymap::Intent,
    screens::{
        ask::{ask, question_under_fire, refuse, say, submit},
        unsaved::UnsavedScreen,
    },
};

pub(super) fn leave(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let leave_field = Command::Journey(JourneyCommand::LeaveField);
    if view.is_in_field() && view.refusal(&leave_field).is_none() {
        return submit(leave_field, run, context);
    }
    let is_at_exit = view.player().pos == view.exit();
    if view.is_in_town() {
        if !is_at_exit {
            return submit(Command::TravelToExit, run, context);
        }
        let is_hungry = view.journey().is_some_and(|journey| journey.rations() == 0);
        if is_hungry && view.refusal(&Command::ClockOut).is_none() {
            let question = "You have no ration left, and roads without cost health. Leave the town \
                all the same?";
            return ask(question, Command::ClockOut);
        }
        return submit(Command::ClockOut, run, context);
    }
    let is_at_other_stairs = !is_at_exit && view.has_stairs_up();
    // The exit itself may be seen, and the way to it not.
    let refusal = view.refusal(&Command::TravelToExit);
    let is_unknown = matches!(refusal, Some(Reject::ExitUnknown | Reject::NoWay));
    // Where one can clock out already, by the way in for instance, the exit need not be known.
    let looks_round = is_unknown && view.refusal(&Command::ClockOut).is_some();
    if let Some(reject @ Reject::Threatened { .. }) =
        view.refusal(&Command::Explore).filter(|_| looks_round)
    {
        return refuse(reject, run, context);
    }
    // Before a gate with what opens it in hand there is nothing else to explore.
    let leads_on =
        || view.refusal(&Command::Explore).is_none() || view.edge_towards_exit().is_some();
    if looks_round && leads_on() {
        let way = view.player().pos.bearing(view.exit()).name();
        run.say(format!("You do not know the way out yet, and look for it: it lies {way}."));
        return look_for_exit(run, context);
    }
    if is_at_other_stairs || (!is_at_exit && view.refusal(&Command::ClockOut).is_some()) {
        return submit(Command::TravelToExit, run, context);
    }
    if is_at_exit && view.has_stairs_down() {
        return submit(Command::Journey(JourneyCommand::TakeStairs), run, context);
    }
    let mut open = view.order();
    open.retain(|&count| !view.is_complete(count));
    let elsewhere = undone_list(view, &view.undone_elsewhere());
    let question = if view.intruders().is_some() {
        // What the raid undoes is not the player's to do.
        "They are in, and jobs count no more. Clock out?".to_owned()
    } else if view.is_raid_over() {
        "The raid is over. Clock out?".to_owned()
    } else if open.is_empty() && !elsewhere.is_empty() {
        let left = format!("Left: {elsewhere}. Clock out all the same?");
        format!("This floor is in order, another is not. {left}")
    } else if open.is_empty() {
        let spare = chests_to_fill(view).map_or(String::new(), |spare| format!(" {spare}"));
        format!("The order is done.{spare} Clock out, and let them come?")
    } else {
        let left = undone_list(view, &open);
        let elsewhere = match &elsewhere[..] {
            "" => String::new(),
            undone => format!("; on another floor {undone}"),
        };
        format!("The order is not done. Left: {left}{elsewhere}. Clock out all the same?")
    };
    ask(question, Command::ClockOut)
}

/// What is told of chests beyond the order that could still be filled: dawn counts full ones.
fn chests_to_fill(view: View<'_>) -> Option<String> {
    let mut jobs = view.known_jobs();
    jobs.retain(|known| known.doable && known.job == JobKind::Chest);
    match jobs.len() {
        0 => None,
        1 => Some("A chest stands open that you have stock for; dawn counts the full ones.".into()),
        count => Some(format!(
            "{count} chests stand open, and you have stock; dawn counts the full ones."
        )),
    }
}

/// The undone parts of counts, with commas between them.
pub(super) fn undone_list(view: View<'_>, counts: &[JobCount]) -> String {
    counts.iter().map(|&count| undone(view, count)).collect::<Vec<_>>().join(", ")
}

/// The undone part of a count: "2 of 5 doors", "all 4 traps".
fn undone(view: View<'_>, count: JobCount) -> String {
    let (done, wanted) = view.progress(count);
    match (wanted - done, wanted) {
        (1, 1) => format!("the {}", count.job.name()),
        (left, total) if left == total => format!("all {total} {}", count.job.plural()),
        (left, total) => format!("{left} of {total} {}", count.job.plural()),
    }
}

pub(super) fn go_up(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let is_there = view.player().pos == view.start();
    let command = match (view.is_in_town(), is_there) {
        // Out by the gate behind.
        (true, true) => Command::ClockOut,
        (false, _) if is_there || !view.has_stairs_up() => {
            Command::Journey(JourneyCommand::TakeStairs)
        }
        _ => Command::Travel(view.start()),
    };
    submit(command, run, context)
}

/// Logs the keys that leave the game, but not twice in a row.
pub(super) fn tell_ways_out(run: &mut ActiveRun, context: &Context) -> Transition {
    let (help, save) = (context.key(Intent::Help), context.key(Intent::SaveQuit));
    let text = format!("{help} shows the keys, {save} saves and goes to the title.");
    if run.log.lines().last().is_some_and(|line| line.text == text) {
        return Transition::Ignore;
    }
    say(text, run)
}

/// Saves the run and goes to the title; if it cannot be saved, says why and what can be done.
pub(crate) fn save_and_quit(run: &mut ActiveRun) -> Transition {
    match run.save() {
        Ok(()) => Transition::Title,
        Err(error) => Transition::push(UnsavedScreen::new(&error, run)),
    }
}

/// Turns to spare at dawn under which it is asked about before the player looks round further.
const FEW_TURNS: Turns = Turns(30);

/// Explores by a command; asks first where hardly time is left to be out before dawn.
pub(super) fn explore(by: Command, run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let is_possible = view.refusal(&by).is_none();
    if is_possible && run.is_under_fire() {
        return ask_under_fire("Look round", by);
    }
    match view.way_out().filter(|_| is_possible && view.makes_late(FEW_TURNS)) {
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
    ask(question_under_fire(what), by)
}

/// Looks for the way out: at the edge of what is known that is nearest to it, as far as can be
/// told, or before a gate that the player can open.
pub(super) fn look_for_exit(run: &mut ActiveRun, context: &Context) -> Transition {
    let edge = run.view().edge_towards_exit().map(Command::Travel);
    if let Some(Reject::Barred { gate }) = edge.and_then(|walk| run.view().refusal(&walk)) {
        return refuse(Reject::Openable { gate }, run, context);
    }
    let towards = edge.filter(|walk| run.view().refusal(walk).is_none());
    submit(towards.unwrap_or(Command::Explore), run, context)
}
