//! What every bot does at once when a situation asks for it: fight, heal, flee from gas and fire.

use base::{Dir, Pos};
use content::{ItemKind, Slot};
use engine::sim::{CartIndex, Command};
use engine::view::{Attitude, SeenActor, Task, TaskChoice, View};

use super::gear;
use super::perception::{safe_steps, step_through_gas, step_towards};

/// A threat that is farther away than this, in steps, is not waited for: it may never come.
const MAX_WAITING_STEPS: i32 = 8;

/// The use of an identified item in the cart that heals.
pub(super) fn heal(view: &View<'_>) -> Option<Command> {
    let slots = view.cart().into_iter().filter(|slot| slot.identified && gear::heals(slot.item));
    slots
        .map(|slot| Command::Use { slot: slot.slot })
        .find(|command| view.refusal(command).is_none())
}

/// Puts on the garb in the cart with the best armour, if it is better than what is worn.
pub(super) fn wear_better_garb(view: &View<'_>) -> Option<Command> {
    let worn = view.player().garb.map_or(0, |garb| garb.armour);
    let better = view.cart().into_iter().filter(|slot| {
        slot.item.slot == Slot::Garb && !slot.worn && !slot.owed && slot.item.armour > worn
    });
    better
        .max_by_key(|slot| slot.item.armour)
        .map(|slot| Command::Equip { slot: slot.slot })
        .filter(|command| view.refusal(command).is_none())
}

/// A throw at a cell with an item that does damage and flies that far.
pub(super) fn throw_at(view: &View<'_>, target: Pos) -> Option<Command> {
    // Bait and noise do no damage: their use takes planning that no bot does.
    let hurts = |item: &ItemKind| item.thrown.as_ref().is_some_and(|thrown| thrown.damage.1 > 0);
    let slots =
        view.cart().into_iter().filter(|slot| slot.item.slot == Slot::Missile && hurts(slot.item));
    slots
        .map(|slot| (slot.item.thrown.as_ref().map_or(0, |thrown| thrown.range), slot.slot))
        .filter(|&(range, _)| view.flight(target, range).last() == Some(&target))
        .map(|(_, slot): (i32, CartIndex)| Command::Throw { slot, target })
        .find(|command| view.refusal(command).is_none())
}

/// Fights if a threat is near enough: strikes the weakest one in reach, throws at the nearest one, or waits for it to
/// come.
pub(super) fn fight(view: &View<'_>, threats: &[SeenActor<'_>]) -> Option<Command> {
    let here = view.player().pos;
    let in_reach = threats.iter().filter_map(|actor| {
        let blow = Command::Step(Dir::between(here, actor.pos)?);
        view.refusal(&blow).is_none().then_some((actor.health, blow))
    });
    let weakest = in_reach.min_by_key(|&(health, _)| health);
    let is_carrying = view.player().carrying.is_some();
    if let Some((_, blow)) = weakest {
        return Some(if is_carrying { Command::Carry(None) } else { blow });
    }
    // What shuns the light may never come: there may be some in between.
    let nearest = threats.iter().find(|actor| {
        let is_kept_off = actor.kind.traits.shuns_light && actor.pos.steps_to(here) > 2;
        !is_kept_off
            && actor.attitude != Attitude::Fleeing
            && actor.pos.steps_to(here) <= MAX_WAITING_STEPS
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

/// Attacks the nearest enemy in sight, or walks towards it: it may stand in the only way on, and never move.
pub(super) fn attack_nearest(view: &View<'_>) -> Option<Command> {
    let here = view.player().pos;
    let nearest = view.actors().into_iter().find(|actor| !actor.harmless)?.pos;
    if let Some(dir) = Dir::between(here, nearest) {
        let blow = Command::Step(dir);
        return view.refusal(&blow).is_none().then_some(blow);
    }
    step_towards(view, nearest.neighbours()).map(Command::Step)
}

/// The command, or a wait in the place of a step that is refused: the actor in the way may look like a chest.
pub(super) fn or_wait(view: &View<'_>, wanted: Command) -> Command {
    let is_refused = matches!(wanted, Command::Step(_)) && view.refusal(&wanted).is_some();
    if is_refused { Command::Wait } else { wanted }
}

/// Steps aside when a heavy blow is about to fall here.
pub(super) fn dodge(view: &View<'_>) -> Option<Command> {
    let is_threatened = view.threatened().contains(&view.player().pos);
    is_threatened.then(|| safe_steps(view).next().map(Command::Step)).flatten()
}

/// Steps out of gas and fire; puts the player's own burning out, if there is water at hand.
pub(super) fn leave_danger(view: &View<'_>) -> Option<Command> {
    // With a body in the arms nobody gets at the water.
    let is_at_hand = |task: &TaskChoice| task.task == Task::PutOut && task.refusal.is_none();
    if let Some(water) = view.tasks().into_iter().find(is_at_hand) {
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
    let dir = step_through_gas(view, clear)?;
    // The way out of thick gas may lead through more gas, which only StepAnyway enters.
    let steps = [Command::Step(dir), Command::StepAnyway(dir)];
    steps.into_iter().find(|step| view.refusal(step).is_none())
}
