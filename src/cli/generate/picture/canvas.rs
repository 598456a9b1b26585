//! The canvas of a picture: pixels of a palette, written as PNG.

use std::io::{self, Write};

use font8x8::legacy::{BASIC_LEGACY, LATIN_LEGACY};

use super::ink::{self, Ink};

/// The width and height of a character at scale 1.
pub(super) const GLYPH_PIXELS: u32 = 8;
/// The margin between the drawing and the edge of the picture.
pub(super) const MARGIN_PIXELS: u32 = 16;

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
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Area {
    pub(crate) fn square(x: u32, y: u32, side: u32) -> Area {
        Area { x, y, width: side, height: side }
    }

    /// The rectangle without a margin on every side.
    pub(crate) fn inset(self, by: u32) -> Area {
        Area {
            x: self.x + by,
            y: self.y + by,
            width: self.width.saturating_sub(2 * by),
            height: self.height.saturating_sub(2 * by),
        }
    }
}

impl Canvas {
    /// The largest number of pixels of a picture.
    pub(crate) const MAX_PIXELS: u64 = 200_000_000;

    /// Errors: when it would take too much memory.
    pub(crate) fn new(width: u64, height: u64) -> Result<Canvas, TooLarge> {
        let error = TooLarge { width, height };
        let area =
            width.checked_mul(height).filter(|area| *area <= Canvas::MAX_PIXELS).ok_or(error)?;
        let side = |side: u64| u32::try_from(side).map_err(|_| error);
        Ok(Canvas {
            width: side(width)?,
            height: side(height)?,
            pixels: vec![ink::PAPER.0; area as usize],
        })
    }

    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    pub(crate) fn fill(&mut self, area: Area, ink: Ink) {
        for y in area.y..area.y.saturating_add(area.height).min(self.height) {
            let row = y as usize * self.width as usize;
            let end = area.x.saturating_add(area.width).min(self.width) as usize;
            let start = (area.x as usize).min(end);
            self.pixels[row + start..row + end].fill(ink.0);
        }
    }

    /// A frame just inside of an area.
    pub(crate) fn frame(&mut self, area: Area, thick: u32, ink: Ink) {
        let Area { x, y, width, height } = area;
        self.fill(Area { height: thick, ..area }, ink);
        self.fill(Area { width: thick, ..area }, ink);
        self.fill(Area { y: (y + height).saturating_sub(thick), height: thick, ..area }, ink);
        self.fill(Area { x: (x + width).saturating_sub(thick), width: thick, ..area }, ink);
    }

    /// Writes a line of text from its upper left corner. What the font does not have is left blank.
    pub(crate) fn write(&mut self, (x, y): (u32, u32), scale: u32, ink: Ink, text: &str) {
        for (place, character) in (0..).zip(text.chars()) {
            let left = x + place * GLYPH_PIXELS * scale;
            for (row, bits) in (0..).zip(glyph(character)) {
                for column in (0..GLYPH_PIXELS).filter(|column| bits >> column & 1 == 1) {
                    self.fill(Area::square(left + column * scale, y + row * scale, scale), ink);
                }
            }
        }
    }

    /// Writes it as PNG. The same pixels are the same bytes.
    pub(crate) fn encode(&self, out: &mut impl Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(out, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(ink::palette());
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.pixels).map_err(failed)?;
        writer.finish().map_err(failed)
    }
}

fn failed(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

/// The width of a line of text.
pub(super) fn text_width(text: &str, scale: u32) -> u32 {
    text.chars().count() as u32 * GLYPH_PIXELS * scale
}

/// The rows of a character from the top, the lowest bit of each to the left.
fn glyph(character: char) -> [u8; 8] {
    let code = character as usize;
    let latin = || LATIN_LEGACY.get(code.checked_sub(0xa0)?);
    BASIC_LEGACY.get(code).or_else(latin).copied().unwrap_or_default()
}
