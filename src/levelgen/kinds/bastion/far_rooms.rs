//! Where a level of rooms is entered and left.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::Pos;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::level::{Link, Role, Room};
use crate::levelgen::tile::Tile;

/// Rooms that are tried as the start before the attempt is given up.
const TRIES: u32 = 6;

/// Draws a start in one main room and an exit in another, a long way off: at least `min_distance` cells
/// as the crow walks, and among the last quarter by the length of the hallways. Neither is right
/// beside a hallway's end, so neither is in anyone's way.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let min_distance = plan.setting("min_distance")?;
    let Some(mains) = plan.detail.bastion.as_ref().map(|detail| detail.main.len()) else {
        return Err(PassError::Recipe("FarRooms"));
    };
    let ways = Ways::new(&plan.rooms, &plan.links);
    for _ in 0..TRIES {
        // The far end of a way from anywhere is at the edge of the level.
        let anywhere = plan.stream.below(mains as u32) as usize;
        let from_anywhere = ways.lengths_from(anywhere);
        let first = (0..mains).max_by_key(|&room| (from_anywhere[room], Reverse(room)));
        let Some(first) = first.filter(|&room| room != anywhere) else {
            break;
        };
        let Some(start) = draw(plan, first, |_| true) else {
            continue;
        };
        let lengths = ways.lengths_from(first);
        let far: Vec<usize> = (0..mains)
            .filter(|&room| room != first)
            .filter(|&room| plan.rooms[room].rect().centre().manhattan(start) >= min_distance)
            .collect();
        let longest = far.iter().map(|&room| lengths[room]).max().unwrap_or(0);
        let last: Vec<usize> =
            far.into_iter().filter(|&room| lengths[room] >= longest * 3 / 4).collect();
        let Some(&room) = plan.stream.pick(&last) else {
            continue;
        };
        if let Some(exit) = draw(plan, room, |exit| exit.manhattan(start) >= min_distance) {
            plan.rooms[first].role = Role::Start;
            plan.rooms[room].role = Role::Exit;
            plan.tiles[start] = Tile::Start;
            plan.tiles[exit] = Tile::Exit;
            (plan.start, plan.exit) = (start, exit);
            return Ok(());
        }
    }
    Err(PassError::Retry("no two main rooms are min_distance apart"))
}

/// A cell of a room that suits and is not right beside a hallway's end.
fn draw(plan: &mut Plan<'_>, room: usize, suits: impl Fn(Pos) -> bool) -> Option<Pos> {
    let (rect, tiles) = (plan.rooms[room].rect(), &plan.tiles);
    let is_end = |pos: Pos| !rect.contains(pos) && tiles[pos].is_passable();
    let cells: Vec<Pos> =
        rect.positions().filter(|&pos| suits(pos) && !pos.cardinals().any(is_end)).collect();
    plan.stream.pick(&cells).copied()
}

/// The rooms and the length of each way from one to the next.
struct Ways {
    /// For each room its neighbours, and the cells between the centres.
    beside: Vec<Vec<(usize, u32)>>,
}

impl Ways {
    fn new(rooms: &[Room], links: &[Link]) -> Ways {
        let mut beside = vec![Vec::new(); rooms.len()];
        for link in links {
            let to_end = |room: usize, end: Option<&Pos>| {
                end.map_or(0, |&end| rooms[room].rect().centre().manhattan(end))
            };
            let ends = to_end(link.a, link.cells.first()) + to_end(link.b, link.cells.last());
            let length = ends as u32 + link.cells.len() as u32 - 1;
            beside[link.a].push((link.b, length));
            beside[link.b].push((link.a, length));
        }
        Ways { beside }
    }

    /// The length of the shortest way to each room (Dijkstra's algorithm).
    fn lengths_from(&self, from: usize) -> Vec<u32> {
        let mut lengths = vec![u32::MAX; self.beside.len()];
        lengths[from] = 0;
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((length, room))) = open.pop() {
            if length > lengths[room] {
                continue;
            }
            for &(next, way) in &self.beside[room] {
                if length + way < lengths[next] {
                    lengths[next] = length + way;
                    open.push(Reverse((length + way, next)));
                }
            }
        }
        lengths
    }
}
