//! Terrain: what a cell is made of, and its character in dumps.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use strum::VariantArray as _;

use crate::item::Gate;

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

    /// What the rules know of each tile: its character in dumps, and what holds for it.
    const fn row(self) -> (char, u8) {
        match self {
            Tile::Wall => ('#', WALL | OPAQUE),
            Tile::Rock => (' ', WALL | OPAQUE),
            Tile::Floor => ('.', PASSABLE | PLAIN_GROUND),
            Tile::Door => ('+', PASSABLE | DOOR | OPAQUE),
            Tile::LockedDoor => ('L', PASSABLE | DOOR | GATE | OPAQUE),
            Tile::BossDoor => ('B', PASSABLE | DOOR | GATE | OPAQUE),
            Tile::Pit => ('_', PASSABLE | GATE),
            Tile::Rubble => ('%', PASSABLE | GATE | OPAQUE),
            Tile::DeepWater => ('~', 0),
            Tile::Grass => ('"', PASSABLE | PLAIN_GROUND),
            Tile::Road => ('=', PASSABLE | PLAIN_GROUND),
            Tile::Start => ('<', PASSABLE),
            Tile::Exit => ('>', PASSABLE),
        }
    }

    // The compiler makes a bit test of it.
    #[inline]
    const fn has(self, flag: u8) -> bool {
        self.row().1 & flag != 0
    }

    /// The character of the tile in a dump.
    pub const fn character(self) -> char {
        self.row().0
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
        self.has(PLAIN_GROUND)
    }

    /// Whether it is wall or the rock behind walls.
    #[inline]
    pub const fn is_wall(self) -> bool {
        self.has(WALL)
    }

    /// Whether a door hangs here, locked or not.
    #[inline]
    pub const fn is_door(self) -> bool {
        self.has(DOOR)
    }

    /// Whether it is a gate, which a key or tool must open.
    #[inline]
    pub const fn is_gate(self) -> bool {
        self.has(GATE)
    }

    /// Whether it blocks the view; doors do while they are closed.
    #[inline]
    pub const fn is_opaque(self) -> bool {
        self.has(OPAQUE)
    }

    /// The gate that it is while a level is played, in which the doors are fixtures.
    pub const fn gate(self) -> Option<Gate> {
        match self {
            Tile::Pit => Some(Gate::Pit),
            Tile::Rubble => Some(Gate::Rubble),
            _ => None,
        }
    }
}

const WALL: u8 = 1;
const PASSABLE: u8 = 2;
const PLAIN_GROUND: u8 = 4;
const DOOR: u8 = 8;
const GATE: u8 = 16;
const OPAQUE: u8 = 32;

/// By the code of a character in ASCII: the tile that it stands for.
const BY_CHARACTER: [Option<Tile>; 128] = {
    let mut tiles = [None; 128];
    let mut place = 0;
    while place < Tile::ALL.len() {
        let tile = Tile::ALL[place];
        tiles[tile.character() as usize] = Some(tile);
        assert!(tile.is_passable() == tile.has(PASSABLE), "compared by the order of the tiles");
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
