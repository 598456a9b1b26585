//! The hallways of a bastion, and the minor rooms that they cross.

use crate::algo::router::{Hallway, Router};
use crate::detail::BastionDetail;
use crate::draft::LevelDraft;
use crate::draft::dig::{dig_hallway, dig_room};
use crate::error::PassError;
use crate::kinds::bastion::drop_main_rooms;
use crate::level::{LinkKind, Room, RoomRole};
use base::{Grid, Pos, Rect, Stream};
use indexmap::IndexMap;
use petgraph::unionfind::UnionFind;

/// Digs a hallway for every edge of the tree and for a share of the other edges of the
/// triangulation; minor rooms that a hallway crosses stay, the others are dropped.
///
/// A hallway crosses the minor rooms on the straight line between the centres of its two main
/// rooms. It ends at a minor room's wall and goes on from another, so it is a chain of links: main
/// room, minor rooms, main room. Each link touches its own two rooms and nothing else. Chains
/// through the same two consecutive rooms share the link between them.
///
/// If a chain cannot be routed, its hallway goes round the minor rooms. If that fails for an edge
/// outside the tree, another edge is tried; if it fails for an edge of the tree, the smaller of its
/// rooms is dropped and the graph is drawn again.
pub(crate) fn bastion_hallways(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    for _ in 0..MAX_GRAPH_DRAWS {
        let (Some(scatter), Some(detail)) = (&draft.scatter, &draft.detail.bastion) else {
            return Err(PassError::Missing("main rooms"));
        };
        let (others, wanted) = draw_others(detail, &mut draft.stream);
        let size = (draft.spec.width, draft.spec.height);
        let edges = detail.mst.iter().chain(&others[..wanted]);
        let mut chains = Chains::new(size, &scatter.rooms, detail.main.len(), edges);
        let unreached = chains.route_tree(&detail.mst);
        if unreached.is_empty() {
            let added_back = chains.route_loops(others, wanted)?;
            dig(chains, draft, added_back);
            return Ok(());
        }
        drop_main_rooms(draft, &unreached)?;
    }
    Err(PassError::Retry("a main room is out of reach"))
}

/// The edges that are not in the tree, in random order, and how many of them are wanted.
fn draw_others(detail: &BastionDetail, stream: &mut Stream) -> (Vec<(usize, usize)>, usize) {
    let mut others: Vec<(usize, usize)> = detail
        .delaunay
        .iter()
        .copied()
        .filter(|edge| detail.mst.binary_search(edge).is_err())
        .collect();
    stream.shuffle(&mut others);
    let wanted = others.len() * detail.share_percent as usize / 100;
    (others, wanted)
}

/// Number of graphs that are drawn before the attempt is given up.
const MAX_GRAPH_DRAWS: u32 = 5;

/// Digs the rooms and hallways of the chains, and gives the rooms their final ids.
fn dig(mut chains: Chains, draft: &mut LevelDraft<'_>, added_back: Vec<(usize, usize)>) {
    let halls = chains.take_hallways();
    let (rooms, mains) = (chains.rooms, chains.mains);
    let mut name = vec![None; rooms.len()];
    for room in (0..mains).chain(halls.iter().flat_map(|hall| [hall.a, hall.b])) {
        if name[room].is_none() {
            let id = draft.rooms.len();
            let rect = rooms[room];
            name[room] = Some(id);
            draft.rooms.push(Room { id, rect, role: RoomRole::Room });
            dig_room(draft, rooms[room]);
        }
    }
    let mut joined = UnionFind::new(draft.rooms.len());
    for mut hall in halls {
        let (Some(a), Some(b)) = (name[hall.a], name[hall.b]) else { continue };
        (hall.a, hall.b) = (a, b);
        let kind = if joined.union(a, b) { LinkKind::Tree } else { LinkKind::Loop };
        dig_hallway(draft, hall, kind, Vec::new());
    }
    let dropped = draft.scatter.as_ref().map_or(0, |scatter| scatter.dropped);
    if let Some(detail) = &mut draft.detail.bastion {
        detail.added_back = added_back;
        detail.kept_minor = (mains..draft.rooms.len()).collect();
        detail.dropped = dropped - draft.rooms.len();
    }
}

/// The rooms of a bastion, and the links between them that chains lead through. A chain is the list
/// of rooms from one main room over minor rooms to another.
struct Chains {
    /// The main rooms, then the minor rooms that a line crosses.
    rooms: Vec<Rect>,
    /// The number of main rooms.
    mains: usize,
    /// The room on each cell.
    at: Grid<Option<usize>>,
    router: Router,
    /// By its two rooms, the lower first.
    links: IndexMap<(usize, usize), ChainLink>,
}

/// A link between two rooms.
#[derive(Default)]
struct ChainLink {
    /// The number of its hallway in the router, once it is routed.
    hall: Option<usize>,
    /// The number of chains that lead through it.
    users: u32,
}

/// Maximum length of the hallway of a loop, as a multiple of the Manhattan distance between its
/// rooms' centres.
const MAX_LOOP_DETOUR_FACTOR: i32 = 2;

impl Chains {
    /// Chains without links. `all` are the rooms, the `mains` main rooms first; minor rooms stay
    /// only if the line of one of the `edges` crosses them.
    pub(crate) fn new<'a>(
        (width, height): (i32, i32),
        all: &[Rect],
        mains: usize,
        edges: impl Iterator<Item = &'a (usize, usize)>,
    ) -> Chains {
        let mut at = Grid::filled(width, height, None);
        for (id, room) in all.iter().enumerate() {
            at.fill(room.positions(), Some(id));
        }
        let mut stays = vec![false; all.len()];
        for &(a, b) in edges {
            for room in line(all[a].centre(), all[b].centre()).filter_map(|cell| at[cell]) {
                stays[room] = true;
            }
        }
        let mut rooms = all[..mains].to_vec();
        for (id, room) in all.iter().enumerate().skip(mains) {
            let name = stays[id].then_some(rooms.len());
            at.fill(room.positions(), name);
            rooms.extend(name.map(|_| *room));
        }
        let router = Router::new(width, height, &rooms);
        Chains { rooms, mains, at, router, links: IndexMap::new() }
    }

    /// The rooms that an edge leads through, in order: both ends, and the minor rooms on the line
    /// between them.
    fn chain(&self, (a, b): (usize, usize)) -> Vec<usize> {
        let mut chain = vec![a];
        for cell in line(self.rooms[a].centre(), self.rooms[b].centre()) {
            if let Some(room) = self.at[cell]
                && room >= self.mains
                && chain.last() != Some(&room)
            {
                chain.push(room);
            }
        }
        chain.push(b);
        chain
    }

    /// Routes every edge of the tree: through the rooms on its line, or else from end to end.
    /// Returns the smaller room of each edge for which there is no way at all.
    pub(crate) fn route_tree(&mut self, tree: &[(usize, usize)]) -> Vec<usize> {
        let chains: Vec<Vec<usize>> = tree.iter().map(|&edge| self.chain(edge)).collect();
        for chain in &chains {
            self.add_chain(chain);
        }
        self.route_new();
        let broken: Vec<usize> =
            (0..tree.len()).filter(|&chain| !self.is_whole(&chains[chain])).collect();
        for &chain in &broken {
            self.drop_chain(&chains[chain]);
        }
        for &edge in &broken {
            self.add_chain(&[tree[edge].0, tree[edge].1]);
        }
        self.route_new();
        broken
            .into_iter()
            .map(|edge| tree[edge])
            .filter(|&(a, b)| !self.is_whole(&[a, b]))
            .map(|(a, b)| if self.rooms[a].area() < self.rooms[b].area() { a } else { b })
            .collect()
    }

    /// Routes `wanted` of the other edges, in order, and returns them; edges without a way are
    /// skipped.
    pub(crate) fn route_loops(
        &mut self,
        others: Vec<(usize, usize)>,
        wanted: usize,
    ) -> Result<Vec<(usize, usize)>, PassError> {
        let mut added_back = Vec::with_capacity(wanted);
        for edge in others {
            if added_back.len() == wanted {
                break;
            }
            if self.route_loop(edge) {
                added_back.push(edge);
            }
        }
        if added_back.len() < wanted {
            return Err(PassError::Retry("too few hallways could come back"));
        }
        added_back.sort_unstable();
        Ok(added_back)
    }

    /// Routes an edge that is not in the tree; false if there is no way, or only one that is too
    /// long.
    fn route_loop(&mut self, edge: (usize, usize)) -> bool {
        let chain = self.chain(edge);
        self.add_chain(&chain);
        for pair in chain.windows(2) {
            let (a, b) = ordered(pair);
            let link = &mut self.links[&(a, b)];
            link.hall = link.hall.or_else(|| self.router.route(a, b));
            if link.hall.is_none_or(|hall| self.is_long(hall)) {
                self.drop_chain(&chain);
                return false;
            }
        }
        true
    }

    fn is_long(&self, hall: usize) -> bool {
        self.router.hallway(hall).is_some_and(|hallway| {
            let (a, b) = (self.rooms[hallway.a].centre(), self.rooms[hallway.b].centre());
            hallway.cells.len() as i32 > MAX_LOOP_DETOUR_FACTOR * a.manhattan(b)
        })
    }

    /// Adds a chain, with the links that it lacks.
    fn add_chain(&mut self, chain: &[usize]) {
        for pair in chain.windows(2) {
            self.links.entry(ordered(pair)).or_default().users += 1;
        }
    }

    /// Removes a chain, and the hallways that no other chain needs.
    fn drop_chain(&mut self, chain: &[usize]) {
        for pair in chain.windows(2) {
            let link = &mut self.links[&ordered(pair)];
            link.users -= 1;
            if link.users == 0
                && let Some(hall) = link.hall.take()
            {
                self.router.unroute(hall);
            }
        }
    }

    fn is_whole(&self, chain: &[usize]) -> bool {
        chain.windows(2).all(|pair| self.links[&ordered(pair)].hall.is_some())
    }

    /// Routes all links that a chain needs and that have no hallway, in one call.
    fn route_new(&mut self) {
        let is_new = |link: &ChainLink| link.users > 0 && link.hall.is_none();
        let new = self.links.iter().filter(|(_, link)| is_new(link));
        let new: Vec<(usize, usize)> = new.map(|(&rooms, _)| rooms).collect();
        for (rooms, hall) in new.iter().zip(self.router.route_all(&new)) {
            self.links[rooms].hall = hall;
        }
    }

    /// Takes the hallways of all chains out of the router.
    pub(crate) fn take_hallways(&mut self) -> Vec<Hallway> {
        let links = self.links.values().filter(|link| link.users > 0);
        links.filter_map(|link| self.router.unroute(link.hall?)).collect()
    }
}

/// The two rooms of a pair, the lower first.
fn ordered(pair: &[usize]) -> (usize, usize) {
    (pair[0].min(pair[1]), pair[0].max(pair[1]))
}

/// The cells of the straight line between two cells, by cardinal steps, both included.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    let (sx, sy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let (mut x, mut y) = (0, 0);
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let here = next?;
        next = (x < dx || y < dy).then(|| {
            // The step that keeps nearer to the line: (x + ½) / dx against (y + ½) / dy.
            if y == dy || (x < dx && (2 * x + 1) * dy < (2 * y + 1) * dx) {
                x += 1;
                Pos::new(here.x + sx, here.y)
            } else {
                y += 1;
                Pos::new(here.x, here.y + sy)
            }
        });
        Some(here)
    })
}
