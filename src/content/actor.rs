//! Kinds of actors, as in `data/actors.ron`: numbers, attacks, behaviour, traits, and what raiders
//! and bosses have besides.

use crate::{
    ActorKindId, ColorRole, Depth, DepthRange, Effect, FactionId, ItemKindId, PartyKindId, Ref,
    TrapKindId,
};
use serde::Deserialize;

/// What an actor is and how it behaves; one entry of `data/actors.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActorKind {
    /// The noun, without article: "rat".
    pub name: String,
    /// Its letter on the map, which two kinds may share if their colours differ.
    pub glyph: char,
    /// A colour in the place of that of its side.
    pub color: Option<ActorColor>,
    /// Whether an earlier kind has its letter: it is then underlined wherever it is drawn, so that
    /// the two are told apart without colours.
    #[serde(skip)]
    pub is_underlined: bool,
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
    pub boss: Option<BossKind>,
    /// Leaves a body, which is a job for the player.
    pub leaves_body: bool,
    /// What its body gets up as, from which depth on; on less deep floors as `risen` of
    /// `data/rules.ron` says.
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
    pub opens_doors: bool,
    /// Habits and powers besides these numbers.
    #[serde(default)]
    pub traits: Traits,
    /// Breaks doors that it cannot open.
    #[serde(default)]
    pub forces: bool,
    #[serde(default)]
    pub fireproof: bool,
    /// The depths at which it is drawn, both included; (0, 0) if it is never drawn.
    pub depths: DepthRange,
    /// Weight by which it is drawn among the kinds of a depth.
    pub weight: u32,
    /// Number of actors in a group, both ends included.
    pub group: (u8, u8),
    /// What it does in a raid; `None` if it never raids.
    pub raider: Option<RaiderKind>,
    /// Whether it is only ever a person of a journey who holds a site, or stands by one who does.
    #[serde(default)]
    pub is_person: bool,
    /// One or two sentences, shown when it is examined.
    pub description: String,
}

impl ActorKind {
    /// The role of its letter while it is hostile.
    pub fn role(&self) -> ColorRole {
        match (self.color, self.faction.name.as_str()) {
            (Some(ActorColor::Blue), _) => ColorRole::BlueActor,
            (Some(ActorColor::Amber), _) => ColorRole::AmberActor,
            (None, "raiders") => ColorRole::Raider,
            (None, "undead") => ColorRole::Undead,
            (None, _) => ColorRole::Hostile,
        }
    }

    /// The tier of an actor as a thing of a level: that of the first depth at which it is drawn, at
    /// most 5.
    pub fn tier(&self) -> u8 {
        self.depths.first().tier().min(5)
    }

    /// Whether it stays away from whoever it hunts, does nothing from there, and calls others.
    pub fn only_calls(&self) -> bool {
        self.traits.barks > 0 && self.temperament.distance > 0 && self.shot.is_none()
    }
}

/// The colours of letters that mean no side.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum ActorColor {
    Blue,
    Amber,
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

/// What an actor does that most others do not; each can go with every other.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Traits {
    /// Keeps still in this disguise until an enemy is near.
    pub lurks: Option<Guise>,
    /// Teleports away from adjacent enemies.
    pub blinks: Option<Blink>,
    /// The trap that it lays around its post; it does not spring them.
    pub weaves: Option<Ref<TrapKindId>>,
    /// Follows the scent of a quarry that is out of sight.
    pub tracks: bool,
    /// Loudness of its call when it notices an enemy, in cells; 0 for none.
    pub barks: u8,
    pub eats: Option<Meal>,
    /// Health that a meal restores.
    pub feeds: i32,
    /// The kind of actor that splits off when it is hurt and survives.
    pub splits: Option<Ref<ActorKindId>>,
    /// Percent of its steps that stain the floor.
    pub trails: u32,
    /// Effects on its cell when it dies: gas and noise only.
    pub bursts: Vec<Effect>,
    /// Does not enter lit cells.
    pub shuns_light: bool,
    /// Never leaves its cell.
    pub rooted: bool,
}

/// What a lurking actor looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Guise {
    Chest,
    Statue,
}

/// A teleport over a short distance, away from an adjacent enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blink {
    /// Percent of the turns with an adjacent enemy.
    pub percent: u32,
    /// Maximum distance, in cells.
    pub range: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Meal {
    Bodies,
    Blood,
}

/// What a kind of actor does in a raid; part of its entry in `data/actors.ron`. Everything is off
/// by default.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RaiderKind {
    /// Percent of the armed traps that it notices before it steps on them; half as many again where
    /// it is lit.
    pub spots: u32,
    /// Percent of the turns beside a trap in which it disarms the trap; 0 if it never tries.
    pub disarms: u32,
    /// How far away it can set off a trap that the party has noticed, in cells; 0 if it cannot.
    pub bursts: i32,
    /// Percent of the closed doors in its way that it breaks.
    pub breaks: u32,
    /// Percent of the turns beside a hiding place in which it looks inside.
    pub searches: u32,
    /// Picks up one item from the floor.
    pub takes: bool,
    /// Number of looted chests after which it leaves alone; 0 if it stays with the party.
    pub content_with: u8,
    /// Lights dead braziers.
    pub kindles: bool,
    /// Puts lit braziers out.
    pub snuffs: bool,
    /// Moves between its party and enemies.
    pub shields: bool,
    /// Attacks residents that attack nobody.
    pub brawls: bool,
    /// Investigates noises.
    pub tracks: bool,
    pub heals: Option<Heals>,
    pub turns_undead: Option<TurnsUndead>,
    /// The items of which it may bring one along, drawn by weight among those of the depth.
    pub kit: Vec<KitItem>,
}

/// Heals members of its party.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heals {
    pub amount: i32,
    /// Maximum distance of the healed member, in cells.
    pub range: i32,
    /// Percent of turns in which it can.
    pub ready: u32,
}

/// Makes the undead in sight flee.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnsUndead {
    /// In cells.
    pub range: i32,
    /// Turns that they flee for.
    pub turns: u16,
    /// Percent of turns in which it can.
    pub ready: u32,
}

/// An item that a raider may bring along, and leaves behind when it dies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitItem {
    pub item: Ref<ItemKindId>,
    /// Weight by which it is drawn among the kit of a kind.
    #[serde(default = "one")]
    pub weight: u32,
    /// The depths at which it is drawn; all by default.
    #[serde(default = "everywhere")]
    pub depths: DepthRange,
}

fn one() -> u32 {
    1
}

fn everywhere() -> DepthRange {
    DepthRange(Depth::FIRST, Depth(u8::MAX))
}

/// What a boss has besides an ordinary actor: phases by its health, and heavy blows that are
/// announced a turn ahead.
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
    /// Percent of the turns in a snare on which it strikes an enemy beside it in place of
    /// struggling.
    #[serde(default)]
    pub answers: u32,
    /// Damage that traps do to it, in percent of the usual.
    pub trapped: i32,
    /// Damage of blows, shots and throws against it while it is snared or stunned, in percent of
    /// the usual; none of them misses.
    pub held: i32,
    /// Turns from one heavy blow to the next; half of that in the last stand.
    pub every: u32,
    pub blows: Vec<HeavyBlow>,
    /// The messages when it calls, begins its last stand and leaves.
    pub call: String,
    pub stand: String,
    pub leave: String,
    /// How it heals itself and its friends, between its blows.
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
