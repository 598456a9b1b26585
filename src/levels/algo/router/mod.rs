//! The hallway router, for all kinds that connect rooms by hallways.
//!
//! It guarantees for any rooms and edges: a hallway runs from a cell in the wall ring of one room
//! to a cell in the wall ring of the other, by cardinal steps, and neither is a corner of its ring.
//! None of its other cells lies in any room or any ring, so it touches no room that is not its own.
//! No cell of it equals a cell of another hallway or is one of its eight neighbours. It never runs
//! on the level's outer ring.
//!
//! Doors therefore never stand beside each other. Two rooms with a single wall between them are
//! joined by one cell, which stands in both rings.
//!
//! It does not guarantee that there is a way. Between rooms of a partition that keep two cells from
//! the sides of their leaves (so that four lie between neighbours) it routed every edge of the
//! spanning tree on all of 1,500 seeds; some loops between distant rooms find no way, and these
//! searches are the most expensive. So route the tree first by [`Router::route_all`], then each
//! loop by [`Router::route`], and skip the loops that find no way.

mod plain;
mod search;
#[cfg(test)]
mod tests;

use crate::algo::router::search::{HallwaySearch, OpenCell};
use base::{Grid, Pos, Rect};

/// Rooms and the hallways routed between them so far.
///
/// A search keeps to a window around its two rooms, so that its cost does not depend on the size of
/// the level; the buffers are shared by all searches.
pub(crate) struct Router {
    rooms: Vec<Rect>,
    /// All cells but the outer ring.
    inside: Rect,
    /// For each cell the sum of [`IN_RING`] for each room in whose ring it lies and
    /// [`NEAR_HALLWAY`] for each hallway cell that is it or one of its eight neighbours, and
    /// [`IN_ROOM`] in a room.
    ground: Grid<u16>,
    /// The hallway on each cell, counted from 1.
    owners: Grid<u32>,
    halls: Vec<Option<Hallway>>,
    search: HallwaySearch,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hallway {
    pub a: usize,
    pub b: usize,
    /// Every cell from the wall of `a` to the wall of `b`.
    pub cells: Vec<Pos>,
}

/// In the wall ring of a room.
const IN_RING: u16 = 1;
/// In a room.
const IN_ROOM: u16 = 0x80;
/// A hallway cell, or a neighbour of one.
const NEAR_HALLWAY: u16 = 0x100;

/// How far beyond its two rooms a hallway may run, in cells; tried one after the other.
const WINDOW_MARGINS_CELLS: [i32; 3] = [4, 12, 40];

/// The cost of a cell that another hallway occupies, where that hallway may be ripped up.
const RIP_UP_COST: u32 = 60;

/// How often an edge may rip up others before it is given up.
const MAX_RIP_UPS_PER_EDGE: u8 = 4;

impl Router {
    /// Rooms are rectangles of floor. Their wall rings must lie within the level and keep clear of
    /// other rooms' floor; rings may share cells.
    pub(crate) fn new(width: i32, height: i32, rooms: &[Rect]) -> Router {
        let mut ground = Grid::filled(width, height, 0);
        for room in rooms {
            for pos in room.grown(1).positions() {
                if room.contains(pos) {
                    ground[pos] |= IN_ROOM;
                } else {
                    ground[pos] += IN_RING;
                }
            }
        }
        Router {
            rooms: rooms.to_vec(),
            inside: ground.bounds().grown(-1),
            ground,
            owners: Grid::filled(width, height, 0),
            halls: Vec::new(),
            search: HallwaySearch::new(),
        }
    }

    /// Routes a hallway between two rooms, around all other hallways, and returns its number.
    pub(crate) fn route(&mut self, a: usize, b: usize) -> Option<usize> {
        self.route_within(&WINDOW_MARGINS_CELLS, a, b)
    }

    /// The same for an optional hallway: searches only close to its two rooms.
    pub(crate) fn route_near(&mut self, a: usize, b: usize) -> Option<usize> {
        self.route_within(&WINDOW_MARGINS_CELLS[..1], a, b)
    }

    fn route_within(&mut self, margins: &[i32], a: usize, b: usize) -> Option<usize> {
        let ends = [self.rooms[a], self.rooms[b]];
        let ground = |pos| open_cell(self.ground[pos], 0);
        let found = find(&mut self.search, self.inside, margins, ends, ground);
        found.then(|| self.commit(a, b))
    }

    /// Removes a hallway, as if it had never been routed.
    pub(crate) fn unroute(&mut self, hall: usize) -> Option<Hallway> {
        let hallway = self.halls.get_mut(hall)?.take()?;
        for &pos in &hallway.cells {
            self.owners[pos] = 0;
            for near in Rect::around(pos, 1).positions() {
                self.ground[near] -= NEAR_HALLWAY;
            }
        }
        Some(hallway)
    }

    /// The hallway with a number, unless it was removed.
    pub(crate) fn hallway(&self, hall: usize) -> Option<&Hallway> {
        self.halls.get(hall)?.as_ref()
    }

    /// Routes a hallway for every edge, shortest first. If one finds no way, the hallways of this
    /// call that block it are ripped up and routed again, a bounded number of times.
    ///
    /// Hallways from before this call stay. Returns the number of each edge's hallway; `None` if it
    /// has none in the end.
    pub(crate) fn route_all(&mut self, edges: &[(usize, usize)]) -> Vec<Option<usize>> {
        let first = self.halls.len();
        let mut queue: Vec<usize> = (0..edges.len()).collect();
        queue.sort_by_key(|&edge| {
            let (a, b) = edges[edge];
            std::cmp::Reverse((gap(self.rooms[a], self.rooms[b]), edge))
        });
        let mut tries = vec![0; edges.len()];
        let mut halls = vec![None; edges.len()];
        // The edge of each hallway routed here, in order.
        let mut edge_of: Vec<usize> = Vec::new();
        // The last of the queue is the next.
        while let Some(edge) = queue.pop() {
            let (a, b) = edges[edge];
            halls[edge] = self.route(a, b);
            if halls[edge].is_none() && tries[edge] < MAX_RIP_UPS_PER_EDGE {
                tries[edge] += 1;
                if let Some((hall, blockers)) = self.route_through(a, b, first) {
                    halls[edge] = Some(hall);
                    for blocker in blockers {
                        let ripped = edge_of[blocker - first];
                        halls[ripped] = None;
                        queue.push(ripped);
                    }
                }
            }
            edge_of.extend(halls[edge].map(|_| edge));
        }
        halls
    }

    /// Rip-up and reroute (Dees and Karger, "Automated rip-up and reroute techniques", 1982):
    /// routes a hallway as if those from number `first` on could be crossed at a cost, and removes
    /// the ones that it touches. Returns its number and theirs.
    fn route_through(&mut self, a: usize, b: usize, first: usize) -> Option<(usize, Vec<usize>)> {
        let (ground, owners) = (&self.ground, &self.owners);
        let ends = [self.rooms[a], self.rooms[b]];
        let stays = |pos: Pos| {
            pos.neighbours().chain([pos]).any(|near| (1..=first as u32).contains(&owners[near]))
        };
        let found = find(&mut self.search, self.inside, &WINDOW_MARGINS_CELLS, ends, |pos| {
            let here = ground[pos];
            if here < NEAR_HALLWAY {
                open_cell(here, 0)
            } else if stays(pos) {
                None
            } else {
                open_cell(here & (NEAR_HALLWAY - 1), RIP_UP_COST)
            }
        });
        if !found {
            return None;
        }
        let mut blockers: Vec<usize> = Vec::new();
        for &pos in &self.search.way {
            let near = pos.neighbours().chain([pos]).map(|near| self.owners[near]);
            blockers.extend(near.filter(|&owner| owner > 0).map(|owner| owner as usize - 1));
        }
        blockers.sort_unstable();
        blockers.dedup();
        for &blocker in &blockers {
            self.unroute(blocker);
        }
        Some((self.commit(a, b), blockers))
    }

    /// Adds the way that was found last as a hallway, and returns its number.
    fn commit(&mut self, a: usize, b: usize) -> usize {
        let cells = self.search.way.clone();
        self.halls.push(Some(Hallway { a, b, cells }));
        let number = self.halls.len();
        for &pos in &self.search.way {
            self.owners[pos] = number as u32;
            for near in Rect::around(pos, 1).positions() {
                self.ground[near] += NEAR_HALLWAY;
            }
        }
        number - 1
    }
}

/// What a cell that is near no hallway is to the search; `None` in a room.
fn open_cell(rings: u16, price: u32) -> Option<OpenCell> {
    (rings < IN_ROOM).then_some(OpenCell { rings, price })
}

/// Searches for a way in growing windows; the way is left in the search.
fn find(
    search: &mut HallwaySearch,
    inside: Rect,
    margins: &[i32],
    ends: [Rect; 2],
    ground: impl Fn(Pos) -> Option<OpenCell> + Copy,
) -> bool {
    let [a, b] = ends;
    if gap(a, b) == 1 && search.find_shared_door(ends, ground) {
        return true;
    }
    for &margin in margins {
        let window = a.union(b).grown(margin).intersection(inside);
        if search.find(window, ends, ground) {
            return true;
        }
        if !search.was_confined {
            break;
        }
    }
    false
}

/// The number of cells between two rooms, across plus down.
fn gap(a: Rect, b: Rect) -> i32 {
    let (across, down) = a.gaps(b);
    across.max(0) + down.max(0)
}
