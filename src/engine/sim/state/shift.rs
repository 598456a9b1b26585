//! What belongs to one shift.

use serde::{Deserialize, Serialize};

use crate::sim::event::End;
use crate::sim::state::activity::Activity;
use crate::sim::state::order::{Tally, WorkOrder};
use crate::sim::state::prepared::Prepared;
use crate::sim::state::raid::Raid;
use crate::sim::state::report::RaidReport;
use crate::sim::state::shop::Shop;
use crate::sim::state::tenant::Tenant;
use crate::sim::state::tutor::Tutor;
use crate::sim::units::{ActorId, Turns};
use base::Pos;
use content::{ActorKindId, ConditionId};

/// The part of a state that begins and ends with a shift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftState {
    /// Turns since the shift began.
    pub clock: Turns,
    /// Turns of the shift in which this floor stood still: neither the player nor the party was on it.
    pub stood_still: Turns,
    /// Turns from the start of the shift to dawn.
    pub dawn: Turns,
    /// Turns that the certified order of the night's work takes; `None` on floors that were drawn by hand.
    pub par: Option<Turns>,
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
    /// Whether an activity was stopped for the health that a status takes: none stops for it again before the player is rid of it.
    pub harm_told: bool,
    /// Doors that the player shut with an enemy in sight, by cell, and the kind of the nearest: nothing that goes on by itself
    /// opens them. One that stands open again is none of them, whatever stands here.
    pub shut_out: Vec<(Pos, ActorKindId)>,
    /// Where the player put things down on purpose: exploring leaves them there. In reading order.
    pub discarded: Vec<Pos>,
    /// Where things lie that the player threw: walking over one picks it up. In reading order.
    pub thrown: Vec<Pos>,
    /// Where the player has set traps from kits, in reading order: used up when they go off, and no job then.
    pub placed_traps: Vec<Pos>,
    /// Residents that follow or were led to another post, and doors that hang the other way.
    pub prepared: Prepared,
    /// The shop of this floor, as long as it has a keeper.
    pub shop: Option<Shop>,
    /// Where things lie that are for sale, in reading order.
    pub goods: Vec<Pos>,
    /// The raid that is on.
    pub raid: Option<Raid>,
    /// What the raid before the shift came to, and the one after it.
    pub last_night: RaidReport,
    pub at_dawn: Option<RaidReport>,
    /// How the shift ended, once it has.
    pub end: Option<End>,
    /// The persons of a journey who hold this floor, or held it when the shift began, by id; the boss first.
    pub tenants: Vec<Tenant>,
    /// Of the tutorial alone.
    pub tutor: Option<Tutor>,
}

impl ShiftState {
    /// Before anything has happened; the player has not come in yet.
    pub(crate) fn new(dawn: Turns) -> ShiftState {
        ShiftState {
            clock: Turns(0),
            stood_still: Turns(0),
            dawn,
            par: None,
            condition: None,
            order: WorkOrder::default(),
            tally: Tally::default(),
            activity: None,
            paused_job: None,
            hidden: false,
            away: true,
            threats: Vec::new(),
            recently_seen: Vec::new(),
            harm_told: false,
            shut_out: Vec::new(),
            discarded: Vec::new(),
            thrown: Vec::new(),
            placed_traps: Vec::new(),
            prepared: Prepared::default(),
            shop: None,
            goods: Vec::new(),
            raid: None,
            last_night: RaidReport::default(),
            at_dawn: None,
            end: None,
            tenants: Vec::new(),
            tutor: None,
        }
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
