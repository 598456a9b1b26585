//! What the data say of a boss: its phases, its party and its heavy blows.

use serde::Deserialize;

use super::{Effect, PartyKindId};

/// What makes a boss of an actor: phases, and blows that are seen coming.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BossKind {
    /// Percent of health under which it calls a party.
    pub calls_below: i32,
    /// Under which it makes its last stand, and walls no longer stop it.
    pub stands_below: i32,
    /// Under which it has had enough and makes for the exit.
    pub leaves_below: i32,
    /// The name of the party in `data/parties.ron`.
    pub calls: String,
    /// Filled in when the catalog is built.
    #[serde(skip)]
    pub calls_id: PartyKindId,
    /// What traps do to it, in percent of what they do to others: it never looks down.
    pub trapped: i32,
    /// Turns from one heavy blow to the next; in the last stand half as many.
    pub every: u32,
    pub blows: Vec<HeavyBlow>,
    /// What is heard when it calls, stands and leaves.
    pub call: String,
    pub stand: String,
    pub leave: String,
}

/// A blow that is prepared for a turn, in plain sight, and then falls on every cell of its shape.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeavyBlow {
    /// "cleaves", as in "it cleaves the air".
    pub verb: String,
    /// What is seen a turn ahead: "It draws the blade back over the shoulder."
    pub warning: String,
    pub shape: BlowShape,
    pub damage: (i32, i32),
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// Where a heavy blow falls, as seen from whoever strikes in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum BlowShape {
    /// So many cells straight on, up to a wall.
    Line(i32),
    /// The three cells ahead and the two at the sides.
    Sweep,
    /// Every cell within so many steps.
    Ring(i32),
}
