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
    /// The actor that a body becomes.
    pub risen: String,
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
    pub most_actors: usize,
    /// What is in the cart at the start: item and number; equipment is worn at once.
    pub kit: Vec<(String, u16)>,
    pub grade: GradeRules,
}

/// How a shift is graded.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeRules {
    /// Points for a job done, in the order of [`super::JobKind::ALL`].
    pub points: [u32; 6],
    /// Points for each tenth of the night left at clocking out, if the whole order is done.
    pub early: u32,
    /// Percent of the order's points taken off for not clocking out.
    pub late_percent: u32,
    /// Percent of the order's points needed for S, A, B, C and D.
    pub thresholds: [u32; 5],
}
