//! What belongs to one shift: its clock, what was begun and prepared, the shop, who holds
//! the floor.

use crate::sim::command::{Lever, Preparation};
use crate::sim::event::End;
use crate::sim::state::journey::records::TrapSet;
use crate::sim::state::order::{Tally, WorkOrder};
use crate::sim::state::raid::{Fate, Raid, RaidReport, Sketch};
use crate::sim::units::{ActorId, Holder, Stack, Turns};
use base::{Dir, Pos, Rect};
use content::{ActorKindId, ConditionId, JobKind, Tutorial};
use serde::{Deserialize, Serialize};

/// The part of a state that begins and ends with a shift.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftState {
    /// Turns since the shift began.
    pub clock: Turns,
    /// Turns of the shift in which this floor stood still: neither the player nor the party was on
    /// it.
    pub stood_still: Turns,
    /// Turns from the start of the shift to dawn.
    pub dawn: Turns,
    /// Turns that the certified order of the night's work takes; `None` on floors that were drawn
    /// by hand.
    pub par: Option<Turns>,
    /// What harm and kept chests are worth if the player stays in bed, in hundredths of points;
    /// 0 on floors that were drawn by hand.
    pub bed: u32,
    /// What is different on this floor tonight.
    pub condition: Option<ConditionId>,
    pub order: WorkOrder,
    pub tally: Tally,
    #[serde(rename = "behaviour")]
    pub activity: Option<Activity>,
    /// A job interrupted, and the turns of work still in it.
    pub paused_job: Option<(Pos, u8)>,
    /// Whether the player is hidden in a wardrobe or an alcove: no actor perceives them.
    pub hidden: bool,
    /// Whether the player is off the floor: no cell is occupied, and no actor perceives them.
    pub away: bool,
    /// Those at war with the player who were in sight after the last turn, by id.
    pub threats: Vec<ActorId>,
    /// Those that the player was told of not long ago, by id, and when they were last in sight.
    pub recently_seen: Vec<(ActorId, Turns)>,
    /// Whether an activity was stopped for the health that a status takes: none stops for it again
    /// before the player is rid of it.
    pub harm_told: bool,
    /// Doors that the player shut with an enemy in sight, by cell, and the kind of the nearest:
    /// nothing that goes on by itself opens them. One that stands open again is none of them,
    /// whatever stands here.
    pub shut_out: Vec<(Pos, ActorKindId)>,
    /// Where the player put things down on purpose: exploring leaves them there. In reading order.
    pub discarded: Vec<Pos>,
    /// Where things lie that the player threw: walking over one picks it up. In reading order.
    pub thrown: Vec<Pos>,
    /// Where the player has set traps from kits, in reading order: used up when they go off, and no
    /// job then.
    pub placed_traps: Vec<Pos>,
    /// Residents that follow or were led to another post, and cords.
    pub prepared: Prepared,
    /// What the player means to do, in this order; what is done leaves it. From dawn on it stays
    /// as it was then.
    pub plan: Vec<Lever>,
    /// The shop of this floor, as long as it has a keeper.
    pub shop: Option<Shop>,
    /// Where things lie that are for sale, in reading order.
    pub goods: Vec<Pos>,
    pub raid: Option<Raid>,
    /// What the next party knows of the floor.
    pub sketch: Sketch,
    /// What the raid before the shift came to, and the one after it.
    pub last_night: RaidReport,
    pub at_dawn: Option<RaidReport>,
    /// How the shift ended, once it has.
    pub end: Option<End>,
    /// The persons of a journey who hold this floor, or held it when the shift began, by id; the
    /// boss first.
    pub tenants: Vec<Tenant>,
    /// Of the tutorial alone.
    pub tutor: Option<Tutor>,
}

impl ShiftState {
    /// Before anything has happened; the player has not come in yet.
    pub(crate) fn new(dawn: Turns) -> ShiftState {
        ShiftState { dawn, away: true, ..ShiftState::default() }
    }

    /// Turns of the shift in which this floor did not stand still: the clock of what lies on it.
    pub(crate) fn turns_in_play(&self) -> Turns {
        self.clock.saturating_sub(self.stood_still)
    }

    /// Whether the trap on a cell was set from a kit.
    pub(crate) fn is_placed_trap(&self, at: Pos) -> bool {
        self.placed_traps.binary_search(&at).is_ok()
    }
}

/// An activity that was begun and is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    Work { at: Pos },
    Rest,
    Travel { goal: Pos },
    Leave,
    NextJob,
    Explore,
    // Clocked out: the raid goes on without the upkeeper.
    Watch,
    // Waiting until something happens, at most until a turn.
    Linger { until: Turns },
    // Mopping one stain after the other.
    Mop,
    // Preparing the floor for the raid.
    Prepare(Preparation),
    // One job: the way to it and the work; of a body also the way to a chute.
    DoJob { at: Pos, job: JobKind },
    // A walk in a direction until something is worth a stop; the direction follows the bends of a
    // passage.
    Run { dir: Dir },
    // Exploring until a job is known that can be done, which is then the activity.
    SeekJob,
    // One thing of the plan: the way to it and the work.
    DoPlanned(Lever),
    // The plan, one thing after the other.
    CarryOn,
}

/// Residents that follow the player or were led to another post, and cords.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// The resident that follows the player.
    pub led: Option<ActorId>,
    /// The residents at a post that the player chose, by id.
    pub posted: Vec<PostedResident>,
    /// Who lies in wait, by id: the first blow at a raider takes a trap's share of their health.
    pub in_wait: Vec<ActorId>,
    /// The cords that are laid, by number.
    pub cords: Vec<Cord>,
}

impl Activity {
    /// Whether it is what was planned: then one step of the work leads to the next.
    pub(crate) fn is_planned(self) -> bool {
        matches!(self, Activity::DoPlanned(_) | Activity::CarryOn)
    }
}

/// The most things of a plan.
pub const MAX_PLAN: usize = 40;

/// The most cords of a floor: each has a digit.
pub(crate) const MAX_CORDS: usize = 9;

/// A cord that is pulled at dawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cord {
    /// What it is laid to.
    pub at: Pos,
    /// The turn from which it can be pulled again; 0 if it can now.
    pub ready: Turns,
    /// Whether what was pulled lasts: a door is barred until then, a resident loose for the night.
    pub pulled: bool,
}

/// A resident at a post that the player chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostedResident {
    pub id: ActorId,
    /// The post that it had before the shift.
    pub home: Pos,
}

impl Prepared {
    /// The post that a resident had before the player led it to another.
    pub(crate) fn first_home(&self, id: ActorId) -> Option<Pos> {
        let place = self.posted.binary_search_by_key(&id, |posted| posted.id).ok()?;
        Some(self.posted[place].home)
    }

    /// The number of the cord that is laid to a cell.
    pub fn cord_at(&self, at: Pos) -> Option<usize> {
        self.cords.iter().position(|cord| cord.at == at)
    }
}

/// A room with goods, and who sells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shop {
    pub room: Rect,
    pub keeper: ActorId,
}

/// An actor that is somebody: the boss of a floor, or a friend of the boss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenant {
    pub id: ActorId,
    pub holder: Holder,
    pub level: u8,
    /// What they have on them, which falls with them.
    pub kit: Option<Stack>,
    pub carries: Option<Stack>,
    /// The kinds of traps that they walk round.
    pub wary: TrapSet,
    /// What became of them: inside, dead, or out by the exit.
    pub fate: Fate,
}

/// How far the player has come in the tutorial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tutor {
    /// Whether each lesson was fulfilled, by its place in the data.
    pub learned: Vec<bool>,
    /// Whether each remark was made, by its place in the data.
    pub remarked: Vec<bool>,
    /// The clock when the present lesson began.
    pub since: Turns,
    /// Whether help with the present lesson was given.
    pub helped: bool,
}

impl Tutor {
    /// Before the first lesson.
    pub(crate) fn new(tutorial: &Tutorial) -> Tutor {
        Tutor {
            learned: vec![false; tutorial.lessons.len()],
            remarked: vec![false; tutorial.remarks.len()],
            since: Turns(0),
            helped: false,
        }
    }

    /// The lesson that is given now: the first that was not fulfilled; off the floor the first of
    /// those that are watched.
    pub fn lesson(&self, tutorial: &Tutorial, is_away: bool) -> Option<usize> {
        let mut lessons = tutorial.lessons.iter().zip(&self.learned);
        lessons.position(|(lesson, is_learned)| !is_learned && lesson.watched == is_away)
    }
}
