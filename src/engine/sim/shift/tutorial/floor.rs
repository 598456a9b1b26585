//! The floor of the tutorial, from its picture in the data.

use crate::sim::prelude::*;
use std::sync::Arc;

use crate::sim::shift::build;
use crate::sim::shift::picture::{self, Names};

/// The world that the tutorial begins with. Its plan is known, and bodies stay down.
pub(crate) fn world(setup: &Setup, catalog: &Arc<Catalog>) -> World {
    let floor = &catalog.tutorial.floor;
    let names = Names {
        kind: setup.mode.kind(),
        trap: &floor.trap,
        item: &floor.item,
        body: &floor.body,
        actors: Vec::new(),
    };
    let drawn = picture::read(&floor.map, &names, catalog);
    // The catalog has checked every character of it.
    let drawn = drawn.unwrap_or_else(|error| unreachable!("{error}"));
    let mut world = build::from_level(&drawn.level, &drawn.mess, setup, catalog);
    world.keep_bodies_down();
    world.run.belongings.supplies = PerSupply(floor.supplies);
    world.learn_plan();
    world.update_sight();
    (world.shift.par, world.shift.dawn) = (Some(Turns(floor.par)), Turns(floor.night));
    world.shift.tutor = Some(Tutor::new(&catalog.tutorial));
    world.events.clear();
    world
}
