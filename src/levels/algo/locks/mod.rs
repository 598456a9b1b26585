//! Proves that no order of play locks the player up, for all kinds with gates.
//!
//! A level is a directed graph of *regions*: sets of rooms that are connected without a gate. Edges
//! may be one-way (a drop) and may carry a gate; items lie in regions. A state of play is the
//! place, the gates opened and the items taken. The proof is for every order: from **every** state
//! that the player can reach, whatever was opened, picked up, passed by or left behind, the goal
//! can still be reached, the goal itself being no end of play. It is the question that Ashlock, Lee
//! and McGuinness ("Search-based procedural generation of maze-like levels", 2011) and Dormans
//! ("Adventures in level design", 2010) leave to the placing rule; here it is decided exactly, by
//! the states themselves.
//!
//! [`search`] says how the number of states is kept small, and why that is exact. Nothing here
//! knows a kind, a grid or a random number.

mod model;
mod order;
mod search;
mod tables;
#[cfg(test)]
mod tests;

use search::{SearchVerdict, StateSearch};
use tables::Tables;

pub(crate) use model::{
    LockGraph, LockRefusal, Opener, Passage, PlacedItem, PlayStep, Proof, ProvenLocks, lock_graph,
};

impl LockGraph {
    /// Proves the goal reachable from every state that can be reached, looking at no more than
    /// `max_states` of them.
    pub(crate) fn prove(&self, max_states: usize) -> Result<Proof, LockRefusal> {
        let tables = Tables::of(self)?;
        let search = StateSearch::run(&tables, max_states)?;
        match search.verdict {
            SearchVerdict::Sound { goal } => {
                let mut order = order::play(&tables, &search.path(goal), true);
                order.retain(|step| !matches!(step, PlayStep::Drop { .. }));
                Ok(Proof { states: search.len() as u64, order, never_opened: search.closed() })
            }
            SearchVerdict::Unreachable => Err(LockRefusal::Unreachable { closed: search.closed() }),
            SearchVerdict::LockedUp { dead } => Err(LockRefusal::LockedUp {
                play: order::play(&tables, &search.path(dead), false),
                closed: search.barred(dead),
            }),
        }
    }
}
