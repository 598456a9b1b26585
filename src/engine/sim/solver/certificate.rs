//! What the solver finds: an order of work, and what it takes.

use crate::sim::prelude::*;
use std::fmt;

/// An order of work that gets the whole work order done with what is on the floor, and never
/// crosses an armed trap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkCertificate {
    pub order: Vec<OrderStep>,
    /// The supplies that it uses up, in the order of [`Supply::ALL`].
    pub supplies: [u16; Supply::ALL.len()],
    /// Turns from the start to clocking out.
    pub par: Turns,
    /// The commands that do it; the last one is [`Command::ClockOut`].
    pub commands: Vec<Command>,
}

impl WorkCertificate {
    /// The supplies that a level is told to need: what is used up, and `spare_percent` percent more of each.
    pub fn handed_out(&self, spare_percent: u32) -> [u16; Supply::ALL.len()] {
        self.supplies.map(|need| {
            let spare = (u32::from(need) * spare_percent).div_ceil(100);
            need.saturating_add(spare as u16)
        })
    }
}

/// One step of an order of work, printed as "trap@12,7".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderStep {
    pub chore: Chore,
    pub at: Pos,
}

/// What is done in a step of an order of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chore {
    /// A job is finished; a body is picked up.
    Job(JobKind),
    /// The body in the arms goes into a chute.
    Chute,
    /// The mop is rinsed.
    Rinse,
    /// An item that opens a gate is picked up.
    Take(Gate),
    /// A gate is opened.
    Open(Gate),
    /// Down a ledge.
    Jump,
    /// An item is picked up from the cell of a broken door.
    Clear,
    Exit,
}

impl fmt::Display for OrderStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.chore {
            Chore::Job(job) => job.name(),
            Chore::Chute => "chute",
            Chore::Rinse => "rinse",
            Chore::Take(Gate::LockedDoor) => "key",
            Chore::Take(Gate::BossDoor) => "boss_key",
            Chore::Take(Gate::Pit) => "feather",
            Chore::Take(_) => "satchel",
            Chore::Open(_) => "gate",
            Chore::Jump => "ledge",
            Chore::Clear => "item",
            Chore::Exit => "exit",
        };
        write!(f, "{name}@{},{}", self.at.x, self.at.y)
    }
}

/// The work cannot all be done: this is what no order of it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no order of work gets {0} done")]
pub struct Unsolvable(pub OrderStep);
