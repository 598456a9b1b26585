//! Colours and attributes by meaning: screens name a [`ColorRole`], never a colour.
//!
//! A theme is made for one player's palette, background and colour depth. Colour never carries a
//! meaning alone: a role only stresses what the glyph, the word or the place says already, and
//! where there are no colours the roles that matter are bold, reversed or underlined.

use ratatui::style::{Color, Modifier, Style};

use base::{ColorDepth, Pigment};
pub use content::ColorRole;
use content::Emphasis;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    #[default]
    Default,
    /// Colours that eyes of every kind tell apart: Okabe and Ito, "Color Universal Design" (2008).
    ColorBlind,
}

/// Whether the picture is on a dark ground or on a light one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    #[default]
    Dark,
    Light,
}

/// What cells without colours of their own are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// The theme's text on the theme's ground: the same on every terminal.
    #[default]
    Theme,
    /// The terminal's own text and ground.
    Terminal,
}

/// The looks of one player's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    pub palette: Palette,
    pub background: Background,
    pub ground: Ground,
    pub depth: ColorDepth,
    /// Whether few cells are to change with a step.
    pub is_calm: bool,
}

impl Theme {
    pub fn style(self, role: ColorRole) -> Style {
        let (pigment, coloured, colourless) = role.look();
        if self.depth == ColorDepth::None {
            return Style::new().add_modifier(modifier(colourless));
        }
        Style::new().fg(self.color(pigment)).add_modifier(modifier(coloured))
    }

    /// The colours of text and of what is behind it, for cells that have none; `None` for the
    /// terminal's.
    pub fn plain(self) -> Option<(Color, Color)> {
        use Background::{Dark, Light};
        if self.ground == Ground::Terminal {
            return None;
        }
        match (self.depth, self.background) {
            (ColorDepth::None, _) => None,
            (ColorDepth::Sixteen, Dark) => Some((Color::Gray, Color::Black)),
            (ColorDepth::Sixteen, Light) => Some((Color::Black, Color::White)),
            (ColorDepth::Indexed | ColorDepth::Truecolor, Dark) => {
                Some((Color::Indexed(252), Color::Indexed(16)))
            }
            (ColorDepth::Indexed | ColorDepth::Truecolor, Light) => {
                Some((Color::Indexed(236), Color::Indexed(231)))
            }
        }
    }

    /// The style of remembered cells: one for all of them, so that seen cells stand out.
    pub fn remembered(self) -> Style {
        self.style(ColorRole::Remembered)
    }

    /// The ground of a region of a map, of several that are told apart: a tint where there are
    /// colours enough for a faint one. It carries no meaning; roads and letters do.
    pub fn land(self, class: u8) -> Style {
        let class = usize::from(class) % LAND_CLASSES;
        match (self.depth, self.background) {
            (ColorDepth::Truecolor, Background::Dark) => {
                let (r, g, b) = DARK_LANDS[class];
                Style::new().bg(Color::Rgb(r, g, b))
            }
            (ColorDepth::Truecolor, Background::Light) => {
                let (r, g, b) = DARK_LANDS[class];
                Style::new().bg(Color::Rgb(255 - b / 2, 255 - r / 2, 255 - g / 2))
            }
            (ColorDepth::Indexed, Background::Dark) => {
                Style::new().bg(Color::Indexed(232 + class as u8))
            }
            (ColorDepth::Indexed, Background::Light) => {
                Style::new().bg(Color::Indexed(255 - class as u8))
            }
            (ColorDepth::Sixteen | ColorDepth::None, _) => Style::new(),
        }
    }

    /// The ground of a cell where somebody comes by in so many of ten raids; nothing where there are
    /// no tints.
    pub fn heat(self, tenths: u8) -> Style {
        let level = match tenths {
            0..=2 => 0,
            3..=5 => 1,
            6..=8 => 2,
            _ => 3,
        };
        let rgb = |(r, g, b)| Color::Rgb(r, g, b);
        match (self.depth, self.background) {
            (ColorDepth::Truecolor, Background::Dark) => Style::new().bg(rgb(DARK_HEAT[level])),
            (ColorDepth::Truecolor, Background::Light) => Style::new().bg(rgb(LIGHT_HEAT[level])),
            (ColorDepth::Indexed, Background::Dark) => {
                Style::new().bg(Color::Indexed([236, 52, 88, 124][level]))
            }
            (ColorDepth::Indexed, Background::Light) => {
                Style::new().bg(Color::Indexed([230, 224, 223, 216][level]))
            }
            (ColorDepth::Sixteen | ColorDepth::None, _) => Style::new(),
        }
    }

    /// Whether there are colours enough for tints: [`Theme::land`] tells regions apart, and
    /// [`Theme::heat`] ways.
    pub const fn tints(self) -> bool {
        matches!(self.depth, ColorDepth::Truecolor | ColorDepth::Indexed)
    }

    fn color(self, pigment: Pigment) -> Color {
        let dark = self.background == Background::Dark;
        let [light, light_of_sixteen, blind_dark, blind_light] = shades(pigment);
        match (self.depth, self.palette) {
            (ColorDepth::Sixteen, _) if !dark => light_of_sixteen,
            // Two of the sixteen are others for eyes that do not tell red from green.
            (ColorDepth::Sixteen, Palette::ColorBlind) if pigment == Pigment::Red => {
                Color::Indexed(13)
            }
            (ColorDepth::Sixteen, Palette::ColorBlind) if pigment == Pigment::Green => {
                Color::Indexed(14)
            }
            (ColorDepth::Sixteen, _) => pigment.sixteen().map_or(Color::Reset, Color::Indexed),
            (_, Palette::Default) if dark => on_dark(pigment),
            (_, Palette::Default) => light,
            (_, Palette::ColorBlind) if dark => blind_dark,
            (_, Palette::ColorBlind) => blind_light,
        }
    }
}

fn modifier(emphasis: Emphasis) -> Modifier {
    match emphasis {
        Emphasis::None => Modifier::empty(),
        Emphasis::Bold => Modifier::BOLD,
        Emphasis::Reversed => Modifier::REVERSED,
        Emphasis::Underlined => Modifier::UNDERLINED,
    }
}

/// The number of tints of regions; five are enough for most maps.
const LAND_CLASSES: usize = 5;

/// The tints of regions on a dark background, in red, green and blue.
const DARK_LANDS: [(u8, u8, u8); LAND_CLASSES] =
    [(18, 24, 18), (26, 22, 16), (16, 21, 28), (24, 17, 23), (20, 20, 20)];

/// The tints of cells by how many raids come by, on a dark background and on a light one.
const DARK_HEAT: [(u8, u8, u8); 4] = [(44, 20, 8), (66, 26, 8), (88, 32, 8), (110, 40, 8)];
const LIGHT_HEAT: [(u8, u8, u8); 4] =
    [(255, 240, 225), (255, 224, 195), (255, 205, 165), (255, 185, 135)];

fn on_dark(pigment: Pigment) -> Color {
    pigment.indexed().map_or(Color::Reset, Color::Indexed)
}

/// The colours of a pigment on a light background, of many and of sixteen; then those for every
/// eye, on a dark background and on a light one.
///
/// Of the sixteen, yellow and cyan cannot be read on white where they are as bright as xterm's. For
/// every eye there are Okabe's and Ito's eight, without their black; on a light background the two
/// that vanish there are darker, and what is told apart by brightness stays so. No other brown
/// stays apart from their orange and vermilion.
fn shades(pigment: Pigment) -> [Color; 4] {
    use Color::{Indexed, Reset, Rgb};
    let usual = |light, of_sixteen| [light, of_sixteen, on_dark(pigment), light];
    match pigment {
        Pigment::Plain => usual(Reset, Reset),
        Pigment::Bright => usual(Indexed(16), Indexed(0)),
        Pigment::Faint => usual(Indexed(246), Indexed(8)),
        Pigment::Stone => usual(Indexed(240), Indexed(8)),
        Pigment::Red => [Indexed(160), Indexed(1), Rgb(213, 94, 0), Rgb(213, 94, 0)],
        Pigment::Orange => [Indexed(130), Indexed(9), Rgb(230, 159, 0), Rgb(190, 140, 0)],
        Pigment::Amber => [Indexed(94), Indexed(4), Rgb(240, 228, 66), Rgb(110, 100, 0)],
        Pigment::Yellow => [Indexed(136), Indexed(5), Rgb(240, 228, 66), Rgb(110, 100, 0)],
        Pigment::Green => [Indexed(28), Indexed(2), Rgb(0, 158, 115), Rgb(0, 158, 115)],
        Pigment::Teal => [Indexed(30), Indexed(4), Rgb(86, 180, 233), Rgb(0, 114, 178)],
        Pigment::Blue => [Indexed(25), Indexed(12), Rgb(0, 114, 178), Rgb(0, 114, 178)],
        Pigment::Violet => [Indexed(90), Indexed(5), Rgb(204, 121, 167), Rgb(204, 121, 167)],
        Pigment::Brown => [Indexed(88), Indexed(1), Indexed(146), Indexed(60)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal;

    fn themes(depth: ColorDepth) -> impl Iterator<Item = Theme> {
        [Palette::Default, Palette::ColorBlind].into_iter().flat_map(move |palette| {
            [Background::Dark, Background::Light].map(|background| Theme {
                palette,
                background,
                ground: Ground::Theme,
                depth,
                is_calm: false,
            })
        })
    }

    /// In hundredths.
    const MIN_CONTRAST: u32 = 300;
    const MIN_CONTRAST_OF_TEXT: u32 = 450;

    #[test]
    fn every_role_can_be_read_and_none_paints_the_background() {
        let mut faint = Vec::new();
        for theme in ColorDepth::ALL.into_iter().flat_map(themes) {
            // The owner of a terminal chooses the sixteen: only on black are all but blue and black
            // sure to be bright.
            let is_owners =
                (theme.depth, theme.background) == (ColorDepth::Sixteen, Background::Light);
            for &role in ColorRole::ALL {
                let style = theme.style(role);
                assert_eq!(style.bg, None, "{role:?}");
                let Some((text, ground)) = theme.plain() else {
                    assert_eq!(style.fg, None, "{role:?}");
                    continue;
                };
                let color = style.fg.filter(|&color| color != Color::Reset).unwrap_or(text);
                let contrast = terminal::contrast(color, ground);
                let min = match role {
                    _ if is_owners => 101,
                    ColorRole::Text => MIN_CONTRAST_OF_TEXT,
                    _ => MIN_CONTRAST,
                };
                if contrast < min {
                    faint.push(format!("{role:?} {contrast} {theme:?}"));
                }
            }
        }
        assert_eq!(faint, Vec::<String>::new());
    }

    #[test]
    fn what_must_not_be_mistaken_looks_different() {
        let pairs = [
            (ColorRole::Floor, ColorRole::Remembered),
            (ColorRole::Selected, ColorRole::Text),
            (ColorRole::TrapArmed, ColorRole::TrapSprung),
            (ColorRole::Chest, ColorRole::LootedChest),
            (ColorRole::Light, ColorRole::DeadLight),
            (ColorRole::Door, ColorRole::BrokenDoor),
            (ColorRole::BarFull, ColorRole::BarEmpty),
            (ColorRole::BarLow, ColorRole::BarEmpty),
            (ColorRole::Good, ColorRole::Bad),
            (ColorRole::Cursor, ColorRole::Text),
            (ColorRole::Danger, ColorRole::Floor),
            (ColorRole::Player, ColorRole::Hostile),
        ];
        for theme in ColorDepth::ALL.into_iter().flat_map(themes) {
            for (one, other) in pairs {
                assert_ne!(theme.style(one), theme.style(other), "{theme:?} {one:?} {other:?}");
            }
        }
    }

    /// What eyes without red or without green cones see: Machado, Oliveira and Fernandes, "A
    /// physiologically-based model for simulation of color vision deficiency" (2009), in
    /// thousandths.
    const COLOR_VISION_MATRICES: [[[i32; 3]; 3]; 2] = [
        [[152, 1053, -205], [115, 786, 99], [-4, -48, 1052]],
        [[367, 861, -228], [280, 673, 47], [-12, 43, 969]],
    ];

    fn seen(color: Color, eye: [[i32; 3]; 3]) -> [i32; 3] {
        let Color::Rgb(r, g, b) = color else { panic!("{color:?} is not of Okabe and Ito") };
        let rgb = [r, g, b].map(i32::from);
        eye.map(|row| row.iter().zip(rgb).map(|(weight, part)| weight * part).sum::<i32>() / 1000)
    }

    #[test]
    fn opposites_stay_apart_for_colour_blind_eyes() {
        let pairs = [
            (ColorRole::Good, ColorRole::Bad),
            (ColorRole::Hostile, ColorRole::Neutral),
            (ColorRole::TrapArmed, ColorRole::TrapSprung),
            (ColorRole::Chest, ColorRole::LootedChest),
            (ColorRole::Light, ColorRole::DeadLight),
            (ColorRole::BarFull, ColorRole::BarLow),
        ];
        for background in [Background::Dark, Background::Light] {
            let theme = Theme {
                palette: Palette::ColorBlind,
                background,
                ground: Ground::Theme,
                depth: ColorDepth::Truecolor,
                is_calm: false,
            };
            let color = |role| theme.style(role).fg.unwrap_or_default();
            for (one, other) in pairs {
                for eye in COLOR_VISION_MATRICES {
                    let (a, b) = (seen(color(one), eye), seen(color(other), eye));
                    let apart: i32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
                    assert!(apart >= 50, "{background:?} {one:?} {other:?}: {a:?} {b:?}");
                }
            }
        }
    }
}
