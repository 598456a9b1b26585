//! Paths to goals: to the goal of the lowest [`GoalCost`], or to the nearest one.
//!
//! [`GoalSearch::seek`] searches breadth-first from the walker and stops as soon as no farther goal
//! can cost less. [`GoalSearch::first_step`] searches from the walker too, and then back from the
//! nearest goals to find the first step. [`GoalSearch::path_to_nearest`] searches from the goals to
//! the walker, which costs more but leaves the whole path.

use std::ops::Range;

use super::bit_bfs::{self, BitBfs};
use super::{Bits, Dir, DistanceField, Moves, Pos};

/// The memory of searches, kept so that repeated searches do not allocate.
#[derive(Clone, Debug, Default)]
pub struct GoalSearch {
    waves: BitBfs,
    /// The cells of all waves, row by row, and the index at which each wave begins. Wave 0, the
    /// sources themselves, is stored only where the goals are the sources.
    found: Vec<(usize, u128)>,
    begins: Vec<usize>,
    /// The goals as bits, a word a row, where the caller does not give them so.
    wanted: Vec<u128>,
    ways: Ways,
    /// For grids larger than [`bit_bfs::MAX_SIDE_CELLS`].
    field: DistanceField,
}

/// All shortest paths from a cell to the nearest of some goals: whoever walks along one of them
/// need not search again until the passable cells or the goals change.
#[derive(Clone, Debug, Default)]
struct Ways {
    passable: Bits,
    wanted: Vec<u128>,
    /// The cells on the paths, row by row: first the goals, then those one step from them, and so
    /// on; and the index at which each of these waves ends.
    cells: Vec<(usize, u128)>,
    ends: Vec<usize>,
}

impl Ways {
    /// Without a path yet.
    fn begin(&mut self, passable: &Bits, wanted: &[u128]) {
        self.passable.clone_from(passable);
        self.wanted.clear();
        self.wanted.extend_from_slice(wanted);
        self.cells.clear();
        self.ends.clear();
    }

    /// Ends a wave: the cells put in since the last one.
    fn end_wave(&mut self) {
        self.ends.push(self.cells.len());
    }

    /// The cells one step nearer to the goals than a cell on the paths, and how far it is from
    /// them; not all of them need be beside it.
    fn after(&self, from: Pos) -> Option<(&[(usize, u128)], u16)> {
        let is_here =
            |&(row, cells): &(usize, u128)| row as i32 == from.y && cells >> from.x & 1 == 1;
        let place = self.cells.iter().position(is_here)?;
        let steps = self.ends.partition_point(|&end| end <= place);
        let begin = if steps < 2 { 0 } else { self.ends[steps - 2] };
        Some((&self.cells[begin..*self.ends.get(steps.checked_sub(1)?)?], steps as u16))
    }
}

/// The first step of a shortest path to the nearest goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstStep {
    /// The walker stands on a goal.
    Here,
    /// The direction of the first step, and the number of steps of the path.
    Step { dir: Dir, steps: u16 },
    /// No goal can be reached.
    NoPath,
}

/// The cost of a goal: `step` for each step of the path to it, minus its distance to the cell
/// `away_from`.
#[derive(Clone, Copy, Debug)]
pub struct GoalCost {
    pub step: i32,
    pub away_from: Pos,
}

impl GoalCost {
    fn of(self, goal: Pos, steps: u16) -> i32 {
        i32::from(steps) * self.step - goal.steps_to(self.away_from)
    }

    /// A lower bound of the cost of all goals that are `steps` steps from a cell.
    fn min(self, from: Pos, steps: u16) -> i32 {
        i32::from(steps) * (self.step - 1) - from.steps_to(self.away_from)
    }
}

impl GoalSearch {
    pub fn new() -> GoalSearch {
        GoalSearch::default()
    }

    /// Finds the path in eight directions over passable cells to the goal of the lowest cost, of
    /// equal ones the first in reading order. Its cells replace the contents of `way`, from the
    /// goal to the cell beside `from`; `way` is left empty if no goal except `from` can be reached.
    pub fn seek(
        &mut self,
        passable: &Bits,
        from: Pos,
        goals: &Bits,
        price: GoalCost,
        way: &mut Vec<Pos>,
    ) {
        way.clear();
        if passable.width().max(passable.height()) > bit_bfs::MAX_SIDE_CELLS {
            self.by_field(passable, from, goals, price, way);
        } else if passable.contains(from)
            && let Some((goal, steps)) = self.by_waves(passable, from, goals, price)
        {
            way.push(goal);
            self.trace(passable, goal, 1..steps.into(), way);
        }
    }

    /// The first step of a shortest path in eight directions over passable cells to one of the
    /// nearest goals. Of several such steps it is the first in the order of
    /// [`Dir::SIDEWAYS_FIRST`], as [`DistanceField::step_down`] gives it with all goals as sources.
    pub fn first_step(
        &mut self,
        passable: &Bits,
        from: Pos,
        goals: impl IntoIterator<Item = Pos>,
    ) -> FirstStep {
        if passable.width().max(passable.height()) > bit_bfs::MAX_SIDE_CELLS {
            let steps = self.field.spread_until(passable, goals, Moves::Eight, from);
            let first = self.field.step_down(from);
            return match (steps, first) {
                (None, _) => FirstStep::NoPath,
                (_, None) => FirstStep::Here,
                (Some(steps), Some(dir)) => FirstStep::Step { dir, steps },
            };
        }
        if !passable.contains(from) {
            return FirstStep::NoPath;
        }
        self.wanted.clear();
        self.wanted.resize(passable.height() as usize, 0);
        for pos in goals.into_iter().filter(|&pos| passable.contains(pos)) {
            self.wanted[pos.y as usize] |= 1 << pos.x;
        }
        if self.wanted[from.y as usize] >> from.x & 1 == 1 {
            return FirstStep::Here;
        }
        let is_same = self.ways.wanted == self.wanted && self.ways.passable == *passable;
        if !is_same || self.ways.after(from).is_none() {
            self.find_ways(passable, from);
        }
        let Some((next, steps)) = self.ways.after(from) else { return FirstStep::NoPath };
        match step_to(passable, from, next) {
            Some(dir) => FirstStep::Step { dir, steps },
            None => FirstStep::NoPath,
        }
    }

    /// Finds the shortest paths from a cell to the nearest of `self.wanted`; none if it is one of
    /// them.
    fn find_ways(&mut self, passable: &Bits, from: Pos) {
        let GoalSearch { waves, found, begins, wanted, ways, .. } = self;
        ways.begin(passable, wanted);
        found.clear();
        begins.clear();
        waves.begin(passable);
        waves.add(from);
        let mut is_met = false;
        while !is_met {
            begins.push(found.len());
            let any = waves.advance(true, |row, cells| {
                found.push((row, cells));
                is_met |= cells & wanted[row] != 0;
            });
            if !any {
                return;
            }
        }
        // Back from the goals in the last wave, keeping of each wave before only the cells on a
        // path to them.
        let (mut last, mut end) = (begins.pop().unwrap_or(0), found.len());
        found[last..].iter_mut().for_each(|(row, cells)| *cells &= wanted[*row]);
        ways.cells.extend(found[last..].iter().filter(|(_, cells)| *cells != 0));
        ways.end_wave();
        waves.go_back_from(&found[last..]);
        while let Some(begin) = begins.pop() {
            waves.confine(&found[begin..last], &found[last..end]);
            waves.advance(true, |row, cells| ways.cells.push((row, cells)));
            ways.end_wave();
            (last, end) = (begin, last);
        }
        ways.cells.push((from.y as usize, 1 << from.x));
        ways.end_wave();
    }

    /// Finds the path in eight directions over passable cells to the nearest of some goals that
    /// [`DistanceField::step_down`] follows. Its cells replace the contents of `way`, from the goal
    /// to the cell beside `from`. False if no goal can be reached.
    pub fn path_to_nearest(
        &mut self,
        passable: &Bits,
        from: Pos,
        goals: &[Pos],
        way: &mut Vec<Pos>,
    ) -> bool {
        way.clear();
        if !passable.contains(from) || goals.contains(&from) {
            return passable.contains(from);
        }
        if passable.width().max(passable.height()) > bit_bfs::MAX_SIDE_CELLS {
            let field = &mut self.field;
            field.spread_until(passable, goals.iter().copied(), Moves::Eight, from);
            let mut at = from;
            while let Some(dir) = field.step_down(at) {
                at = at + dir;
                way.push(at);
            }
        } else if let Some(steps) = self.waves_to(passable, from, goals) {
            self.trace(passable, from, 0..steps, way);
        }
        way.reverse();
        !way.is_empty()
    }

    fn by_field(
        &mut self,
        passable: &Bits,
        from: Pos,
        goals: &Bits,
        price: GoalCost,
        way: &mut Vec<Pos>,
    ) {
        let field = &mut self.field;
        field.spread(passable, [from], Moves::Eight, DistanceField::MAX_DISTANCE);
        let reached =
            goals.iter().filter(|&pos| pos != from && field.get(pos) != DistanceField::UNREACHABLE);
        let Some(mut at) = reached.min_by_key(|&pos| (price.of(pos, field.get(pos)), pos)) else {
            return;
        };
        while at != from {
            way.push(at);
            let Some(dir) = field.step_down(at) else { return };
            at = at + dir;
        }
    }

    fn by_waves(
        &mut self,
        passable: &Bits,
        from: Pos,
        goals: &Bits,
        price: GoalCost,
    ) -> Option<(Pos, u16)> {
        let GoalSearch { waves, found, begins, .. } = self;
        found.clear();
        begins.clear();
        begins.push(0);
        waves.begin(passable);
        waves.add(from);
        let mut best: Option<(i32, Pos, u16)> = None;
        for steps in 1.. {
            if best.is_some_and(|(cost, ..)| cost < price.min(from, steps)) {
                break;
            }
            begins.push(found.len());
            let any = waves.advance(true, |row, cells| {
                found.push((row, cells));
                bit_bfs::for_each_bit(cells & goals.row(row), |x| {
                    let goal = Pos::new(x as i32, row as i32);
                    let cost = price.of(goal, steps);
                    if best.is_none_or(|(min, first, _)| (cost, goal) < (min, first)) {
                        best = Some((cost, goal, steps));
                    }
                });
            });
            if !any {
                break;
            }
        }
        best.map(|(_, goal, steps)| (goal, steps))
    }

    /// Notes the waves from some goals to a cell; how many there are before the one that it is in.
    fn waves_to(&mut self, passable: &Bits, cell: Pos, goals: &[Pos]) -> Option<usize> {
        let GoalSearch { waves, found, begins, .. } = self;
        found.clear();
        begins.clear();
        begins.push(0);
        waves.begin(passable);
        for &goal in goals.iter().filter(|&&goal| passable.contains(goal)) {
            waves.add(goal);
            found.push((goal.y as usize, 1 << goal.x));
        }
        let mut is_met = false;
        while !is_met {
            begins.push(found.len());
            let any = waves.advance(true, |row, cells| {
                found.push((row, cells));
                is_met |= row == cell.y as usize && cells >> cell.x & 1 == 1;
            });
            if !any {
                return None;
            }
        }
        Some(begins.len() - 1)
    }

    /// Back from a cell to each of some waves, the last first.
    fn trace(&self, passable: &Bits, from: Pos, waves: Range<usize>, way: &mut Vec<Pos>) {
        let mut at = from;
        for wave in waves.rev() {
            let cells = &self.found[self.begins[wave]..self.begins[wave + 1]];
            let Some(dir) = step_to(passable, at, cells) else { return };
            at = at + dir;
            way.push(at);
        }
    }
}

/// The first legal step from a cell to one of those of some rows.
fn step_to(passable: &Bits, from: Pos, cells: &[(usize, u128)]) -> Option<Dir> {
    let leads = |&dir: &Dir| is_in(cells, from + dir) && !passable.cuts_corner(from, dir);
    Dir::SIDEWAYS_FIRST.into_iter().find(leads)
}

/// Whether a cell is among those of some rows.
fn is_in(cells: &[(usize, u128)], pos: Pos) -> bool {
    pos.x >= 0 && cells.iter().any(|&(row, cells)| row as i32 == pos.y && cells >> pos.x & 1 == 1)
}
