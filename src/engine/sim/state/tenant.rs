//! Persons of a journey who hold a floor rather than raid it: who bears whose name there, and what became of them.

use serde::{Deserialize, Serialize};

use crate::sim::state::journey::person::TrapSet;
use crate::sim::state::report::Fate;
use crate::sim::units::{ActorId, Holder, Stack};

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
