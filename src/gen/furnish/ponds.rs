//! Ponds in caves.

use crate::base::{Bits, Pos};
use crate::r#gen::Tile;
use crate::r#gen::plan::{Plan, Stop};

/// Lets some of the small islands of rock be water: nobody walked there before, so it bars nothing,
/// and one sees across.
///
/// An island is what hangs together by sides and corners and has floor all around it.
pub(in crate::r#gen) fn flood(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let percent = plan.setting("pond_percent")? as u32;
    let most = plan.setting("most_pond")? as usize;
    let rock = Bits::of(&plan.tiles, |tile| !tile.is_passable());
    let (west, north) = (Pos::new(1, 0), Pos::new(0, 1));
    let mut seen = Bits::new(rock.width(), rock.height());
    // The first cell of an island in reading order has floor to the west and to the north of it.
    for first in
        rock.iter().filter(|&pos| !rock.contains(pos - west) && !rock.contains(pos - north))
    {
        if seen.contains(first) || plan.tiles.is_border(first) {
            continue;
        }
        if let Some(island) = island(&rock, first, most) {
            let is_pond = plan.stream.percent(percent);
            for pos in island {
                seen.insert(pos);
                if is_pond {
                    plan.tiles[pos] = Tile::DeepWater;
                }
            }
        }
    }
    Ok(())
}

/// The cells of an island; `None` if it has more than so many.
fn island(rock: &Bits, first: Pos, most: usize) -> Option<Vec<Pos>> {
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&pos) = cells.get(next) {
        next += 1;
        for beside in pos.neighbours() {
            if rock.contains(beside) && !cells.contains(&beside) {
                if cells.len() == most {
                    return None;
                }
                cells.push(beside);
            }
        }
    }
    Some(cells)
}
