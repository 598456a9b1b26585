//! What every bot does at once when a situation asks for it: fight, heal, flee from gas and fire,
//! come through gates, put on what is better.

use super::perception;
use super::perception::{safe_steps, step_through_gas, step_towards};
use base::{Dir, Pos};
use content::{Effect, Gate, ItemKind, Slot};
use engine::sim::{CartIndex, Command, Fixture, Reject};
use engine::view::{Attitude, CartSlot, SeenActor, Task, TaskChoice, View};

/// A threat that is farther away than this, in steps, is not waited for: it may never come.
const MAX_WAITING_STEPS: i32 = 8;

/// The first of some commands that the rules accept.
pub(super) fn first_of(
    view: &View<'_>,
    commands: impl IntoIterator<Item = Command>,
) -> Option<Command> {
    commands.into_iter().find(|command| view.refusal(command).is_none())
}

/// The use of an identified item in the cart that heals.
pub(super) fn heal(view: &View<'_>) -> Option<Command> {
    let slots = view.cart().into_iter().filter(|slot| slot.identified && heals(slot.item));
    first_of(view, slots.map(|slot| Command::Use { slot: slot.slot }))
}

pub(super) fn wear_better_garb(view: &View<'_>) -> Option<Command> {
    let worn = view.player().garb.map_or(0, |garb| garb.armour);
    let better = view.cart().into_iter().filter(|slot| {
        slot.item.slot == Slot::Garb && !slot.worn && !slot.owed && slot.item.armour > worn
    });
    let best = better.max_by_key(|slot| slot.item.armour);
    first_of(view, best.map(|slot| Command::Equip { slot: slot.slot }))
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

/// Fights if a threat is near enough: strikes the weakest one in reach, throws at the nearest one,
/// or waits for it to come.
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

/// Attacks the nearest enemy in sight, or walks towards it: it may stand in the only way on, and
/// never move.
pub(super) fn attack_nearest(view: &View<'_>) -> Option<Command> {
    let here = view.player().pos;
    let nearest = view.actors().into_iter().find(|actor| !actor.harmless)?.pos;
    if let Some(dir) = Dir::between(here, nearest) {
        return first_of(view, [Command::Step(dir)]);
    }
    step_towards(view, nearest.neighbours()).map(Command::Step)
}

/// The command, or a wait in the place of a step that is refused: the actor in the way may look
/// like a chest.
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
    first_of(view, [Command::Step(dir), Command::StepAnyway(dir)])
}

/// Opens an adjacent gate for which the player has the key or tool, or steps towards the nearest
/// such gate. The door of a boss is left for [`open_boss_door`].
pub(super) fn open_gate(view: &View<'_>) -> Option<Command> {
    open_one_of(view, |gate| gate != Gate::BossDoor || !view.has_boss())
}

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

/// Jumps off a ledge beyond which no other known way leads, or steps towards the nearest such
/// ledge.
pub(super) fn jump_down(view: &View<'_>) -> Option<Command> {
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
            return first_of(view, [Command::StepAnyway(down)]);
        }
        edges.push(edge);
    }
    perception::step_towards(view, edges).map(Command::Step)
}

/// The step down for a player who stands on a ledge: no other step is possible there.
pub(super) fn step_down(view: &View<'_>) -> Option<Command> {
    let Some(Fixture::Drop(down)) = view.cell(view.player().pos).fixture else { return None };
    first_of(view, [Command::StepAnyway(down)])
}

/// What a piece of equipment is worth, in tenths of a point of damage to each blow given. Nothing,
/// if it leaves no hand free for bodies.
pub(super) fn worth(item: &ItemKind) -> i32 {
    if !item.slot.is_equipment() || item.two_handed {
        return 0;
    }
    let blow = item.hit * (item.damage.0 + item.damage.1) / 20;
    let work = 8 * item.quick.len() as i32 - 8 * item.slow.len() as i32;
    let body = 12 * item.armour + item.evasion + 3 * item.wards.len() as i32 + 5 * item.thorns;
    let heals = if item.regeneration > 0 { 15 } else { 0 };
    let rest = 10 * item.might + 2 * (item.speed - 100) + item.carrying / 2 + item.light + heals;
    (blow + work + body + rest + 2 * item.stealth - i32::from(item.clatter)).max(0)
}

/// How much better an item is than what is worn in its place; at most 0 if it is not.
pub(super) fn gain_by(view: &View<'_>, item: &ItemKind) -> i32 {
    worth(item) - view.player().worn_like(item).map_or(0, worth)
}

/// Puts on the piece in the cart that is most of a gain.
pub(super) fn put_on_better(view: &View<'_>) -> Option<Command> {
    let own = view.cart().into_iter().filter(|slot| !slot.worn && !slot.owed);
    own.map(|slot| (gain_by(view, slot.item), slot.slot))
        .filter(|&(gain, _)| gain > 0)
        .max_by_key(|&(gain, slot)| (gain, std::cmp::Reverse(slot)))
        .map(|(_, slot)| Command::Equip { slot })
        .filter(|command| view.refusal(command).is_none())
}

/// A piece in the cart that is no better than what is worn.
pub(super) fn spare_item<'a>(view: &View<'a>) -> Option<CartSlot<'a>> {
    let is_spare = |slot: &CartSlot<'_>| {
        slot.item.slot.is_equipment() && !slot.worn && !slot.owed && gain_by(view, slot.item) <= 0
    };
    view.cart().into_iter().find(is_spare)
}

pub(super) fn heals(item: &ItemKind) -> bool {
    matches!(item.slot, Slot::Potion | Slot::Charm)
        && item.effects.iter().any(|effect| matches!(effect, Effect::Heal { .. }))
}
