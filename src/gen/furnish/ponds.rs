//! Ponds in caves.

use super::blocks::floor_of;
use crate::base::{Bits, Pos};
use crate::r#gen::Tile;
use crate::r#gen::plan::{Plan, Stop};

/// Lets some of the small islands of rock be water: nobody walked there before, so it bars nothing,
/// and one sees across.
///
/// An island is what hangs together by sides and corners and has floor all around it. The walls and
/// pillars of rooms are none.
pub(in crate::r#gen) fn flood(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let percent = plan.setting("pond_percent")? as u32;
    let most = plan.setting("most_pond")? as usize;
    let rock = Bits::of(&plan.tiles, |tile| !tile.is_passable());
    // What is known to be part of no island, or of one that was looked at already.
    let mut done = Bits::new(rock.width(), rock.height());
    for pos in plan.tiles.positions().filter(|&pos| plan.tiles.is_border(pos)) {
        done.insert(pos);
    }
    for room in &plan.rooms {
        for pos in floor_of(room).grown(1).positions() {
            done.insert(pos);
        }
    }
    // The first cell of an island in reading order has floor to the west and to the north of it.
    let (west, north) = (Pos::new(-1, 0), Pos::new(0, -1));
    let is_first = |pos: &Pos| !rock.contains(*pos + west) && !rock.contains(*pos + north);
    for first in rock.iter().filter(is_first) {
        if done.contains(first) {
            continue;
        }
        let (cells, is_island) = spread(&rock, &done, first, most);
        let is_pond = is_island && plan.stream.percent(percent);
        for pos in cells {
            done.insert(pos);
            if is_pond {
                plan.tiles[pos] = Tile::DeepWater;
            }
        }
    }
    Ok(())
}

/// The rock around a cell, up to so many cells, and whether that is all there is; it is not where it
/// touches what is done with.
fn spread(rock: &Bits, done: &Bits, first: Pos, most: usize) -> (Vec<Pos>, bool) {
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&pos) = cells.get(next) {
        next += 1;
        for beside in pos.neighbours().filter(|&beside| rock.contains(beside)) {
            if done.contains(beside) {
                return (cells, false);
            }
            if !cells.contains(&beside) {
                if cells.len() == most {
                    return (cells, false);
                }
                cells.push(beside);
            }
        }
    }
    (cells, true)
}
