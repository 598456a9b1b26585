//! How a cell is known: remembered, or from the plan alone. What is in sight is as the light shows
//! it.

use base::{Pos, Rgb};
use content::Blueprint;

use super::material::in_light;

/// Cells between two lines of the blueprint's grid.
const GRID_CELLS: i32 = 4;

/// Half of the colour is left, in a cool light of so many sixteenths a part.
pub(super) fn remembered(light: Rgb, ground: Rgb) -> Rgb {
    let grey = (ground.iter().map(|&part| u32::from(part)).sum::<u32>() / 3) as u8;
    in_light(ground.map(|part| grey.midpoint(part)), light.map(u16::from))
}

/// Paper with a faint grid.
pub(super) fn planned(blueprint: &Blueprint, at: Pos) -> Rgb {
    let is_line = at.x % GRID_CELLS == 0 || at.y % (GRID_CELLS / 2) == 0;
    if is_line { blueprint.grid } else { blueprint.paper }
}

/// The same on a light ground: what is dark there is faintly tinted here, and what is bright is
/// strongly.
pub(super) fn on_paper(ground: Rgb) -> Rgb {
    let most = ground.into_iter().max().unwrap_or(0);
    ground.map(|part| 255 - most / 4 - (most - part) / 2)
}
