//! Plain hallways: straight between rooms that face each other, with a single turn between others.

use std::ops::Range;

use crate::algo::router::{IN_RING, IN_ROOM, Router};
use base::{Pos, Rect};

impl Router {
    /// Routes a straight hallway between two rooms that share a row or a column of floor, or one
    /// with a single turn between two that do not, around all other hallways; returns its number.
    ///
    /// Of several ways the one whose doors are nearest to the middles is taken. Only cells on
    /// such ways are looked at, so the time is in proportion to the rooms' sides times the gap.
    pub(crate) fn route_plain(&mut self, a: usize, b: usize) -> Option<usize> {
        let (from, to) = (self.rooms[a], self.rooms[b]);
        let common_rows = shared(rows(from), rows(to));
        let common_columns = shared(columns(from), columns(to));
        let (aim, other_aim) = (from.centre(), to.centre());
        let way = if !common_rows.is_empty() {
            let run = between(columns(from), columns(to));
            self.straight(common_rows, [aim.y, other_aim.y], run, |y, x| Pos::new(x, y))
        } else if !common_columns.is_empty() {
            let run = between(rows(from), rows(to));
            self.straight(common_columns, [aim.x, other_aim.x], run, Pos::new)
        } else {
            let (one, other) = (self.elbow(a, b), self.elbow(b, a));
            [one, other].into_iter().flatten().min_by_key(|&(off, _)| off).map(|(_, way)| way)
        };
        let mut way = way?;
        if !from.grown(1).contains(way[0]) {
            way.reverse();
        }
        self.search.way = way;
        Some(self.commit(a, b))
    }

    /// Moves a room that no hallway leads to. The new place must be clear, as for [`Router::new`].
    pub(crate) fn move_room(&mut self, room: usize, to: Rect) {
        for (rect, adds) in [(self.rooms[room], false), (to, true)] {
            for pos in rect.grown(1).positions() {
                let cell = &mut self.ground[pos];
                match (rect.contains(pos), adds) {
                    (true, true) => *cell |= IN_ROOM,
                    (true, false) => *cell &= !IN_ROOM,
                    (false, true) => *cell += IN_RING,
                    (false, false) => *cell -= IN_RING,
                }
            }
        }
        self.rooms[room] = to;
    }

    /// The free line across a gap that is the least off the middles; `cell` is one of a line.
    fn straight(
        &self,
        lines: Range<i32>,
        aims: [i32; 2],
        run: Range<i32>,
        cell: impl Fn(i32, i32) -> Pos,
    ) -> Option<Vec<Pos>> {
        let mut lines: Vec<i32> = lines.collect();
        lines.sort_by_key(|&line| (line - aims[0]).abs() + (line - aims[1]).abs());
        let cells = |line| run.clone().map(|at| cell(line, at)).collect::<Vec<Pos>>();
        lines.into_iter().map(cells).find(|cells| {
            let rings = |place: usize| u16::from(place == 0) + u16::from(place + 1 == cells.len());
            cells.iter().enumerate().all(|(place, &pos)| self.ground[pos] == IN_RING * rings(place))
        })
    }

    /// A way that leaves one room to the east or the west and enters the other from the north or
    /// the south, with how far its doors are off the middles.
    fn elbow(&self, a: usize, b: usize) -> Option<(i32, Vec<Pos>)> {
        let (from, to) = (self.rooms[a], self.rooms[b]);
        let (east, south) = (to.x > from.x, to.y > from.y);
        let door_x = if east { from.right() } else { from.x - 1 };
        let door_y = if south { to.y - 1 } else { to.bottom() };
        let (ahead, back) = (if east { 1 } else { -1 }, if south { -1 } else { 1 });
        // How far each line is free from its door on; there is no turn at the door itself.
        let far_column = if east { to.right() - 1 } else { to.x };
        let far_row = if south { from.y } else { from.bottom() - 1 };
        let along = |y: i32| {
            self.free_cells(Pos::new(door_x, y), Pos::new(ahead, 0), (far_column - door_x).abs())
        };
        let across = |x: i32| {
            self.free_cells(Pos::new(x, door_y), Pos::new(0, back), (far_row - door_y).abs())
        };
        let columns: Vec<(i32, i32)> = columns(to).map(|x| (x, across(x))).collect();
        let (mut best, mut corner) = (i32::MAX, None);
        for y in rows(from) {
            let reach = along(y);
            for &(x, climb) in &columns {
                let off = (y - from.centre().y).abs() + (x - to.centre().x).abs();
                let meets = (1..=reach).contains(&(x - door_x).abs())
                    && (1..=climb).contains(&(y - door_y).abs());
                if meets
                    && off < best
                    && (x - door_x).signum() == ahead
                    && (y - door_y).signum() == back
                {
                    (best, corner) = (off, Some(Pos::new(x, y)));
                }
            }
        }
        let corner = corner?;
        let first = line(Pos::new(door_x, corner.y), corner);
        let second = line(corner, Pos::new(corner.x, door_y));
        Some((best, first.chain(second.skip(1)).collect()))
    }

    /// The number of free cells from a door on, at most `max_cells`; 0 if there can be no door.
    fn free_cells(&self, door: Pos, step: Pos, max_cells: i32) -> i32 {
        if self.ground[door] != IN_RING {
            return 0;
        }
        let mut at = door;
        for free in 0..max_cells {
            at = at + step;
            if !self.inside.contains(at) || self.ground[at] != 0 {
                return free;
            }
        }
        max_cells
    }
}

/// The cells between two cells in the same row or column, both included.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let step = Pos::new((to.x - from.x).signum(), (to.y - from.y).signum());
    let length = from.manhattan(to);
    (0..=length).map(move |place| Pos::new(from.x + step.x * place, from.y + step.y * place))
}

fn columns(room: Rect) -> Range<i32> {
    room.x..room.right()
}

fn rows(room: Rect) -> Range<i32> {
    room.y..room.bottom()
}

fn shared(one: Range<i32>, other: Range<i32>) -> Range<i32> {
    one.start.max(other.start)..one.end.min(other.end)
}

/// The numbers between two disjoint ranges.
fn between(one: Range<i32>, other: Range<i32>) -> Range<i32> {
    if one.end <= other.start { one.end..other.start } else { other.end..one.start }
}
