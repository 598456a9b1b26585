//! The overworld as a picture: the region of each site in a colour, with roads and sites on it.

use super::canvas::{Canvas, PAPER, TooLarge};
use super::sheet::{Place, Sheet};
use super::terrain::mark;
use base::{Pigment, mix};
use levels::{Marches, Site};

/// The colours of regions, used in turn.
const REGION_COLOURS: [Pigment; 6] =
    [Pigment::Green, Pigment::Brown, Pigment::Teal, Pigment::Violet, Pigment::Blue, Pigment::Stone];

pub(in crate::cli::generate) fn region_pigment(colour: u8) -> Pigment {
    REGION_COLOURS[usize::from(colour) % REGION_COLOURS.len()]
}

/// One map, or many of one size beside each other.
pub(in crate::cli::generate) fn draw(maps: &[Marches]) -> Result<Canvas, TooLarge> {
    let size = maps.first().map_or((1, 1), |map| (map.regions.width(), map.regions.height()));
    let mut sheet = Sheet::new("marches", size, maps.len() as u64, &[])?;
    for (place, map) in (0..).zip(maps) {
        let (seed, sites, roads) = (map.seed, map.sites.len(), map.roads.len());
        let captions = [format!("seed {seed} · {sites} sites · {roads} roads"), seed.to_string()];
        sheet.put(place, &captions, Some(|canvas: &mut Canvas, at| draw_map(canvas, at, map)));
    }
    Ok(sheet.canvas)
}

fn draw_map(canvas: &mut Canvas, place: Place, marches: &Marches) {
    let colours = marches.colours();
    for (pos, &site) in marches.regions.iter() {
        let land = region_pigment(colours[usize::from(site)]).rgb();
        canvas.fill(place.cell(pos), mix(land, 3, PAPER));
    }
    for pos in marches.roads.iter().flat_map(|road| marches.road_cells(*road)) {
        canvas.fill(place.cell(pos).grown(-place.side / 4), PAPER);
    }
    for site in &marches.sites {
        let pigment = match site.id {
            id if id == marches.start => Pigment::Green,
            id if id == marches.goal => Pigment::Orange,
            _ if site.is_town() => Pigment::Amber,
            _ => Pigment::Bright,
        };
        canvas.fill(place.cell(site.pos()).grown(1), pigment.rgb());
        mark(canvas, place, site.pos(), Site::letter(&site.kind), pigment.rgb());
    }
}
