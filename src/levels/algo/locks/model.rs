//! The input of the prover, and its result.

use std::fmt;

use crate::level::LinkGate;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

/// The graph that the prover works on. Regions are numbered from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LockGraph {
    pub regions: usize,
    pub start: usize,
    pub goal: usize,
    pub edges: Vec<LockEdge>,
    pub items: Vec<LockItem>,
}

/// A way between two regions.
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

/// An opener in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LockItem {
    pub opener: Opener,
    pub region: usize,
    /// The room that it lies in, by which steps name it.
    pub room: usize,
}

/// A link between two rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub a: usize,
    pub b: usize,
    /// Whether it is passable from `a` to `b` only.
    pub one_way: bool,
    pub gate: Option<LinkGate>,
}

/// An opener in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedItem {
    pub opener: Opener,
    pub room: usize,
}

/// A kind of item that opens gates.
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

/// One step in an order of play. Written `key@3`, `gate@7`, `drop@7`, `feather@4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayStep {
    /// Picks an item up in a room.
    Take { opener: Opener, room: usize },
    /// Opens the gate of a link.
    Open { link: usize },
    /// Crosses a one-way link.
    Drop { link: usize },
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
    /// The openers, and the rooms that they lie in.
    pub items: Vec<PlacedItem>,
    pub proof: Proof,
}

/// Why a lock graph cannot be proven.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LockRefusal {
    #[error("{count} {what}, more than the {max} that can be proven")]
    TooLarge { what: &'static str, count: usize, max: usize },
    #[error("more than {max} states of play")]
    TooManyStates { max: usize },
    /// No order of play reaches the goal; the links are those of the gates that no order opens.
    #[error("no order of play reaches the goal: the gates at links {closed:?} can never be opened")]
    Unreachable { closed: Vec<usize> },
    /// Some order of play reaches the goal, but after `play` none does; the links are those of the
    /// gates that the player then cannot open.
    #[error("locked up after {}, before the gates at links {closed:?}", written(.play))]
    LockedUp { play: Vec<PlayStep>, closed: Vec<usize> },
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
            PlayStep::Drop { link } => write!(f, "drop@{link}"),
        }
    }
}

/// Steps as one line.
fn written(play: &[PlayStep]) -> String {
    let words: Vec<String> = play.iter().map(PlayStep::to_string).collect();
    if words.is_empty() { "no step".into() } else { words.join(" ") }
}

/// The lock graph of a level, in time linear in rooms and links. Links are numbered by their index
/// in `passages`.
///
/// Regions are the strongly connected components of the rooms and the passages without a gate.
/// Passages without a gate inside a region are left out.
pub(crate) fn lock_graph(
    rooms: usize,
    start: usize,
    goal: usize,
    passages: &[Passage],
    items: &[PlacedItem],
) -> LockGraph {
    let ungated = passages.iter().filter(|passage| passage.gate.is_none());
    let arcs = ungated.flat_map(|passage| {
        let back = (!passage.one_way).then_some((passage.b as u32, passage.a as u32));
        std::iter::once((passage.a as u32, passage.b as u32)).chain(back)
    });
    let mut graph = DiGraph::<(), ()>::from_edges(arcs);
    while graph.node_count() < rooms {
        graph.add_node(());
    }
    let components = tarjan_scc(&graph);
    let mut region_of = vec![0; rooms];
    for (region, rooms) in components.iter().enumerate() {
        for room in rooms {
            region_of[room.index()] = region;
        }
    }
    let edges = passages.iter().enumerate().map(|(link, passage)| LockEdge {
        from: region_of[passage.a],
        to: region_of[passage.b],
        one_way: passage.one_way,
        gate: passage.gate,
        link,
    });
    LockGraph {
        regions: components.len(),
        start: region_of[start],
        goal: region_of[goal],
        edges: edges.filter(|edge| edge.gate.is_some() || edge.from != edge.to).collect(),
        items: items
            .iter()
            .map(|item| LockItem {
                opener: item.opener,
                region: region_of[item.room],
                room: item.room,
            })
            .collect(),
    }
}
