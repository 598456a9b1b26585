//! How bosses decide: they hunt, call a party, make a last stand, and leave when they are hurt
//! badly.

use crate::sim::action::Action;
use crate::sim::ai::raider::support::worst_off;
use crate::sim::ai::{habits, hunt, pathing};
use crate::sim::fight::blows;
use crate::sim::prelude::*;
use levels::Tile;

pub(super) fn decide(
    world: &mut World,
    actor: &ActorRef,
    boss: Boss,
    ai_state: AiState,
) -> Option<Action> {
    if world.has_status(actor.entity, Status::Snared) {
        return struggle(world, actor, boss);
    }
    if boss.windup.is_some() {
        return Some(Action::HeavyBlow);
    }
    let boss = match change(world, actor, boss) {
        Boss { phase: Boss::CALLED_PARTY, .. } if boss.phase < Boss::CALLED_PARTY => {
            return Some(Action::Call);
        }
        changed => changed,
    };
    if boss.phase >= Boss::LEAVING {
        return leave_floor(world, actor);
    }
    if let Some(help) = heal(world, actor, ai_state) {
        return Some(help);
    }
    match ai_state {
        AiState::Hunting { quarry, last_seen, .. } => {
            let target = world.alive(quarry).map_or(last_seen, |target| target.pos);
            if world.clock() >= boss.ready {
                let blows = blows::blows_at(world, actor, target);
                if let Some(&windup) = world.streams.ai.pick(&blows) {
                    return Some(Action::WindUp(windup));
                }
            }
            breach(world, actor, boss, last_seen)
                .or_else(|| hunt::hunt(world, actor, quarry, last_seen))
        }
        AiState::Curious { goal, .. } => pathing::towards(world, actor, goal),
        AiState::Idle | AiState::GaveUp { .. } | AiState::Fleeing { .. } => {
            habits::idle(world, actor)
        }
    }
}

/// Heals itself or a friend, the one with the least share of its health, where its kind can; not
/// before it is awake.
fn heal(world: &mut World, actor: &ActorRef, ai_state: AiState) -> Option<Action> {
    let heals = world.kind(actor).boss.as_ref()?.heals?;
    if !matches!(ai_state, AiState::Hunting { .. }) {
        return None;
    }
    let friends = world.present().iter().filter(|other| other.faction == actor.faction).copied();
    let friend = worst_off(world, actor, heals.range, friends)?;
    world.streams.ai.percent(heals.ready).then_some(Action::Heal(friend))
}

/// Struggles, or strikes whoever stands beside now and then, by its kind: a blow that was prepared
/// is lost.
fn struggle(world: &mut World, actor: &ActorRef, boss: Boss) -> Option<Action> {
    if boss.windup.is_some() {
        world.set_duty(actor, Duty::Boss(Boss { windup: None, ..boss }));
        world.emit(FightEvent::BlowLost { who: world.who(actor) });
    }
    let answers = world.kind(actor).boss.as_ref().map_or(0, |boss| boss.answers);
    let foe = world.strikable_foes(actor).next().map(|foe| foe.id);
    if answers > 0
        && let Some(foe) = foe
        && world.streams.ai.percent(answers)
    {
        return Some(Action::Attack(foe));
    }
    // A step into an enemy would be a blow.
    let is_free = |&dir: &Dir| !world.is_occupied(actor.pos + dir);
    Dir::ALL.into_iter().find(is_free).map(Action::Step)
}

/// Walks to the exit and leaves; strikes an enemy that stands in it.
fn leave_floor(world: &World, actor: &ActorRef) -> Option<Action> {
    let exit = world.floor.exit;
    if actor.pos == exit {
        return Some(Action::Leave);
    }
    let in_the_way = world.present().iter().find(|other| {
        other.pos == exit && exit.is_beside(actor.pos) && world.are_hostile(actor, other)
    });
    let blow = in_the_way.map(|other| Action::Attack(other.id));
    blow.or_else(|| pathing::towards(world, actor, exit))
}

/// Goes on to the next phase if the health of the boss calls for a later one; to the last one at
/// once.
fn change(world: &mut World, actor: &ActorRef, boss: Boss) -> Boss {
    let Some(kind) = &world.kind(actor).boss else { return boss };
    let (percent, bounds) =
        (world.health_percent(actor), [kind.calls_below, kind.stands_below, kind.leaves_below]);
    let due = bounds.into_iter().filter(|&bound| percent < bound).count() as u8;
    if boss.phase >= due {
        return boss;
    }
    let phase = if due == Boss::LEAVING { due } else { boss.phase + 1 };
    let changed = Boss { phase, ..boss };
    world.set_duty(actor, Duty::Boss(changed));
    if phase == Boss::LEAVING {
        world.set_ai_state(actor, AiState::Fleeing { from: world.player_pos(), patience: u8::MAX });
    }
    if phase != Boss::CALLED_PARTY {
        world.emit(FightEvent::PhaseBegan { who: world.who(actor), phase });
    }
    changed
}

/// In the last stand, breaks through a wall on the straight line to the goal.
fn breach(world: &World, actor: &ActorRef, boss: Boss, goal: Pos) -> Option<Action> {
    if boss.phase < Boss::LAST_STAND || goal == actor.pos {
        return None;
    }
    let next = Line::new(actor.pos, goal, Tie::NorthWest).next()?;
    let is_wall = world.floor.contains(next)
        && matches!(world.floor.tile(next), Tile::Wall | Tile::Rock)
        && !world.floor.is_border(next);
    is_wall.then_some(Action::Breach(next))
}
