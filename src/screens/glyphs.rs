//! The characters of the map and of lists, in two sets: one of Unicode, one of plain ASCII.
//!
//! Each is one column wide on every terminal. What lies and stands on a cell has its signs in
//! `data/terrain.ron`, and letters are left to actors. The theme gives colours.

use ratatui::{buffer::Buffer, symbols::border};

use base::Dir;
use content::Terrain;

macro_rules! glyph_table {
    ($($(#[$doc:meta])* $name:ident = $unicode:literal, $ascii:literal;)+) => {
        /// A glyph by what it stands for; [`GlyphSet`] has the character.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum GlyphId {
            $($(#[$doc])* $name,)+
        }

        impl GlyphId {
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            const fn both(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$name => ($unicode, $ascii),)+
                }
            }
        }
    };
}

// Each glyph with its character in Unicode and in ASCII.
glyph_table! {
    /// Something that flies by.
    Missile = ")", ")";
    /// A cell on the way of a throw, a bolt or a walk.
    Path = "∙", "*";
    /// The player of another run, who is not there.
    Ghost = "◌", "U";
    /// A cell that a heavy blow is about to fall on.
    Threat = "╳", "X";
    BarFull = "▄", "#";
    BarHalf = "▖", "=";
    BarEmpty = "░", "-";
    /// A whole cell: of large letters, and of a scroll bar.
    Block = "█", "#";
    Bullet = "›", "-";
    Done = "✓", "+";
    Undone = "·", ".";
    /// More above, or north.
    Up = "▴", "^";
    /// More below, or south.
    Down = "▾", "v";
    Left = "◂", "<";
    Right = "▸", ">";
    /// A site of the map that is lost.
    Lost = "╳", "x";
    /// Text goes on here.
    CutOff = "»", "~";
}

/// Which characters a player's terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GlyphSet {
    #[default]
    Unicode,
    Ascii,
}

impl GlyphSet {
    /// The set that the environment allows: Unicode if the locale is UTF-8 and the terminal is not
    /// `dumb`.
    pub fn detect(lookup: impl Fn(&str) -> Option<String>) -> Self {
        // The first that is set and not empty decides, as in every C library.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| lookup(name).filter(|value| !value.is_empty()))
            .unwrap_or_default()
            .to_ascii_lowercase();
        let unicode = locale.contains("utf-8") || locale.contains("utf8");
        if unicode && lookup("TERM").is_some_and(|term| term != "dumb") {
            Self::Unicode
        } else {
            Self::Ascii
        }
    }

    /// The character of a glyph, one column wide.
    pub const fn get(self, glyph: GlyphId) -> &'static str {
        let (unicode, ascii) = glyph.both();
        match self {
            Self::Unicode => unicode,
            Self::Ascii => ascii,
        }
    }

    /// One of the two signs of a thing on a map.
    pub const fn sign(self, (unicode, ascii): (char, char)) -> char {
        match self {
            Self::Unicode => unicode,
            Self::Ascii => ascii,
        }
    }

    /// A wall, by which of its neighbours to the north, east, south and west are walls that belong
    /// to it.
    pub const fn wall(self, neighbours: [bool; 4]) -> &'static str {
        match self {
            Self::Unicode => WALLS[mask(neighbours)],
            Self::Ascii => "#",
        }
    }

    /// What stands at the right of a character where a cell has two columns: the lines and areas
    /// that go on to the east.
    pub const fn right_half(left: char) -> char {
        match left {
            '─' | '└' | '├' | '┌' | '┴' | '┬' | '┼' => '─',
            '#' | '▀' | '░'..='▓' | '█' => left,
            _ => ' ',
        }
    }

    /// The quarters of a cell that are full: the upper left, the upper right, the lower left and the
    /// lower right.
    pub const fn quarters(full: [bool; 4]) -> &'static str {
        QUARTERS[mask(full)]
    }

    /// A road, by which of the cells to the north, east, south and west it leads to.
    pub const fn road(self, line: RoadLine, neighbours: [bool; 4]) -> &'static str {
        let glyphs = match (self, line) {
            (Self::Unicode, RoadLine::Plain) => PLAIN_ROADS,
            (Self::Unicode, RoadLine::Open) => OPEN_ROADS,
            (Self::Unicode, RoadLine::Closed) => CLOSED_ROADS,
            (Self::Ascii, RoadLine::Plain) => ASCII_ROADS,
            (Self::Ascii, RoadLine::Open) => ASCII_OPEN_ROADS,
            (Self::Ascii, RoadLine::Closed) => [","; 16],
        };
        glyphs[mask(neighbours)]
    }

    /// A ledge, by the direction in which it goes down, if that has an arrow of its own.
    pub const fn ledge(self, down: Dir) -> Option<char> {
        match (self, down) {
            (Self::Unicode, Dir::North) => Some('⇡'),
            (Self::Unicode, Dir::East) => Some('⇢'),
            (Self::Unicode, Dir::West) => Some('⇠'),
            _ => None,
        }
    }

    pub const fn border(self) -> border::Set<'static> {
        match self {
            Self::Unicode => border::PLAIN,
            Self::Ascii => border::Set {
                top_left: "+",
                top_right: "+",
                bottom_left: "+",
                bottom_right: "+",
                vertical_left: "|",
                vertical_right: "|",
                horizontal_top: "-",
                horizontal_bottom: "-",
            },
        }
    }
}

/// How a road of the map is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadLine {
    Plain,
    /// It can be walked from where the player is.
    Open,
    /// It leads to a site that is lost.
    Closed,
}

/// Walls and roads by the directions that they go on in, as [`mask`] counts them.
type LineGlyphs = [&'static str; 16];

/// North counts 1, east 2, south 4 and west 8.
const fn mask([north, east, south, west]: [bool; 4]) -> usize {
    north as usize | (east as usize) << 1 | (south as usize) << 2 | (west as usize) << 3
}

const WALLS: LineGlyphs =
    ["#", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"];
const QUARTERS: LineGlyphs =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];
const PLAIN_ROADS: LineGlyphs =
    ["─", "│", "─", "╰", "│", "│", "╭", "├", "─", "╯", "─", "┴", "╮", "┤", "┬", "┼"];
const OPEN_ROADS: LineGlyphs =
    ["━", "┃", "━", "┗", "┃", "┃", "┏", "┣", "━", "┛", "━", "┻", "┓", "┫", "┳", "╋"];
const CLOSED_ROADS: LineGlyphs =
    ["┄", "┆", "┄", "┆", "┆", "┆", "┄", "┆", "┄", "┆", "┄", "┄", "┄", "┆", "┄", "┄"];
const ASCII_ROADS: LineGlyphs =
    ["-", "|", "-", "+", "|", "|", "+", "+", "-", "+", "-", "+", "+", "+", "+", "+"];
const ASCII_OPEN_ROADS: LineGlyphs =
    ["=", "#", "=", "#", "#", "#", "#", "#", "=", "#", "=", "#", "#", "#", "#", "#"];

/// The ASCII character nearest to a character, for text on terminals that show no other; a question
/// mark where there is none.
pub fn ascii(c: char, terrain: &Terrain) -> char {
    match c {
        c if c.is_ascii() => c,
        '“' | '”' | '„' => '"',
        '‘' | '’' => '\'',
        '–' | '—' => '-',
        '×' => 'x',
        '·' | '…' => '.',
        '─' | '━' | '┄' => '-',
        '│' | '┃' | '┆' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        c => {
            if let Some(row) = terrain.rows().iter().find(|row| row.sign.0 == c) {
                return row.sign.1;
            }
            let glyph = GlyphId::ALL.iter().find(|glyph| glyph.both().0.starts_with(c));
            glyph.and_then(|glyph| glyph.both().1.chars().next()).unwrap_or('?')
        }
    }
}

/// Replaces every cell of a drawn screen that is not ASCII.
pub fn fold_to_ascii(buffer: &mut Buffer, terrain: &Terrain) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = cell.symbol().chars().next().map_or(' ', |c| ascii(c, terrain));
            cell.set_char(plain);
        }
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    /// Lines and blocks count as ambiguous, but every terminal has to draw them in one column; the
    /// middle dot is the floor.
    fn is_excused(glyph: &str) -> bool {
        glyph.chars().all(|c| matches!(c, '\u{2500}'..='\u{259f}' | '·'))
    }

    fn every_glyph(set: GlyphSet) -> Vec<&'static str> {
        let mut glyphs: Vec<_> = GlyphId::ALL.iter().map(|&glyph| set.get(glyph)).collect();
        for neighbours in (0..16).map(|mask| [1, 2, 4, 8].map(|bit| mask & bit != 0)) {
            glyphs.push(set.wall(neighbours));
            let lines = [RoadLine::Plain, RoadLine::Open, RoadLine::Closed];
            glyphs.extend(lines.map(|line| set.road(line, neighbours)));
        }
        let lines = set.border();
        glyphs.extend([lines.top_left, lines.top_right, lines.bottom_left, lines.bottom_right]);
        glyphs.extend([lines.vertical_left, lines.vertical_right]);
        glyphs.extend([lines.horizontal_top, lines.horizontal_bottom]);
        glyphs
    }

    #[test]
    fn every_glyph_is_one_character_in_one_column() {
        for glyph in every_glyph(GlyphSet::Unicode) {
            assert_eq!((glyph.chars().count(), glyph.width()), (1, 1), "{glyph:?}");
            assert!(glyph.width_cjk() == 1 || is_excused(glyph), "{glyph:?} is ambiguous");
        }
        for glyph in every_glyph(GlyphSet::Ascii) {
            assert!(matches!(glyph.as_bytes(), [b' '..=b'~']), "{glyph:?}");
        }
    }

    #[test]
    fn the_locale_tells_the_set() {
        let with = |vars: &[(&str, &str)]| {
            GlyphSet::detect(|name| {
                vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(with(&[("LANG", "en_GB.UTF-8"), ("TERM", "xterm")]), GlyphSet::Unicode);
        let overruled = [("LC_ALL", "C"), ("LANG", "en_GB.UTF-8"), ("TERM", "xterm")];
        assert_eq!(with(&overruled), GlyphSet::Ascii);
        assert_eq!(with(&[("LANG", "C.utf8"), ("TERM", "dumb")]), GlyphSet::Ascii);
        assert_eq!(with(&[]), GlyphSet::Ascii);
    }
}
