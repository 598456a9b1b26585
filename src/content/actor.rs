//! Kinds of actors, as in `data/actors.ron`: numbers, attacks, behaviour.

use serde::Deserialize;

use super::traits::Traits;
use super::{ActorKindId, BossKind, Depth, DepthRange, Effect, FactionId, RaiderKind, Ref};

/// What an actor is and how it behaves; one entry of `data/actors.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorKind {
    /// The noun, without article: "rat".
    pub name: String,
    /// Its letter on the map.
    pub glyph: char,
    /// The name of its side in `data/factions.ron`.
    pub faction: Ref<FactionId>,
    pub health: i32,
    /// Energy gained a turn; 100 is one action a turn.
    pub speed: u16,
    /// Taken off an attacker's chance to hit, in percentage points.
    pub evasion: i32,
    /// Taken off the damage of every blow, which stays at least 1.
    pub armour: i32,
    pub melee: Melee,
    pub shot: Option<Shot>,
    /// Distance within which it notices an enemy in plain sight, in cells.
    pub alert: i32,
    /// The faintest noise that alerts it, as the loudness that is left where it stands.
    pub hearing: u8,
    #[serde(rename = "mind")]
    pub temperament: Temperament,
    /// Present in bosses.
    #[serde(default)]
    pub boss: Option<BossKind>,
    /// Leaves a body, which is a job for the player.
    pub leaves_body: bool,
    /// What its body gets up as, from which depth on; on less deep floors as `risen` of `data/rules.ron` says.
    #[serde(default)]
    pub rises_as: Vec<(Depth, Ref<ActorKindId>)>,
    /// Coins that its body holds: the range from which the number is drawn, both ends included.
    #[serde(default)]
    pub purse: (u16, u16),
    /// Bleeds on the floor when hurt.
    pub bleeds: bool,
    /// Springs no traps.
    pub flies: bool,
    /// Immune to gas and poison.
    pub breathless: bool,
    /// Can open closed doors.
    pub opens_doors: bool,
    /// Habits and powers besides these numbers.
    #[serde(default)]
    pub traits: Traits,
    /// Breaks doors that it cannot open.
    #[serde(default)]
    pub forces: bool,
    /// Immune to fire.
    #[serde(default)]
    pub fireproof: bool,
    /// The depths at which it is drawn, both included; (0, 0) if it is never drawn.
    pub depths: DepthRange,
    /// Weight by which it is drawn among the kinds of a depth.
    pub weight: u32,
    /// Number of actors in a group, both ends included.
    pub group: (u8, u8),
    /// What it does in a raid; `None` if it never raids.
    #[serde(default)]
    pub raider: Option<RaiderKind>,
    /// Whether it is only ever a person of a journey who holds a site, or stands by one who does.
    #[serde(default)]
    pub is_person: bool,
    /// One or two sentences, shown when it is examined.
    pub description: String,
}

impl ActorKind {
    /// Whether it stays away from whoever it hunts, does nothing from there, and calls others.
    pub fn only_calls(&self) -> bool {
        self.traits.barks > 0 && self.temperament.distance > 0 && self.shot.is_none()
    }
}

/// A blow at an adjacent actor.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// Chance to hit, in percent, before the victim's evasion.
    pub hit: i32,
    pub damage: (i32, i32),
    /// "bites", as in "the rat bites you".
    pub verb: String,
    /// Effects of a hit besides its damage.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Percent of the hits that push the victim back a cell.
    #[serde(default)]
    pub knocks: u32,
    /// Extra damage of a hit on a victim that had not noticed the attacker.
    #[serde(default)]
    pub ambush: i32,
}

/// A ranged attack along a clear line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Chance to hit, in percent, before the victim's evasion.
    pub hit: i32,
    pub damage: (i32, i32),
    /// In cells.
    pub range: i32,
    /// Percent of the turns in which it can be used.
    pub ready: u32,
    /// "throws a bolt at", as in "the mage throws a bolt at you".
    pub verb: String,
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// How an actor decides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Temperament {
    /// Percent of idle turns spent on a random step.
    pub restless: u32,
    /// Whether it attacks enemies on sight, before it is hurt.
    pub aggressive: bool,
    /// Turns that it searches for a quarry that it lost from sight; 0 if it gives up at once.
    pub persistence: u8,
    /// The distance that it keeps from its quarry, in cells; 0 for melee.
    pub distance: u8,
    /// Percent of health under which it flees; 0 if it never does.
    pub flees_below: i32,
    /// Percent of the steps towards its quarry that go in a random direction.
    pub erratic: u32,
    /// Avoids armed traps even while it hunts; all residents avoid them otherwise.
    pub wary: bool,
    /// Guards the cell where it was placed, and returns there.
    #[serde(default)]
    pub guards: bool,
    /// How far from its post a guard pursues an enemy, in cells; 0 for no limit.
    #[serde(default)]
    pub leash: u8,
    /// What it goes to when it has no quarry.
    pub drawn_to: Option<Drawn>,
}

/// What an idle actor goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Drawn {
    /// Blood and bodies.
    Filth,
    /// Bodies, over a longer distance.
    Bodies,
    /// Blood alone.
    Blood,
    /// The exit: for raiders that were left behind.
    Exit,
}
