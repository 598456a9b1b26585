//! Gardens in courts: columns, grass and a pond.

use crate::tile::Tile;
use base::{Grid, Pos, Rect};

/// Lays out a court as a garden, with columns and a pond if it is large enough. Columns stand free, the pond keeps a
/// distance from them, and the cells along the walls stay clear, so that nothing is cut off wherever the doors are.
pub(crate) fn plant(tiles: &mut Grid<Tile>, court: Rect) {
    let shortest = court.w.min(court.h);
    let (columns, lawn, pond) = match shortest {
        ..5 => (None, 1, None),
        5..7 => (None, 1, Some(2)),
        _ => (Some(1), 2, Some((shortest / 4 + 1).max(3))),
    };
    for pos in court.grown(-lawn).positions() {
        tiles[pos] = Tile::Grass;
    }
    if let Some(margin) = pond {
        let pond = court.grown(-margin);
        for pos in pond.positions().filter(|&pos| is_round(pond, pos)) {
            tiles[pos] = Tile::DeepWater;
        }
    }
    if let Some(margin) = columns {
        for pos in arcade(court.grown(-margin)) {
            tiles[pos] = Tile::Wall;
        }
    }
}

/// Whether a cell lies in the ellipse that fills a rectangle.
fn is_round(area: Rect, pos: Pos) -> bool {
    // In half cells, so that the middle of an even side is a whole number.
    let (dx, dy) = (2 * (pos.x - area.x) + 1 - area.w, 2 * (pos.y - area.y) + 1 - area.h);
    let (w, h) = (i64::from(area.w), i64::from(area.h));
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    dx * dx * h * h + dy * dy * w * w <= w * w * h * h
}

/// Every second cell along the edge of an area, counted from its corners, none beside another.
fn arcade(area: Rect) -> Vec<Pos> {
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    let across =
        mirrored(area.w).into_iter().flat_map(|at| [(area.x + at, area.y), (area.x + at, bottom)]);
    let down =
        mirrored(area.h).into_iter().flat_map(|at| [(area.x, area.y + at), (right, area.y + at)]);
    across.chain(down).map(|(x, y)| Pos::new(x, y)).collect()
}

/// Every second index of a length, counted from both ends, with a gap of two or three in the middle.
fn mirrored(length: i32) -> Vec<i32> {
    let half = (0..(length - 1) / 2).step_by(2);
    half.flat_map(|at| [at, length - 1 - at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_court_has_columns_grass_and_a_pond() {
        let mut tiles = Grid::filled(15, 11, Tile::Wall);
        let court = Rect::new(1, 1, 13, 9);
        for pos in court.positions() {
            tiles[pos] = Tile::Floor;
        }
        plant(&mut tiles, court);
        let rows = tiles.rows().map(|row| row.iter().map(|tile| tile.character()).collect());
        assert_eq!(
            rows.collect::<Vec<String>>().join("\n"),
            "###############\n\
             #.............#\n\
             #.#.#.#.#.#.#.#\n\
             #..\"\"\"\"\"\"\"\"\"..#\n\
             #.#\"\"~~~~~\"\"#.#\n\
             #..\"~~~~~~~\"..#\n\
             #.#\"\"~~~~~\"\"#.#\n\
             #..\"\"\"\"\"\"\"\"\"..#\n\
             #.#.#.#.#.#.#.#\n\
             #.............#\n\
             ###############"
        );
    }
}
