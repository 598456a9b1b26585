use super::Outcome;
use crate::sim::components::Mind;
use crate::sim::event::Harm;
use crate::sim::world::{Spot, World};
use crate::sim::{ActorId, Event, noise};

/// Strikes somebody beside.
pub(super) fn attack(world: &mut World, actor: &Spot, victim: ActorId) -> Outcome {
    let Some(victim) = world.alive(victim) else { return Outcome::Done };
    let (hit, damage) = world.blow(actor);
    let kind = actor.kind;
    if let Some(damage) = roll_blow(world, &victim, hit, damage) {
        let (by, struck) = (world.who(actor), world.who(&victim));
        world.emit(Event::Struck { by, victim: struck, damage });
        let catalog = world.catalog.clone();
        world.wound(&victim, Harm::Blow { by: kind }, damage);
        if let Some(victim) = world.alive(victim.id) {
            world.befall(&victim, &catalog.actor(kind).melee.effects, Harm::Blow { by: kind });
        }
    } else {
        let (by, missed) = (world.who(actor), world.who(&victim));
        world.emit(Event::Missed { by, victim: missed });
    }
    provoke(world, &victim, actor);
    let loudness = world.catalog.rules.noise_fight;
    noise::sound(world, actor.pos, loudness);
    Outcome::Done
}

/// The damage of a blow, or nothing if it missed.
pub(super) fn roll_blow(
    world: &mut World,
    victim: &Spot,
    hit: i32,
    (low, high): (i32, i32),
) -> Option<i32> {
    let chance = world.hit_chance(hit, victim);
    world.streams.combat.percent(chance).then(|| {
        let damage = world.streams.combat.range(low, high);
        (damage - world.armour(victim)).max(i32::from(high > 0))
    })
}

/// Who is struck at knows by whom.
pub(super) fn provoke(world: &mut World, victim: &Spot, by: &Spot) {
    crate::sim::raid::fought(world, victim, by);
    if victim.id == ActorId::PLAYER {
        return;
    }
    let Some(victim) = world.alive(victim.id) else { return };
    if !matches!(world.mind(victim.entity), Mind::Fleeing { .. }) {
        world.set_mind(&victim, Mind::Hunting { quarry: by.id, last_seen: by.pos, lost: 0 });
    }
}
