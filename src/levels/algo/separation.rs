//! Separation steering on the integer grid: rectangles that overlap push each other apart.
//!
//! After the separation behaviour of Reynolds, "Flocks, herds and schools" (1987), as dungeon
//! generators use it since Adonaac, "Procedural Dungeon Generation Algorithm" (2015); here without
//! forces: every push is a whole number of cells.

use base::Rect;

/// Maximum number of rounds; rooms that still overlap then are dropped.
const MAX_ROUNDS: u32 = 10;

/// Pushes rooms apart within an area until `gap` cells lie between any two. Returns the number of
/// rounds; the last found nothing to push, unless the rounds ran out.
///
/// In a round every pair that is too near is pushed apart along the axis on which less is missing,
/// the smaller room farther than the larger. Pairs come from a grid of buckets, so a round takes
/// time in proportion to the number of rooms.
pub(crate) fn separate(rooms: &mut [Rect], inside: Rect, gap: i32) -> u32 {
    let mut buckets = Buckets::new(rooms, inside, gap);
    for round in 1..=MAX_ROUNDS {
        buckets.sort(rooms);
        let mut pushed = false;
        for one in 0..rooms.len() {
            let mut room = rooms[one];
            for other in buckets.near(room).filter(|&other| other > one) {
                if are_near(room, rooms[other], gap) {
                    (room, rooms[other]) = push(room, rooms[other], inside, gap);
                    pushed = true;
                }
            }
            rooms[one] = room;
        }
        if !pushed {
            return round;
        }
    }
    MAX_ROUNDS
}

/// Whether fewer than `gap` cells lie between two rooms.
fn are_near(a: Rect, b: Rect, gap: i32) -> bool {
    let (across, down) = a.gaps(b);
    across.max(down) < gap
}

/// Two rooms that are too near, pushed apart as far as the area allows.
fn push(a: Rect, b: Rect, inside: Rect, gap: i32) -> (Rect, Rect) {
    let (west, east) = (a.right() + gap - b.x, b.right() + gap - a.x);
    let (north, south) = (a.bottom() + gap - b.y, b.bottom() + gap - a.y);
    let across = (west.min(east), if west <= east { -1 } else { 1 });
    let down = (north.min(south), if north <= south { -1 } else { 1 });
    let along_x = |a, b| push_along(a, b, across, inside, |room, by| room.x += by);
    let along_y = |a, b| push_along(a, b, down, inside, |room, by| room.y += by);
    // Where the border is in the way, the other axis may help.
    let (first, second) = if across.0 <= down.0 { along_x(a, b) } else { along_y(a, b) };
    if !are_near(first, second, gap) {
        (first, second)
    } else if across.0 <= down.0 {
        along_y(first, second)
    } else {
        along_x(first, second)
    }
}

/// Pushes the first room by its share of the missing cells, the second by the rest, and each by
/// what the border keeps the other from.
fn push_along(
    a: Rect,
    b: Rect,
    (missing, sign): (i32, i32),
    inside: Rect,
    shift: impl Fn(&mut Rect, i32),
) -> (Rect, Rect) {
    let share = (missing * b.area() + a.area() / 2) / (a.area() + b.area());
    let moved = |mut room: Rect, by: i32| {
        shift(&mut room, by);
        room.x = room.x.clamp(inside.x, inside.right() - room.w);
        room.y = room.y.clamp(inside.y, inside.bottom() - room.h);
        room
    };
    let went = |from: Rect, to: Rect| (to.x - from.x).abs() + (to.y - from.y).abs();
    let first = moved(a, sign * share);
    let second = moved(b, -sign * (missing - went(a, first)));
    let rest = missing - went(a, first) - went(b, second);
    (moved(first, sign * rest), second)
}

/// Drops the smaller of every two rooms that are too near; the others keep their order.
pub(crate) fn drop_overlapping(rooms: &mut Vec<Rect>, inside: Rect, gap: i32) {
    let mut buckets = Buckets::new(rooms, inside, gap);
    buckets.sort(rooms);
    let mut by_size: Vec<usize> = (0..rooms.len()).collect();
    by_size.sort_by_key(|&room| (std::cmp::Reverse(rooms[room].area()), room));
    let mut stays = vec![false; rooms.len()];
    for room in by_size {
        stays[room] = buckets
            .near(rooms[room])
            .all(|other| !stays[other] || !are_near(rooms[room], rooms[other], gap));
    }
    let mut stays = stays.into_iter();
    rooms.retain(|_| stays.next().unwrap_or(false));
}

/// Rooms by the block of the area that their north-western cell lies in. Blocks are as large as the
/// widest and the highest room with the gap, so rooms that are too near lie in blocks that touch.
struct Buckets {
    block: (i32, i32),
    across: usize,
    down: usize,
    inside: Rect,
    /// Each room after its block, in order.
    rooms: Vec<(usize, usize)>,
}

impl Buckets {
    fn new(rooms: &[Rect], inside: Rect, gap: i32) -> Buckets {
        let widest = rooms.iter().map(|room| room.w).max().unwrap_or(1);
        let highest = rooms.iter().map(|room| room.h).max().unwrap_or(1);
        let block = (widest + gap, highest + gap);
        let (across, down) = ((inside.w / block.0 + 1) as usize, (inside.h / block.1 + 1) as usize);
        Buckets { block, across, down, inside, rooms: Vec::new() }
    }

    fn block_of(&self, room: Rect) -> (usize, usize) {
        let (x, y) = (room.x - self.inside.x, room.y - self.inside.y);
        ((x / self.block.0) as usize, (y / self.block.1) as usize)
    }

    fn sort(&mut self, rooms: &[Rect]) {
        let with_block = |(id, &room): (usize, &Rect)| {
            let (x, y) = self.block_of(room);
            (y * self.across + x, id)
        };
        self.rooms = rooms.iter().enumerate().map(with_block).collect();
        self.rooms.sort_unstable();
    }

    /// The rooms in the block of a room and the blocks around it, as of the last [`Buckets::sort`].
    fn near(&self, room: Rect) -> impl Iterator<Item = usize> {
        let (x, y) = self.block_of(room);
        let (first, last) = (x.saturating_sub(1), (x + 1).min(self.across - 1));
        (y.saturating_sub(1)..=(y + 1).min(self.down - 1)).flat_map(move |row| {
            let before = |block| self.rooms.partition_point(|&(other, _)| other < block);
            let start = before(row * self.across + first);
            let end = before(row * self.across + last + 1);
            self.rooms[start..end].iter().map(|&(_, id)| id)
        })
    }
}
