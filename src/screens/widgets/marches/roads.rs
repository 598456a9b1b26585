//! The roads of a journey's map as lines of cells.

use crate::glyphs::RoadLine;
use base::{Grid, Pos};

/// For each cell of a drawing the directions in which roads lead on: north, east, south and west.
type Lines = Grid<[bool; 4]>;

/// The roads of a drawing, by how they are drawn.
pub(super) struct RoadNet {
    layers: [(RoadLine, Lines); 3],
}

impl RoadNet {
    pub(super) fn new((width, height): (i32, i32)) -> RoadNet {
        // The topmost last.
        let lines = [RoadLine::Closed, RoadLine::Plain, RoadLine::Open];
        RoadNet { layers: lines.map(|line| (line, Grid::filled(width, height, [false; 4]))) }
    }

    /// Adds a road between two cells.
    pub(super) fn add(&mut self, line: RoadLine, from: Pos, to: Pos) {
        let Some((_, lines)) = self.layers.iter_mut().find(|(own, _)| *own == line) else { return };
        let mut at = from;
        for next in staircase(from, to) {
            let (there, back) = match next - at {
                Pos { y: -1, .. } => (0, 2),
                Pos { x: 1, .. } => (1, 3),
                Pos { y: 1, .. } => (2, 0),
                _ => (3, 1),
            };
            lines[at][there] = true;
            lines[next][back] = true;
            at = next;
        }
    }

    /// The topmost road in a cell, and where it leads.
    pub(super) fn at(&self, cell: Pos) -> Option<(RoadLine, [bool; 4])> {
        let layers = self.layers.iter().rev();
        let mut own = layers.filter_map(|(line, lines)| Some((*line, *lines.get(cell)?)));
        own.find(|(_, leads)| leads.contains(&true))
    }
}

/// The cells of a line after its first one, each beside the one before in one of the four directions.
fn staircase(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (across, down) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    let (step_x, step_y) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let mut at = from;
    let (mut gone_x, mut gone_y) = (0, 0);
    (0..across + down).map(move |_| {
        // Whichever step is due first along the line.
        if gone_y == down
            || (gone_x < across && (2 * gone_x + 1) * down <= (2 * gone_y + 1) * across)
        {
            at.x += step_x;
            gone_x += 1;
        } else {
            at.y += step_y;
            gone_y += 1;
        }
        at
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_road_leads_from_end_to_end_without_a_gap() {
        for to in [Pos::new(9, 2), Pos::new(-4, 7), Pos::new(0, 5), Pos::new(6, -6), Pos::new(0, 0)]
        {
            let mut at = Pos::new(0, 0);
            for next in staircase(at, to) {
                assert_eq!((next.x - at.x).abs() + (next.y - at.y).abs(), 1);
                at = next;
            }
            assert_eq!(at, to);
        }
    }

    #[test]
    fn an_open_road_lies_over_others() {
        let mut net = RoadNet::new((5, 3));
        net.add(RoadLine::Plain, Pos::new(2, 0), Pos::new(2, 2));
        net.add(RoadLine::Open, Pos::new(0, 1), Pos::new(4, 1));
        assert_eq!(net.at(Pos::new(2, 1)), Some((RoadLine::Open, [false, true, false, true])));
        assert_eq!(net.at(Pos::new(2, 0)), Some((RoadLine::Plain, [false, false, true, false])));
        assert_eq!(net.at(Pos::new(0, 0)), None);
    }
}
