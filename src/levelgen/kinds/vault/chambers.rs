//! Chambers in a vault.

use crate::base::{Grid, Pos};
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::vault::state::{Role, START, SuperTiles};
use crate::levelgen::tile::Tile;

/// Widens super-tiles to chambers where that joins nothing that is not connected.
///
/// Two chambers side by side join two features that are connected anyway. The exit is never widened:
/// a way round it within its own chamber would join what is connected only through it. Where two
/// chambers would meet at a corner alone, the second stays narrow, so that nobody sees or squeezes
/// through. The cells of the outer ring stay solid.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let percent = plan.setting("chamber_percent")? as u32;
    let mut stream = plan.stream.clone();
    let tiles = plan.super_tiles("Chambers")?;
    let mut chambers: Vec<Pos> = Vec::new();
    for (id, feature) in tiles.features.iter().enumerate() {
        let may = match &feature.role {
            Role::Start => true,
            Role::Exit | Role::Passage => false,
            Role::Drawn { wide, .. } => *wide,
        };
        let drawn = may && (id == START || stream.percent(percent));
        if drawn && !meets_at_a_corner(&tiles.wide, feature.cell) {
            tiles.wide[feature.cell] = true;
            chambers.push(feature.cell);
        }
    }
    plan.stream = stream;
    for cell in chambers {
        for pos in SuperTiles::block(cell).positions() {
            if plan.tiles[pos] == Tile::Wall && !plan.tiles.is_border(pos) {
                plan.tiles[pos] = Tile::Floor;
            }
        }
    }
    Ok(())
}

/// Whether a chamber here would touch another at a corner and nowhere else.
fn meets_at_a_corner(wide: &Grid<bool>, cell: Pos) -> bool {
    let is_wide = |dx, dy| wide.get(cell + Pos::new(dx, dy)).copied().unwrap_or(false);
    [(-1, -1), (1, -1), (-1, 1), (1, 1)]
        .into_iter()
        .any(|(dx, dy)| is_wide(dx, dy) && !is_wide(dx, 0) && !is_wide(0, dy))
}
