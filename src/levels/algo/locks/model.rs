//! The input of the prover, and its result.

use std::fmt;

use crate::level::LinkGate;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// The graph that the prover works on. Regions are numbered from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LockGraph {
    pub regions: usize,
    /// By room.
    pub region_of: Vec<usize>,
    pub start: usize,
    pub goal: usize,
    pub edges: Vec<LockEdge>,
    pub items: Vec<PlacedItem>,
}

/// A way between two regions, or between two rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LockEdge {
    pub from: usize,
    pub to: usize,
    /// Whether it is passable from `from` to `to` only; its gate can then be opened from `from`
    /// only.
    pub one_way: bool,
    /// The gate that blocks it until it is opened, for good. A key or a boss key is used up by
    /// opening; pits and rubble are passed with the feather or the satchel, which are never used
    /// up.
    pub gate: Option<LinkGate>,
    /// The number of its link, by which steps name it.
    pub link: usize,
}

impl LockEdge {
    /// The region that it leads to from one; `None` if it does not lead away from there.
    pub(super) fn beyond(&self, at: usize) -> Option<usize> {
        if at == self.from {
            Some(self.to)
        } else {
            (at == self.to && !self.one_way).then_some(self.from)
        }
    }
}

/// An opener in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedItem {
    pub opener: Opener,
    pub room: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Opener {
    /// Small keys are interchangeable.
    Key,
    BossKey,
    Feather,
    Satchel,
}

impl Opener {
    pub(crate) fn of(gate: LinkGate) -> Opener {
        match gate {
            LinkGate::Key => Opener::Key,
            LinkGate::Boss => Opener::BossKey,
            LinkGate::Pit => Opener::Feather,
            LinkGate::Rubble => Opener::Satchel,
        }
    }
}

/// One step in an order of play. Written `key@3`, `gate@7`, `feather@4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayStep {
    Take { opener: Opener, room: usize },
    Open { link: usize },
}

/// The proof that the goal can be reached from every reachable state of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    /// Number of states that were visited.
    pub states: u64,
    /// An order of play that reaches the goal with the fewest locked doors opened.
    pub order: Vec<PlayStep>,
    /// Links whose gates no order of play opens, though the goal needs none of them.
    pub never_opened: Vec<usize>,
}

/// The openers of a level, and the proof for every order of play.
pub(crate) struct ProvenLocks {
    pub items: Vec<PlacedItem>,
    pub proof: Proof,
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

impl fmt::Display for PlayStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayStep::Take { opener, room } => write!(f, "{opener}@{room}"),
            PlayStep::Open { link } => write!(f, "gate@{link}"),
        }
    }
}

/// The lock graph of a level, in time linear in rooms and links; `passages` lead between rooms.
///
/// Regions are the strongly connected components of the rooms and the passages without a gate.
/// Passages without a gate inside a region are left out.
pub(crate) fn lock_graph(
    rooms: usize,
    [start, goal]: [usize; 2],
    passages: &[LockEdge],
    items: &[PlacedItem],
) -> LockGraph {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<NodeIndex> = (0..rooms).map(|_| graph.add_node(())).collect();
    for passage in passages.iter().filter(|passage| passage.gate.is_none()) {
        graph.add_edge(nodes[passage.from], nodes[passage.to], ());
        if !passage.one_way {
            graph.add_edge(nodes[passage.to], nodes[passage.from], ());
        }
    }
    let components = tarjan_scc(&graph);
    let mut region_of = vec![0; rooms];
    for (region, rooms) in components.iter().enumerate() {
        for room in rooms {
            region_of[room.index()] = region;
        }
    }
    let edges = passages.iter().map(|passage| LockEdge {
        from: region_of[passage.from],
        to: region_of[passage.to],
        ..*passage
    });
    LockGraph {
        regions: components.len(),
        start: region_of[start],
        goal: region_of[goal],
        edges: edges.filter(|edge| edge.gate.is_some() || edge.from != edge.to).collect(),
        items: items.to_vec(),
        region_of,
    }
}
