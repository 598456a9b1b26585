//! Corridor cells: passages one cell wide.

use base::{Bits, Dir};

/// The cells, open or not, with open cells on two opposite sides and closed ones on the other two.
pub(crate) fn corridor_cells(open: &Bits) -> Bits {
    let [north, east, south, west] = Dir::CARDINAL.map(|dir| open.beside(dir));
    let [mut upright, mut level] = [&north, &east].map(Bits::clone);
    for (passage, end, walls) in
        [(&mut upright, &south, [&east, &west]), (&mut level, &west, [&north, &south])]
    {
        passage.intersect(end);
        for wall in walls {
            passage.subtract(wall);
        }
    }
    upright.union(&level);
    upright
}

#[cfg(test)]
mod tests {
    use super::corridor_cells;
    use base::{Bits, Grid, Pos};

    #[test]
    fn what_is_walled_on_two_opposite_sides_alone_is_narrow() {
        let rows = ["##.####", "##.#...", "....#..", "#.##..#", "#...###"];
        let cells = rows.iter().flat_map(|row| row.chars()).collect();
        let open = Bits::of(&Grid::from_cells(7, cells).expect("a rectangle"), |&cell| cell == '.');
        let found = corridor_cells(&open);
        let drawn: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(y, row)| {
                let cells = row.chars().enumerate();
                let mark = |(x, cell)| {
                    let is_narrow = found.contains(Pos::new(x as i32, y as i32));
                    if is_narrow { 'n' } else { cell }
                };
                cells.map(mark).collect()
            })
            .collect();
        assert_eq!(drawn, ["##.####", "##n#...", "....#..", "#n##..#", "#.n.###"]);
    }
}
