//! Doors in reach are shut or barred; asks which of several.

use super::submit::{refuse, submit};
use crate::{
    ActiveRun, Context, Transition,
    keymap::Intent,
    screens::choose::{Choice, ChooseScreen},
};
use base::Dir;
use engine::sim::{Command, Reject};

pub(super) fn close_door(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let doors = view.doors_to_close();
    let question = ("Shut which door?", Intent::CloseDoor);
    at_door(run, context, &doors, Command::CloseDoor, Reject::NoOpenDoor, question)
}

pub(super) fn bar_door(run: &mut ActiveRun, context: &Context) -> Transition {
    let view = run.view();
    let doors = view.doors_to_bar();
    let question = ("Bar which door?", Intent::BarDoor);
    at_door(run, context, &doors, Command::BarDoor, Reject::NoShutDoor, question)
}

/// Applies a command to the only door in reach, or asks to which of several. With no door in reach, logs the most specific
/// refusal among the directions.
fn at_door(
    run: &mut ActiveRun,
    context: &Context,
    doors: &[Dir],
    command: fn(Dir) -> Command,
    none: Reject,
    (question, intent): (&'static str, Intent),
) -> Transition {
    let view = run.view();
    let here = view.player().pos;
    match doors {
        [] => {
            let why = Dir::ALL.into_iter().filter_map(|dir| view.refusal(&command(dir)));
            let reject = why.max_by_key(|reject| *reject != none);
            refuse(reject.unwrap_or(none), run, context)
        }
        &[only] => submit(command(only), run, context),
        several => {
            let choices = several
                .iter()
                .map(|&dir| Choice {
                    label: "door".to_owned(),
                    dir: Some(dir),
                    at: here + dir,
                    command: command(dir),
                })
                .collect();
            Transition::push(ChooseScreen::new(question, intent, choices))
        }
    }
}
