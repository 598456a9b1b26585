//! Search through the states of play, with one representative for each class of equivalent states.
//!
//! A literal state is (region, gates opened, items taken). Three reductions, each exact:
//!
//! - **Place.** Edges only ever open, so regions that are reachable from each other stay so: the
//!   place is the strongly connected component, and the player can always fetch the items inside
//!   it. An item therefore needs to be taken only when it is used, or when the component is left
//!   over a one-way edge; then the player may carry any number of the items there, and each number
//!   is a state of its own. A key that is left behind may be lost: that is how drops lock players
//!   up. Without one-way edges no component is ever left, all its items are at hand, and the gates
//!   opened are the whole state.
//! - **Keys.** Keys of a class in one component are interchangeable, so only their number counts.
//!   Using a carried key before one that lies in the component loses nothing: a player with h keys
//!   in hand and f on the floor can still take one and reach the state with one more in hand and
//!   one fewer on the floor, but not the reverse. Carrying more keys than there are closed doors
//!   gains nothing.
//! - **Tools** are never used up: with the feather, pits are edges like others.
//!
//! The graph of these states is acyclic: opening and taking only add, and a component that was left
//! is not entered again unless a gate was opened. So every order of play ends in a state without
//! transitions, and the goal is reachable from every state exactly if it is reachable in every such
//! final state.

use crate::algo::locks::model::Opener;
use crate::algo::locks::tables::{Tables, bits, ones, tool};
use indexmap::IndexMap;

/// The states, in the order of a breadth-first search from the start.
pub(crate) struct StateSearch<'a> {
    tables: &'a Tables<'a>,
    /// Each packed, see [`pack`], with the index of the state from which it was first reached.
    pub states: IndexMap<u64, usize>,
    /// The doors that some order of play opens.
    opened: u32,
    /// By set of tools: the regions that some order of play enters with it.
    entered: [u64; 4],
    /// The first state that can walk to the goal.
    goal: usize,
}

/// A state, and the regions that can be walked to in it.
#[derive(Clone, Copy)]
pub(crate) struct State {
    /// Any region of the component that the player is in.
    pub place: usize,
    /// By door.
    pub opened: u32,
    /// Keys carried or used up, by key; empty without one-way edges.
    pub taken: u32,
    pub tools: u8,
    /// The regions of the component.
    pub component: u64,
    /// The regions that can be walked to.
    pub reachable: u64,
}

impl<'a> StateSearch<'a> {
    /// Visits every state; `None` if there are more than `max_states`, or if in one without
    /// transitions the goal cannot be walked to.
    pub(super) fn run(tables: &'a Tables<'a>, max_states: usize) -> Option<StateSearch<'a>> {
        let states = IndexMap::with_capacity(64);
        let mut search = StateSearch { tables, states, opened: 0, entered: [0; 4], goal: 0 };
        search.visit(0, tables.locks.start, 0, 0, 0);
        let mut goal = None;
        let mut next = 0;
        while next < search.states.len() {
            if search.states.len() > max_states {
                return None;
            }
            let state = search.state(next);
            search.opened |= state.opened;
            search.entered[usize::from(state.tools)] |= state.component;
            let at_goal = state.reachable >> tables.locks.goal & 1 == 1;
            if at_goal && goal.is_none() {
                goal = Some(next);
            }
            if !search.expand(next, &state) && !at_goal {
                return None;
            }
            next += 1;
        }
        search.goal = goal?;
        Some(search)
    }

    /// The states from the start to the first that can walk to the goal.
    pub(super) fn path_to_goal(&self) -> Vec<State> {
        let before = |&index: &usize| (index > 0).then(|| self.states[index]);
        let path = std::iter::successors(Some(self.goal), before);
        let mut path: Vec<State> = path.map(|index| self.state(index)).collect();
        path.reverse();
        path
    }

    /// The links of the gates that no order of play opens.
    pub(super) fn never_opened(&self) -> Vec<usize> {
        let edges = self.tables.locks.edges.iter().enumerate();
        let shut = edges.filter(|&(index, edge)| {
            let Some(gate) = edge.gate else { return false };
            let needed = tool(Opener::of(gate));
            match self.tables.door_edges.iter().position(|&door| door == index) {
                Some(door) => self.opened >> door & 1 == 0,
                None => !(0..4).filter(|tools| tools & needed != 0).any(|tools| {
                    let entered = self.entered[usize::from(tools)];
                    entered >> edge.from & 1 == 1 || !edge.one_way && entered >> edge.to & 1 == 1
                }),
            }
        });
        shut.map(|(_, edge)| edge.link).collect()
    }

    fn state(&self, index: usize) -> State {
        let packed = self.states.keys()[index];
        let mut state = State {
            place: (packed & 63) as usize,
            opened: (packed >> 6) as u32 & 0xff_ffff,
            taken: (packed >> 30) as u32,
            tools: (packed >> 62) as u8,
            component: 0,
            reachable: 0,
        };
        loop {
            state.reachable = self.tables.reachable(state.place, state.opened, state.tools);
            let tools = ones(state.reachable).fold(0, |tools, at| tools | self.tables.tools_in[at]);
            if self.tables.directed || tools == state.tools {
                break;
            }
            state.tools = tools;
        }
        state.component =
            self.tables.component(state.place, state.opened, state.tools, state.reachable);
        state
    }

    /// Visits every state that is one transition away; true if there is any.
    fn expand(&mut self, index: usize, state: &State) -> bool {
        let tables = self.tables;
        let (mut lying, mut doors, mut tools) = (0, 0, 0);
        for region in ones(state.component) {
            lying |= tables.keys_in[region];
            doors |= tables.doors_out[region];
            tools |= tables.tools_in[region];
        }
        lying &= !state.taken;
        doors &= !state.opened;
        let mut any = false;
        // How many more keys of each class could be carried away and be of use.
        let mut carry = [0; 2];
        for (class, carry) in carry.iter_mut().enumerate() {
            let (of_doors, of_keys) = (tables.doors_of[class], tables.keys_of[class]);
            let used = (state.opened & of_doors).count_ones() as i32;
            let held = (state.taken & of_keys).count_ones() as i32 - used;
            let lying = lying & of_keys;
            let shut = (of_doors & !state.opened).count_ones() as i32;
            *carry = (lying.count_ones() as i32).min(shut - held).max(0);
            if held + lying.count_ones() as i32 <= 0 {
                continue;
            }
            let taken = if tables.directed && held == 0 {
                state.taken | lowest(lying, 1)
            } else {
                state.taken
            };
            for door in bits(doors & of_doors) {
                any = true;
                self.visit(index, state.place, state.opened | 1 << door, taken, state.tools);
            }
        }
        if tables.directed {
            for tool in [1, 2] {
                if tools & !state.tools & tool != 0 {
                    any = true;
                    self.visit(index, state.place, state.opened, state.taken, state.tools | tool);
                }
            }
            for exit in ones(tables.exits(state.component, state.opened, state.tools)) {
                any = true;
                for (small, boss) in
                    (0..=carry[0]).flat_map(|small| (0..=carry[1]).map(move |boss| (small, boss)))
                {
                    let taken = state.taken
                        | lowest(lying & tables.keys_of[0], small)
                        | lowest(lying & tables.keys_of[1], boss);
                    self.visit(index, exit, state.opened, taken, state.tools);
                }
            }
        }
        any
    }

    /// Adds a state unless it was visited before.
    fn visit(&mut self, parent: usize, place: usize, opened: u32, taken: u32, tools: u8) {
        let packed = if self.tables.directed {
            self.canonical(place, opened, taken, tools)
        } else {
            pack(place, opened, 0, 0)
        };
        self.states.entry(packed).or_insert(parent);
    }

    /// The representative of all states that differ only in the region inside the component, or in
    /// which of its interchangeable keys were taken; packed.
    fn canonical(&self, place: usize, opened: u32, mut taken: u32, tools: u8) -> u64 {
        let reachable = self.tables.reachable(place, opened, tools);
        let component = self.tables.component(place, opened, tools, reachable);
        let here = ones(component).fold(0, |keys, at| keys | self.tables.keys_in[at]);
        for of_class in self.tables.keys_of {
            let here = here & of_class;
            let count = (taken & here).count_ones() as i32;
            taken = taken & !here | lowest(here, count);
        }
        pack(component.trailing_zeros() as usize, opened, taken, tools)
    }
}

/// 6 bits of place, 24 of doors, 32 of keys, 2 of tools.
fn pack(place: usize, opened: u32, taken: u32, tools: u8) -> u64 {
    place as u64 | u64::from(opened) << 6 | u64::from(taken) << 30 | u64::from(tools) << 62
}

/// The lowest `count` bits that are set.
fn lowest(set: u32, count: i32) -> u32 {
    let mut rest = set;
    for _ in 0..count {
        rest &= rest.wrapping_sub(1);
    }
    set & !rest
}
