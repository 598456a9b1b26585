//! The condition that a floor has for one night: which one, and what it does before the shift
//! begins.

use crate::sim::prelude::*;
use content::{ConditionId, ConditionKind};

/// Draws the condition of the floor, after the raid and before the order is drawn up: what it
/// spoils is work of this night.
pub(crate) fn begin(world: &mut World) {
    let mut stream = {
        let part = (world.floor_key, world.depth);
        Stream::new(world.seed, purpose::CONDITION, part)
    };
    let condition = draw(world, &mut stream);
    world.shift.condition = condition;
    let (lights_out, under_water) = (world.changes().lights_out, world.changes().under_water);
    if lights_out > 0 {
        let is_lit = |&(_, fixture): &(Pos, Fixture)| fixture == Fixture::Light { lit: true };
        let lit: Vec<(Pos, Fixture)> = world.floor.fixtures().filter(is_lit).collect();
        for (pos, _) in lit {
            if stream.percent(lights_out) {
                world.floor.set_fixture(pos, Some(Fixture::Light { lit: false }));
            }
        }
    }
    if under_water {
        for pos in world.floor.blood().iter().collect::<Vec<Pos>>() {
            world.floor.set_blood(pos, false);
        }
    }
}

/// The condition of a floor, by its seed, place and depth alone.
fn draw(world: &World, stream: &mut Stream) -> Option<ConditionId> {
    let conditions = &world.catalog.conditions;
    if !stream.percent(conditions.percent_at(world.depth)) {
        return None;
    }
    let weight =
        |kind: &ConditionKind| if kind.depths.contains(world.depth) { kind.weight } else { 0 };
    let place = stream.weighted(conditions.kinds.iter().map(weight))?;
    Some(ConditionId(place as u8))
}
