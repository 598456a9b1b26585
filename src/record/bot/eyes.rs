//! What bots make of a view.

use crate::base::{Bits, Dir, DistanceField, Moves, Pos};
use crate::content::{Effect, ItemKind, Slot as Place};
use crate::sim::{Command, Slot};
use crate::view::{Attitude, SeenActor, Task, View};

/// Who is after the upkeeper is waited for from as near as this: others may never come.
const WORTH_WAITING: i32 = 8;

/// Those at war with the upkeeper who matter now: after them, or near; who flees bites when cornered.
pub(super) fn menaces<'a>(view: &View<'a>) -> Vec<SeenActor<'a>> {
    let here = view.player().pos;
    let mut menaces = view.actors();
    menaces.retain(|actor| {
        let near = if actor.attitude == Attitude::Fleeing { 1 } else { 3 };
        actor.hostile && (actor.attitude == Attitude::Hunting || actor.pos.steps_to(here) <= near)
    });
    menaces
}

/// The first step of a safe known way to the nearest of some goals.
pub(super) fn step_towards(view: &View<'_>, goals: impl IntoIterator<Item = Pos>) -> Option<Dir> {
    way_to(view, goals)?.1
}

/// The number of steps of a safe known way to the nearest of some goals.
pub(super) fn steps_to(view: &View<'_>, goals: impl IntoIterator<Item = Pos>) -> Option<u32> {
    Some(way_to(view, goals)?.0.into())
}

/// The number of steps of a safe known way to a goal that keeps off a cell.
pub(super) fn steps_round(view: &View<'_>, shunned: Pos, goal: Pos) -> Option<u16> {
    let here = view.player().pos;
    let mut safe = safe_cells(view);
    safe.insert(here);
    safe.remove(shunned);
    DistanceField::new().spread_until(&safe, [goal], Moves::Eight, here)
}

fn way_to(view: &View<'_>, goals: impl IntoIterator<Item = Pos>) -> Option<(u16, Option<Dir>)> {
    let here = view.player().pos;
    let mut safe = safe_cells(view);
    safe.insert(here);
    let mut field = DistanceField::new();
    let steps = field.spread_until(&safe, goals, Moves::Eight, here)?;
    Some((steps, field.step_down(here)))
}

fn safe_cells(view: &View<'_>) -> Bits {
    let (width, height) = view.size();
    let mut safe = Bits::new(width, height);
    for y in 0..height {
        for x in 0..width {
            let pos = Pos::new(x, y);
            if view.is_known_passable(pos) && !view.is_known_danger(pos) {
                safe.insert(pos);
            }
        }
    }
    for actor in view.actors() {
        safe.remove(actor.pos);
    }
    safe
}

/// Whatever mends in the cart, and can be used now.
pub(super) fn remedy(view: &View<'_>) -> Option<Command> {
    let mends = |item: &ItemKind| {
        matches!(item.slot, Place::Potion | Place::Charm)
            && item.effects.iter().any(|effect| matches!(effect, Effect::Heal { .. }))
    };
    let slots = view.cart().into_iter().filter(|slot| slot.identified && mends(slot.item));
    slots
        .map(|slot| Command::Use { slot: slot.slot })
        .find(|command| view.refusal(command).is_none())
}

/// Puts on garb that turns more blows than what is worn.
pub(super) fn dress(view: &View<'_>) -> Option<Command> {
    let worn = view.player().garb.map_or(0, |garb| garb.armour);
    let better = view.cart().into_iter().filter(|slot| {
        slot.item.slot == Place::Garb && !slot.worn && !slot.owed && slot.item.armour > worn
    });
    better
        .max_by_key(|slot| slot.item.armour)
        .map(|slot| Command::Equip { slot: slot.slot })
        .filter(|command| view.refusal(command).is_none())
}

/// A throw at somebody with whatever is made for it.
pub(super) fn throw_at(view: &View<'_>, target: Pos) -> Option<Command> {
    // Bait and noise hurt nobody: they are for thinking ahead.
    let hurts = |item: &ItemKind| item.thrown.as_ref().is_some_and(|thrown| thrown.damage.1 > 0);
    let slots =
        view.cart().into_iter().filter(|slot| slot.item.slot == Place::Missile && hurts(slot.item));
    slots
        .map(|slot| (slot.item.thrown.as_ref().map_or(0, |thrown| thrown.range), slot.slot))
        .filter(|&(range, _)| view.flight(target, range).last() == Some(&target))
        .map(|(_, slot): (i32, Slot)| Command::Throw { slot, target })
        .find(|command| view.refusal(command).is_none())
}

/// Fights, if anybody is near enough for it: strikes the weakest in reach, throws at who comes, and lets
/// come who is about to.
pub(super) fn fight(view: &View<'_>, menaces: &[SeenActor<'_>]) -> Option<Command> {
    let here = view.player().pos;
    let in_reach = menaces.iter().filter_map(|actor| {
        let blow = Command::Step(Dir::between(here, actor.pos)?);
        view.refusal(&blow).is_none().then_some((actor.health, blow))
    });
    let weakest = in_reach.min_by_key(|&(health, _)| health);
    let is_carrying = view.player().carrying.is_some();
    if let Some((_, blow)) = weakest {
        return Some(if is_carrying { Command::Carry(None) } else { blow });
    }
    let nearest = menaces.iter().find(|actor| {
        actor.attitude != Attitude::Fleeing && actor.pos.steps_to(here) <= WORTH_WAITING
    })?;
    if is_carrying {
        return Some(Command::Carry(None));
    }
    if let Some(throw) = throw_at(view, nearest.pos) {
        return Some(throw);
    }
    let is_round_a_corner = nearest.pos.is_beside(here);
    if nearest.kind.shot.is_some() || is_round_a_corner {
        return step_towards(view, nearest.pos.cardinals()).map(Command::Step);
    }
    Some(Command::Wait)
}

/// Goes at the nearest enemy in sight: whoever stands in the only way on will not move by being waited for.
pub(super) fn advance(view: &View<'_>) -> Option<Command> {
    let here = view.player().pos;
    let nearest = view.actors().into_iter().find(|actor| actor.hostile)?.pos;
    if let Some(dir) = Dir::between(here, nearest) {
        let blow = Command::Step(dir);
        return view.refusal(&blow).is_none().then_some(blow);
    }
    step_towards(view, nearest.neighbours()).map(Command::Step)
}

/// A turn's patience in the place of a step that is refused: who is in the way may look like a chest.
pub(super) fn or_wait(view: &View<'_>, wanted: Command) -> Command {
    let is_in_vain = matches!(wanted, Command::Step(_)) && view.refusal(&wanted).is_some();
    if is_in_vain { Command::Wait } else { wanted }
}

/// Steps out of gas and fire; who burns puts himself out, if there is water at hand.
pub(super) fn leave_danger(view: &View<'_>) -> Option<Command> {
    if let Some(water) = view.tasks().into_iter().find(|task| task.task == Task::PutOut) {
        return Some(water.command);
    }
    let here = view.cell(view.player().pos);
    if here.gas == 0 && here.fire == 0 {
        return None;
    }
    let (width, height) = view.size();
    let clear = (0..height)
        .flat_map(|y| (0..width).map(move |x| Pos::new(x, y)))
        .filter(|&pos| view.is_known_passable(pos) && !view.is_known_danger(pos));
    let dir = nearest_by_any_way(view, clear)?;
    // Out of the thick of it the way leads through more of the same.
    let steps = [Command::Step(dir), Command::StepAnyway(dir)];
    steps.into_iter().find(|step| view.refusal(step).is_none())
}

fn nearest_by_any_way(view: &View<'_>, goals: impl IntoIterator<Item = Pos>) -> Option<Dir> {
    let (width, height) = view.size();
    let mut open = Bits::new(width, height);
    for y in 0..height {
        for x in 0..width {
            let pos = Pos::new(x, y);
            let cell = view.cell(pos);
            let armed = cell.fixture.is_some_and(crate::sim::Fixture::is_armed_trap);
            if view.is_known_passable(pos) && !armed && cell.fire == 0 {
                open.insert(pos);
            }
        }
    }
    let here = view.player().pos;
    let mut field = DistanceField::new();
    field.spread_until(&open, goals, Moves::Eight, here)?;
    field.step_down(here)
}
