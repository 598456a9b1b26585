//! Colours and attributes by meaning: screens name a [`ColorRole`], never a colour.
//!
//! A theme is made of one player's [`Colors`] and colour depth. Colour never carries a
//! meaning alone: a role only stresses what the glyph, the word or the place says already, and
//! where there are no colours the roles that matter are bold, reversed or underlined.

mod colors;

use ratatui::style::{Color, Modifier, Style};

use base::{ColorDepth, Pigment};
pub use content::ColorRole;
use content::Emphasis;

pub use colors::Colors;
pub(crate) use colors::is_light;

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
    pub colors: Colors,
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
        match self.ground {
            Ground::Theme => self.colors.plain(self.depth),
            Ground::Terminal => None,
        }
    }

    /// The style of remembered cells: one for all of them, so that seen cells stand out.
    pub fn remembered(self) -> Style {
        self.style(ColorRole::Remembered)
    }

    /// The ground of a region of a map, of several that are told apart: a tint where there are
    /// colours enough for a faint one. It carries no meaning; roads and letters do.
    pub fn land(self, class: u8) -> Style {
        tint(self.colors.land(class, self.depth))
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
        tint(self.colors.heat(level, self.depth))
    }

    /// Whether there are colours enough for tints: [`Theme::land`] tells regions apart, and
    /// [`Theme::heat`] ways.
    pub const fn tints(self) -> bool {
        matches!(self.depth, ColorDepth::Truecolor | ColorDepth::Indexed)
    }

    /// Plain text is as that of cells without colours.
    fn color(self, pigment: Pigment) -> Color {
        let color = self.colors.pigment(pigment, self.depth);
        color.filter(|_| pigment != Pigment::Plain).unwrap_or(Color::Reset)
    }
}

fn tint(color: Option<Color>) -> Style {
    color.map_or(Style::new(), |color| Style::new().bg(color))
}

fn modifier(emphasis: Emphasis) -> Modifier {
    match emphasis {
        Emphasis::None => Modifier::empty(),
        Emphasis::Bold => Modifier::BOLD,
        Emphasis::Reversed => Modifier::REVERSED,
        Emphasis::Underlined => Modifier::UNDERLINED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal;
    use base::rgb_of;

    fn themes(depth: ColorDepth) -> impl Iterator<Item = (&'static str, Theme)> {
        Colors::names().map(move |name| {
            let colors = Colors::built_in(name).expect("a theme");
            (name, Theme { colors, ground: Ground::Theme, depth, is_calm: false })
        })
    }

    fn all_themes() -> impl Iterator<Item = (&'static str, Theme)> {
        ColorDepth::ALL.into_iter().flat_map(themes)
    }

    /// The contrast that text has at least, and what is dim, in hundredths.
    fn min_contrast(name: &str) -> (u32, u32) {
        if name == "high-contrast" { (700, 450) } else { (450, 300) }
    }

    #[test]
    fn every_role_can_be_read_and_none_paints_the_background() {
        let mut faint = Vec::new();
        for (name, theme) in all_themes() {
            let (min, min_dim) = min_contrast(name);
            let is_sixteen = theme.depth == ColorDepth::Sixteen;
            for &role in ColorRole::ALL {
                let style = theme.style(role);
                assert_eq!(style.bg, None, "{role:?}");
                let Some((text, ground)) = theme.plain() else {
                    assert_eq!(style.fg, None, "{role:?}");
                    continue;
                };
                let color = style.fg.filter(|&color| color != Color::Reset).unwrap_or(text);
                let contrast = terminal::contrast(color, ground);
                let min = match role.look().0 {
                    // The owner of a terminal chooses the sixteen: only on black are all but blue
                    // and black sure to be bright.
                    _ if is_sixteen && theme.colors.is_light() => 101,
                    Pigment::Plain => min,
                    Pigment::Faint => min_dim,
                    _ if is_sixteen => min_dim,
                    _ => min,
                };
                if contrast < min {
                    faint.push(format!("{role:?} {contrast} {name} {}", theme.depth));
                }
            }
        }
        assert_eq!(faint, Vec::<String>::new());
    }

    #[test]
    fn every_role_can_be_read_on_the_tint_of_every_region() {
        let mut faint = Vec::new();
        for (name, theme) in all_themes().filter(|(_, theme)| theme.tints()) {
            let (text, _) = theme.plain().expect("colours");
            for (class, &role) in
                (0..5).flat_map(|class| ColorRole::ALL.iter().map(move |role| (class, role)))
            {
                let ground = theme.land(class).bg.expect("a tint");
                let color = theme.style(role).fg.filter(|&color| color != Color::Reset);
                let contrast = terminal::contrast(color.unwrap_or(text), ground);
                if contrast < min_contrast(name).1 {
                    faint.push(format!("{role:?} {class} {contrast} {name} {}", theme.depth));
                }
            }
        }
        assert_eq!(faint, Vec::<String>::new());
    }

    #[test]
    fn every_level_of_heat_and_every_region_has_a_tint_of_its_own() {
        for (name, theme) in all_themes().filter(|(_, theme)| theme.tints()) {
            let heat = [0, 3, 6, 9].map(|tenths| theme.heat(tenths));
            let lands = [0, 1, 2, 3, 4].map(|class| theme.land(class));
            let (_, ground) = theme.plain().expect("colours");
            let apart = heat.map(|tint| terminal::contrast(tint.bg.expect("a tint"), ground));
            assert!(apart.is_sorted(), "{name} {}: {apart:?}", theme.depth);
            for tints in [&heat[..], &lands[..]] {
                let is_twice = |(at, tint)| tints[..at].contains(tint);
                assert!(
                    !tints.iter().enumerate().any(is_twice),
                    "{name} {}: {tints:?}",
                    theme.depth
                );
            }
        }
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
        for (name, theme) in all_themes() {
            let depth = theme.depth;
            for (one, other) in pairs {
                let styles = [one, other].map(|role| theme.style(role));
                assert_ne!(styles[0], styles[1], "{name} {depth} {one:?} {other:?}");
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
        let rgb = match color {
            Color::Rgb(r, g, b) => [r, g, b],
            Color::Indexed(index) => rgb_of(index),
            _ => panic!("{color:?} is the terminal's own"),
        };
        let rgb = rgb.map(i32::from);
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
        let depths = [ColorDepth::Truecolor, ColorDepth::Indexed].into_iter().flat_map(themes);
        for (name, theme) in depths.filter(|(name, _)| name.starts_with("colour-blind")) {
            let depth = theme.depth;
            let color = |role| theme.style(role).fg.unwrap_or_default();
            for (one, other) in pairs {
                for eye in COLOR_VISION_MATRICES {
                    let (a, b) = (seen(color(one), eye), seen(color(other), eye));
                    let apart: i32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
                    assert!(apart >= 50, "{name} {depth} {one:?} {other:?}: {a:?} {b:?}");
                }
            }
        }
    }
}
