//! The legend of a picture: what colours and drawings mean, and how many there are of each.

use super::canvas::{Area, Canvas, GLYPH_PIXELS, text_width};
use super::ink;
use super::stencil::Stencil;
use super::terrain;
use crate::cli::metric::{METRICS, Sample, Unit};
use content::Terrain;
use levels::{Level, ThingKind, Tile};

/// The smallest width of a legend.
pub(super) const MIN_LEGEND_PIXELS: u32 = 560;
const SWATCH_PIXELS: u32 = 16;
const LINE_PIXELS: u32 = 24;
const GAP_PIXELS: u32 = 8;

/// Entries in columns, and below them the measures.
pub(super) struct Legend {
    width: u32,
    entries: Vec<(Mark, String)>,
    columns: u32,
    measures: Vec<String>,
}

#[derive(Clone, Copy)]
enum Mark {
    Tile(Tile),
    Hall,
    Thing(ThingKind),
}

impl Legend {
    pub(super) fn of(level: &Level, terrain: &Terrain, width: u32) -> Legend {
        let entries = entries(level, terrain);
        let widest = entries.iter().map(|(_, text)| text_width(text, 1)).max().unwrap_or(0);
        let columns = (width / (SWATCH_PIXELS + GAP_PIXELS + widest + 2 * GAP_PIXELS)).max(1);
        Legend { width, entries, columns, measures: measures(level, width) }
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    pub(super) fn height(&self) -> u32 {
        let rows = (self.entries.len() as u32).div_ceil(self.columns);
        (rows + self.measures.len() as u32) * LINE_PIXELS
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, (x, y): (u32, u32)) {
        let rows = (self.entries.len() as u32).div_ceil(self.columns);
        for (place, (mark, text)) in (0..).zip(&self.entries) {
            let left = x + place / rows * (self.width / self.columns);
            let top = y + place % rows * LINE_PIXELS;
            let swatch = Area::square(left, top, SWATCH_PIXELS);
            match *mark {
                Mark::Tile(tile) => terrain::sample(canvas, swatch, tile),
                Mark::Hall => terrain::hall_sample(canvas, swatch),
                Mark::Thing(kind) => {
                    terrain::sample(canvas, swatch, Tile::Floor);
                    Stencil::of(kind).draw(canvas, swatch);
                }
            }
            let line = top + (SWATCH_PIXELS - GLYPH_PIXELS) / 2;
            canvas.write((left + SWATCH_PIXELS + GAP_PIXELS, line), 1, ink::TEXT, text);
        }
        for (place, line) in (0..).zip(&self.measures) {
            let top = y + (rows + place) * LINE_PIXELS + GAP_PIXELS;
            canvas.write((x, top), 1, ink::FAINT, line);
        }
    }
}

/// Start and exit come first; walls and floor need no entry.
fn entries(level: &Level, terrain: &Terrain) -> Vec<(Mark, String)> {
    let ways = [Tile::Start, Tile::Exit];
    let name = |tile| terrain.tile(tile).legend();
    let mut entries = Vec::from(ways.map(|way| (Mark::Tile(way), name(way).to_owned())));
    let is_told = |&tile: &Tile| !tile.is_wall() && tile != Tile::Floor && !ways.contains(&tile);
    for tile in Tile::ALL.into_iter().filter(is_told) {
        let count = level.tiles.cells().iter().filter(|&&known| known == tile).count();
        if count > 0 {
            entries.push((Mark::Tile(tile), format!("{} {count}", name(tile))));
        }
    }
    if !level.links.is_empty() {
        entries.push((Mark::Hall, format!("hallway {}", level.links.len())));
    }
    let mut kinds: Vec<ThingKind> = level.things.iter().map(|thing| thing.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        // Doors of the terrain have their entry already.
        let count = level.things_of(kind).count();
        if kind != ThingKind::Door || !level.tiles.cells().contains(&Tile::Door) {
            entries.push((Mark::Thing(kind), format!("{} {count}", thing_name(kind))));
        }
    }
    entries
}

fn thing_name(kind: ThingKind) -> &'static str {
    match kind {
        ThingKind::Trap => "trap",
        ThingKind::Chest => "chest",
        ThingKind::Door => "door",
        ThingKind::Light => "light",
        ThingKind::Closet => "closet",
        ThingKind::Chute => "chute",
        ThingKind::Well => "well",
        ThingKind::Actor => "actor",
        ThingKind::Item => "item",
        ThingKind::Crate => "crate",
        ThingKind::Key => "key",
        ThingKind::BossKey => "boss key",
        ThingKind::Feather => "feather",
        ThingKind::Satchel => "satchel",
        ThingKind::House => "house",
    }
}

/// The measures of the stats, in lines of a width.
fn measures(level: &Level, width: u32) -> Vec<String> {
    let sample = Sample::without_work(level);
    let mut lines = vec![String::new()];
    for metric in METRICS.iter().take_while(|metric| metric.name != "rooms") {
        let Some(units) = metric.of(&sample) else { continue };
        let value = match metric.unit {
            Unit::Count => units.to_string(),
            Unit::Share => format!("{}.{:03}", units / 1000, units % 1000),
        };
        let entry = format!("{} {value}", metric.name.replace('_', " "));
        let line = lines.last_mut().filter(|line| {
            line.is_empty()
                || text_width(line, 1) + text_width(&entry, 1) + 3 * GLYPH_PIXELS <= width
        });
        match line {
            Some(line) if line.is_empty() => line.push_str(&entry),
            Some(line) => {
                line.push_str(" · ");
                line.push_str(&entry);
            }
            None => lines.push(entry),
        }
    }
    lines
}
