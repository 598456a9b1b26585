//! Scouting: the route to the edge of what the party has seen.

use crate::sim::prelude::*;
use base::{GoalCost, GoalSearch};

use crate::sim::ai::raider::stride;
use crate::sim::rules::action::Action;

/// The cost of a step of the route to an edge, where a step that the edge lies nearer to the start costs 1.
const STEP_WEIGHT: i32 = 4;

/// A step to the edge that suits best, for a raider that lost the party.
pub(super) fn scout(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let raid = world.raid()?;
    let route = route_to_edge(world, raid, actor.pos, &mut world.scratch.borrow_mut().seeker);
    let dir = Dir::between(actor.pos, *route.last()?)?;
    stride::stride(world, actor, dir)
}

/// The way to the edge of the known that suits best: near, and away from where they came in. The next cell is
/// the last one; empty where nothing is left to see.
pub(crate) fn route_to_edge(
    world: &World,
    raid: &Raid,
    from: Pos,
    seeker: &mut GoalSearch,
) -> Vec<Pos> {
    let ground = stride::ground(world, raid, from);
    route_by(world, raid, &ground, from, seeker)
}

/// The same over other ground.
pub(super) fn route_over(ground: &Bits, raid: &Raid, world: &World, from: Pos) -> Vec<Pos> {
    route_by(world, raid, ground, from, &mut world.scratch.borrow_mut().seeker)
}

fn route_by(
    world: &World,
    raid: &Raid,
    ground: &Bits,
    from: Pos,
    seeker: &mut GoalSearch,
) -> Vec<Pos> {
    let edges = edges(ground, &raid.seen);
    let mut route = Vec::new();
    let price = GoalCost { step: STEP_WEIGHT, away_from: world.floor.start };
    seeker.seek(ground, from, &edges, price, &mut route);
    route
}

/// Ground beside a cell that the party has not seen.
fn edges(ground: &Bits, seen: &Bits) -> Bits {
    let mut edges = ground.clone();
    let (stride, words) = (seen.stride(), seen.words());
    for (y, row) in edges.words_mut().chunks_exact_mut(stride.max(1)).enumerate() {
        let place = y * stride;
        let own = &words[place..place + stride];
        let north = y.checked_sub(1).map(|above| &words[above * stride..place]);
        let south = words.get(place + stride..place + 2 * stride);
        for (column, word) in row.iter_mut().enumerate().filter(|(_, word)| **word != 0) {
            // Beyond the grid there is nothing to be seen.
            let beside = |row: Option<&[u64]>| row.map_or(u64::MAX, |row| row[column]);
            let west = if column > 0 { own[column - 1] >> 63 } else { 1 };
            let east = own.get(column + 1).map_or(1 << 63, |word| word << 63);
            let middle = own[column];
            *word &= !((middle << 1 | west) & (middle >> 1 | east) & beside(north) & beside(south));
        }
    }
    edges
}
