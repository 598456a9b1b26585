//! Straight lines of cells: what a bolt or a thrown thing flies along, and whether two cells see
//! each other.
//!
//! Nothing of what flies or looks belongs here.

use super::{Bits, Pos};

/// The cells from just after `from` up to and with `to`, by Bresenham's algorithm.
///
/// Where the true line passes exactly between two cells, [`Tie`] decides which is taken. It does so
/// by the grid and not by the direction of travel, so the line back visits the same cells in
/// reverse.
#[derive(Clone, Debug)]
pub struct Line {
    /// The cell before the next one.
    at: Pos,
    /// Along the longer axis, towards the end.
    forward: Pos,
    /// Along the shorter axis, towards the end.
    aside: Pos,
    /// Steps left to go.
    left: i32,
    /// How far the true line has drifted aside since the last step aside, in `2 * length` parts of
    /// a cell.
    drift: i32,
    /// Drift from which on a step goes aside.
    threshold: i32,
    /// Twice the extents along the longer and the shorter axis.
    length: i32,
    breadth: i32,
}

/// Which of two equally near cells a line takes: the northern or western, or the southern or
/// eastern one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    NorthWest,
    SouthEast,
}

impl Line {
    pub fn new(from: Pos, to: Pos, tie: Tie) -> Line {
        let way = to - from;
        let (long, short) = (way.x.abs().max(way.y.abs()), way.x.abs().min(way.y.abs()));
        let flat = way.x.abs() >= way.y.abs();
        let (east, south) = (Pos::new(way.x.signum(), 0), Pos::new(0, way.y.signum()));
        let (forward, aside) = if flat { (east, south) } else { (south, east) };
        // Half a cell aside is a tie; it counts as a whole step only where the step leads to the
        // chosen side.
        let towards_south_east = aside.x + aside.y > 0;
        let steps_on_tie = towards_south_east == (tie == Tie::SouthEast);
        let threshold = long + i32::from(!steps_on_tie);
        Line {
            at: from,
            forward,
            aside,
            left: long,
            drift: 0,
            threshold,
            length: 2 * long,
            breadth: 2 * short,
        }
    }
}

impl Iterator for Line {
    type Item = Pos;

    fn next(&mut self) -> Option<Pos> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.at = self.at + self.forward;
        self.drift += self.breadth;
        if self.drift >= self.threshold {
            self.drift -= self.length;
            self.at = self.at + self.aside;
        }
        Some(self.at)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Line {}

/// The line between two cells that nothing opaque stands on, its two ends not counted; `None` where
/// both ways to break ties are blocked.
///
/// There is such a line from `a` to `b` exactly if there is one from `b` to `a`, and, where `b`
/// itself is not opaque, exactly if [`super::shadowcast()`] from `a` shows `b` within its radius:
/// what is seen can be hit.
pub fn clear_line(opaque: &Bits, a: Pos, b: Pos) -> Option<Line> {
    let is_clear = |line: &Line| {
        let between = line.len().saturating_sub(1);
        line.clone().take(between).all(|pos| !opaque.contains(pos))
    };
    let first = Line::new(a, b, Tie::NorthWest);
    if is_clear(&first) {
        return Some(first);
    }
    // A line along an axis or a diagonal meets no tie.
    let has_ties = first.breadth != 0 && first.breadth != first.length;
    has_ties.then(|| Line::new(a, b, Tie::SouthEast)).filter(is_clear)
}

/// Whether two cells see each other, at any distance; the same in both directions.
pub fn sees(opaque: &Bits, a: Pos, b: Pos) -> bool {
    clear_line(opaque, a, b).is_some()
}

#[cfg(test)]
mod tests {
    use super::{Line, Tie, clear_line};
    use crate::{Bits, Pos};

    /// The line drawn on a grid: the start as `@`, the order of its cells as digits.
    fn drawn(from: Pos, to: Pos, tie: Tie) -> String {
        let mut rows = vec![vec!['.'; 7]; 5];
        rows[from.y as usize][from.x as usize] = '@';
        for (pos, digit) in Line::new(from, to, tie).zip('1'..) {
            rows[pos.y as usize][pos.x as usize] = digit;
        }
        rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    #[test]
    fn ties_go_to_the_side_asked_for_in_either_direction() {
        let (a, b) = (Pos::new(0, 1), Pos::new(6, 4));
        assert_eq!(drawn(a, b, Tie::NorthWest), ".......\n@1.....\n..23...\n....45.\n......6\n");
        assert_eq!(drawn(a, b, Tie::SouthEast), ".......\n@......\n.12....\n...34..\n.....56\n");
        assert_eq!(drawn(b, a, Tie::NorthWest), ".......\n65.....\n..43...\n....21.\n......@\n");
    }

    #[test]
    fn a_line_back_is_the_line_in_reverse() {
        let from = Pos::new(0, 0);
        for to in (-9..=9).flat_map(|y| (-9..=9).map(move |x| Pos::new(x, y))) {
            for tie in [Tie::NorthWest, Tie::SouthEast] {
                let there: Vec<Pos> =
                    std::iter::once(from).chain(Line::new(from, to, tie)).collect();
                let mut back: Vec<Pos> =
                    std::iter::once(to).chain(Line::new(to, from, tie)).collect();
                back.reverse();
                assert_eq!(there, back, "{tie:?} to {to:?}");
                assert!(there.windows(2).all(|pair| pair[0].is_beside(pair[1])));
                assert_eq!(there.last(), Some(&to));
            }
        }
    }

    #[test]
    fn the_other_line_is_taken_round_a_pillar() {
        let mut opaque = Bits::new(7, 5);
        let (a, b) = (Pos::new(0, 1), Pos::new(6, 4));
        opaque.insert(Pos::new(1, 1));
        let around: Vec<Pos> = clear_line(&opaque, a, b).into_iter().flatten().collect();
        assert_eq!(around, Line::new(a, b, Tie::SouthEast).collect::<Vec<_>>());
        opaque.insert(Pos::new(3, 3));
        assert!(clear_line(&opaque, a, b).is_none());
        // What stands at the ends hides nothing.
        assert!(clear_line(&opaque, Pos::new(1, 1), Pos::new(3, 3)).is_some());
    }
}
