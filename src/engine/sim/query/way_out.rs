//! How long the way out of a site of several floors takes.

use crate::sim::prelude::*;
use crate::sim::state::cells::FloorState;

impl World {
    /// About how many turns the way from the stairs down of this floor to the exit of the site takes, through all floors below:
    /// the shortest way from stairs to stairs on each, gates counted as open. 0 on the last floor and in other modes.
    pub fn turns_below(&self) -> Turns {
        let Some(journey) = self.journey() else { return Turns(0) };
        let below = journey.floors.iter().filter(|stored| stored.number > journey.floor);
        let steps = below.map(|stored| steps_through(&stored.floor)).sum();
        self.turns_for_steps(steps)
    }

    /// Turns that the player takes for so many steps at the present pace.
    pub(crate) fn turns_for_steps(&self, steps: u32) -> Turns {
        let pace = self.pace_of(ActorId::PLAYER).unwrap_or(ACTION_ENERGY).max(1) as u32;
        Turns((steps * ACTION_ENERGY as u32).div_ceil(pace))
    }
}

/// Steps from the start of a floor to its exit and one more, over the stairs; as the crow flies where no way leads.
fn steps_through(floor: &FloorState) -> u32 {
    let cells = &floor.cells;
    let open = Bits::of(&cells.terrain, |tile| tile.is_passable());
    let mut field = DistanceField::new();
    let steps = field.spread_until(&open, [cells.start], Moves::Eight, cells.exit);
    1 + steps.map_or(cells.start.steps_to(cells.exit).unsigned_abs(), u32::from)
}
