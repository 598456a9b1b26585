//! Crates: in the way, and now and then with something in them.

use crate::base::{Pos, Stream};
use crate::content::ItemKindId;

use super::Outcome;
use crate::sim::behaviour::Behaviour;
use crate::sim::world::World;
use crate::sim::{Event, Stack, Stop, noise};

/// One turn at a crate; the last one leaves plain floor, and perhaps what was in it.
pub(super) fn smash(world: &mut World, at: Pos) -> Outcome {
    let left = match world.begun {
        Some((place, left)) if place == at => left,
        _ => world.smash_turns(),
    };
    let loudness = world.catalog.rules.noise_crate;
    noise::sound_of_player(world, at, loudness);
    if left > 1 {
        world.begun = Some((at, left - 1));
        world.behaviour = Some(Behaviour::Work { at });
        return Outcome::Done;
    }
    world.begun = None;
    world.behaviour = None;
    world.floor.set_fixture(at, None);
    world.emit(Event::CrateSmashed { at });
    if let Some(stack) = contents(world, at) {
        world.place_item(at, stack);
        world.emit(Event::CrateHeld { stack, at });
    }
    world.emit(Event::Stopped { why: Stop::Done });
    Outcome::Done
}

/// What is in the crate at a place: the same whenever it is smashed, and whatever was before it.
fn contents(world: &World, at: Pos) -> Option<Stack> {
    let place = [u64::from(world.depth), at.x as u64, at.y as u64];
    let mut stream = Stream::new(world.seed, "crate", &place);
    if !stream.percent(world.catalog.rules.crate_percent) {
        return None;
    }
    let weights = world.catalog.items.iter().map(|item| {
        let (low, high) = item.depths;
        if (low..=high).contains(&world.depth) { item.weight } else { 0 }
    });
    let place = stream.weighted(weights)?;
    let (least, most) = world.catalog.items[place].stack;
    let count = stream.range(least.into(), most.into()) as u16;
    Some(Stack { kind: ItemKindId(place as u16), count })
}
