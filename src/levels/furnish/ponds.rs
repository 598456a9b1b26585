//! Turns small islands of rock in caves into ponds.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::tile::Tile;
use base::{Bits, Dir, Pos, flood};

/// Turns some of the small islands of rock into water. Rock was not passable before, so a pond blocks no way; unlike rock
/// it does not block the view.
///
/// An island is a component of rock, connected by sides and corners, that does not reach the border or the walls of a
/// room.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("pond_percent")? as u32;
    let max_cells = draft.setting("most_pond")? as usize;
    let rock = Bits::of(&draft.tiles, |tile| !tile.is_passable());
    // The rock that is known to be part of no island, or of one that was visited already.
    let mut done = Bits::new(rock.width(), rock.height());
    done.insert_within(draft.tiles.bounds());
    done.clear_within(draft.tiles.bounds().grown(-1));
    // Most of it is connected with the border by sides alone.
    done.union(&flood(&rock, Pos::default()));
    for room in &draft.rooms {
        done.insert_within(room.rect.grown(1));
    }
    // The first cell of an island in reading order has no rock before it.
    let mut firsts = rock.clone();
    for before in [Dir::West, Dir::NorthWest, Dir::North, Dir::NorthEast] {
        firsts.subtract(&rock.beside(before));
    }
    for first in firsts.iter() {
        if done.contains(first) {
            continue;
        }
        let (cells, is_island) = spread(&rock, &done, first, max_cells);
        let is_pond = is_island && draft.stream.percent(percent);
        for pos in cells {
            done.insert(pos);
            if is_pond {
                draft.tiles[pos] = Tile::DeepWater;
            }
        }
    }
    Ok(())
}

/// The rock connected with a cell, up to `max_cells` cells, and whether that is a whole island.
fn spread(rock: &Bits, done: &Bits, first: Pos, max_cells: usize) -> (Vec<Pos>, bool) {
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&pos) = cells.get(next) {
        next += 1;
        for beside in pos.neighbours().filter(|&beside| rock.contains(beside)) {
            if done.contains(beside) {
                return (cells, false);
            }
            if !cells.contains(&beside) {
                if cells.len() == max_cells {
                    return (cells, false);
                }
                cells.push(beside);
            }
        }
    }
    (cells, true)
}
