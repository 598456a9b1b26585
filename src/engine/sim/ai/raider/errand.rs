//! Errands of single raiders: to chests, items, noticed traps and braziers that are near and in
//! sight.

use crate::sim::action::Action;
use crate::sim::ai::pathing;
use crate::sim::ai::raider::march;
use crate::sim::floor::hiding::MAX_ERRAND_CELLS;
use crate::sim::prelude::*;
use crate::sim::state::components::{Errand, ErrandKind};
use base::sees;
use content::RaiderKind;

/// Turns from one search for an errand to the next.
const TURNS_BETWEEN_LOOKS: u32 = 3;

/// Turns after which a raider gives up an errand.
const MAX_ERRAND_TURNS: u8 = 30;

/// Turns at a chest, and at a trap.
const LOOTING_TURNS: u8 = 3;
const DISARMING_TURNS: u8 = 2;

/// One in this many turns without success at a trap, it goes off.
const DISARM_SLIP_ONE_IN: u32 = 3;

pub(super) fn errand(world: &mut World, actor: &ActorRef, own: Raider) -> Option<Action> {
    let turn = world.clock().0.wrapping_add(world.number_of(actor.id));
    let looks_about = turn.is_multiple_of(TURNS_BETWEEN_LOOKS);
    let is_on = |errand: &Errand| errand.patience > 0 && is_there(world, errand.what, errand.at);
    let new = || looks_about.then(|| find(world, actor, own)).flatten();
    let errand = own.errand.filter(is_on).or_else(new);
    let pursued = errand.and_then(|mut errand| {
        errand.patience -= 1;
        Some((pursue(world, actor, &mut errand)?, errand))
    });
    if let Some(own) = world.raider_mut(actor) {
        own.errand = pursued.map(|(_, errand)| errand);
    }
    pursued.map(|(action, _)| action)
}

/// Now and then, searches a hiding place beside.
pub(super) fn search(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let searches = world.raider_kind(actor)?.searches;
    if world.floor.built.around(actor.pos) == 0 {
        return None;
    }
    let beside = Rect::around(actor.pos, 1);
    let hides =
        |&pos: &Pos| pos != actor.pos && world.floor.fixture(pos).is_some_and(Fixture::hides);
    let at = world.floor.built.iter_in(beside).find(hides)?;
    world.streams.ai.percent(searches).then_some(Action::Search(at))
}

/// The next action of an errand; `None` if no path leads there.
fn pursue(world: &mut World, actor: &ActorRef, errand: &mut Errand) -> Option<Action> {
    let at = errand.at;
    let bursts = world.raider_kind(actor).map_or(0, |raider| raider.bursts);
    let in_reach = match errand.what {
        ErrandKind::Take => actor.pos == at,
        ErrandKind::Burst => {
            (2..=bursts).contains(&actor.pos.steps_to(at))
                && sees(&world.floor.opaque, actor.pos, at)
        }
        _ => actor.pos.steps_to(at) <= 1,
    };
    if !in_reach {
        return pathing::towards(world, actor, at);
    }
    errand.spent = errand.spent.saturating_add(1);
    let bursts = errand.what == ErrandKind::Burst;
    if errand.spent == 1
        && (bursts || errand.what == ErrandKind::Disarm)
        && let Some(trap) = world.floor.fixture(at).and_then(Fixture::trap)
    {
        world.emit(RaidEvent::AtTrap { who: world.who(actor), trap, at, bursts });
    }
    let disarms = world.raider_kind(actor)?.disarms;
    Some(match errand.what {
        ErrandKind::Loot if errand.spent >= LOOTING_TURNS => Action::Loot(at),
        ErrandKind::Disarm if errand.spent < DISARMING_TURNS => Action::Wait,
        ErrandKind::Disarm if world.streams.ai.percent(disarms) => Action::Disarm(at),
        ErrandKind::Disarm if world.streams.ai.one_in(DISARM_SLIP_ONE_IN) => Action::Fumble(at),
        ErrandKind::Burst if errand.spent >= DISARMING_TURNS => Action::Burst(at),
        ErrandKind::Loot | ErrandKind::Disarm | ErrandKind::Burst => Action::Wait,
        ErrandKind::Take => Action::Pocket,
        ErrandKind::Kindle => Action::Kindle(at),
        ErrandKind::Snuff => Action::Snuff(at),
    })
}

/// The nearest errand in sight that suits a raider and that no other member is on.
fn find(world: &World, actor: &ActorRef, own: Raider) -> Option<Errand> {
    let raider = world.raider_kind(actor)?;
    let raid = world.raid()?;
    let near = Rect::around(actor.pos, MAX_ERRAND_CELLS);
    let wants_things = raider.takes && own.carries.is_none();
    // A party of the night before charts the floor, and makes all the mess that there is.
    let comes_for_chests = raid.want == Want::Loot || raid.is_of_last_night;
    let loots = comes_for_chests && !march::has_enough(world, actor);
    let has_tasks =
        loots || raider.disarms > 0 || raider.bursts > 0 || raider.kindles || raider.snuffs;
    let built = has_tasks.then(|| world.floor.built.iter_in(near)).into_iter().flatten();
    let built = built.filter_map(|pos| {
        let task = task_at(raider, loots, world.floor.fixture(pos)?)?;
        let is_wanted = match task {
            ErrandKind::Disarm | ErrandKind::Burst => raid.has_spotted(pos),
            // What one of them put out the next does not light again, or they would be at it all
            // night.
            ErrandKind::Kindle | ErrandKind::Snuff => !raid.has_tended(pos),
            _ => true,
        };
        is_wanted.then_some((pos, task))
    });
    let foes = loots.then(|| world.foes_near(actor, MAX_ERRAND_CELLS)).into_iter().flatten();
    let seeming = foes.filter(|&pos| world.seems_a_chest(pos));
    let item_cells = wants_things.then(|| world.item_cells().iter_in(near)).into_iter().flatten();
    let lying = item_cells.filter(|&pos| can_take(world, pos));
    let wanted = built
        .chain(seeming.map(|pos| (pos, ErrandKind::Loot)))
        .chain(lying.map(|pos| (pos, ErrandKind::Take)));
    // The line of sight is checked only for what is nearer than the nearest found so far.
    let mut nearest: Option<((i32, Pos), ErrandKind)> = None;
    for (at, what) in wanted {
        let nearness = (at.steps_to(actor.pos), at);
        if nearest.is_none_or(|(min, _)| nearness < min)
            && raid.seen.contains(at)
            && sees(&world.floor.opaque, actor.pos, at)
            && !is_claimed(world, actor, at)
        {
            nearest = Some((nearness, what));
        }
    }
    nearest.map(|((_, at), what)| Errand { what, at, patience: MAX_ERRAND_TURNS, spent: 0 })
}

fn task_at(raider: &RaiderKind, loots: bool, fixture: Fixture) -> Option<ErrandKind> {
    match fixture {
        Fixture::Chest { full: true } if loots => Some(ErrandKind::Loot),
        Fixture::Trap { armed: true, .. } if raider.disarms > 0 => Some(ErrandKind::Disarm),
        Fixture::Trap { armed: true, .. } if raider.bursts > 0 => Some(ErrandKind::Burst),
        Fixture::Light { lit: false } if raider.kindles => Some(ErrandKind::Kindle),
        Fixture::Light { lit: true } if raider.snuffs => Some(ErrandKind::Snuff),
        _ => None,
    }
}

fn is_there(world: &World, what: ErrandKind, at: Pos) -> bool {
    let is = |fixture: Fixture| world.floor.fixture(at) == Some(fixture);
    match what {
        ErrandKind::Take => can_take(world, at),
        ErrandKind::Loot => is(Fixture::Chest { full: true }) || world.seems_a_chest(at),
        ErrandKind::Disarm | ErrandKind::Burst => world.floor.armed.contains(at),
        ErrandKind::Kindle => is(Fixture::Light { lit: false }),
        ErrandKind::Snuff => is(Fixture::Light { lit: true }),
    }
}

/// Whether there is an item that raiders take; keys and gate tools they leave.
fn can_take(world: &World, pos: Pos) -> bool {
    world.item_at(pos).is_some_and(|stack| world.catalog.item(stack.kind).slot != Slot::Belt)
}

fn is_claimed(world: &World, actor: &ActorRef, at: Pos) -> bool {
    let others = world.raid().into_iter().flat_map(Raid::inside).filter(|&id| id != actor.id);
    others.filter_map(|id| world.alive(id)).any(|other| match world.duty(other.entity) {
        Duty::Raider(Raider { errand: Some(errand), .. }) => errand.at == at,
        _ => false,
    })
}
