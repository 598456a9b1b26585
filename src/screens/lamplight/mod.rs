//! How a cell of a floor looks where the terminal has colours for it, from the ground up: the
//! [material](material) that it is of, in the palette of its place; the [light](light) that falls
//! on it; and [how it is known](knowledge). What stands there is drawn over it, in a colour that
//! can be read on it.
//!
//! Each layer takes the colour below and gives its own. None of them knows of terminals, screens or
//! cursors; what a terminal cannot show, its encoder brings to the nearest that it has.

mod knowledge;
mod legible;
mod light;
mod material;

use ratatui::style::{Color, Style};

use crate::theme::{Ground, Theme};
use base::{ColorDepth, Pos, Rgb, mix};
use content::{Place, Tile};
use engine::view::{Cell, View};

use self::legible::{MIN_CONTRAST_TENTHS, MIN_FAINT_TENTHS, legible};
use self::light::LightMap;
use self::material::in_light;

/// The upper half of a cell; the lower one is its ground.
const FACE_SIGN: &str = "▀";

/// The layers of a floor, as it is drawn once.
pub(crate) struct Lamplight<'a> {
    view: View<'a>,
    place: &'a Place,
    /// What the condition of the night does to all colours, in sixteenths of each part.
    tint: Rgb,
    light: LightMap,
    theme: Theme,
}

impl<'a> Lamplight<'a> {
    /// `None` where there are no tints, or the ground is left to the terminal.
    pub(crate) fn new(view: View<'a>, theme: Theme) -> Option<Self> {
        let looks = &view.catalog().looks;
        let (place, tint) = (looks.place(view.kind()), looks.tint(view.condition()));
        let has_ground = theme.tints() && theme.ground == Ground::Theme;
        let light = || LightMap::of(view, theme.is_calm);
        has_ground.then(|| Lamplight { view, place, tint, light: light(), theme })
    }

    /// The style of a sign on a cell, with the ground of the cell behind it. What is of no concern
    /// to whom the picture is about is half as bright.
    pub(crate) fn style(&self, at: Pos, cell: &Cell, style: Style, is_faint: bool) -> Style {
        let Some(tile) = cell.tile else { return style };
        let ground = self.ground(at, cell, tile, is_faint);
        let is_covered = cell.blood || cell.body || cell.fire > 0 || cell.gas > 0;
        let is_empty = cell.fixture.is_none() && cell.item.is_none() && !is_covered;
        let depth = self.theme.depth;
        // Scenery comes last: its signs are of the place, and no brighter where light falls.
        let scenery = match () {
            () if !cell.seen => Some(self.view.catalog().looks.blueprint.ink),
            () if is_empty && (tile.is_wall() || tile.is_plain_ground()) => Some(self.place.sign),
            // What is out of sight, and water, is half as bright, but for work that is left there.
            () if is_empty && tile == Tile::DeepWater
                || !cell.visible && self.view.job_at(at).is_none() =>
            {
                let sign = legible::rgb(style.fg).map(|sign| mix(sign, 4, ground));
                sign.map(|sign| legible(sign, ground, depth, MIN_FAINT_TENTHS))
            }
            () => None,
        };
        match scenery {
            Some([r, g, b]) => on_ground(style, None, ground, depth).fg(Color::Rgb(r, g, b)),
            None => on_ground(style, legible::rgb(style.fg), ground, depth),
        }
    }

    /// A wall that was seen: its top, and below that its face where it stands over open ground.
    pub(crate) fn wall(
        &self,
        at: Pos,
        cell: &Cell,
        tile: Tile,
        stands_over: bool,
        is_faint: bool,
    ) -> (&'static str, Style) {
        let face = self.ground(at, cell, tile, is_faint);
        let [top, face] = [material::top(face), face].map(|[r, g, b]| Color::Rgb(r, g, b));
        if stands_over {
            (FACE_SIGN, Style::new().fg(top).bg(face))
        } else {
            (" ", Style::new().bg(top))
        }
    }

    /// The style of the sign of whoever stands on a cell. Whoever does no harm and wants nothing is
    /// less bright.
    pub(crate) fn figure(&self, at: Pos, style: Style, is_aside: bool) -> Style {
        let cell = self.view.cell(at);
        let Some(tile) = cell.tile else { return style };
        let mut ground = self.ground(at, &cell, tile, false);
        // The player is found first.
        if !self.view.is_away() && at == self.view.player().pos {
            let text = if self.theme.colors.is_light() { [0; 3] } else { [255; 3] };
            ground = mix(ground, 6, text);
        }
        let sign =
            legible::rgb(style.fg).map(|own| if is_aside { mix(own, 5, ground) } else { own });
        on_ground(style, sign, ground, self.theme.depth)
    }

    fn ground(&self, at: Pos, cell: &Cell, tile: Tile, is_faint: bool) -> Rgb {
        let looks = &self.view.catalog().looks;
        let material = material::ground(self.view.catalog(), self.place, tile);
        let material = in_light(material, self.tint.map(u16::from));
        // The darkest blue of the 256 is bright.
        if !cell.seen && self.theme.depth == ColorDepth::Indexed {
            return self.on_theme([0; 3]);
        }
        // Between two of the 256 the grain would be blotches.
        let is_even = self.theme.is_calm || self.theme.depth == ColorDepth::Indexed;
        let material = if is_even { material } else { material::grained(material, at) };
        let ground = if !cell.seen {
            knowledge::planned(&looks.blueprint, at)
        } else if cell.visible {
            self.light.fall_on(at, material)
        } else {
            knowledge::remembered(looks.remembered, material)
        };
        let ground = if is_faint { mix(ground, 6, [0; 3]) } else { ground };
        let ground = self.on_theme(ground);
        // The hue of what is lit is its own: that of the light would be blotches where it fades.
        let is_lit = cell.seen && cell.visible && !self.theme.colors.is_light();
        let hue = if is_lit { material } else { ground };
        if self.theme.depth == ColorDepth::Indexed { material::of_256(ground, hue) } else { ground }
    }

    fn on_theme(&self, ground: Rgb) -> Rgb {
        let colors = self.theme.colors;
        colors.floor(if colors.is_light() { knowledge::on_paper(ground) } else { ground })
    }
}

/// A style with a ground, and with its sign so that it can be read there.
fn on_ground(style: Style, sign: Option<Rgb>, ground: Rgb, depth: ColorDepth) -> Style {
    let color = |[r, g, b]: Rgb| Color::Rgb(r, g, b);
    let style = style.bg(color(ground));
    sign.map_or(style, |sign| style.fg(color(legible(sign, ground, depth, MIN_CONTRAST_TENTHS))))
}

/// A ground that a tint lies on, with what stands there so that it can be read.
pub(crate) fn tinted(style: Style, tint: Style) -> Style {
    let sign = legible::rgb(style.fg);
    match (legible::rgb(style.bg), tint.bg, legible::rgb(tint.bg)) {
        // What is between two of the 256 may have no hue.
        (Some(_), Some(Color::Indexed(_)), Some(tint)) => {
            on_ground(style, sign, tint, ColorDepth::Indexed)
        }
        (Some(ground), _, Some(tint)) => {
            on_ground(style, sign, mix(ground, 4, tint), ColorDepth::Truecolor)
        }
        _ => tint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{contrast, nearest_of_256};
    use content::{Catalog, ColorRole};

    use crate::theme::Colors;

    /// In hundredths.
    const MIN_CONTRAST: u32 = 450;

    #[test]
    fn every_sign_can_be_read_on_every_ground_in_every_light() {
        let catalog = Catalog::embedded().expect("the data");
        let places = catalog.levels.iter().map(|kind| catalog.looks.place(&kind.name));
        let own = places.flat_map(|place| [place.floor, place.wall]);
        let tiles = Tile::ALL.into_iter().filter_map(|tile| catalog.terrain.tile(tile).ground);
        let grounds: Vec<Rgb> = own.chain(tiles).collect();
        let depths = [ColorDepth::Truecolor, ColorDepth::Indexed];
        for (name, depth) in Colors::names().flat_map(|name| depths.map(|depth| (name, depth))) {
            let colors = Colors::built_in(name).expect("a theme");
            let theme = Theme { colors, ground: Ground::Theme, depth, is_calm: false };
            let shown = |color: Option<Color>| match color.expect("a colour") {
                Color::Rgb(r, g, b) if depth == ColorDepth::Indexed => {
                    Color::Indexed(nearest_of_256([r, g, b], &[]))
                }
                color => color,
            };
            for (ground, light) in
                grounds.iter().flat_map(|own| (0..36u32).step_by(3).map(move |light| (own, light)))
            {
                let lit = ground.map(|part| (u32::from(part) * light / 16).min(255) as u8);
                let lit = if colors.is_light() { knowledge::on_paper(lit) } else { lit };
                let lit = colors.floor(lit);
                let lit =
                    if depth == ColorDepth::Indexed { material::of_256(lit, lit) } else { lit };
                for &role in ColorRole::ALL {
                    let style = theme.style(role);
                    let Some(sign) = legible::rgb(style.fg) else { continue };
                    let style = on_ground(style, Some(sign), lit, depth);
                    let apart = contrast(shown(style.fg), shown(style.bg));
                    assert!(apart >= MIN_CONTRAST, "{role:?} {apart} {lit:?} {name} {depth}");
                }
            }
        }
    }
}
