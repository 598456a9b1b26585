//! A contact sheet: many levels beside each other, small, each with its kind and seed below it.

use super::canvas::{Area, Canvas, GLYPH_PIXELS, MARGIN_PIXELS, TooLarge, text_width};
use super::{ink, terrain};
use base::Seed;
use levels::Level;

/// The sides of a cell of which the largest is taken with which the sheet has at most
/// [`GOOD_SHEET_PIXELS`].
const CELL_PIXELS: [u32; 4] = [6, 5, 4, 3];
/// The sides of a cell for series of too many or too large levels for those.
const SMALL_CELL_PIXELS: [u32; 2] = [2, 1];
/// The largest number of pixels of a sheet: with cells of [`CELL_PIXELS`], and in any case.
const GOOD_SHEET_PIXELS: u64 = 6_500_000;
const MAX_SHEET_PIXELS: u64 = 48_000_000;
const GAP_PIXELS: u32 = 14;
const CAPTION_PIXELS: u32 = GLYPH_PIXELS + 6;

/// Levels in rows, on their sheet one after the other.
pub(super) struct ContactSheet {
    canvas: Canvas,
    kind: String,
    columns: u32,
    side: u32,
    /// Of the map of one level.
    map: (u32, u32),
}

/// How the maps are laid out on the sheet.
struct Layout {
    side: u32,
    columns: u64,
    map: (u32, u32),
    width: u64,
    height: u64,
}

impl ContactSheet {
    /// An empty sheet for a number of levels of a kind and size.
    pub(super) fn new(
        heading: &str,
        kind: &str,
        (width, height): (i32, i32),
        count: u64,
    ) -> Result<ContactSheet, TooLarge> {
        let sized = |side: u32| layout((width as u32 * side, height as u32 * side), side, count);
        let first = |sides: &[u32], max: u64| {
            sides.iter().map(|&side| sized(side)).find(|layout| layout.area() <= max)
        };
        let layout = first(&CELL_PIXELS, GOOD_SHEET_PIXELS)
            .or_else(|| Some(sized(3)).filter(|layout| layout.area() <= MAX_SHEET_PIXELS))
            .or_else(|| first(&SMALL_CELL_PIXELS, MAX_SHEET_PIXELS))
            .unwrap_or_else(|| sized(1));
        let mut canvas = Canvas::new(layout.width, layout.height)?;
        let text = fit(heading, canvas.width() - 2 * MARGIN_PIXELS, 2);
        canvas.write((MARGIN_PIXELS, MARGIN_PIXELS), 2, ink::TEXT, &text);
        Ok(ContactSheet {
            canvas,
            kind: kind.to_owned(),
            columns: layout.columns as u32,
            side: layout.side,
            map: layout.map,
        })
    }

    /// Draws the level at a place, counted from 0; without a level, that there is none.
    pub(super) fn put(&mut self, place: u64, seed: Seed, level: Option<&Level>) {
        let (width, height) = self.map;
        let (column, row) = (place as u32 % self.columns, place as u32 / self.columns);
        let x = MARGIN_PIXELS + column * (width + GAP_PIXELS);
        let y = heading_height() + row * (height + CAPTION_PIXELS + GAP_PIXELS);
        if let Some(level) = level {
            terrain::draw(&mut self.canvas, (x, y), self.side, level);
        } else {
            let area = Area { x, y, width, height };
            self.canvas.frame(area, 1, ink::TRAP);
            let at = (x + GLYPH_PIXELS, (y + height / 2).saturating_sub(GLYPH_PIXELS / 2));
            self.canvas.write(
                at,
                1,
                ink::TRAP,
                &fit("no level", width.saturating_sub(GLYPH_PIXELS), 1),
            );
        }
        let caption = format!("{} {seed}", self.kind);
        // Without room for both, the caption is the seed, by which levels differ.
        let caption = if text_width(&caption, 1) > width { seed.to_string() } else { caption };
        let at = (x, y + height + 4);
        self.canvas.write(at, 1, ink::FAINT, &fit(&caption, width + GAP_PIXELS, 1));
    }

    pub(super) fn into_canvas(self) -> Canvas {
        self.canvas
    }
}

impl Layout {
    fn area(&self) -> u64 {
        self.width.saturating_mul(self.height)
    }
}

fn heading_height() -> u32 {
    2 * MARGIN_PIXELS + 2 * GLYPH_PIXELS
}

/// In as many columns as make the sheet about eight by five.
fn layout(map: (u32, u32), side: u32, count: u64) -> Layout {
    let sized = |columns: u64| {
        let rows = count.div_ceil(columns);
        let (wide, high) =
            (u64::from(map.0 + GAP_PIXELS), u64::from(map.1 + CAPTION_PIXELS + GAP_PIXELS));
        let width =
            columns.saturating_mul(wide).saturating_add(u64::from(2 * MARGIN_PIXELS - GAP_PIXELS));
        let height = rows.saturating_mul(high).saturating_add(u64::from(heading_height()));
        Layout { side, columns, map, width, height }
    };
    // The sheet grows wider and less high with every column: the first that is wide enough, or the
    // last that is not.
    let (mut low, mut high) = (1, count.max(1));
    while low < high {
        let middle = u64::midpoint(low, high);
        let Layout { width, height, .. } = sized(middle);
        if width.saturating_mul(5) >= height.saturating_mul(8) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    // No more columns than the rows need.
    let rows = count.div_ceil(low);
    sized(count.div_ceil(rows.max(1)).max(1))
}

/// As much of a text as a width holds.
fn fit(text: &str, width: u32, scale: u32) -> String {
    text.chars().take((width / (GLYPH_PIXELS * scale)) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn a_sheet_of_a_hundred_is_wider_than_high() {
        let layout = layout((264, 144), 4, 100);
        assert_eq!(layout.columns, 10);
        assert!(layout.width > layout.height && layout.width < layout.height * 2);
    }

    #[test]
    fn no_column_stays_empty() {
        for count in 1..200 {
            let layout = layout((264, 144), 4, count);
            assert!(layout.columns <= count);
            assert!(layout.columns * (count.div_ceil(layout.columns) - 1) < count, "{count}");
        }
    }
}
