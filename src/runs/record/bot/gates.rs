//! How bots get through gates: they open one when there is nothing else to do, and jump off ledges last of all.

use base::Dir;
use content::Gate;
use engine::sim::{Command, Fixture, Reject};
use engine::view::View;

use super::perception;

/// Opens an adjacent gate for which the player has the key or tool, or steps towards the nearest such gate. The door of
/// a boss is left for [`open_boss_door`].
pub(super) fn open(view: &View<'_>) -> Option<Command> {
    open_one_of(view, |gate| gate != Gate::BossDoor || !view.has_boss())
}

/// Opens the door of a boss, or steps towards it.
pub(super) fn open_boss_door(view: &View<'_>) -> Option<Command> {
    open_one_of(view, |gate| gate == Gate::BossDoor && view.has_boss())
}

fn open_one_of(view: &View<'_>, is_wanted: impl Fn(Gate) -> bool) -> Option<Command> {
    let gates: Vec<_> = view
        .known_gates()
        .into_iter()
        .filter(|&(_, gate)| gate != Gate::Drop && view.opens(gate) && is_wanted(gate))
        .collect();
    let here = view.player().pos;
    for &(at, _) in &gates {
        let Some(dir) = Dir::CARDINAL.into_iter().find(|&dir| here + dir == at) else { continue };
        let step = Command::Step(dir);
        match view.refusal(&step) {
            None => return Some(step),
            Some(Reject::SatchelEmpty { .. }) => return Some(Command::Wait),
            Some(_) => {}
        }
    }
    let beside = gates.iter().flat_map(|&(at, _)| at.cardinals());
    perception::step_towards(view, beside).map(Command::Step)
}

/// Jumps off a ledge beyond which no other known way leads, or steps towards the nearest such ledge.
pub(super) fn jump(view: &View<'_>) -> Option<Command> {
    let here = view.player().pos;
    let ledges = view.known_gates().into_iter().filter_map(|(at, _)| match view.cell(at).fixture {
        Some(Fixture::Drop(down)) => Some((at, down)),
        _ => None,
    });
    let mut edges = Vec::new();
    for (at, down) in ledges {
        let edge = at + down.opposite();
        if perception::steps_to(view, [at + down]).is_some() {
            continue;
        }
        if edge == here {
            let jump = Command::StepAnyway(down);
            return view.refusal(&jump).is_none().then_some(jump);
        }
        edges.push(edge);
    }
    perception::step_towards(view, edges).map(Command::Step)
}

/// The step down for a player who stands on a ledge: no other step is possible there.
pub(super) fn step_down(view: &View<'_>) -> Option<Command> {
    let Some(Fixture::Drop(down)) = view.cell(view.player().pos).fixture else { return None };
    let step = Command::StepAnyway(down);
    view.refusal(&step).is_none().then_some(step)
}
