//! The numbers of the game that belong to no single thing: the clock, the kit, the shop, the grade.

use crate::{ActorKindId, Depth, DepthRange, FactionId, Ref};
use serde::Deserialize;

/// The numbers of the game that belong to no single thing; `data/rules.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Turns from the start of the shift to dawn on a floor without a certified order of work.
    pub dawn: u32,
    /// What the player has for a night: turns and supplies.
    pub night: NightRules,
    /// How far the player sees lit cells, in cells.
    pub sight: i32,
    /// Radius of the light of the carried lantern, in cells.
    pub lantern: i32,
    /// Radius of the light of a lit brazier, in cells.
    pub brazier: i32,
    /// Turns of work for a job, by its kind.
    pub work_trap: u8,
    pub work_chest: u8,
    pub work_door: u8,
    pub work_light: u8,
    pub work_stain: u8,
    pub work_pen: u8,
    /// Turns of work that smash a crate.
    pub work_crate: u8,
    /// Percent of the crates that hold an item.
    pub crate_percent: u32,
    /// Turns until the bomb satchel can be used again.
    pub satchel_refill: u32,
    /// Number of cells that a clean mop wipes before it must be rinsed.
    pub mop_cells: u8,
    pub asked: AskedRules,
    /// Turns until a body left lying rises, in percent of the night: the range from which the number
    /// is drawn, both ends included.
    pub body_rises: (u32, u32),
    /// The kind of actor that a body becomes, each from a depth on; the first from depth 1.
    pub risen: Vec<(Depth, Ref<ActorKindId>)>,
    /// The faction of residents that were driven from their posts.
    pub strays: Ref<FactionId>,
    pub upkeeper: Ref<ActorKindId>,
    /// Speed while carrying a body, in percent of the usual speed.
    pub carrying_speed: u16,
    /// Loudness of each kind of noise: how far it is heard, in cells.
    pub noise_fight: u8,
    pub noise_work: u8,
    pub noise_door: u8,
    pub noise_crate: u8,
    pub noise_blast: u8,
    pub noise_force: u8,
    /// A step of a drenched player.
    pub noise_drip: u8,
    /// What a closed door takes off the range of a noise, in cells; 14 at most.
    pub hush_shut: u8,
    /// The same for a barred door.
    pub hush_barred: u8,
    /// Number of blows that break a closed door.
    pub force_shut: u8,
    /// Number of blows that break a barred door.
    pub force_barred: u8,
    /// Turns in which the player regains one health.
    pub regeneration: u16,
    /// Number of stacks that the cart holds.
    pub cart: usize,
    /// Turns between two draws that may bring vermin up.
    pub vermin_every: u32,
    /// Chance of vermin at each draw, in percent for each stained cell and each body.
    pub vermin_percent: u32,
    pub vermin: Ref<ActorKindId>,
    /// Maximum number of actors on a floor: with that many there is no new vermin and no splitting.
    pub max_actors: usize,
    pub kit: Vec<KitRule>,
    pub fire: super::FireRules,
    pub raiders: RaiderRules,
    pub raid: RaidRules,
    pub mess: MessRules,
    /// Coins in the purse at the start of a shift on the first floor, and more for each depth
    /// below.
    pub coins: (u32, u32),
    /// Added to the chance to hit an actor that is snared or stunned, in percentage points; its
    /// evasion does not count.
    pub helpless: i32,
    /// Damage of the player's hit on an actor that is unaware of the player, in percent of the
    /// usual.
    pub surprise: i32,
    /// Damage that [`super::Status::Shielded`] takes off every blow.
    pub shield: i32,
    /// Percent of the damage of every blow, shot, throw and trap that nothing keeps off that is
    /// worn.
    pub through_worn: i32,
    pub shop: ShopRules,
    pub grade: GradeRules,
    pub prepare: PrepareRules,
    pub daily: DailyRules,
}

/// Which shift is the daily one of a day.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyRules {
    /// The depth for each day of the week, from Monday on.
    pub weekday_depths: [Depth; 7],
    /// The kinds of level, which take turns from day to day.
    pub kinds: Vec<String>,
}

/// What preparing a floor for the raid takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrepareRules {
    /// Parts in the closet beyond those for the work order.
    pub spare_parts: u16,
    /// How many of a supply the closet takes for one of another.
    pub trade: u16,
    /// Parts that a trap kit takes, and that a trap taken down gives back.
    pub kit_parts: u16,
    pub parts_back: u16,
    /// The fewest cells between two traps from kits, and from one to the way in and to the exit.
    pub kit_cells_apart: i32,
    pub kit_cells_from_ends: i32,
    /// The most kits that are carried at a time.
    pub max_kits: usize,
    /// Turns that each preparation takes.
    pub make_turns: u8,
    pub set_turns: u8,
    pub take_down_turns: u8,
    pub wardrobe_turns: u8,
    pub lead_turns: u8,
    pub cord_turns: u8,
    /// Cords of a night, and residents that are led to another post in one.
    pub cords: usize,
    pub leads: usize,
    /// Turns until a cord that was pulled can be again; of one to a door, for which it stays barred.
    pub rewind_turns: u32,
    pub slam_turns: u32,
    /// The fewest cells between the post that a resident has and one that it is led to.
    pub post_cells: i32,
    /// The chance, in percent for each tier of a trap, that it goes off when it is taken down.
    pub slip_percent: u32,
}

/// An item that the player has at the start. Equipment is put on; of several items for one slot,
/// the last one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitRule {
    pub item: String,
    pub count: u16,
    /// The depths of shifts that begin with it; all depths by default.
    #[serde(default = "everywhere")]
    pub depths: DepthRange,
}

fn everywhere() -> DepthRange {
    DepthRange(Depth::FIRST, Depth(u8::MAX))
}

/// The health of raiders, in percent of the health of their kind: deeper and better guarded floors
/// draw tougher raiders.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaiderRules {
    /// Base percent, before depth and guards are added.
    pub health: i32,
    /// Percent added for each depth.
    pub deeper: i32,
    /// Percent added for each resident at its post.
    pub guard: i32,
    /// The most that residents at their posts add, in percent.
    pub guards: i32,
    /// Percent of the raiders that bring something of the kit of their kind along.
    pub kit: u32,
    /// Added to the coins on a body for each depth below the first, in percent of what the kind's
    /// purse holds.
    pub richer: u32,
}

/// How parties choose their ways, and when they turn back.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaidRules {
    /// How many come in a party of strangers at dawn: at least, at most.
    pub members: (i32, i32),
    /// What the way over a cell costs, where a bare step costs 1: a shut door, a barred one, a trap
    /// that the party knows of, a resident that it saw at its post, a cell that it has not seen.
    pub door: u8,
    pub barred: u8,
    pub trap: u8,
    pub post: u8,
    pub unseen: u8,
    /// Percent of its full health that a trap takes off a member.
    pub wound: i32,
    /// Percent of the usual that a trap, a blow or a shot takes off a member that is held.
    pub held: i32,
    /// A body that was left gets up when a member is within so many cells of it.
    pub stirs: i32,
    /// Percent of its health below which a member goes home.
    pub home_percent: i32,
    /// Percent of the members that are gone when all others turn back.
    pub gone_percent: usize,
    /// Residents that must be down for a party that came for heads.
    pub heads: u16,
    /// Chests that a member carries off who is of no kind that has enough of its own.
    pub chests: u8,
}

/// What the player has for a night: turns and supplies.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightRules {
    /// Turns for the order, in percent of those that the solver takes, who knows the floor.
    pub order_percent: u32,
    /// Turns for levers.
    pub lever_turns: u32,
    /// Supplies beyond those that the order takes, in percent of them.
    pub supply_percent: u32,
}

/// How much of the mess the order asks for, in percent of each kind of job, rounded up.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedRules {
    pub jobs: u32,
    /// Of stains, by the cell.
    pub stains: u32,
}

/// When the raids before a shift have left enough work: then no further party comes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessRules {
    /// Minimum number of jobs, stains not counted.
    pub jobs: u32,
    /// Minimum percent of the traps, chests and lights that are spoilt.
    pub spoilt_percent: u32,
    /// Number of jobs, of any kind, that is enough without `spoilt_percent`.
    pub plenty: u32,
    /// Maximum number of parties.
    pub parties: u32,
    /// Patches of blood that a night begins with at most, and cells of each.
    pub stain_patches: usize,
    pub stain_cells: usize,
    /// The most steps from a patch to where a mop is rinsed: blood farther off dries.
    pub stain_steps: u16,
}

/// The shop room of a floor that has one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShopRules {
    /// The kind of actor that keeps it.
    pub keeper: Ref<ActorKindId>,
    /// The kind of actor that the keeper becomes when it is robbed.
    pub robbed: Ref<ActorKindId>,
    /// Number of stacks for sale, both ends included, if there is room for them.
    pub stock: (u8, u8),
    /// How many floors below this one the items for sale are drawn for.
    pub deeper: u8,
    /// What the shop pays for an item, in percent of its price.
    pub pays: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeRules {
    /// The weight of each kind of job among those that the order has, in the order of
    /// [`super::JobKind::ALL`].
    pub points: [u32; super::JobKind::ALL.len()],
    /// Points for the whole order, and the most of them that stains are worth beside other jobs.
    pub order: u32,
    pub stains: u32,
    /// Points for a party of which all fall, and for a floor whose chests are all full when it has
    /// gone. Both are set against a night in bed.
    pub harm: u32,
    pub kept: u32,
    /// The share of a raider's harm, in percent, if it is driven home with less than
    /// [`RaidRules::home_percent`] of its health.
    pub driven_percent: u32,
    /// Points for a player who was on the floor with the party and saw all of the harm to it.
    pub hazard: u32,
    /// Raids that are rehearsed to find out what a night in bed is worth.
    pub bed_raids: u32,
    /// Percent of the points for order and dawn that S, A, B, C and D need.
    pub thresholds: [u32; 5],
}

impl GradeRules {
    /// Points for a dawn that nobody could better.
    pub fn max_of_dawn(&self) -> u32 {
        self.harm + self.kept
    }

    pub fn max_points(&self) -> u32 {
        self.order + self.max_of_dawn()
    }
}

/// How things burn; part of `data/rules.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireRules {
    pub grass: Fuel,
    pub paper: Fuel,
    pub body: Fuel,
    pub crates: Fuel,
    pub wardrobe: Fuel,
    pub door: Fuel,
    /// Turns that a fire burns on bare floor.
    pub bare: u8,
    /// Turns that a fire burns where gas has exploded.
    pub flash: u8,
    /// Amount of gas that does one damage where it explodes; one more damage is added.
    pub flash_per: u8,
    /// Number of cells by which an explosion of gas spreads in a turn.
    pub flash_rings: u8,
    /// Turns that [`super::Status::Burning`] lasts.
    pub burning: u16,
    /// Damage of burning a turn.
    pub damage: i32,
    /// Damage of burning a turn for a tarred actor.
    pub damage_tarred: i32,
    /// Radius of the light of a burning cell, in cells.
    pub light: i32,
    /// Turns that [`super::Status::Drenched`] lasts.
    pub drenched: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fuel {
    /// Turns that it burns until it is gone.
    pub turns: u8,
    /// Percent of the turns with an adjacent fire in which it catches fire.
    pub catches: u32,
}
