//! Signs in colours that can be read on a ground.

use ratatui::style::Color;

use crate::terminal::nearest_of_256;
use base::{ColorDepth, Rgb, mix, rgb_of};

/// The least contrast of a sign and its ground, in tenths, by the rule of thumb below; and that of
/// one that is of less weight.
pub(super) const MIN_CONTRAST_TENTHS: u32 = 54;
pub(super) const MIN_FAINT_TENTHS: u32 = 36;

/// The parts of a colour that a theme names by them or by its number; `None` for those that the
/// terminal's owner chose.
pub(super) fn rgb(color: Option<Color>) -> Option<Rgb> {
    match color? {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index @ 16..) => Some(rgb_of(index)),
        _ => None,
    }
}

/// The same colour, or as much nearer to white, or to black on a light ground, as it takes to be
/// read on a terminal of a depth.
pub(super) fn legible(sign: Rgb, ground: Rgb, depth: ColorDepth, tenths: u32) -> Rgb {
    let behind = luminance(ground);
    let towards = if behind < MIN_LIGHT_GROUND { [255; 3] } else { [0; 3] };
    let is_apart = |color: &Rgb| {
        let own = luminance(*color);
        (own.max(behind) + FLARE) * 10 >= (own.min(behind) + FLARE) * tenths
    };
    let shown = |color| match depth {
        ColorDepth::Indexed => rgb_of(nearest_of_256(color, &[])),
        _ => color,
    };
    (1..=8).rev().map(|own| shown(mix(sign, own, towards))).find(is_apart).unwrap_or(towards)
}

/// The [`luminance`] from which on black can be read better than white.
const MIN_LIGHT_GROUND: u32 = 13_700;

/// The light that a screen adds to every colour, as a part of [`luminance`].
const FLARE: u32 = 3_250;

/// The luminance of a colour, up to 65,025: that of WCAG 2.2 with the square of each part for its
/// curve.
fn luminance([r, g, b]: Rgb) -> u32 {
    let square = |part: u8| u32::from(part).pow(2);
    (2126 * square(r) / 10_000) + (7152 * square(g) / 10_000) + (722 * square(b) / 10_000)
}
