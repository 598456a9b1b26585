//! The canvas of a picture: pixels, and text that SVG has and PNG has not.

#[cfg(not(feature = "pictures"))]
use std::io::{self, Write};

use base::{Grid, Pos, Rect, Rgb, Svg, TextStyle, rectangles};

/// The columns of text, narrow and wide, in pixels. Lines are twice as high.
pub(super) const NARROW: i32 = 6;
pub(super) const WIDE: i32 = 8;
/// The margin between the drawing and the edge of the picture.
pub(super) const MARGIN_PIXELS: i32 = 16;

pub(super) const PAPER: Rgb = [0x14, 0x15, 0x1a];
pub(super) const TEXT: Rgb = [0xe8, 0xe6, 0xdf];
pub(super) const FAINT: Rgb = [0x8e, 0x90, 0x99];

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the picture would be of {width}×{height} pixels, more than {} million: ask for fewer or \
     smaller levels",
    Canvas::MAX_PIXELS / 1_000_000
)]
pub(crate) struct TooLarge {
    width: u64,
    height: u64,
}

/// Pixels in rows from the top, all of them paper to begin with.
pub(crate) struct Canvas {
    pixels: Grid<Rgb>,
    texts: Vec<(TextStyle, Pos, String)>,
}

impl Canvas {
    /// The largest number of pixels of a picture.
    pub(crate) const MAX_PIXELS: u64 = 70_000_000;

    /// Errors: when it would take too much memory.
    pub(crate) fn new(width: u64, height: u64) -> Result<Canvas, TooLarge> {
        let is_small = width.checked_mul(height).is_some_and(|area| area <= Canvas::MAX_PIXELS);
        match (i32::try_from(width), i32::try_from(height)) {
            (Ok(width), Ok(height)) if is_small => {
                Ok(Canvas { pixels: Grid::filled(width, height, PAPER), texts: Vec::new() })
            }
            _ => Err(TooLarge { width, height }),
        }
    }

    pub(super) fn size(&self) -> (i32, i32) {
        (self.pixels.width(), self.pixels.height())
    }

    pub(crate) fn fill(&mut self, area: Rect, color: Rgb) {
        let area = area.intersection(self.pixels.bounds());
        for y in area.y..area.bottom() {
            let start = self.pixels.index_of(Pos::new(area.x, y));
            self.pixels.cells_mut()[start..start + area.w.max(0) as usize].fill(color);
        }
    }

    /// A frame just inside of an area, a pixel thick.
    pub(crate) fn frame(&mut self, Rect { x, y, w, h }: Rect, color: Rgb) {
        for (x, y, w, h) in [(x, y, w, 1), (x, y, 1, h), (x, y + h - 1, w, 1), (x + w - 1, y, 1, h)]
        {
            self.fill(Rect::new(x, y, w, h), color);
        }
    }

    /// Writes a line of text in columns of a width, from its upper left corner.
    pub(crate) fn write(&mut self, at: (i32, i32), column: i32, color: Rgb, text: &str) {
        let style = TextStyle { color, column, bold: false, italic: false };
        self.texts.push((style, Pos::new(at.0, at.1), text.to_owned()));
    }

    /// The picture with its text. The same picture is the same bytes.
    pub(crate) fn svg(&self) -> String {
        let lines: Vec<&str> = self.texts.iter().map(|(.., text)| text.as_str()).collect();
        let title = lines.first().copied().unwrap_or_default();
        let mut svg = Svg::new(self.size(), title, &lines.join("\n"));
        svg.fill(rectangles(&self.pixels));
        for (style, at, text) in &self.texts {
            svg.write(*style, (at.x, at.y), text);
        }
        svg.finish()
    }

    /// Writes it as PNG, without its text. The same picture is the same bytes.
    #[cfg(not(feature = "pictures"))]
    pub(crate) fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        let (width, height) = (self.pixels.width() as u32, self.pixels.height() as u32);
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(self.pixels.cells().as_flattened()).map_err(failed)?;
        writer.finish().map_err(failed)
    }
}

#[cfg(not(feature = "pictures"))]
fn failed(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

/// The width of a line of text.
pub(super) fn text_width(text: &str, column: i32) -> i32 {
    text.chars().count() as i32 * column
}

/// As much of a text as a width holds.
pub(super) fn fit(text: &str, width: i32, column: i32) -> String {
    text.chars().take((width / column) as usize).collect()
}
