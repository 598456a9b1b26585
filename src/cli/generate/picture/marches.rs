//! The overworld as a picture: the region of each site in a colour, with roads and sites on it.

use super::canvas::{Area, Canvas, GLYPH_PIXELS, MARGIN_PIXELS, TooLarge};
use super::ink;
use base::Pos;
use levels::{Marches, Site};

/// The possible sides of a cell, for a single map and for one of many.
const SINGLE_CELL_PIXELS: [u32; 5] = [12, 8, 4, 2, 1];
const SHEET_CELL_PIXELS: [u32; 3] = [4, 2, 1];
/// The largest width of a single map and of one of many, unless its cells cannot be made small
/// enough.
const MAX_MAP_PIXELS: [u32; 2] = [1600, 400];
const CAPTION_PIXELS: u32 = GLYPH_PIXELS + 8;

/// One map, or many of one size beside each other.
pub(in crate::cli::generate) fn draw(maps: &[Marches]) -> Result<Canvas, TooLarge> {
    let many = usize::from(maps.len() > 1);
    let (width, height) = maps.first().map_or((1, 1), |marches| {
        (marches.regions.width() as u32, marches.regions.height() as u32)
    });
    let sides: &[u32] = if many == 1 { &SHEET_CELL_PIXELS } else { &SINGLE_CELL_PIXELS };
    let side = sides.iter().copied().find(|side| width * side <= MAX_MAP_PIXELS[many]).unwrap_or(1);
    let (cell, line) =
        (width * side + MARGIN_PIXELS, height * side + CAPTION_PIXELS + MARGIN_PIXELS);
    let columns = (1..=maps.len() as u32)
        .find(|columns| columns * columns * cell >= maps.len() as u32 * line);
    let columns = columns.unwrap_or(1).min(maps.len().max(1) as u32);
    let rows = (maps.len() as u32).div_ceil(columns);
    let mut canvas = Canvas::new(
        u64::from(columns) * u64::from(cell) + u64::from(MARGIN_PIXELS),
        u64::from(rows) * u64::from(line) + u64::from(MARGIN_PIXELS),
    )?;
    for (place, marches) in (0..).zip(maps) {
        let left = MARGIN_PIXELS + place % columns * cell;
        let top = MARGIN_PIXELS + place / columns * line;
        let caption = if many == 1 {
            format!("marches {}", marches.seed)
        } else {
            let (sites, roads) = (marches.sites.len(), marches.roads.len());
            format!("marches · seed {} · {sites} sites · {roads} roads", marches.seed)
        };
        canvas.write((left, top), 1, ink::TEXT, &caption);
        map(&mut canvas, (left, top + CAPTION_PIXELS), side, marches);
    }
    Ok(canvas)
}

fn map(canvas: &mut Canvas, (x, y): (u32, u32), side: u32, marches: &Marches) {
    let area = |pos: Pos| Area::square(x + pos.x as u32 * side, y + pos.y as u32 * side, side);
    let colours = marches.colours();
    let land = |site: u16| ink::LANDS[usize::from(colours[usize::from(site)]) % ink::LANDS.len()];
    for (pos, &site) in marches.regions.iter() {
        canvas.fill(area(pos), land(site));
    }
    for road in &marches.roads {
        for pos in marches.road_cells(*road) {
            canvas.fill(area(pos).inset(side / 4), ink::DARK);
        }
    }
    for site in &marches.sites {
        let (back, front) = match site.id {
            id if id == marches.start => (ink::START, ink::WHITE),
            id if id == marches.goal => (ink::EXIT, ink::WHITE),
            _ if site.is_town() => (ink::HOUSE, ink::WHITE),
            _ => (ink::WHITE, ink::DARK),
        };
        let Area { x, y, width, .. } = area(site.pos());
        let wide = (2 * side).clamp(4, GLYPH_PIXELS + 4);
        let (x, y) =
            ((x + width / 2).saturating_sub(wide / 2), (y + width / 2).saturating_sub(wide / 2));
        canvas.fill(Area::square(x, y, wide), back);
        if wide > GLYPH_PIXELS {
            let inset = (wide - GLYPH_PIXELS) / 2;
            canvas.write((x + inset, y + inset), 1, front, &Site::letter(&site.kind).to_string());
        }
    }
}
