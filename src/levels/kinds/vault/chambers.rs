//! The chambers of a vault.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::vault::state::{FeatureRole, START_ID, SuperTiles};
use crate::tile::Tile;
use base::{Grid, Pos};

/// Widens super-tiles to chambers where that connects nothing new.
///
/// Two adjacent chambers connect two features that are connected anyway. The exit is never widened: a way round it within
/// its own chamber would connect features that are connected only through it. If two chambers would meet at a corner
/// alone, the second stays narrow, so that there is no way or view between them. The outer ring stays solid.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("chamber_percent")? as u32;
    let tiles = draft.super_tiles.as_mut().ok_or(PassError::Missing("super-tiles"))?;
    let stream = &mut draft.stream;
    let mut chambers: Vec<Pos> = Vec::new();
    for (id, feature) in tiles.features.iter().enumerate() {
        let may = match &feature.role {
            FeatureRole::Start => true,
            FeatureRole::Exit | FeatureRole::Passage => false,
            FeatureRole::Drawn { wide, .. } => *wide,
        };
        let drawn = may && (id == START_ID || stream.percent(percent));
        if drawn && !meets_at_a_corner(&tiles.wide, feature.cell) {
            tiles.wide[feature.cell] = true;
            chambers.push(feature.cell);
        }
    }
    for cell in chambers {
        for pos in SuperTiles::block(cell).positions() {
            if draft.tiles[pos] == Tile::Wall && !draft.tiles.is_border(pos) {
                draft.tiles[pos] = Tile::Floor;
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
