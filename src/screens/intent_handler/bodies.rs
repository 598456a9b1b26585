//! Bodies are picked up and put down; asks which of several.

use super::submit::submit;
use crate::{
    ActiveRun, Context, Transition,
    keymap::Intent,
    screens::choose::{Choice, ChooseScreen},
};
use engine::sim::Command;
use engine::view::View;

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

/// Whether the only thing to do here is with a body: to pick one up, or to drop the carried one where it is seen to.
pub(super) fn is_carry_meant(view: View<'_>) -> bool {
    let player = view.player();
    let Some(&Command::Carry(dir)) = view.carry_choices().first() else { return false };
    let at = dir.map_or(player.pos, |dir| player.pos + dir);
    player.carrying.is_none() || view.takes_bodies(at)
}
