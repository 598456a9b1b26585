//! The lock graph as bit masks: one bit for each region, door or key.

use crate::algo::locks::model::{LockEdge, LockGraph, Opener};

pub(crate) const MAX_REGIONS: usize = 64;
/// Maximum number of locked doors and boss doors together; pits and rubble are not counted.
const MAX_DOORS: usize = 24;
/// Maximum number of keys and boss keys together.
const MAX_KEYS: usize = 32;

/// The tables of the search. *Doors* are the gates that use a key up; *tools* are feather (bit 0)
/// and satchel (bit 1).
pub(crate) struct Tables<'a> {
    pub locks: &'a LockGraph,
    /// Whether any edge is one-way.
    pub directed: bool,
    /// By set of tools and region: the regions that one edge leads to with all doors shut.
    onward: [[u64; MAX_REGIONS]; 4],
    /// The same for the regions from which one edge leads here.
    back: [[u64; MAX_REGIONS]; 4],
    /// By region: the doors that lead out of it, and those that lead into it.
    pub doors_out: [u32; MAX_REGIONS],
    doors_in: [u32; MAX_REGIONS],
    /// By region: the keys and the tools that lie in it.
    pub keys_in: [u32; MAX_REGIONS],
    pub tools_in: [u8; MAX_REGIONS],
    /// The two regions of each door.
    ends: [(u8, u8); MAX_DOORS],
    /// The index of each door's edge.
    pub door_edges: Vec<usize>,
    /// Doors and keys by class: small, boss.
    pub doors_of: [u32; 2],
    pub keys_of: [u32; 2],
}

impl<'a> Tables<'a> {
    /// `None` if the graph is too large.
    pub(crate) fn of(locks: &'a LockGraph) -> Option<Tables<'a>> {
        let doors = locks.edges.iter().filter(|edge| door_class(edge).is_some()).count();
        let keys = locks.items.iter().filter(|item| key_class(item.opener).is_some()).count();
        if locks.regions > MAX_REGIONS || doors > MAX_DOORS || keys > MAX_KEYS {
            return None;
        }
        let mut tables = Tables {
            locks,
            directed: locks.edges.iter().any(|edge| edge.one_way && edge.from != edge.to),
            onward: [[0; MAX_REGIONS]; 4],
            back: [[0; MAX_REGIONS]; 4],
            doors_out: [0; MAX_REGIONS],
            doors_in: [0; MAX_REGIONS],
            keys_in: [0; MAX_REGIONS],
            tools_in: [0; MAX_REGIONS],
            ends: [(0, 0); MAX_DOORS],
            door_edges: Vec::with_capacity(doors),
            doors_of: [0; 2],
            keys_of: [0; 2],
        };
        for (index, edge) in locks.edges.iter().enumerate() {
            tables.add_edge(index, edge);
        }
        let mut keys = 0;
        for item in &locks.items {
            let region = locks.region_of[item.room];
            if let Some(class) = key_class(item.opener) {
                tables.keys_in[region] |= 1 << keys;
                tables.keys_of[class] |= 1 << keys;
                keys += 1;
            }
            tables.tools_in[region] |= tool(item.opener);
        }
        Some(tables)
    }

    fn add_edge(&mut self, index: usize, edge: &LockEdge) {
        let (from, to) = (edge.from, edge.to);
        if let Some(class) = door_class(edge) {
            let door = self.door_edges.len();
            self.door_edges.push(index);
            self.doors_of[class] |= 1 << door;
            self.ends[door] = (from as u8, to as u8);
            self.doors_out[from] |= 1 << door;
            self.doors_in[to] |= 1 << door;
            if !edge.one_way {
                self.doors_out[to] |= 1 << door;
                self.doors_in[from] |= 1 << door;
            }
            return;
        }
        let needed = edge.gate.map_or(0, |gate| tool(Opener::of(gate)));
        for tools in (0..4).filter(|tools| tools & needed == needed) {
            let tools = usize::from(tools);
            self.onward[tools][from] |= 1 << to;
            self.back[tools][to] |= 1 << from;
            if !edge.one_way {
                self.onward[tools][to] |= 1 << from;
                self.back[tools][from] |= 1 << to;
            }
        }
    }

    /// The regions that can be walked to from a region.
    pub(crate) fn reachable(&self, place: usize, opened: u32, tools: u8) -> u64 {
        self.closure(place, opened, &self.onward[usize::from(tools)], &self.doors_out)
    }

    /// The regions that can be walked to from a region and back.
    pub(crate) fn component(&self, place: usize, opened: u32, tools: u8, reachable: u64) -> u64 {
        if !self.directed {
            return reachable;
        }
        reachable & self.closure(place, opened, &self.back[usize::from(tools)], &self.doors_in)
    }

    fn closure(
        &self,
        place: usize,
        opened: u32,
        arcs: &[u64; MAX_REGIONS],
        doors: &[u32; MAX_REGIONS],
    ) -> u64 {
        let mut reached = 1 << place;
        let mut fresh: u64 = reached;
        while fresh != 0 {
            let region = fresh.trailing_zeros() as usize;
            let mut next = arcs[region];
            for door in bits(opened & doors[region]) {
                let (a, b) = self.ends[door];
                next |= 1 << a | 1 << b;
            }
            fresh = (fresh & (fresh - 1)) | (next & !reached);
            reached |= next;
        }
        reached
    }

    /// The regions outside `regions` that one edge leads to.
    pub(crate) fn exits(&self, regions: u64, opened: u32, tools: u8) -> u64 {
        let mut exits = 0;
        for region in ones(regions) {
            exits |= self.onward[usize::from(tools)][region];
            for door in bits(opened & self.doors_out[region]) {
                let (a, b) = self.ends[door];
                exits |= 1 << a | 1 << b;
            }
        }
        exits & !regions
    }
}

/// The class of a key: 0 for small, 1 for boss; `None` for a tool.
pub(crate) fn key_class(opener: Opener) -> Option<usize> {
    match opener {
        Opener::Key => Some(0),
        Opener::BossKey => Some(1),
        Opener::Feather | Opener::Satchel => None,
    }
}

fn door_class(edge: &LockEdge) -> Option<usize> {
    edge.gate.and_then(|gate| key_class(Opener::of(gate)))
}

/// The bit of a tool; 0 for keys.
pub(crate) fn tool(opener: Opener) -> u8 {
    match opener {
        Opener::Key | Opener::BossKey => 0,
        Opener::Feather => 1,
        Opener::Satchel => 2,
    }
}

/// The indices of the bits that are set, ascending.
pub(crate) fn bits(set: u32) -> impl Iterator<Item = usize> {
    ones(u64::from(set))
}

/// The indices of the bits that are set, ascending.
pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
