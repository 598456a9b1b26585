//! The numbers of the game that belong to no single thing: the clock, the kit, the shop, the grade.

use crate::content::{Depth, DepthRange};
use serde::Deserialize;

/// The numbers of the game that belong to no single thing; `data/rules.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Turns from the start of the shift to dawn, unless the kind of level says otherwise.
    pub dawn: u32,
    /// A night is never shorter than so many percent of the turns that the certified order of its work takes.
    pub night_percent: u32,
    /// How far the upkeeper sees by lit places, in cells.
    pub sight: i32,
    /// How far the carried lantern shines, in cells.
    pub lantern: i32,
    /// How far a lit brazier shines, in cells.
    pub brazier: i32,
    /// Turns of work for each job.
    pub work_trap: u8,
    pub work_chest: u8,
    pub work_door: u8,
    pub work_light: u8,
    pub work_stain: u8,
    pub work_pen: u8,
    /// Turns that it takes to smash a crate.
    pub work_crate: u8,
    /// Percent of the crates with something in them.
    pub crate_percent: u32,
    /// Turns that the bomb satchel takes to refill.
    pub satchel_refill: u32,
    /// Cells a clean mop wipes before it has to be rinsed.
    pub mop_cells: u8,
    /// Percent of the stained cells that must be clean for the job to count as done.
    pub stain_percent: u32,
    /// Turns after which a body left lying rises, both ends included.
    pub body_rises: (u32, u32),
    /// The actors that a body becomes, each from a depth on; the first from depth 1.
    pub risen: Vec<(Depth, String)>,
    /// The side of residents that were driven from their posts.
    pub strays: String,
    /// The actor that the player is.
    pub upkeeper: String,
    /// Percent of the usual speed while carrying a body.
    pub carrying_speed: u16,
    /// How far things are heard, in cells.
    pub noise_fight: u8,
    pub noise_work: u8,
    pub noise_door: u8,
    pub noise_crate: u8,
    pub noise_blast: u8,
    pub noise_force: u8,
    /// A squelching step.
    pub noise_drip: u8,
    /// Cells of way that a shut door takes off a noise, and a barred one; 14 at the most.
    pub hush_shut: u8,
    pub hush_barred: u8,
    /// Blows that break a door: shut, barred.
    pub force_shut: u8,
    pub force_barred: u8,
    /// The upkeeper regains one health every so many turns.
    pub regeneration: u16,
    /// Stacks that the cart holds.
    pub cart: usize,
    /// Turns between two draws for vermin coming up where it is filthy.
    pub vermin_every: u32,
    /// Percent for each unclean cell or body, at each draw.
    pub vermin_percent: u32,
    /// The actor that comes.
    pub vermin: String,
    /// No more actors than this ever come.
    pub max_actors: usize,
    /// What is in the cart at the start.
    pub kit: Vec<KitRule>,
    pub fire: super::FireRules,
    pub raiders: RaiderRules,
    pub mess: MessRules,
    /// Coins in the purse at the start.
    pub coins: u32,
    /// What a shield takes off every blow.
    pub shield: i32,
    pub shop: ShopRules,
    pub grade: GradeRules,
}

/// What an upkeeper brings along; equipment is worn at once, the last of its kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KitRule {
    pub item: String,
    pub count: u16,
    /// Where it is handed out, both ends included; everywhere, if nothing is said.
    #[serde(default = "everywhere")]
    pub depths: DepthRange,
}

fn everywhere() -> DepthRange {
    DepthRange(Depth::FIRST, Depth(u8::MAX))
}

/// How hard raiders are to kill: who dares more is up to more. All in percent of their kind's health.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaiderRules {
    /// At no depth at all.
    pub health: i32,
    /// What each level of depth adds.
    pub deeper: i32,
    /// What each resident at its post adds, and all of them at the most: a place that is known to be held
    /// is left to those who are up to it.
    pub guard: i32,
    pub guards: i32,
}

/// When a party has left a night's work: then no other comes before the shift.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessRules {
    /// At least so many jobs, stains not counted.
    pub jobs: u32,
    /// And so many percent of the traps, chests and lights; or else plenty of jobs of whatever sort.
    pub spoilt_percent: u32,
    pub plenty: u32,
    /// So many parties come at most.
    pub parties: u32,
}

/// The shop room of a floor that has one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShopRules {
    /// The actor that keeps it.
    pub keeper: String,
    /// The actor that the keeper becomes when somebody does not pay.
    pub robbed: String,
    /// Stacks laid out, both ends included, if there is room for them.
    pub stock: (u8, u8),
    /// So many floors deeper than this one the stock comes from.
    pub deeper: u8,
    /// Percent of its price that is paid for what is sold.
    pub pays: u32,
}

/// How a shift is graded.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeRules {
    /// Points for a job done, in the order of [`super::JobKind::ALL`].
    pub points: [u32; super::JobKind::ALL.len()],
    /// For each tenth of the night left at clocking out, if the whole order is done, in percent of it.
    pub early: u32,
    /// For the whole order done in par, in percent of it; less the longer it took, none for twice as long.
    pub par: u32,
    /// Percent of the order's points taken off for not clocking out before dawn.
    pub late_percent: u32,
    /// What a party of which nobody gets through is worth, in percent of the whole order.
    pub raid_percent: u32,
    /// Of that, in percent: for the time that they take.
    pub held_percent: u32,
    /// Percent of the walk to the exit that they must take for all of it.
    pub slow_percent: u32,
    /// Percent of what one that falls is worth, for one that turns back, and for one that gets through
    /// with no health left.
    pub fled_percent: u32,
    pub bled_percent: u32,
    /// Points lost for each chest they get away with.
    pub robbed: u32,
    /// Points for a boss that is dead or driven off.
    pub boss: u32,
    /// Percent of order and raid needed for S, A, B, C and D.
    pub thresholds: [u32; 5],
}
