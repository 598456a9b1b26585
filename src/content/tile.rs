//! Terrain: what a cell is made of, and its character in dumps.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use strum::VariantArray as _;

/// The terrain of a cell. Things on a cell are `levels::Thing`s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::VariantArray)]
#[repr(u8)]
pub enum Tile {
    // Wall and rock come before all that is passable.
    Wall,
    /// Solid rock that no passable cell touches.
    Rock,
    Floor,
    Door,
    LockedDoor,
    BossDoor,
    Pit,
    Rubble,
    DeepWater,
    Grass,
    Road,
    Start,
    Exit,
}

impl Tile {
    pub const ALL: [Tile; Tile::VARIANTS.len()] =
        *Tile::VARIANTS.first_chunk().expect("as many as there are");

    /// The character of the tile in a dump.
    pub const fn character(self) -> char {
        match self {
            Tile::Wall => '#',
            Tile::Rock => ' ',
            Tile::Floor => '.',
            Tile::Door => '+',
            Tile::LockedDoor => 'L',
            Tile::BossDoor => 'B',
            Tile::Pit => '_',
            Tile::Rubble => '%',
            Tile::DeepWater => '~',
            Tile::Grass => '"',
            Tile::Road => '=',
            Tile::Start => '<',
            Tile::Exit => '>',
        }
    }

    pub fn of_character(character: char) -> Option<Tile> {
        BY_CHARACTER.get(character as usize).copied().flatten()
    }

    /// Whether it can be walked on, gates counted as open.
    #[inline]
    pub const fn is_passable(self) -> bool {
        // As comparisons, which the compiler makes of many tiles at once.
        self as u8 > Tile::Rock as u8 && self as u8 != Tile::DeepWater as u8
    }

    /// Whether it is open ground without door, gate, start or exit.
    #[inline]
    pub const fn is_plain_ground(self) -> bool {
        matches!(self, Tile::Floor | Tile::Grass | Tile::Road)
    }

    /// Whether it is wall or the rock behind walls.
    #[inline]
    pub const fn is_wall(self) -> bool {
        matches!(self, Tile::Wall | Tile::Rock)
    }

    /// Whether a door hangs here, locked or not.
    #[inline]
    pub const fn is_door(self) -> bool {
        matches!(self, Tile::Door | Tile::LockedDoor | Tile::BossDoor)
    }

    /// Whether it is a gate, which a key or tool must open.
    #[inline]
    pub const fn is_gate(self) -> bool {
        matches!(self, Tile::LockedDoor | Tile::BossDoor | Tile::Pit | Tile::Rubble)
    }

    /// Whether it blocks the view; doors do while they are closed.
    #[inline]
    pub const fn is_opaque(self) -> bool {
        matches!(
            self,
            Tile::Wall | Tile::Rock | Tile::Door | Tile::LockedDoor | Tile::BossDoor | Tile::Rubble
        )
    }
}

/// By the code of a character in ASCII: the tile that it stands for.
const BY_CHARACTER: [Option<Tile>; 128] = {
    let mut tiles = [None; 128];
    let mut place = 0;
    while place < Tile::ALL.len() {
        let tile = Tile::ALL[place];
        tiles[tile.character() as usize] = Some(tile);
        place += 1;
    }
    tiles
};

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.character())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let character = char::deserialize(deserializer)?;
        Tile::of_character(character).ok_or_else(|| {
            de::Error::invalid_value(de::Unexpected::Char(character), &"the character of a tile")
        })
    }
}
