//! What the player brings from one floor to another.

use crate::sim::prelude::*;
use crate::sim::state::belongings::Belongings;

/// What the player brings to a floor: without what belongs to the floor before, and rested.
pub(in crate::sim::campaign) fn arriving(run: &RunState, catalog: &Catalog) -> RunState {
    let mut run = run.clone();
    run.next_id = ActorId::PLAYER.0 + 1;
    let own = &mut run.belongings;
    own.carrying = None;
    own.mop_fouled = 0;
    own.satchel_ready = Turns(0);
    own.resting.clear();
    own.unpaid.clear();
    // Keys fit no other floor; boots and satchel are the player's own.
    let keys = [Gate::LockedDoor, Gate::BossDoor].map(|gate| catalog.opener(gate));
    own.belt.retain(|stack| !keys.contains(&Some(stack.kind)));
    run
}

/// The supplies that are brought from the last site.
pub(in crate::sim::campaign) fn kept_supplies(
    belongings: &Belongings,
    catalog: &Catalog,
) -> PerSupply {
    PerSupply(belongings.supplies.0.map(|count| count.min(catalog.campaign.keeps)))
}
