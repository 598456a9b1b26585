use crate::sim::{Command, Status};
use crate::view::View;

use super::{Bot, eyes, runner};

/// Turns it wants in hand for the way out, besides the way itself.
const RESERVE: u32 = 60;

/// Works by the nearest job, rests when hurt, fights only what comes to it, leaves in time.
pub struct Cautious;

impl Bot for Cautious {
    fn decide(&mut self, view: &View<'_>) -> Command {
        if view.status() == Status::Busy {
            return Command::Continue;
        }
        let player = view.player();
        let menaces = eyes::menaces(view);
        let wounded = player.health * 100 < player.most * 40;
        if let Some(out) = eyes::leave_gas(view) {
            return out;
        }
        if wounded
            && !menaces.is_empty()
            && let Some(drink) = eyes::remedy(view)
        {
            return drink;
        }
        if let Some(blow) = eyes::fight(view, &menaces) {
            return blow;
        }
        let way = player.pos.steps_to(view.exit()) as u32;
        if view.turns_left().0 < way * 2 + RESERVE {
            return runner::leave(view);
        }
        if player.health * 100 < player.most * 60 && view.refusal(&Command::Rest).is_none() {
            return Command::Rest;
        }
        work(view).unwrap_or_else(|| runner::leave(view))
    }
}

fn work(view: &View<'_>) -> Option<Command> {
    if view.player().carrying.is_some() {
        let into_chute = view.carry_choices().into_iter().find(|command| {
            let Command::Carry(dir) = command else { return false };
            let here = view.player().pos;
            let at = dir.map_or(here, |dir| here + dir);
            view.cell(at).fixture == Some(crate::sim::Fixture::Chute)
        });
        return into_chute.or_else(|| go_on(view)).or(Some(Command::Carry(None)));
    }
    let task = view.tasks().into_iter().find(|task| {
        let needed =
            task.task != crate::view::Task::RinseMop || view.player().mop.0 >= view.player().mop.1;
        task.refusal.is_none() && needed
    });
    if let Some(task) = task {
        return Some(task.command);
    }
    let knows_chute = knows_chute(view);
    if knows_chute && let Some(lift) = view.carry_choices().into_iter().next() {
        return Some(lift);
    }
    if view.order().into_iter().all(|count| view.is_complete(count)) {
        return None;
    }
    go_on(view)
}

fn go_on(view: &View<'_>) -> Option<Command> {
    [Command::NextJob, Command::Explore].into_iter().find(|command| view.refusal(command).is_none())
}

fn knows_chute(view: &View<'_>) -> bool {
    let (width, height) = view.size();
    (0..height).any(|y| {
        (0..width).any(|x| {
            view.cell(crate::base::Pos::new(x, y)).fixture == Some(crate::sim::Fixture::Chute)
        })
    })
}
