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

use search::StateSearch;
use tables::Tables;

pub(crate) use model::{
    LockEdge, LockGraph, Opener, PlacedItem, PlayStep, Proof, ProvenLocks, lock_graph,
};

impl LockGraph {
    /// Proves the goal reachable from every state that can be reached, looking at no more than
    /// `max_states` of them; `None` if it is not, or if the graph is too large.
    pub(crate) fn prove(&self, max_states: usize) -> Option<Proof> {
        let tables = Tables::of(self)?;
        let search = StateSearch::run(&tables, max_states)?;
        Some(Proof {
            states: search.states.len() as u64,
            order: order::play(&tables, &search.path_to_goal()),
            never_opened: search.never_opened(),
        })
    }
}
