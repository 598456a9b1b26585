//! The search for the way of a hallway: A* over cells and headings, within a window. A general A*
//! over cells has no headings, so it could not charge for turns.

use base::{Dir, Pos, Rect};

/// The costs of a way, as integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HallwayCosts {
    /// For every cell after the first.
    pub step: u32,
    /// For every turn.
    pub turn: u32,
    /// For every cell that a door stands off its room's aim.
    pub aim: u32,
}

impl HallwayCosts {
    /// Prefers short ways with few turns; a turn costs more than a detour of two cells.
    pub(super) const PLAIN: HallwayCosts = HallwayCosts { step: 4, turn: 11, aim: 1 };
}

/// One end of a hallway: a room, and the cell of it whose column and row doors prefer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HallwayEnd {
    pub room: Rect,
    pub aim: Pos,
}

impl HallwayEnd {
    /// Whether a cell is in the room's wall ring and not a corner of it.
    pub(super) fn has_door_at(self, pos: Pos) -> bool {
        let across = pos.x >= self.room.x && pos.x < self.room.right();
        let down = pos.y >= self.room.y && pos.y < self.room.bottom();
        across != down && self.room.grown(1).contains(pos)
    }

    /// The cells where a door can be, each with the direction out of the room.
    pub(super) fn doors(self) -> impl Iterator<Item = (Pos, Dir)> {
        let Rect { x, y, w, h } = self.room;
        let columns = (x..x + w).flat_map(move |x| {
            [(Pos::new(x, y - 1), Dir::North), (Pos::new(x, y + h), Dir::South)]
        });
        let rows = (y..y + h)
            .flat_map(move |y| [(Pos::new(x - 1, y), Dir::West), (Pos::new(x + w, y), Dir::East)]);
        columns.chain(rows)
    }

    /// The distance of a door from the aim, along its wall.
    pub(super) fn off_aim(self, door: Pos) -> u32 {
        let along = if door.x >= self.room.x && door.x < self.room.right() {
            door.x - self.aim.x
        } else {
            door.y - self.aim.y
        };
        along.unsigned_abs()
    }
}

/// What a cell is to a hallway, with its cost beyond that of a step.
#[derive(Clone, Copy)]
pub(crate) enum HallwayGround {
    Barred,
    Free(u32),
    /// In the wall ring of exactly one room.
    Ring(u32),
    /// In the wall rings of two rooms.
    Rings(u32),
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
        (from, to): (HallwayEnd, HallwayEnd),
        style: HallwayCosts,
        ground: impl Fn(Pos) -> HallwayGround,
    ) -> bool {
        self.begin(window);
        let goal = Destination { room: to.room, style };
        for (door, out) in from.doors() {
            if window.contains(door)
                && let HallwayGround::Ring(extra) = ground(door)
            {
                let cost = extra + style.aim * from.off_aim(door);
                self.reach(door, out as usize / 2, cost, NO_HEADING, goal.ahead(door, out));
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
            if to.has_door_at(pos) {
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
                let turn = if turned == heading { 0 } else { style.turn };
                match ground(next) {
                    HallwayGround::Free(extra) => {
                        let cost = cost + style.step + turn + extra;
                        self.reach(next, turned, cost, heading as u8, goal.ahead(next, dir));
                    }
                    HallwayGround::Ring(extra) if to.has_door_at(next) => {
                        let off_aim = style.aim * to.off_aim(next);
                        let cost = cost + style.step + turn + extra + off_aim;
                        self.reach(next, turned, cost, heading as u8, 0);
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// Finds a cell for a door in the single wall between two rooms, and leaves it in `way`; false
    /// if there is none.
    pub(super) fn find_shared_door(
        &mut self,
        (from, to): (HallwayEnd, HallwayEnd),
        style: HallwayCosts,
        ground: impl Fn(Pos) -> HallwayGround,
    ) -> bool {
        let doors = from.doors().filter(|&(door, _)| to.has_door_at(door));
        let costs = doors.filter_map(|(door, _)| match ground(door) {
            HallwayGround::Rings(extra) => {
                Some((extra + style.aim * (from.off_aim(door) + to.off_aim(door)), door))
            }
            _ => None,
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

/// The room that a search leads to.
struct Destination {
    room: Rect,
    style: HallwayCosts,
}

impl Destination {
    /// A lower bound of the remaining cost: steps and turns on empty ground.
    fn ahead(&self, pos: Pos, heading: Dir) -> u32 {
        let room = self.room;
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
        self.style.step * steps + self.style.turn * turns
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{HallwayCosts, HallwayEnd, HallwayGround, HallwaySearch};
    use base::{Bits, Dir, Pos, Purpose, Rect, Seed, Stream};

    /// What a way costs, reckoned from its cells alone.
    fn price(way: &[Pos], (from, to): (HallwayEnd, HallwayEnd), style: HallwayCosts) -> u32 {
        let headings: Vec<Option<Dir>> =
            way.windows(2).map(|pair| Dir::between(pair[0], pair[1])).collect();
        let turns = headings.windows(2).filter(|pair| pair[0] != pair[1]).count();
        style.aim * (from.off_aim(way[0]) + to.off_aim(way[way.len() - 1]))
            + style.step * (way.len() as u32 - 1)
            + style.turn * turns as u32
    }

    /// Dijkstra's algorithm without a goal to steer by.
    fn lowest_cost(
        window: Rect,
        ends: (HallwayEnd, HallwayEnd),
        style: HallwayCosts,
        barred: &Bits,
    ) -> Option<u32> {
        let (from, to) = ends;
        let mut open: BTreeSet<(u32, Pos, Dir)> = from
            .doors()
            .filter(|&(door, _)| !barred.contains(door))
            .map(|(door, out)| (style.aim * from.off_aim(door), door, out))
            .collect();
        let mut closed = Vec::new();
        while let Some((cost, pos, heading)) = open.pop_first() {
            if to.has_door_at(pos) {
                return Some(cost);
            }
            if closed.contains(&(pos, heading)) {
                continue;
            }
            closed.push((pos, heading));
            for dir in Dir::CARDINAL.into_iter().filter(|dir| *dir != heading.opposite()) {
                let next = pos + dir;
                let turn = if dir == heading { 0 } else { style.turn };
                let mut cost = cost + style.step + turn;
                let near = [from, to].map(|end| end.room.grown(1).contains(next));
                if barred.contains(next) || !window.contains(next) || near[0] {
                    continue;
                }
                if near[1] {
                    if !to.has_door_at(next) {
                        continue;
                    }
                    cost += style.aim * to.off_aim(next);
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
                let room = Rect::new(x + stream.range(0, 3), stream.range(2, 9), w, h);
                let aim =
                    Pos::new(room.x + stream.range(0, w - 1), room.y + stream.range(0, h - 1));
                HallwayEnd { room, aim }
            };
            let ends = (end(2), end(14));
            let style = HallwayCosts { step: 4, turn: stream.below(20), aim: stream.below(3) };
            let ground = |pos: Pos| {
                let near = |end: HallwayEnd| end.room.grown(1).contains(pos);
                match (barred.contains(pos), near(ends.0) || near(ends.1)) {
                    (true, _) => HallwayGround::Barred,
                    (false, true) => HallwayGround::Ring(0),
                    (false, false) => HallwayGround::Free(0),
                }
            };
            let lowest_cost = lowest_cost(window, ends, style, &barred);
            let price =
                search.find(window, ends, style, ground).then(|| price(&search.way, ends, style));
            assert_eq!(price, lowest_cost, "seed {seed}");
            found += usize::from(price.is_some());
        }
        assert!((200..400).contains(&found), "{found} of 400 have a way");
    }
}
