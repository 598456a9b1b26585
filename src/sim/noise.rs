//! Noise: it runs along the passages, wakes and draws.

use crate::base::{Moves, Pos};

use super::components::Mind;
use super::world::{Spot, World};
use super::{ActorId, Event};

/// A sound that carries `loudness` cells of way. Who has nothing better to do goes to see.
pub(super) fn sound(world: &mut World, at: Pos, loudness: u8) {
    if loudness == 0 {
        return;
    }
    world.emit(Event::Noise { at, loudness });
    // Whoever is after somebody has ears for nothing else, and sound goes no straighter than the crow.
    let may_hear = |spot: &Spot| {
        let faintest = i32::from(world.catalog.actor(spot.kind).hearing);
        spot.id != ActorId::PLAYER
            && spot.pos.steps_to(at) + faintest <= i32::from(loudness)
            && matches!(world.mind(spot.entity), Mind::Idle | Mind::Curious { .. })
    };
    let near: Vec<Spot> = world.roster.iter().filter(|spot| may_hear(spot)).copied().collect();
    if near.is_empty() {
        return;
    }
    let heard: Vec<_> = {
        let mut scratch = world.scratch.borrow_mut();
        let field = &mut scratch.noise;
        field.spread(world.floor.airy(), [at], Moves::Eight, u16::from(loudness));
        near.into_iter()
            .filter(|spot| {
                let faintest = u16::from(world.catalog.actor(spot.kind).hearing);
                field.get(spot.pos).saturating_add(faintest) <= u16::from(loudness)
            })
            .collect()
    };
    for spot in heard {
        world.set_mind(&spot, Mind::Curious { goal: at, patience: loudness.saturating_mul(2) });
    }
}

/// A sound that the player makes: what is worn and held softens it, or does not.
pub(super) fn sound_of_player(world: &mut World, at: Pos, loudness: u8) {
    let percent = world.with_belongings(|own| {
        own.equipment(&world.catalog).fold(100, |percent, item| percent * item.noise / 100)
    });
    sound(world, at, (i32::from(loudness) * percent / 100).min(u8::MAX.into()) as u8);
}
