//! The hallways of a bastion, and the minor rooms that they cross.

use std::collections::BTreeMap;

use crate::base::{Grid, Pos, Rect, Stream};
use crate::levelgen::algo::router::Router;
use crate::levelgen::algo::spanning_tree::DisjointSets;
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::draft::dig::{dig_hallway, dig_room};
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::bastion::detail::BastionDetail;
use crate::levelgen::kinds::bastion::main_rooms;
use crate::levelgen::level::{LinkKind, Room, RoomRole};

/// Digs a hallway for every edge of the tree and for a share of the other edges of the triangulation;
/// minor rooms that a hallway crosses stay, the others go.
///
/// What is crossed goes by the straight line between the centres of the two main rooms. There the
/// hallway ends at the minor room's wall and goes on from another: so it is a chain of links, main
/// room, minor rooms, main room, and each link touches its own two rooms and nothing else. Chains
/// that lead through the same two rooms one after the other share the link between them.
///
/// Where a chain finds no way, the hallway goes round the minor rooms. An edge that is to come back and finds
/// none either makes place for another. A main room that an edge of the tree finds no way to goes, and
/// the graph is drawn anew.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    for _ in 0..MAX_GRAPH_DRAWS {
        let (Some(scatter), Some(detail)) = (&draft.scatter, &draft.detail.bastion) else {
            return Err(PassError::Missing("main rooms"));
        };
        let (others, wanted) = draw_others(detail, &mut draft.stream);
        let size = (draft.spec.width, draft.spec.height);
        let edges = detail.mst.iter().chain(&others[..wanted]);
        let mut halls = Chains::new(size, &scatter.rooms, detail.main.len(), edges);
        let unreached = halls.route_tree(&detail.mst);
        if unreached.is_empty() {
            let added_back = halls.route_loops(others, wanted)?;
            halls.finish(draft, added_back);
            return Ok(());
        }
        main_rooms::drop(draft, &unreached)?;
    }
    Err(PassError::Retry("a main room is out of reach"))
}

/// The edges that are not in the tree, in random order, and how many are to come back.
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

/// Graphs that are drawn before the attempt is given up.
const MAX_GRAPH_DRAWS: u32 = 5;

/// The links between rooms so far, and the chains that lead through them.
struct Chains {
    rooms: Vec<Rect>,
    mains: usize,
    /// The room on each cell, counted from 1.
    at: Grid<u32>,
    router: Router,
    links: Vec<Pair>,
    by_rooms: BTreeMap<(usize, usize), usize>,
}

/// A link between two rooms, and how many chains need it.
struct Pair {
    rooms: (usize, usize),
    hall: Option<usize>,
    users: u32,
}

/// The hallway of a loop may be so many times as long as the Manhattan distance between its rooms' centres.
const MAX_LOOP_DETOUR_FACTOR: i32 = 2;

impl Chains {
    /// Of the rooms, the main ones come first; of the minor ones those stay that the lines of the edges
    /// cross.
    fn new<'a>(
        (width, height): (i32, i32),
        all: &[Rect],
        mains: usize,
        edges: impl Iterator<Item = &'a (usize, usize)>,
    ) -> Chains {
        let mut at = Grid::filled(width, height, 0);
        for (id, room) in all.iter().enumerate() {
            for pos in room.positions() {
                at[pos] = id as u32 + 1;
            }
        }
        let mut stays = vec![false; all.len()];
        for &(a, b) in edges {
            for cell in line(all[a].centre(), all[b].centre()) {
                if let Some(room) = (at[cell] as usize).checked_sub(1) {
                    stays[room] = true;
                }
            }
        }
        let mut rooms = all[..mains].to_vec();
        for (id, room) in all.iter().enumerate().skip(mains) {
            if stays[id] {
                rooms.push(*room);
            }
            let name = if stays[id] { rooms.len() as u32 } else { 0 };
            for pos in room.positions() {
                at[pos] = name;
            }
        }
        let router = Router::new(width, height, &rooms);
        Chains { rooms, mains, at, router, links: Vec::new(), by_rooms: BTreeMap::new() }
    }

    /// The rooms that an edge leads through, in order: both ends, and the minor ones on the line.
    fn chain(&self, (a, b): (usize, usize)) -> Vec<usize> {
        let mut chain = vec![a];
        for cell in line(self.rooms[a].centre(), self.rooms[b].centre()) {
            if let Some(room) = (self.at[cell] as usize).checked_sub(1)
                && room >= self.mains
                && chain.last() != Some(&room)
            {
                chain.push(room);
            }
        }
        chain.push(b);
        chain
    }

    /// Routes every edge of the tree: through the rooms on its line, or else from end to end. Gives the
    /// smaller room of each edge that finds no way either.
    fn route_tree(&mut self, tree: &[(usize, usize)]) -> Vec<usize> {
        let chains: Vec<Vec<usize>> = tree.iter().map(|&edge| self.chain(edge)).collect();
        for chain in &chains {
            self.use_chain(chain);
        }
        self.route_new();
        let broken: Vec<usize> =
            (0..tree.len()).filter(|&chain| !self.is_whole(&chains[chain])).collect();
        for &chain in &broken {
            self.leave_chain(&chains[chain]);
        }
        for &edge in &broken {
            self.use_chain(&[tree[edge].0, tree[edge].1]);
        }
        self.route_new();
        broken
            .into_iter()
            .map(|edge| tree[edge])
            .filter(|&(a, b)| !self.is_whole(&[a, b]))
            .map(|(a, b)| if self.rooms[a].area() < self.rooms[b].area() { a } else { b })
            .collect()
    }

    /// Routes so many of the other edges, in order; those that find no way are left out.
    fn route_loops(
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

    /// Routes an edge besides those of the tree, if it finds a way that is not too long.
    fn route_loop(&mut self, edge: (usize, usize)) -> bool {
        let chain = self.chain(edge);
        self.use_chain(&chain);
        for pair in chain.windows(2) {
            let link = self.by_rooms[&ordered(pair)];
            let Pair { rooms: (a, b), hall, .. } = self.links[link];
            if hall.is_none() {
                self.links[link].hall = self.router.route(a, b);
            }
            if self.links[link].hall.is_none_or(|hall| self.is_long(hall)) {
                self.leave_chain(&chain);
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

    fn use_chain(&mut self, chain: &[usize]) {
        for pair in chain.windows(2) {
            let rooms = ordered(pair);
            let link = *self.by_rooms.entry(rooms).or_insert(self.links.len());
            if link == self.links.len() {
                self.links.push(Pair { rooms, hall: None, users: 0 });
            }
            self.links[link].users += 1;
        }
    }

    /// Gives a chain up; hallways that no other needs are taken away.
    fn leave_chain(&mut self, chain: &[usize]) {
        for pair in chain.windows(2) {
            let link = &mut self.links[self.by_rooms[&ordered(pair)]];
            link.users -= 1;
            if link.users == 0
                && let Some(hall) = link.hall.take()
            {
                self.router.unroute(hall);
            }
        }
    }

    fn is_whole(&self, chain: &[usize]) -> bool {
        chain.windows(2).all(|pair| self.links[self.by_rooms[&ordered(pair)]].hall.is_some())
    }

    /// Routes all links that are needed and have no hallway, as one.
    fn route_new(&mut self) {
        let new: Vec<usize> = (0..self.links.len())
            .filter(|&link| self.links[link].users > 0 && self.links[link].hall.is_none())
            .collect();
        let edges: Vec<(usize, usize)> = new.iter().map(|&link| self.links[link].rooms).collect();
        for (link, hall) in new.into_iter().zip(self.router.route_all(&edges)) {
            self.links[link].hall = hall;
        }
    }

    /// Digs what was routed, and gives the rooms that are left their final ids.
    fn finish(self, draft: &mut LevelDraft<'_>, added_back: Vec<(usize, usize)>) {
        let Chains { rooms, mains, links, mut router, .. } = self;
        let mut name = vec![None; rooms.len()];
        let links = links.into_iter().filter(|link| link.users > 0);
        let halls: Vec<_> = links.filter_map(|link| router.unroute(link.hall?)).collect();
        for room in (0..mains).chain(halls.iter().flat_map(|hall| [hall.a, hall.b])) {
            if name[room].is_none() {
                let id = draft.rooms.len();
                let rect = rooms[room];
                name[room] = Some(id);
                draft.rooms.push(Room { id, rect, role: RoomRole::Room });
                dig_room(draft, rooms[room]);
            }
        }
        let mut joined = DisjointSets::new(draft.rooms.len());
        for mut hall in halls {
            let (Some(a), Some(b)) = (name[hall.a], name[hall.b]) else { continue };
            (hall.a, hall.b) = (a, b);
            let kind = if joined.join(a, b) { LinkKind::Tree } else { LinkKind::Loop };
            dig_hallway(draft, hall, kind, Vec::new());
        }
        let dropped = draft.scatter.as_ref().map_or(0, |scatter| scatter.dropped);
        if let Some(detail) = &mut draft.detail.bastion {
            detail.added_back = added_back;
            detail.kept_minor = (mains..draft.rooms.len()).collect();
            detail.dropped = dropped - draft.rooms.len();
        }
    }
}

fn ordered(pair: &[usize]) -> (usize, usize) {
    (pair[0].min(pair[1]), pair[0].max(pair[1]))
}

/// The cells on the straight line between two, by cardinal steps, both included.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    let (sx, sy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let (mut x, mut y) = (0, 0);
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let here = next?;
        next = (x < dx || y < dy).then(|| {
            // Whichever step keeps nearer to the line: (x + ½) / dx against (y + ½) / dy.
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
