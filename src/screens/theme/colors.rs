//! The colours of a theme, read from a file: one of `data/themes`, or a player's own.
//! `docs/themes.md` tells of each key.

use ratatui::style::Color;

use crate::{
    config::{
        Problem,
        table::{Setting, SettingKind, read_settings},
    },
    terminal::nearest_of_256,
};
use base::{ColorDepth, Pigment, Rgb, mix, rgb_of};

/// The themes that need no file of the player's, with their texts; the first is the usual one.
const BUILT_IN: [(&str, &str); 5] = [
    ("lamplight", include_str!("../../../data/themes/lamplight.toml")),
    ("high-contrast", include_str!("../../../data/themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../../data/themes/colour-blind.toml")),
    ("paper", include_str!("../../../data/themes/paper.toml")),
    ("colour-blind-paper", include_str!("../../../data/themes/colour-blind-paper.toml")),
];

/// A colour on terminals of every depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shade {
    rgb: Rgb,
    /// Of xterm's cube and ramp.
    indexed: u8,
    /// Of the terminal's own sixteen.
    sixteen: u8,
}

impl Shade {
    /// `None` where there are no colours.
    fn at(self, depth: ColorDepth) -> Option<Color> {
        let [r, g, b] = self.rgb;
        match depth {
            ColorDepth::None => None,
            ColorDepth::Sixteen => Some(Color::Indexed(self.sixteen)),
            ColorDepth::Indexed => Some(Color::Indexed(self.indexed)),
            ColorDepth::Truecolor => Some(Color::Rgb(r, g, b)),
        }
    }
}

/// The place of the ground among the shades, behind those of the pigments.
const GROUND: usize = 13;
const SHADES: usize = GROUND + 1;
pub(super) const HEAT_LEVELS: usize = 4;

/// The pigments that regions of a map are tinted with; five are enough for most maps.
const LANDS: [Pigment; 5] =
    [Pigment::Green, Pigment::Brown, Pigment::Blue, Pigment::Violet, Pigment::Stone];

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors {
    shades: [Shade; SHADES],
    heat: [Shade; HEAT_LEVELS],
    /// How much is seen of the colours of a floor, in eighths; the rest is the theme's ground.
    floors: u8,
}

impl Colors {
    /// The names of the themes that are always there.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// A theme that is always there; `None` if it is none of these.
    pub fn built_in(name: &str) -> Option<Colors> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        let (draft, _) = Draft::read(name, text);
        let base = draft.inherits.and_then(Colors::built_in);
        Some(base.map_or_else(|| draft.on(Colors::BLANK), |base| draft.on(base)))
    }

    /// Reads the text of a theme's file; `file` is its name in messages. What is not in it, or has
    /// a fault, is as in the theme that it inherits; the faults are listed.
    pub fn read(file: &str, text: &str) -> (Colors, Vec<Problem>) {
        let (draft, problems) = Draft::read(file, text);
        (draft.on(draft.inherits.and_then(Colors::built_in).unwrap_or_default()), problems)
    }

    const BLANK: Colors = {
        let shade = Shade { rgb: [0; 3], indexed: 0, sixteen: 0 };
        Colors { shades: [shade; SHADES], heat: [shade; HEAT_LEVELS], floors: 0 }
    };

    /// Whether the ground is rather white than black.
    pub fn is_light(&self) -> bool {
        is_light(self.ground())
    }

    pub(crate) fn ground(&self) -> Rgb {
        self.shades[GROUND].rgb
    }

    /// A ground of a floor as much in its own colour as the theme wants it.
    pub(crate) fn floor(&self, ground: Rgb) -> Rgb {
        mix(ground, self.floors.into(), self.ground())
    }

    /// Of text, and of what is behind it; `None` where there are no colours.
    pub(super) fn plain(&self, depth: ColorDepth) -> Option<(Color, Color)> {
        self.pigment(Pigment::Plain, depth).zip(self.shades[GROUND].at(depth))
    }

    pub(super) fn pigment(&self, pigment: Pigment, depth: ColorDepth) -> Option<Color> {
        self.shades[pigment as usize].at(depth)
    }

    /// `None` where there are no tints.
    pub(super) fn heat(&self, level: usize, depth: ColorDepth) -> Option<Color> {
        self.heat[level].at(depth).filter(|_| depth >= ColorDepth::Indexed)
    }

    /// The tint of a region, of several that are told apart; `None` where there are no tints. Of
    /// 256 colours they are greys, since the cube has none that are faint enough.
    pub(super) fn land(&self, class: u8, depth: ColorDepth) -> Option<Color> {
        let class = usize::from(class) % LANDS.len();
        match depth {
            ColorDepth::None | ColorDepth::Sixteen => None,
            ColorDepth::Indexed if class == 0 => self.shades[GROUND].at(depth),
            ColorDepth::Indexed if self.is_light() => Some(Color::Indexed((256 - class) as u8)),
            ColorDepth::Indexed => Some(Color::Indexed(231 + class as u8)),
            ColorDepth::Truecolor => {
                let [r, g, b] = mix(self.ground(), 7, self.shades[LANDS[class] as usize].rgb);
                Some(Color::Rgb(r, g, b))
            }
        }
    }
}

impl Default for Colors {
    fn default() -> Self {
        Colors::built_in(BUILT_IN[0].0).unwrap_or(Colors::BLANK)
    }
}

/// Whether a ground is rather white than black.
pub(crate) fn is_light([r, g, b]: Rgb) -> bool {
    (2 * u32::from(r) + 5 * u32::from(g) + u32::from(b)) / 8 >= 128
}

/// What a file says.
#[derive(Debug, Default)]
struct Draft {
    inherits: Option<&'static str>,
    rgb: [Option<Rgb>; SHADES],
    sixteen: [Option<u8>; SHADES],
    heat: Vec<Rgb>,
    floors: Option<u8>,
}

impl Draft {
    fn read(file: &str, text: &str) -> (Draft, Vec<Problem>) {
        let mut draft = Draft::default();
        let problems = read_settings(file, text, KEYS, &mut draft);
        (draft, problems)
    }

    /// The colours, with those of another theme where there are none.
    fn on(&self, mut colors: Colors) -> Colors {
        for (place, shade) in colors.shades.iter_mut().enumerate() {
            if let Some(rgb) = self.rgb[place] {
                (shade.rgb, shade.indexed) = (rgb, nearest_of_256(rgb, &[]));
            }
            shade.sixteen = self.sixteen[place].unwrap_or(shade.sixteen);
        }
        // Each level is another one of the 256, too, and none is a grey.
        let is_grey = |index: &u8| rgb_of(*index).iter().all(|part| *part == rgb_of(*index)[0]);
        let mut taken: Vec<u8> = (16..=255).filter(is_grey).collect();
        for (&rgb, shade) in self.heat.iter().zip(&mut colors.heat) {
            (shade.rgb, shade.indexed) = (rgb, nearest_of_256(rgb, &taken));
            taken.push(shade.indexed);
        }
        colors.floors = self.floors.unwrap_or(colors.floors);
        colors
    }
}

const COLOR_REMEDY: &str = "write it like \"#ffd787\": red, green and blue in hexadecimal digits";

fn color(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
    Some([part(0)?, part(2)?, part(4)?])
}

/// Declares the keys of a file: those of a pigment or of the ground stand in two tables.
macro_rules! keys {
    ($($key:literal = $place:expr,)+) => {
        const KEYS: &[Setting<Draft>] = &[
            Setting { table: "", key: "inherits", kind: SettingKind::Choice {
                words: || Colors::names().collect(),
                set: |draft, word| {
                    draft.inherits = Colors::names().find(|name| *name == word);
                    draft.inherits.is_some()
                },
            } },
            Setting { table: "", key: "floors", kind: SettingKind::Number {
                min: 0, max: 8, set: |draft, eighths| draft.floors = Some(eighths as u8),
            } },
            Setting { table: "", key: "heat", kind: SettingKind::Texts {
                remedy: "write four colours like \"#2c1408\", from the fewest raids to all",
                set: |draft, text| {
                    let found = color(text).filter(|_| draft.heat.len() < HEAT_LEVELS);
                    draft.heat.extend(found);
                    found.is_some()
                },
            } },
            $(
                Setting { table: "colors", key: $key, kind: SettingKind::Text {
                    remedy: COLOR_REMEDY,
                    set: |draft, text| {
                        let found = color(text);
                        draft.rgb[$place] = found.or(draft.rgb[$place]);
                        found.is_some()
                    },
                } },
                Setting { table: "sixteen", key: $key, kind: SettingKind::Number {
                    min: 0, max: 15, set: |draft, index| draft.sixteen[$place] = Some(index as u8),
                } },
            )+
        ];
    };
}

keys! {
    "text" = Pigment::Plain as usize,
    "ground" = GROUND,
    "bright" = Pigment::Bright as usize,
    "faint" = Pigment::Faint as usize,
    "stone" = Pigment::Stone as usize,
    "red" = Pigment::Red as usize,
    "orange" = Pigment::Orange as usize,
    "amber" = Pigment::Amber as usize,
    "yellow" = Pigment::Yellow as usize,
    "green" = Pigment::Green as usize,
    "teal" = Pigment::Teal as usize,
    "blue" = Pigment::Blue as usize,
    "violet" = Pigment::Violet as usize,
    "brown" = Pigment::Brown as usize,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_built_in_themes_have_no_fault_and_the_first_has_every_key() {
        for (name, text) in BUILT_IN {
            let (draft, problems) = Draft::read(name, text);
            assert_eq!(problems, []);
            if name == BUILT_IN[0].0 {
                assert_eq!(draft.inherits, None);
                assert!(draft.rgb.iter().all(Option::is_some) && draft.floors.is_some());
                assert!(draft.sixteen.iter().all(Option::is_some));
                assert_eq!(draft.heat.len(), HEAT_LEVELS);
            }
        }
    }

    #[test]
    fn a_file_names_what_differs_and_its_faults_have_line_key_and_remedy() {
        let text = "[colors]\nred = '#102030'\nblue = 'sky'\ngrue = '#000000'\n\n[sixteen]\nred = \
                    16\ntext = 3\n[other]\n";
        let (colors, problems) = Colors::read("mine.toml", text);
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let wanted = [
            "mine.toml:3:8: colors.blue: this text will not do; write it like \"#ffd787\"",
            "mine.toml:4:1: colors.grue: there is no such setting in this table; there are text, ",
            "mine.toml:7:7: sixteen.red: 16 will not do; write a whole number from 0 to 15",
            "mine.toml:9:2: other: there is no such setting; there are inherits, floors, heat, ",
        ];
        assert_eq!(found.len(), wanted.len(), "{found:#?}");
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.starts_with(wanted), "{found}\n{wanted}");
        }
        let usual = Colors::default();
        let at = |colors: &Colors, pigment| colors.pigment(pigment, ColorDepth::Truecolor);
        assert_eq!(at(&colors, Pigment::Red), Some(Color::Rgb(16, 32, 48)));
        assert_eq!(at(&colors, Pigment::Blue), at(&usual, Pigment::Blue));
        let sixteen = |pigment| colors.pigment(pigment, ColorDepth::Sixteen);
        assert_eq!(sixteen(Pigment::Plain), Some(Color::Indexed(3)));
        assert_eq!(sixteen(Pigment::Red), usual.pigment(Pigment::Red, ColorDepth::Sixteen));
    }

    #[test]
    fn the_order_of_a_file_does_not_matter_to_what_it_inherits() {
        let (colors, problems) = Colors::read("", "floors = 3\ninherits = 'paper'\n");
        let paper = Colors::built_in("paper").expect("a theme");
        assert_eq!((colors, problems), (Colors { floors: 3, ..paper }, vec![]));
    }

    #[test]
    fn the_schema_has_the_keys_of_the_parser() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../../docs/theme.schema.json")).expect("JSON");
        let top = &schema["properties"];
        let keys = |table: &serde_json::Value| -> BTreeSet<String> {
            table.as_object().expect("properties").keys().cloned().collect()
        };
        for table in ["colors", "sixteen"] {
            let known = KEYS.iter().filter(|setting| setting.table == table);
            let known = known.map(|setting| setting.key.to_owned()).collect();
            assert_eq!(keys(&top[table]["properties"]), known, "{table}");
        }
        let known = KEYS.iter().map(|setting| match setting.table {
            "" => setting.key.to_owned(),
            table => table.to_owned(),
        });
        assert_eq!(keys(top), known.collect());
        let names: Vec<&str> = Colors::names().collect();
        assert_eq!(top["inherits"]["enum"], serde_json::json!(names));
    }

    proptest::proptest! {
        #[test]
        fn no_text_of_a_theme_does_harm(text in "[a-z=\\[\\]'\"\n#,. \\\\0-9é-]{0,120}") {
            let (_, problems) = Colors::read("mine.toml", &text);
            let lines = text.matches('\n').count() + 1;
            proptest::prop_assert!(problems.iter()
                .all(|problem| (1..=lines).contains(&problem.line)));
        }
    }
}
