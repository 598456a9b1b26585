//! Proves that no order of play locks the player up: the same piece for every kind with gates.
//!
//! A level is taken as a directed graph of *regions*, which are rooms joined without a gate. Edges
//! may be one-way (a drop) and may carry a gate; items lie in regions. A state of play is the place,
//! the gates opened and the items taken. The proof is for every order: from **every** state that the
//! player can reach, whatever was opened, picked up, passed by or left behind, the goal can still be
//! reached, the goal itself being no end of play. It is the question that Ashlock, Lee and McGuinness
//! ("Search-based procedural generation of maze-like levels", 2011) and Dormans ("Adventures in level
//! design", 2010) leave to the placing rule; here it is decided exactly, by the states themselves.
//!
//! What keeps them few, and why nothing is lost, is told in [`search`]. Nothing here knows a kind,
//! a grid or a random number.

mod order;
mod regions;
mod search;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt;

use search::{Search, Verdict};
use tables::Tables;

use crate::levelgen::level::Gate;

pub(in crate::levelgen) use regions::{Passage, Placed, locks};

/// The question: regions are numbered from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::levelgen) struct Locks {
    pub regions: usize,
    pub start: usize,
    pub goal: usize,
    pub edges: Vec<Edge>,
    pub items: Vec<Item>,
}

/// A way between two regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::levelgen) struct Edge {
    pub from: usize,
    pub to: usize,
    /// Passable from `from` to `to` only; its gate can then be opened from `from` only.
    pub one_way: bool,
    /// What bars it until it is opened, for good. A key or a boss key is used up by opening; pits and
    /// rubble can be passed by whoever has the feather or the satchel, which last.
    pub gate: Option<Gate>,
    /// The link that it stands for, by which steps name it.
    pub link: usize,
}

/// Something that opens gates, lying in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::levelgen) struct Item {
    pub opener: Opener,
    pub region: usize,
    /// The room it lies in, by which steps name it.
    pub room: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::levelgen) enum Opener {
    /// Small keys are interchangeable.
    Key,
    BossKey,
    Feather,
    Satchel,
}

impl Opener {
    /// What opens a gate.
    pub fn of(gate: Gate) -> Opener {
        match gate {
            Gate::Key => Opener::Key,
            Gate::Boss => Opener::BossKey,
            Gate::Pit => Opener::Feather,
            Gate::Rubble => Opener::Satchel,
        }
    }
}

/// One deed in an order of play. Written `key@3`, `gate@7`, `drop@7`, `feather@4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::levelgen) enum Step {
    /// Picks an item up in a room.
    Take { opener: Opener, room: usize },
    /// Opens the gate of a link.
    Open { link: usize },
    /// Passes a link after which there may be no way back.
    Drop { link: usize },
}

/// From every state that can be reached, the goal can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::levelgen) struct Proof {
    /// The states that were looked at.
    pub states: u64,
    /// An order of play that reaches the goal with the fewest locked doors opened.
    pub order: Vec<Step>,
    /// Links whose gates stay shut in every play, though the goal needs none of them.
    pub never_opened: Vec<usize>,
}

/// What stands between the start and the boss, proven for every order of play.
pub(in crate::levelgen) struct Locked {
    /// What opens the gates, and in which rooms it lies.
    pub items: Vec<Placed>,
    pub proof: Proof,
}

/// What cannot be proven, by name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::levelgen) enum Refusal {
    #[error("{count} {what}, more than the {most} that can be proven")]
    TooLarge { what: &'static str, count: usize, most: usize },
    #[error("more than {most} states of play")]
    TooManyStates { most: usize },
    /// No play at all reaches the goal; the links name the gates that no play opens.
    #[error("no order of play reaches the goal: the gates at links {closed:?} can never be opened")]
    Unreachable { closed: Vec<usize> },
    /// Some play does, but after this one none does any more; the links name the gates that the
    /// player then stands before in vain.
    #[error("locked up after {}, before the gates at links {closed:?}", written(.play))]
    LockedUp { play: Vec<Step>, closed: Vec<usize> },
}

impl Locks {
    /// Proves the goal reachable from every state that can be reached, looking at no more than
    /// `most_states` of them.
    ///
    /// # Errors
    /// Names what cannot be proven.
    pub fn prove(&self, most_states: usize) -> Result<Proof, Refusal> {
        let tables = Tables::of(self)?;
        let search = Search::run(&tables, most_states)?;
        match search.verdict {
            Verdict::Sound { goal } => {
                let mut order = order::play(&tables, &search.path(goal), true);
                order.retain(|step| !matches!(step, Step::Drop { .. }));
                Ok(Proof { states: search.len() as u64, order, never_opened: search.closed() })
            }
            Verdict::Unreachable => Err(Refusal::Unreachable { closed: search.closed() }),
            Verdict::LockedUp { dead } => Err(Refusal::LockedUp {
                play: order::play(&tables, &search.path(dead), false),
                closed: tables.barred(search.state(dead)),
            }),
        }
    }
}

impl fmt::Display for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opener::Key => "key",
            Opener::BossKey => "boss_key",
            Opener::Feather => "feather",
            Opener::Satchel => "satchel",
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Take { opener, room } => write!(f, "{opener}@{room}"),
            Step::Open { link } => write!(f, "gate@{link}"),
            Step::Drop { link } => write!(f, "drop@{link}"),
        }
    }
}

/// Steps as one line.
fn written(play: &[Step]) -> String {
    let words: Vec<String> = play.iter().map(Step::to_string).collect();
    if words.is_empty() { "no step".into() } else { words.join(" ") }
}
