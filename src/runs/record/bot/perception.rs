//! What bots read out of a view: enemies that matter, and ways over known cells.

use base::{Bits, Dir, DistanceField, Moves, Pos};
use engine::sim::{ACTION_ENERGY, Command};
use engine::view::{Attitude, SeenActor, View};

/// Whether the player has less than a percentage of its health.
pub(super) fn is_below(view: &View<'_>, percent: i32) -> bool {
    let player = view.player();
    player.health * 100 < player.max_health * percent
}

/// The visible enemies that are a threat now: those that hunt the player, and those that are near.
/// One that flees bites only when it is cornered.
pub(super) fn threats<'a>(view: &View<'a>) -> Vec<SeenActor<'a>> {
    let here = view.player().pos;
    let mut threats = view.actors();
    threats.retain(|actor| {
        let near = if actor.attitude == Attitude::Fleeing { 1 } else { 3 };
        let is_at_hand = actor.pos.steps_to(here) <= near && actor.attitude != Attitude::Dozing;
        !actor.harmless && (actor.attitude == Attitude::Hunting || is_at_hand)
    });
    threats
}

pub(super) fn hunting_boss<'a>(view: &View<'a>) -> Option<SeenActor<'a>> {
    let mut actors = view.actors().into_iter();
    actors.find(|actor| actor.kind.boss.is_some() && actor.is_after_the_upkeeper())
}

/// Whether somebody is after the player who would win, and whom the player outruns. Only on
/// journeys, where there is another night.
pub(super) fn outmatched(view: &View<'_>) -> bool {
    view.is_journey()
        && view.actors().into_iter().any(|actor| {
            actor.is_after_the_upkeeper()
                && i32::from(actor.kind.speed) <= ACTION_ENERGY
                && view.is_outmatched_by(actor.id)
        })
}

/// The first step of the shortest way over safe known cells to the nearest of some goals.
pub(super) fn step_towards(view: &View<'_>, goals: impl IntoIterator<Item = Pos>) -> Option<Dir> {
    way_to(view, goals)?.1
}

/// The length in steps of the shortest way over safe known cells to the nearest of some goals.
pub(super) fn steps_to(view: &View<'_>, goals: impl IntoIterator<Item = Pos>) -> Option<u32> {
    Some(way_to(view, goals)?.0.into())
}

/// The length in steps of the shortest way over safe known cells to a goal that does not enter one
/// cell.
pub(super) fn steps_avoiding(view: &View<'_>, avoided: Pos, goal: Pos) -> Option<u16> {
    let mut safe = safe_cells(view);
    safe.remove(avoided);
    DistanceField::new().spread_until(&safe, [goal], Moves::Eight, view.player().pos)
}

/// Whether a cell is known, passable and not known to be dangerous.
pub(super) fn is_safe(view: &View<'_>, pos: Pos) -> bool {
    view.is_known_passable(pos) && !view.is_known_danger(pos)
}

/// The steps to cells that are safe, free, and not marked for a heavy blow.
pub(super) fn safe_steps(view: &View<'_>) -> impl Iterator<Item = Dir> {
    let (here, threatened) = (view.player().pos, view.threatened());
    Dir::ALL.into_iter().filter(move |&dir| {
        let to = here + dir;
        is_safe(view, to)
            && !threatened.contains(&to)
            && !view.is_occupied(to)
            && view.refusal(&Command::Step(dir)).is_none()
    })
}

fn way_to(view: &View<'_>, goals: impl IntoIterator<Item = Pos>) -> Option<(u16, Option<Dir>)> {
    let here = view.player().pos;
    let safe = safe_cells(view);
    let mut field = DistanceField::new();
    let steps = field.spread_until(&safe, goals, Moves::Eight, here)?;
    Some((steps, field.step_down(here)))
}

/// The player's cell, and the known passable cells without a known danger or an actor in sight that
/// are not near a boss that dozes.
pub(super) fn safe_cells(view: &View<'_>) -> Bits {
    let mut safe = view.known_passable_cells();
    let occupied = view.actors().into_iter().map(|actor| actor.pos);
    let shunned = view.known_dangers().into_iter().chain(view.cells_near_dozing());
    occupied.chain(shunned).for_each(|pos| _ = safe.remove(pos));
    safe.insert(view.player().pos);
    safe
}

/// The first step of the shortest way to the nearest of some goals, through gas if need be, but
/// over no armed trap.
pub(super) fn step_through_gas(
    view: &View<'_>,
    goals: impl IntoIterator<Item = Pos>,
) -> Option<Dir> {
    let mut open = view.known_passable_cells();
    for pos in open.clone().iter() {
        let cell = view.cell(pos);
        if cell.fire > 0 || cell.fixture.is_some_and(engine::sim::Fixture::is_armed_trap) {
            open.remove(pos);
        }
    }
    let here = view.player().pos;
    let mut field = DistanceField::new();
    field.spread_until(&open, goals, Moves::Eight, here)?;
    field.step_down(here)
}
