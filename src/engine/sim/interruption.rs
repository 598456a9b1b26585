//! The reasons why an activity of several turns ends, and what can lie in its way, as data. `view` puts them into words.

use serde::Serialize;

use crate::sim::event::parts::Harm;
use base::Pos;
use content::{ActorKindId, Gate, Status, Supply, TrapKindId};

/// Why an activity of several turns (a walk, a rest, a job) has ended, or cannot be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Interruption {
    Done,
    // The player stands at the goal of the walk.
    Arrived,
    // There is work in reach.
    AtWork,
    // A run has come to a fork, to the end of a passage or to an opening at its side.
    Fork,
    // A run has come beside something worth a look.
    Beside,
    // The player is at full health, without harmful statuses.
    Rested,
    // The player is hurt, without harmful statuses, where nothing heals by waiting.
    NotHealing,
    // Everything that can be reached safely is explored.
    Explored,
    // The same, and what is left lies behind gates; a gate of this kind comes first on the way.
    Gated(Gate),
    // The same, and what is left lies behind an obstacle on this cell.
    Fenced { by: Obstacle, at: Pos },
    // The player stands before a gate that is in the way.
    Barred(Gate),
    // An actor of this kind stands in the only way.
    Crowded(ActorKindId),
    // The only way leads through an obstacle on this cell, which the player must decide to enter.
    Blocked { by: Obstacle, at: Pos },
    // The work that is left takes a supply of which the player has none.
    NoSupply(Supply),
    NoWay,
    Threat(ActorKindId),
    // An enemy that was in sight already hunts the player now.
    Noticed(ActorKindId),
    // The resident that followed the player does no longer.
    Unfollowed,
    Risen,
    // A body that the player knows of gets up soon, and can be seen to before.
    Stirring,
    // The player heard a noise while waiting for something to happen.
    Heard,
    // Nothing happened for as long as the player waits for something in one go.
    Waited,
    Hurt,
    // The player has a new harmful status, or one that takes health and was not stopped for yet.
    Afflicted(Status),
    // The player's health fell below a third.
    Weakened,
    // What goes on in the player's body or on their cell would kill them before it is over.
    Deadly(Harm),
    Fire,
    // The hour was announced.
    Late,
    // A party of raiders came in.
    Raided,
    // The player carries a body, and knows of no way to a chute.
    NoChute,
    // The mop is foul, and the player knows of no way to water.
    NoWater,
    // Actors stand on the cells of all the known work that can be done now.
    Occupied,
    // The activity cannot go on as it was begun.
    Impossible,
}

/// What no activity walks through by itself: the player must decide to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Obstacle {
    /// A door that is barred, by the player mostly.
    Bar,
    Fire,
    Gas,
    /// An armed trap.
    Trap(TrapKindId),
    /// A boss that dozes, and would notice who goes there.
    Dozing(ActorKindId),
    /// A shut door with somebody behind it who hunts the player.
    ShutOut(ActorKindId),
    /// An enemy that went out of sight not long ago.
    OutOfSight(ActorKindId),
}
