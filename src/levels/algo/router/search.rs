//! The search for the way of a hallway: A* over cells and headings, within a window. A general A*
//! over cells has no headings, so it could not charge for turns.

use base::{Dir, Pos, Rect};

/// The cost of every cell after the first.
const STEP_COST: u32 = 4;
/// The cost of a turn: more than a detour of two cells.
const TURN_COST: u32 = 11;

/// Whether a cell is in the wall ring of a room and not a corner of it.
fn has_door_at(room: Rect, pos: Pos) -> bool {
    let across = pos.x >= room.x && pos.x < room.right();
    let down = pos.y >= room.y && pos.y < room.bottom();
    across != down && room.grown(1).contains(pos)
}

/// The cells where a room can have a door, each with the direction out of the room.
fn doors(Rect { x, y, w, h }: Rect) -> impl Iterator<Item = (Pos, Dir)> {
    let columns = (x..x + w)
        .flat_map(move |x| [(Pos::new(x, y - 1), Dir::North), (Pos::new(x, y + h), Dir::South)]);
    let rows = (y..y + h)
        .flat_map(move |y| [(Pos::new(x - 1, y), Dir::West), (Pos::new(x + w, y), Dir::East)]);
    columns.chain(rows)
}

/// The cost of a door: its distance from the middle of its wall, in cells.
fn off_middle(room: Rect, door: Pos) -> u32 {
    let (off, is_across) = (door - room.centre(), door.x >= room.x && door.x < room.right());
    if is_across { off.x } else { off.y }.unsigned_abs()
}

/// A cell that a hallway may occupy.
#[derive(Clone, Copy)]
pub(crate) struct OpenCell {
    /// The number of rooms in whose wall ring it lies.
    pub rings: u16,
    /// Its cost beyond that of a step.
    pub price: u32,
}

/// The buffers of the search, reused from one search to the next.
///
/// Costs are small integers, so the open list is an array of stacks, one for each cost. Of states
/// with equal costs the last one reached is expanded first; that and the order of the directions
/// break every tie.
pub(crate) struct HallwaySearch {
    window: Rect,
    /// The least cost of each state.
    best: Vec<u32>,
    /// The heading of the state before each state.
    before: Vec<u8>,
    /// The top of each stack of open states, as an index into `open`.
    tops: Vec<u32>,
    open: Vec<Open>,
    /// The way that was found last, from end to end.
    pub way: Vec<Pos>,
    /// Whether the window alone kept the last search from some cell.
    pub was_confined: bool,
}

/// An entry of a stack of open states; `below` is the index of the next entry.
#[derive(Clone, Copy)]
struct Open {
    state: u32,
    cost: u32,
    below: u32,
}

const NO_COST: u32 = u32::MAX;
/// The heading before the first cell.
const NO_HEADING: u8 = 4;

impl HallwaySearch {
    pub(super) fn new() -> HallwaySearch {
        HallwaySearch {
            window: Rect::new(0, 0, 0, 0),
            best: Vec::new(),
            before: Vec::new(),
            tops: Vec::new(),
            open: Vec::new(),
            way: Vec::new(),
            was_confined: false,
        }
    }

    /// Finds the cheapest way between two rooms within the window, and leaves it in `way`; false if
    /// there is none.
    ///
    /// It starts in the wall ring of one room and ends in the other's, and runs over free cells in
    /// between.
    pub(super) fn find(
        &mut self,
        window: Rect,
        [from, to]: [Rect; 2],
        ground: impl Fn(Pos) -> Option<OpenCell>,
    ) -> bool {
        self.begin(window);
        for (door, out) in doors(from) {
            if window.contains(door)
                && let Some(OpenCell { rings: 1, price }) = ground(door)
            {
                let cost = price + off_middle(from, door);
                self.reach(door, out as usize / 2, cost, NO_HEADING, cost_ahead(to, door, out));
            }
        }
        let mut front = 0;
        while front < self.tops.len() {
            let Some(Open { state, cost, below }) =
                self.open.get(self.tops[front] as usize).copied()
            else {
                front += 1;
                continue;
            };
            self.tops[front] = below;
            if self.best[state as usize] != cost {
                continue;
            }
            let (pos, heading) = self.place_of(state);
            if has_door_at(to, pos) {
                self.trace(state);
                return true;
            }
            for (turned, dir) in Dir::CARDINAL.into_iter().enumerate() {
                let next = pos + dir;
                if (turned ^ heading) == 2 {
                    continue;
                }
                if !window.contains(next) {
                    self.was_confined = true;
                    continue;
                }
                let Some(OpenCell { rings, price }) = ground(next) else { continue };
                let turn = if turned == heading { 0 } else { TURN_COST };
                let cost = cost + STEP_COST + turn + price;
                if rings == 0 {
                    let ahead = cost_ahead(to, next, dir);
                    self.reach(next, turned, cost, heading as u8, ahead);
                } else if rings == 1 && has_door_at(to, next) {
                    self.reach(next, turned, cost + off_middle(to, next), heading as u8, 0);
                }
            }
        }
        false
    }

    /// Finds a cell for a door in the single wall between two rooms, and leaves it in `way`; false
    /// if there is none.
    pub(super) fn find_shared_door(
        &mut self,
        [from, to]: [Rect; 2],
        ground: impl Fn(Pos) -> Option<OpenCell>,
    ) -> bool {
        let doors = doors(from).map(|(door, _)| door).filter(|&door| has_door_at(to, door));
        let costs = doors.filter_map(|door| {
            let cell = ground(door).filter(|cell| cell.rings == 2)?;
            Some((cell.price + off_middle(from, door) + off_middle(to, door), door))
        });
        self.way.clear();
        self.way.extend(costs.min().map(|(_, door)| door));
        !self.way.is_empty()
    }

    fn begin(&mut self, window: Rect) {
        self.window = window;
        self.was_confined = false;
        // Every state that the last search reached was opened: all others have no cost yet.
        for open in &self.open {
            self.best[open.state as usize] = NO_COST;
        }
        let states = (4 * window.area() as usize).max(self.best.len());
        self.best.resize(states, NO_COST);
        self.before.resize(states, NO_HEADING);
        self.tops.clear();
        self.open.clear();
    }

    /// Opens a state that is reached at this cost, with a lower bound `ahead` of the remaining
    /// cost.
    fn reach(&mut self, pos: Pos, heading: usize, cost: u32, before: u8, ahead: u32) {
        let window = self.window;
        let cell = (pos.y - window.y) * window.w + (pos.x - window.x);
        let state = 4 * cell as usize + heading;
        if cost >= self.best[state] {
            return;
        }
        self.best[state] = cost;
        self.before[state] = before;
        let total = (cost + ahead) as usize;
        if total >= self.tops.len() {
            self.tops.resize(total + 1, NO_COST);
        }
        let below = std::mem::replace(&mut self.tops[total], self.open.len() as u32);
        self.open.push(Open { state: state as u32, cost, below });
    }

    fn place_of(&self, state: u32) -> (Pos, usize) {
        let window = self.window;
        let cell = (state / 4) as i32;
        (Pos::new(window.x + cell % window.w, window.y + cell / window.w), (state % 4) as usize)
    }

    fn trace(&mut self, end: u32) {
        self.way.clear();
        let (mut pos, mut heading) = self.place_of(end);
        let mut state = end as usize;
        loop {
            self.way.push(pos);
            let before = self.before[state];
            if before == NO_HEADING {
                break;
            }
            pos = pos + Dir::CARDINAL[heading ^ 2];
            heading = usize::from(before);
            let window = self.window;
            state = 4 * ((pos.y - window.y) * window.w + (pos.x - window.x)) as usize + heading;
        }
        self.way.reverse();
    }
}

/// A lower bound of the cost from a cell to a room: steps and turns on empty ground.
fn cost_ahead(room: Rect, pos: Pos, heading: Dir) -> u32 {
    // To the nearest cell of the room; positive to the east and south.
    let dx = (room.x - pos.x).max(0) + (room.right() - 1 - pos.x).min(0);
    let dy = (room.y - pos.y).max(0) + (room.bottom() - 1 - pos.y).min(0);
    let steps = (dx.abs() + dy.abs() - 1).max(0) as u32;
    let (along, across) = match heading {
        Dir::North => (-dy, dx),
        Dir::East => (dx, dy),
        Dir::South => (dy, dx),
        _ => (-dx, dy),
    };
    // None where the heading leads nearer and only that; one where it does not lead away; two
    // about.
    let turns = match along.signum() {
        1 => u32::from(across != 0),
        0 => 1,
        _ => 2,
    };
    STEP_COST * steps + TURN_COST * turns
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{HallwaySearch, OpenCell, STEP_COST, TURN_COST, doors, has_door_at, off_middle};
    use base::{Bits, Dir, Pos, Purpose, Rect, Seed, Stream};

    /// What a way costs, reckoned from its cells alone.
    fn price(way: &[Pos], [from, to]: [Rect; 2]) -> u32 {
        let headings: Vec<Option<Dir>> =
            way.windows(2).map(|pair| Dir::between(pair[0], pair[1])).collect();
        let turns = headings.windows(2).filter(|pair| pair[0] != pair[1]).count();
        off_middle(from, way[0])
            + off_middle(to, way[way.len() - 1])
            + STEP_COST * (way.len() as u32 - 1)
            + TURN_COST * turns as u32
    }

    /// Dijkstra's algorithm without a goal to steer by.
    fn lowest_cost(window: Rect, [from, to]: [Rect; 2], barred: &Bits) -> Option<u32> {
        let mut open: BTreeSet<(u32, Pos, Dir)> = doors(from)
            .filter(|&(door, _)| !barred.contains(door))
            .map(|(door, out)| (off_middle(from, door), door, out))
            .collect();
        let mut closed = Vec::new();
        while let Some((cost, pos, heading)) = open.pop_first() {
            if has_door_at(to, pos) {
                return Some(cost);
            }
            if closed.contains(&(pos, heading)) {
                continue;
            }
            closed.push((pos, heading));
            for dir in Dir::CARDINAL.into_iter().filter(|dir| *dir != heading.opposite()) {
                let next = pos + dir;
                let turn = if dir == heading { 0 } else { TURN_COST };
                let mut cost = cost + STEP_COST + turn;
                let near = [from, to].map(|end| end.grown(1).contains(next));
                if barred.contains(next) || !window.contains(next) || near[0] {
                    continue;
                }
                if near[1] {
                    if !has_door_at(to, next) {
                        continue;
                    }
                    cost += off_middle(to, next);
                }
                open.insert((cost, next, dir));
            }
        }
        None
    }

    #[test]
    fn no_way_is_cheaper() {
        let mut search = HallwaySearch::new();
        let mut found = 0;
        for seed in 0..400 {
            let mut stream = Stream::new(Seed(seed), Purpose::new("search"), ());
            let window = Rect::new(1, 1, 22, 15);
            let mut barred = Bits::new(24, 17);
            for _ in 0..stream.range(0, 170) {
                barred.insert(Pos::new(stream.range(1, 22), stream.range(1, 15)));
            }
            let mut end = |x: i32| {
                let (w, h) = (stream.range(1, 5), stream.range(1, 5));
                Rect::new(x + stream.range(0, 3), stream.range(2, 9), w, h)
            };
            let ends = [end(2), end(14)];
            let ground = |pos: Pos| {
                let rings = u16::from(ends.iter().any(|end| end.grown(1).contains(pos)));
                (!barred.contains(pos)).then_some(OpenCell { rings, price: 0 })
            };
            let lowest_cost = lowest_cost(window, ends, &barred);
            let price = search.find(window, ends, ground).then(|| price(&search.way, ends));
            assert_eq!(price, lowest_cost, "seed {seed}");
            found += usize::from(price.is_some());
        }
        assert!((200..400).contains(&found), "{found} of 400 have a way");
    }
}
