//! Levels as pictures: one with its legend, or many on a contact sheet.

mod canvas;
mod ink;
mod legend;
pub(super) mod marches;
pub(super) mod plot;
mod sheet;
mod stencil;
mod terrain;

pub(super) use canvas::{Canvas, TooLarge};
pub(super) use sheet::Sheet;

use crate::r#gen::Level;

/// Sides of a cell in pixels, of which one level gets the largest that fits.
const SIDES: [u32; 8] = [12, 10, 8, 6, 5, 4, 3, 2];
/// How large a picture of one level is at the most, if its cells can be made small enough.
const ROOM: (i64, i64) = (2000, 1500);
const MARGIN: u32 = 16;

/// A level with what it is above it and what there is on it below.
pub(super) fn single(level: &Level) -> Result<Canvas, TooLarge> {
    let (width, height) = (level.tiles.width(), level.tiles.height());
    let fits = |side: &u32| {
        i64::from(width) * i64::from(*side) <= ROOM.0
            && i64::from(height) * i64::from(*side) <= ROOM.1
    };
    let side = SIDES.into_iter().find(fits).unwrap_or(2);
    let map = (width as u32 * side, height as u32 * side);
    let legend = legend::Legend::of(level, map.0.max(legend::LEAST_WIDTH));
    let heading = 2 * canvas::GLYPH + MARGIN;
    let mut canvas = Canvas::new(
        u64::from(legend.width() + 2 * MARGIN),
        u64::from(heading + map.1 + legend.height() + 3 * MARGIN),
    )?;
    canvas.write((MARGIN, MARGIN), 2, ink::TEXT, &title(level));
    let left = (canvas.width() - map.0) / 2;
    terrain::draw(&mut canvas, (left, MARGIN + heading), side, level);
    legend.draw(&mut canvas, (MARGIN, 2 * MARGIN + heading + map.1));
    Ok(canvas)
}

fn title(level: &Level) -> String {
    let Level { kind, seed, depth, tiles, .. } = level;
    format!("{kind} · seed {seed} · depth {depth} · {}×{}", tiles.width(), tiles.height())
}
