//! Bosses, as in `data/actors.ron`: phases, party and heavy blows.

use serde::Deserialize;

use super::raider::Heals;
use super::{Effect, PartyKindId, Ref};

/// What a boss has besides an ordinary actor: phases by its health, and heavy blows that are announced a turn ahead.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BossKind {
    /// Percent of health under which it calls the party `calls`.
    pub calls_below: i32,
    /// Percent of health under which its last stand begins, in which walls do not stop it.
    pub stands_below: i32,
    /// Percent of health under which it leaves by the exit.
    pub leaves_below: i32,
    pub calls: Ref<PartyKindId>,
    /// What it notices while nothing has woken it.
    pub dozes: Doze,
    /// Turns by which each of its struggles shortens a snare, besides the one that passes.
    pub struggles: u16,
    /// Percent of the turns in a snare on which it strikes an enemy beside it in place of struggling.
    #[serde(default)]
    pub answers: u32,
    /// Damage that traps do to it, in percent of the usual.
    pub trapped: i32,
    /// Damage of blows, shots and throws against it while it is snared or stunned, in percent of the usual; none of them
    /// misses.
    pub held: i32,
    /// Turns from one heavy blow to the next; half of that in the last stand.
    pub every: u32,
    pub blows: Vec<HeavyBlow>,
    /// The messages when it calls, begins its last stand and leaves.
    pub call: String,
    pub stand: String,
    pub leave: String,
    /// How it heals itself and its friends, between its blows.
    #[serde(default)]
    pub heals: Option<Heals>,
    /// The phase from which on it no longer keeps its distance; never, by default.
    #[serde(default = "never")]
    pub closes_in: u8,
}

fn never() -> u8 {
    u8::MAX
}

/// The senses of a boss that dozes, in the place of those of its kind.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doze {
    /// Distance within which it notices enemies, in cells.
    pub alert: i32,
    /// What a noise has to be louder than, in cells of way.
    pub hearing: u8,
}

/// A blow that is prepared for a turn and then hits every cell of its shape.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeavyBlow {
    /// The message when it hits nobody, after the name: "cuts at where nobody is".
    pub missed: String,
    /// The message a turn ahead: "It draws the blade back over the shoulder."
    pub warning: String,
    pub shape: BlowShape,
    pub damage: (i32, i32),
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// The cells that a heavy blow hits, relative to the boss and the direction of the blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum BlowShape {
    /// A straight line of this many cells, up to a wall.
    Line(i32),
    /// The three cells ahead and the two at the sides.
    Sweep,
    /// Every cell within this many steps.
    Ring(i32),
}
