//! The gates of a town, and its main street with a square on it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::state::Town;
use base::{Bits, Grid, Pos, Rect, Stream};

/// Number of pairs of gates that are drawn before the corner pair, which is far enough apart, is
/// taken.
const MAX_GATE_DRAWS: u32 = 24;

/// Where the main street enters and leaves the square: each time a place of the square and one of
/// the street.
type Meets = [(Pos, Pos); 2];

/// Number of places that are tried for the square.
const MAX_SQUARE_DRAWS: u32 = 8;

/// Sets the gates on two sides, at least `min_distance` cells apart, and routes the main street
/// from one to the other, through a square if one is wanted and there is room for it.
pub(crate) fn main_street(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let modules = draft.modules()?;
    let (width, height) = (draft.spec.width, draft.spec.height);
    let (cols, rows) = Town::grid_of(modules, width, height);
    let size = modules.file.size as i32;
    let min_distance = draft.setting("min_distance")?;
    let gates = gates(cols, rows, size, min_distance, &mut draft.stream)
        .ok_or(PassError::Retry("the gates are too near to each other"))?;
    let [first, last] = gates.map(|gate| inward(gate, cols, rows));

    let costs = Costs::draw(cols, rows, &mut draft.stream);
    let mut open = Bits::new(cols, rows);
    open.insert_within(Rect::new(1, 1, cols - 2, rows - 2));
    let draws = if draft.setting("square")? > 0 { MAX_SQUARE_DRAWS } else { 0 };
    let by_square = (0..draws).find_map(|_| {
        let square = draw_square(cols, rows, &mut draft.stream)?;
        through_square(first, last, square, &open, &costs).map(|found| (square, found))
    });
    let (mut main_street, square) = if let Some((square, (way, meets))) = by_square {
        (way, Some((square, meets)))
    } else {
        let way = route(first, &open, &costs, |pos| pos == last);
        (way.ok_or(PassError::Retry("the main street found no way"))?, None)
    };
    main_street.insert(0, gates[0]);
    main_street.push(gates[1]);
    draft.town = Some(Town {
        origin: Pos::new((width - cols * size) / 2, (height - rows * size) / 2),
        main_street,
        square,
        modules: Grid::filled(cols, rows, None),
        restarts: 0,
        houses: Vec::new(),
    });
    Ok(())
}

/// The places of two gates on different sides whose outlets are at least `min_distance` apart.
fn gates(
    cols: i32,
    rows: i32,
    size: i32,
    min_distance: i32,
    stream: &mut Stream,
) -> Option<[Pos; 2]> {
    let on_side = |side: u32, stream: &mut Stream| match side {
        0 => Pos::new(stream.range(1, cols - 2), 0),
        1 => Pos::new(cols - 1, stream.range(1, rows - 2)),
        2 => Pos::new(stream.range(1, cols - 2), rows - 1),
        _ => Pos::new(0, stream.range(1, rows - 2)),
    };
    let outlet = |gate: Pos| {
        let middle = Pos::new(gate.x * size + size / 2, gate.y * size + size / 2);
        let to_edge = inward(gate, cols, rows) - gate;
        Pos::new(middle.x - to_edge.x * (size / 2), middle.y - to_edge.y * (size / 2))
    };
    let is_far = |gates: &[Pos; 2]| outlet(gates[0]).manhattan(outlet(gates[1])) >= min_distance;
    for _ in 0..MAX_GATE_DRAWS {
        let side = stream.below(4);
        let other = (side + 1 + stream.below(3)) % 4;
        let pair = [on_side(side, stream), on_side(other, stream)];
        if is_far(&pair) {
            return Some(pair);
        }
    }
    [[Pos::new(0, 1), Pos::new(cols - 1, rows - 2)], [Pos::new(1, 0), Pos::new(cols - 2, rows - 1)]]
        .into_iter()
        .find(is_far)
}

/// The place inside the border that a gate leads to.
fn inward(gate: Pos, cols: i32, rows: i32) -> Pos {
    Pos::new(gate.x.clamp(1, cols - 2), gate.y.clamp(1, rows - 2))
}

/// Random places for a square near the middle; `None` if the town is too small.
fn draw_square(cols: i32, rows: i32, stream: &mut Stream) -> Option<Rect> {
    let (w, h) = *stream.pick(&[(2, 2), (2, 2), (3, 2), (2, 3)])?;
    if cols < w + 4 || rows < h + 2 {
        return None;
    }
    let mut near_middle = |all: i32, side: i32| {
        let (middle, sway) = ((all - side) / 2, (all / 5).min(12));
        stream.range((middle - sway).max(1), (middle + sway).min(all - 1 - side))
    };
    Some(Rect::new(near_middle(cols, w), near_middle(rows, h), w, h))
}

/// The places of a main street through a square, without those of the square, and where it enters
/// and leaves the square.
fn through_square(
    first: Pos,
    last: Pos,
    square: Rect,
    open: &Bits,
    costs: &Costs,
) -> Option<(Vec<Pos>, Meets)> {
    let meets = |pos: Pos| pos.cardinals().find(|&beside| square.contains(beside));
    let mut open = open.clone();
    open.clear_within(square);
    let mut before = open.clone();
    for pos in last.cardinals().chain([last]) {
        before.remove(pos);
    }
    let mut way = route(first, &before, costs, |pos| meets(pos).is_some())?;
    for &pos in &way {
        for taken in pos.cardinals().chain([pos]) {
            open.remove(taken);
        }
    }
    let back = route(last, &open, costs, |pos| meets(pos).is_some())?;
    let ends = [*way.last()?, *back.last()?];
    way.extend(back.into_iter().rev());
    let [enters, leaves] = ends.map(|pos| meets(pos).map(|inside| (inside, pos)));
    Some((way, [enters?, leaves?]))
}

/// The cost to enter a place: a random cost of its column plus one of its row. Ways follow cheap
/// columns and rows, so they seldom turn; no way touches itself, because entering the adjacent
/// place would be cheaper than the detour.
struct Costs {
    columns: Vec<u32>,
    rows: Vec<u32>,
}

impl Costs {
    fn draw(cols: i32, rows: i32, stream: &mut Stream) -> Costs {
        let mut draw = |count: i32| (0..count).map(|_| 2 + stream.below(7)).collect();
        Costs { columns: draw(cols), rows: draw(rows) }
    }

    fn of(&self, pos: Pos) -> u32 {
        self.columns[pos.x as usize] + self.rows[pos.y as usize]
    }
}

/// The cheapest way over open places from a place to any that is a goal, by Dijkstra's algorithm
/// (1959). Costs are on places and goals are given by a predicate, so the searches of `algo::graph`
/// do not apply.
fn route(from: Pos, open: &Bits, costs: &Costs, is_goal: impl Fn(Pos) -> bool) -> Option<Vec<Pos>> {
    if !open.contains(from) {
        return None;
    }
    let mut came: Grid<Option<Pos>> = Grid::filled(open.width(), open.height(), None);
    let mut best = Grid::filled(open.width(), open.height(), u32::MAX);
    let mut heap = BinaryHeap::from([(Reverse(0), from)]);
    best[from] = 0;
    while let Some((Reverse(cost), pos)) = heap.pop() {
        if is_goal(pos) {
            let mut way: Vec<Pos> = std::iter::successors(Some(pos), |&pos| came[pos]).collect();
            way.reverse();
            return Some(way);
        }
        if cost > best[pos] {
            continue;
        }
        for next in pos.cardinals().filter(|&next| open.contains(next)) {
            let through = cost + costs.of(next);
            if through < best[next] {
                best[next] = through;
                came[next] = Some(pos);
                heap.push((Reverse(through), next));
            }
        }
    }
    None
}
