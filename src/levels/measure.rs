//! Measures of levels, for the expressive range of their kinds.

use std::cell::OnceCell;

use crate::algo::ways::TwoWays;
use crate::bracket_map::cells_within;
use crate::draft::LevelDraft;
use crate::level::{Level, Link, Room, Thing, ThingKind};
use crate::state::{EXIT_ID, START_ID};
use base::{Bits, DistanceField, Grid, Moves, Pos};
use content::Tile;
use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::{astar, connected_components};
use petgraph::graph::{NodeIndex, UnGraph};

/// Up to how many steps from a trap or a resident a cell is under threat.
const THREAT_STEPS: u8 = 3;

/// The share of cells in which two sets of passable cells of the same size differ, in thousandths.
pub fn differing(a: &Bits, b: &Bits) -> u32 {
    let pairs = a.words().iter().zip(b.words());
    let differing: u32 = pairs.map(|(a, b)| (a ^ b).count_ones()).sum();
    share(differing as usize, (a.width() * a.height()) as usize)
}

/// Passable cells more than three steps from every trap and resident, as a share of all passable
/// cells.
pub fn leniency(level: &Level) -> u32 {
    let is_threat = |thing: &&Thing| matches!(thing.kind, ThingKind::Trap | ThingKind::Actor);
    let threats = level.things.iter().filter(is_threat).map(Thing::pos);
    let cells = level.passable().count();
    share(cells.saturating_sub(cells_within(level, threats, THREAT_STEPS)), cells)
}

/// The plan of a level: what is known of it before anything is placed on it, and its measures, for
/// comparing many (the expressive range of a generator; Smith and Whitehead, "Analyzing the
/// expressive range of a level generator", 2010). Shares are in thousandths.
///
/// The parts that `loops`, `dead_ends`, `chokepoints` and `linearity` are counted over are the
/// rooms and links of a kind that has both, a vault's features and connections, and elsewhere the
/// passable cells; there loops are counted round rock, not round every four cells of open floor.
///
/// Each measure is computed when it is asked for.
pub struct Plan<'a> {
    tiles: &'a Grid<Tile>,
    start: Pos,
    /// Where raiders come in; see [`Level::entrance`].
    entrance: Pos,
    exit: Pos,
    rooms: &'a [Room],
    links: &'a [Link],
    /// The number of a vault's features, and the connections between them.
    features: Option<(usize, Vec<(usize, usize)>)>,
    attempts: u32,
    passable: OnceCell<Bits>,
    graph: OnceCell<LevelGraph>,
}

impl<'a> Plan<'a> {
    /// The value of [`Plan::second_way`] without a second way.
    pub const NO_SECOND_WAY: u32 = 9_999;

    pub fn of(level: &'a Level) -> Plan<'a> {
        let vault = level.detail.vault.as_ref();
        Plan {
            tiles: &level.tiles,
            start: level.start,
            entrance: level.entrance(),
            exit: level.exit,
            rooms: &level.rooms,
            links: &level.links,
            features: vault.map(|vault| (vault.features.len(), vault.connections.clone())),
            attempts: level.attempts,
            passable: OnceCell::new(),
            graph: OnceCell::new(),
        }
    }

    /// The plan of a draft that all passes of its plan have worked on.
    pub(crate) fn of_draft(draft: &'a LevelDraft<'_>) -> Plan<'a> {
        let tiles = draft.super_tiles.as_ref();
        Plan {
            tiles: &draft.tiles,
            start: draft.start,
            entrance: draft.entrance(),
            exit: draft.exit,
            rooms: &draft.rooms,
            links: &draft.links,
            features: tiles.map(|tiles| (tiles.detail.features.len(), tiles.connections())),
            attempts: draft.attempt,
            passable: OnceCell::new(),
            graph: OnceCell::new(),
        }
    }

    /// Number of attempts, the successful one included.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    pub fn rooms(&self) -> u32 {
        self.rooms.len() as u32
    }

    pub fn links(&self) -> u32 {
        self.links.len() as u32
    }

    pub fn gates(&self) -> u32 {
        self.links.iter().filter(|link| link.gate.is_some()).count() as u32
    }

    /// Passable cells, as a share of all cells.
    pub fn density(&self) -> u32 {
        share(self.passable().count(), self.tiles.area())
    }

    /// Steps from start to exit, as a share of the diameter of the level. The diameter is estimated
    /// by two searches for the farthest cell, which may fall slightly short.
    pub fn path(&self) -> u32 {
        let passable = self.passable();
        let mut steps = DistanceField::new();
        steps.spread(passable, [self.start], Moves::Eight, DistanceField::MAX_DISTANCE);
        let to_exit = steps.get(self.exit);
        let Some((_, end)) = farthest(&steps, passable) else { return 0 };
        steps.spread(passable, [end], Moves::Eight, DistanceField::MAX_DISTANCE);
        let diameter = farthest(&steps, passable).map_or(0, |(steps, _)| steps);
        share(to_exit.into(), diameter.into())
    }

    /// Edges − nodes + components: the number of edges that can be removed without disconnecting
    /// the level.
    pub fn loops(&self) -> u32 {
        self.graph().loops() as u32
    }

    /// Parts with a single neighbour.
    pub fn dead_ends(&self) -> u32 {
        self.graph().dead_ends() as u32
    }

    /// Articulation points, as a share of all parts.
    pub fn chokepoints(&self) -> u32 {
        share(self.graph().articulation_points(), self.graph().len())
    }

    /// Parts on the shortest path from start to exit, as a share of all parts.
    pub fn linearity(&self) -> u32 {
        share(self.graph().shortest_path(), self.graph().len())
    }

    /// Cells that are passable exactly if their counterpart is, as a share of all cells; the best
    /// of three symmetries: mirrored left to right, mirrored top to bottom, turned by half.
    pub fn symmetry(&self) -> u32 {
        let passable = Grid::from(self.passable().clone());
        let (right, bottom) = (passable.width() - 1, passable.height() - 1);
        let matching = |counterpart: &dyn Fn(Pos) -> Pos| {
            passable.iter().filter(|&(pos, &cell)| passable[counterpart(pos)] == cell).count()
        };
        let best = matching(&|pos| Pos::new(right - pos.x, pos.y))
            .max(matching(&|pos| Pos::new(pos.x, bottom - pos.y)))
            .max(matching(&|pos| Pos::new(right - pos.x, bottom - pos.y)));
        share(best, passable.area())
    }

    /// The length of the best second way from the entrance to the exit, in thousandths of that of
    /// the shortest one: at most half of its cells lie within one step of the shortest way, gates
    /// counted as open. [`Plan::NO_SECOND_WAY`] if there is none or it is longer.
    pub fn second_way(&self) -> u32 {
        TwoWays::between(self.passable(), self.entrance, self.exit)
            .map_or(Plan::NO_SECOND_WAY, |ways| share(ways.second as usize, ways.first as usize))
            .min(Plan::NO_SECOND_WAY)
    }

    /// The cells that can be walked on, gates counted as open.
    fn passable(&self) -> &Bits {
        self.passable.get_or_init(|| Bits::of(self.tiles, |tile| tile.is_passable()))
    }

    fn graph(&self) -> &LevelGraph {
        self.graph.get_or_init(|| {
            // Rooms without links are connected by caves.
            if self.rooms.len() == 1 || !self.links.is_empty() {
                let ends = [self.room_at(self.start), self.room_at(self.exit)];
                let pairs = self.links.iter().map(|link| (link.a, link.b));
                return LevelGraph::new(self.rooms.len(), pairs, ends);
            }
            match &self.features {
                Some((features, connections)) => {
                    LevelGraph::new(*features, connections.iter().copied(), [START_ID, EXIT_ID])
                }
                None => LevelGraph::of_cells(self.passable(), [self.start, self.exit]),
            }
        })
    }

    fn room_at(&self, pos: Pos) -> usize {
        self.rooms.iter().find(|room| room.rect.contains(pos)).map_or(0, |room| room.id)
    }
}

/// The greatest number of steps to a reachable cell, and the cell; of several the first in reading
/// order.
fn farthest(steps: &DistanceField, passable: &Bits) -> Option<(u16, Pos)> {
    let reached = passable.iter().map(|pos| (steps.get(pos), pos));
    let reached = reached.filter(|&(steps, _)| steps != DistanceField::UNREACHABLE);
    reached.max_by_key(|&(steps, pos)| (steps, std::cmp::Reverse(pos)))
}

/// `part` in thousandths of `whole`; 0 if that is 0.
pub(crate) fn share(part: usize, whole: usize) -> u32 {
    (part * 1000).checked_div(whole).unwrap_or(0) as u32
}

/// The graph of a level's parts: rooms, features or cells, see [`Plan`].
pub(crate) struct LevelGraph {
    graph: UnGraph<(), ()>,
    ends: [usize; 2],
    /// Number of blocks of four open cells: loops of the graph that do not count.
    filled: usize,
}

impl LevelGraph {
    pub(crate) fn new(
        nodes: usize,
        pairs: impl Iterator<Item = (usize, usize)>,
        ends: [usize; 2],
    ) -> LevelGraph {
        let mut pairs: Vec<(u32, u32)> =
            pairs.map(|(a, b)| (a.min(b) as u32, a.max(b) as u32)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut graph = UnGraph::with_capacity(nodes, pairs.len());
        for _ in 0..nodes {
            graph.add_node(());
        }
        graph.extend_with_edges(pairs);
        LevelGraph { graph, ends, filled: 0 }
    }

    fn of_cells(passable: &Bits, ends: [Pos; 2]) -> LevelGraph {
        let mut node = Grid::filled(passable.width(), passable.height(), None);
        for (number, pos) in passable.iter().enumerate() {
            node[pos] = Some(number);
        }
        let at = |pos: Pos| node.get(pos).copied().flatten();
        let (east, south) = (Pos::new(1, 0), Pos::new(0, 1));
        let mut pairs = Vec::new();
        let mut filled = 0;
        for (here, pos) in passable.iter().enumerate() {
            let (beside, below) = (at(pos + east), at(pos + south));
            pairs.extend([beside, below].into_iter().flatten().map(|other| (here, other)));
            let is_filled = beside.is_some() && below.is_some() && at(pos + east + south).is_some();
            filled += usize::from(is_filled);
        }
        let ends = ends.map(|end| at(end).unwrap_or(0));
        LevelGraph { filled, ..LevelGraph::new(passable.count(), pairs.into_iter(), ends) }
    }

    fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Edges − nodes + components, without the loops round blocks of open floor.
    pub(crate) fn loops(&self) -> usize {
        let cycles = self.graph.edge_count() + connected_components(&self.graph);
        cycles.saturating_sub(self.len() + self.filled)
    }

    pub(crate) fn dead_ends(&self) -> usize {
        self.graph.node_indices().filter(|&node| self.graph.edges(node).count() == 1).count()
    }

    /// The number of nodes on a shortest path from start to exit, both included; 0 if there is
    /// none.
    pub(crate) fn shortest_path(&self) -> usize {
        let [start, exit] = self.ends.map(NodeIndex::new);
        astar(&self.graph, start, |node| node == exit, |_| 1, |_| 0)
            .map_or(0, |(_, path)| path.len())
    }

    /// The number of nodes without which the graph falls into more parts.
    pub(crate) fn articulation_points(&self) -> usize {
        articulation_points(&self.graph).len()
    }
}
