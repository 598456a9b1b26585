use crate::base;
use crate::content::Status;

use super::raider;
use crate::sim::components::Mind;
use crate::sim::world::{Spot, World};
use crate::sim::{ActorId, Event};

/// Turns that a fright lasts.
const FRIGHT: u8 = 12;

/// Looks round, and lets what is seen change the actor's mind.
pub(super) fn perceive(world: &mut World, actor: &Spot) -> Mind {
    let before = world.mind(actor.entity);
    let after = match seen_quarry(world, actor, before) {
        Some(quarry) if is_afraid(world, actor) => {
            Mind::Fleeing { from: quarry.pos, patience: FRIGHT }
        }
        // Frightened for another reason than its wounds: it gets over it in its own time.
        Some(_) if matches!(before, Mind::Fleeing { patience: 1.., .. }) => {
            lose_sight(world, actor, before)
        }
        Some(quarry) => Mind::Hunting { quarry: quarry.id, last_seen: quarry.pos, lost: 0 },
        None => lose_sight(world, actor, before),
    };
    if after != before {
        world.set_mind(actor, after);
        let hunted_player = matches!(before, Mind::Hunting { quarry: ActorId::PLAYER, .. });
        if hunted_player && after == Mind::Idle {
            let who = world.who(actor);
            world.emit(Event::ThreatLost { who });
        }
    }
    after
}

/// The nearest actor that it is at war with and sees, of several the one with the lowest id; whom it hunts
/// already, at any distance.
fn seen_quarry(world: &World, actor: &Spot, mind: Mind) -> Option<Spot> {
    let kind = world.kind(actor);
    let hunted = match mind {
        Mind::Hunting { quarry, .. } => Some(quarry),
        _ => None,
    };
    if !kind.mind.aggressive && hunted.is_none() {
        return None;
    }
    let hunted = hunted
        .filter(|&id| id != actor.id && !(id == ActorId::PLAYER && world.away))
        .and_then(|id| world.alive(id))
        .filter(|other| sees(world, actor, other));
    let mut nearest = hunted.map(|other| (actor.pos.steps_to(other.pos), other));
    let Some(near) = world.presence.foes_near(actor.faction, actor.pos, kind.alert) else {
        return hunted;
    };
    for pos in near {
        let distance = actor.pos.steps_to(pos);
        if nearest.is_some_and(|(least, _)| distance > least) {
            continue;
        }
        let Some(other) = world.spot_at(pos).copied() else { continue };
        let is_news = nearest.is_none_or(|(least, found)| (distance, other.id) < (least, found.id))
            && hunted.is_none_or(|hunted| hunted.id != other.id);
        if is_news
            && sees(world, actor, &other)
            && (kind.raider.is_none() || raider::minds(world, actor, &other))
        {
            nearest = Some((distance, other));
        }
    }
    nearest.map(|(_, other)| other)
}

/// Whether it sees somebody now; who is blind feels only those beside it.
pub(super) fn sees(world: &World, actor: &Spot, other: &Spot) -> bool {
    if world.has_status(actor.entity, Status::Blind) {
        return actor.pos.is_beside(other.pos);
    }
    if other.id == ActorId::PLAYER {
        world.is_player_seen_from(actor.pos)
    } else {
        base::sees(world.floor.opaque(), actor.pos, other.pos)
    }
}

fn is_afraid(world: &World, actor: &Spot) -> bool {
    let vitals = world.vitals(actor.entity);
    vitals.health * 100 < vitals.most * world.kind(actor).mind.flees_below
}

/// The quarry is out of sight: look where it was, then give up.
fn lose_sight(world: &World, actor: &Spot, before: Mind) -> Mind {
    match before {
        Mind::Hunting { quarry, last_seen, lost } => {
            let persistence = world.kind(actor).mind.persistence;
            if lost >= persistence || world.spot(quarry).is_none() {
                Mind::Idle
            } else {
                Mind::Hunting { quarry, last_seen, lost: lost + 1 }
            }
        }
        Mind::Curious { goal, patience } => {
            if patience == 0 || actor.pos == goal {
                Mind::Idle
            } else {
                Mind::Curious { goal, patience: patience - 1 }
            }
        }
        Mind::Fleeing { patience: 0, .. } => Mind::Idle,
        Mind::Fleeing { from, patience } => Mind::Fleeing { from, patience: patience - 1 },
        Mind::Idle => Mind::Idle,
    }
}
