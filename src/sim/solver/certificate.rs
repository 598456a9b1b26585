//! What the solver finds: an order of work, and what it takes.

use std::fmt;

use crate::base::Pos;
use crate::content::{Gate, JobKind, Supply};

use crate::sim::command::Command;
use crate::sim::units::Turns;

/// An order of work that does all of the order with what there is, and never crosses an armed trap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub order: Vec<Step>,
    /// What the order uses up, in the order of [`Supply::ALL`].
    pub supplies: [u16; Supply::ALL.len()],
    /// Turns from here to clocking out.
    pub par: Turns,
    /// The same, command by command; it ends with [`Command::ClockOut`].
    pub commands: Vec<Command>,
}

impl Certificate {
    /// What the closet hands out for it: what is used up, and so many percent more of each.
    pub fn handed_out(&self, slack: u32) -> [u16; Supply::ALL.len()] {
        self.supplies.map(|need| {
            let spare = (u32::from(need) * slack).div_ceil(100);
            need.saturating_add(spare as u16)
        })
    }
}

/// One thing done on the way: "trap@12,7".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub chore: Chore,
    pub at: Pos,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chore {
    /// A job is finished; of a body, it is taken up.
    Job(JobKind),
    /// A body is got rid of.
    Chute,
    /// The mop is rinsed.
    Rinse,
    /// What opens a gate is picked up.
    Take(Gate),
    /// A gate is opened.
    Open(Gate),
    /// Down a ledge.
    Jump,
    /// Something is picked up that lies where a door belongs.
    Clear,
    Exit,
}

impl fmt::Display for Step {
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
pub struct Unsolvable(pub Step);
