//! Two different ways of like length between two cells.
//!
//! The second way is found by the penalty method for alternative routes (de la Barra, Pérez and
//! Añez, "Multidimensional path search and assignment", 1993): cells near the first way cost more,
//! and the cheapest way is searched again.

use base::{Bits, DistanceField, Moves, Pos, Rect};

/// What entering a cell costs in the searches for a way.
const STEP_COST: u8 = 2;
/// What entering a cell near the first way costs, in one search after the other. The higher it is,
/// the fewer of these cells the second way has, and the longer it gets.
const NEAR_COSTS: [u8; 4] = [3, 4, 6, 10];
/// How many of its cells the second way may have near the first, in percent.
const MAX_NEAR_PERCENT: usize = 50;
/// How much longer than the first a second way may be that makes up a choice, in percent.
const MAX_LENGTH_PERCENT: u32 = 130;

/// The lengths of two ways between the same two cells, in cells, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TwoWays {
    pub first: u32,
    pub second: u32,
}

impl TwoWays {
    /// The shortest way between two cells, and the shortest other one of which at most half lies
    /// on cells of the first or beside them. Diagonal steps count as one and cut no corner.
    ///
    /// `None` if there is no way, or no second one. Time in proportion to the area.
    pub(crate) fn between(passable: &Bits, from: Pos, to: Pos) -> Option<TwoWays> {
        let mut costs = DistanceField::new();
        costs.spread(passable, [to], Moves::Eight, DistanceField::MAX_DISTANCE);
        let first = walk(&costs, from)?;
        let mut near = Bits::new(passable.width(), passable.height());
        for &pos in &first {
            near.insert_within(Rect::around(pos, 1));
        }
        NEAR_COSTS.into_iter().find_map(|near_cost| {
            let cost = |pos| if near.contains(pos) { near_cost } else { STEP_COST };
            let dear = passable.iter().map(|pos| (pos, cost(pos)));
            let limit = DistanceField::MAX_DISTANCE;
            costs.spread_weighted(passable, dear, to, Moves::Eight, limit);
            let second = walk(&costs, from)?;
            let shared = second.iter().filter(|&&pos| near.contains(pos)).count();
            let is_other = shared * 100 <= second.len() * MAX_NEAR_PERCENT;
            is_other.then_some(TwoWays { first: first.len() as u32, second: second.len() as u32 })
        })
    }

    /// Whether the second way is short enough to be chosen.
    pub(crate) fn are_alike(self) -> bool {
        u64::from(self.second) * 100 <= u64::from(self.first) * u64::from(MAX_LENGTH_PERCENT)
    }
}

/// The cells of the cheapest way from a cell to the source of the costs, both included; `None` if
/// there is no way.
fn walk(costs: &DistanceField, from: Pos) -> Option<Vec<Pos>> {
    costs.reached(from)?;
    let next = |&pos: &Pos| costs.step_down(pos).map(|dir| pos + dir);
    Some(std::iter::successors(Some(from), next).collect())
}

#[cfg(test)]
mod tests {
    use super::TwoWays;
    use base::{Bits, Grid, Pos};

    fn between(rows: &[&str]) -> Option<TwoWays> {
        let width = rows[0].len() as i32;
        let cells: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
        let map = Grid::from_cells(width, cells).expect("a rectangle");
        let at = |sign| map.iter().find(|(_, cell)| **cell == sign).expect("it is drawn").0;
        let (from, to): (Pos, Pos) = (at(b'<'), at(b'>'));
        TwoWays::between(&Bits::of(&map, |&cell| cell != b'#'), from, to)
    }

    #[test]
    fn a_ring_has_two_ways_and_a_wide_hall_only_one() {
        let ring =
            ["########", "#......#", "#.####.#", "<.####.>", "#.####.#", "#......#", "########"];
        let ways = between(&ring).expect("two ways");
        assert_eq!((ways.first, ways.second), (12, 12));
        assert!(ways.are_alike());
        assert_eq!(between(&["########", "<......>", "########"]), None);
        assert_eq!(between(&["########", "#......#", "<......>", "#......#", "########"]), None);
        assert_eq!(between(&["###", "<#>", "###"]), None);
    }

    #[test]
    fn a_long_way_round_is_no_choice() {
        let rows = [
            "###########",
            "<.........>",
            "#.#######.#",
            "#.#######.#",
            "#.#######.#",
            "#.#######.#",
            "#.........#",
            "###########",
        ];
        let ways = between(&rows).expect("two ways");
        assert_eq!((ways.first, ways.second), (11, 21));
        assert!(!ways.are_alike());
    }
}
