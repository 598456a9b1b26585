//! A sheet of maps: one, or many beside each other, each with a caption below it.

use super::canvas::{Canvas, FAINT, MARGIN_PIXELS, NARROW, TEXT, TooLarge, WIDE, fit, text_width};
use base::{Pigment, Pos, Rect};

/// The sides of a cell, each with the largest number of pixels that a sheet may have with it: the
/// first that fits is taken, or else the last.
const CELL_PIXELS: [(u64, u64); 9] = [
    (12, 3_000_000),
    (10, 3_000_000),
    (8, 3_000_000),
    (6, 6_500_000),
    (5, 6_500_000),
    (4, 6_500_000),
    (3, 6_500_000),
    (2, 48_000_000),
    (1, u64::MAX),
];
const GAP_PIXELS: i32 = 14;
const LINE_PIXELS: i32 = 2 * NARROW + 2;
const HEADING_PIXELS: i32 = 2 * MARGIN_PIXELS + 2 * WIDE;

/// Maps in rows, on their sheet one after the other.
pub(in crate::cli::generate) struct Sheet {
    pub canvas: Canvas,
    columns: u64,
    side: i32,
    /// The width and height of a map.
    map: (i32, i32),
}

/// Where a map is drawn: its upper left corner, and the side of its cells.
#[derive(Clone, Copy)]
pub(in crate::cli::generate) struct Place {
    corner: (i32, i32),
    pub side: i32,
}

impl Place {
    pub(super) fn cell(self, pos: Pos) -> Rect {
        let (x, y) = self.corner;
        Rect::new(x + pos.x * self.side, y + pos.y * self.side, self.side, self.side)
    }
}

impl Sheet {
    /// An empty sheet for a number of maps of a size in cells, with a legend below them.
    pub(in crate::cli::generate) fn new(
        heading: &str,
        (width, height): (i32, i32),
        count: u64,
        legend: &[String],
    ) -> Result<Sheet, TooLarge> {
        let sized = |side: u64| {
            let wide = width as u64 * side + GAP_PIXELS as u64;
            let high = height as u64 * side + (LINE_PIXELS + GAP_PIXELS) as u64;
            // As many columns as make the sheet about eight by five, and no more than the rows
            // need.
            let square = count.saturating_mul(high).saturating_mul(8) / (wide * 5);
            let rows = count.div_ceil((square.isqrt() + 1).min(count));
            let columns = count.div_ceil(rows);
            let frame = 2 * MARGIN_PIXELS - GAP_PIXELS;
            let width = columns.saturating_mul(wide).saturating_add(frame as u64);
            (columns, width, rows.saturating_mul(high).saturating_add(HEADING_PIXELS as u64))
        };
        let fits = |&(side, max): &(u64, u64)| {
            let (_, width, height) = sized(side);
            width.saturating_mul(height) <= max
        };
        let side = CELL_PIXELS.into_iter().find(fits).map_or(1, |(side, _)| side);
        let (columns, wide, high) = sized(side);
        let room = wide.saturating_sub(2 * MARGIN_PIXELS as u64).min(u64::from(u16::MAX)) as i32;
        let legend = wrapped(legend, room);
        let foot = legend.len() as u64 * LINE_PIXELS as u64;
        let mut canvas = Canvas::new(wide, high.saturating_add(foot))?;
        canvas.write((MARGIN_PIXELS, MARGIN_PIXELS), WIDE, TEXT, &fit(heading, room, WIDE));
        for (line, text) in (0..).zip(&legend) {
            let y = high as i32 - GAP_PIXELS + line * LINE_PIXELS;
            canvas.write((MARGIN_PIXELS, y), NARROW, FAINT, text);
        }
        let side = side as i32;
        Ok(Sheet { canvas, columns, side, map: (width * side, height * side) })
    }

    /// Draws the map at a place, counted from 0, with the longest of its captions for which there
    /// is room; without a map, that there is none.
    pub(in crate::cli::generate) fn put(
        &mut self,
        place: u64,
        captions: &[String],
        draw: Option<impl FnOnce(&mut Canvas, Place)>,
    ) {
        let (width, height) = self.map;
        let (column, row) = ((place % self.columns) as i32, (place / self.columns) as i32);
        let x = MARGIN_PIXELS + column * (width + GAP_PIXELS);
        let y = HEADING_PIXELS + row * (height + LINE_PIXELS + GAP_PIXELS);
        if let Some(draw) = draw {
            draw(&mut self.canvas, Place { corner: (x, y), side: self.side });
        } else {
            let red = Pigment::Red.rgb();
            self.canvas.frame(Rect::new(x, y, width, height), red);
            self.canvas.write((x + NARROW, y + height / 2), NARROW, red, "no level");
        }
        let room = width + GAP_PIXELS;
        let caption = captions.iter().find(|caption| text_width(caption, NARROW) <= room);
        if let Some(caption) = caption {
            self.canvas.write((x, y + height + 2), NARROW, FAINT, caption);
        }
    }
}

/// Entries in lines of a width.
fn wrapped(entries: &[String], room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line)
                if text_width(line, NARROW) + text_width(entry, NARROW) + 3 * NARROW <= room =>
            {
                line.push_str(" · ");
                line.push_str(entry);
            }
            _ => lines.push(entry.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_column_stays_empty_and_a_sheet_of_many_is_wider_than_high() {
        for count in 1..200 {
            let sheet = Sheet::new("", (66, 36), count, &[]).expect("it is small");
            assert!(sheet.columns <= count);
            assert!(sheet.columns * (count.div_ceil(sheet.columns) - 1) < count, "{count}");
            let (wide, high) = sheet.canvas.size();
            assert!(count < 30 || high < wide && wide < 2 * high, "{count}: {wide}×{high}");
        }
    }
}
