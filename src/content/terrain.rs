//! What a cell may hold, a row each in `data/terrain.ron`: its sign, its colour and its words. The
//! rules know nothing of it: [`Tile`] has what they need.

use serde::Deserialize;
use strum::VariantArray as _;

use crate::item::Slot;
use crate::role::ColorRole;
use crate::tile::Tile;
use base::{Pigment, Rgb};

/// Something that a cell may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum CellPart {
    /// By its character in dumps.
    Tile(Tile),
    Fixture(FixtureState),
    /// An item on the floor, but for keys, which share their slot with other openers of gates.
    Item(Slot),
    Key,
    Body,
    /// A body that is about to get up.
    StirringBody,
    Blood,
    Gas,
    Fire,
}

/// A fixture as it is drawn and named: without the kind of a trap and the direction of a ledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, strum::VariantArray)]
pub enum FixtureState {
    TrapArmed,
    TrapSprung,
    ChestFull,
    ChestLooted,
    DoorOpen,
    DoorClosed,
    DoorBroken,
    DoorLocked,
    DoorBarred,
    DoorBolted,
    LightLit,
    LightDead,
    PostEmpty,
    PostKept,
    Closet,
    Chute,
    Well,
    House,
    Ledge,
    Crate,
    Wardrobe,
    Alcove,
}

impl CellPart {
    /// Every part that needs a row.
    pub(crate) fn all() -> impl Iterator<Item = CellPart> {
        use CellPart::{Blood, Body, Fire, Fixture, Gas, Item, Key, StirringBody};
        let fixtures = FixtureState::VARIANTS.iter().map(|&state| Fixture(state));
        let tiles = Tile::ALL.into_iter().map(CellPart::Tile);
        let items = Slot::ALL.into_iter().map(Item);
        tiles.chain(fixtures).chain(items).chain([Key, Body, StirringBody, Blood, Gas, Fire])
    }

    pub fn is_door(self) -> bool {
        use FixtureState::{
            DoorBarred, DoorBolted, DoorBroken, DoorClosed, DoorLocked, DoorOpen, House,
        };
        match self {
            CellPart::Tile(tile) => tile.is_door(),
            CellPart::Fixture(
                DoorOpen | DoorClosed | DoorBroken | DoorLocked | DoorBarred | DoorBolted | House,
            ) => true,
            _ => false,
        }
    }

    pub fn is_trap(self) -> bool {
        matches!(self, CellPart::Fixture(FixtureState::TrapArmed | FixtureState::TrapSprung))
    }

    pub fn is_item(self) -> bool {
        matches!(self, CellPart::Item(_) | CellPart::Key)
    }
}

/// How a part of a cell is drawn and what it is called; `data/terrain.ron` tells of each field.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    pub of: CellPart,
    pub name: String,
    /// In Unicode, and in ASCII.
    pub sign: (char, char),
    pub role: ColorRole,
    pub(crate) lit_role: Option<ColorRole>,
    #[serde(default)]
    pub fades: bool,
    #[serde(default)]
    pub jump: CursorStop,
    pub help: String,
    #[serde(default)]
    pub examine: String,
    pub in_town: Option<String>,
    pub in_house: Option<String>,
    pub(crate) legend: Option<String>,
    pub(crate) dump: Option<Pigment>,
    pub ground: Option<Rgb>,
    pub shine: Option<Rgb>,
}

/// Where the cursor stops that looks for a sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum CursorStop {
    #[default]
    Each,
    /// At the nearest of cells that are connected.
    Patch,
    Never,
}

impl TerrainRow {
    /// The colour role in the light of a brazier, or out of it.
    pub fn role_in(&self, is_lit: bool) -> ColorRole {
        self.lit_role.filter(|_| is_lit).unwrap_or(self.role)
    }

    /// The name in the legend of a picture.
    pub fn legend(&self) -> &str {
        self.legend.as_ref().unwrap_or(&self.name)
    }

    /// The colour in a dump.
    pub fn pigment(&self) -> Pigment {
        self.dump.unwrap_or(self.role.look().0)
    }
}

/// All rows, in the order of the help.
#[derive(Clone, Debug)]
pub struct Terrain {
    rows: Vec<TerrainRow>,
    /// The places of the rows of tiles, which are looked up for every cell that is drawn.
    tiles: [usize; Tile::ALL.len()],
}

impl Terrain {
    /// Of rows in which each part has one.
    pub(crate) fn new(rows: Vec<TerrainRow>) -> Terrain {
        let place = |tile| rows.iter().position(|row| row.of == CellPart::Tile(tile));
        Terrain { tiles: Tile::ALL.map(|tile| place(tile).unwrap_or(0)), rows }
    }

    pub fn rows(&self) -> &[TerrainRow] {
        &self.rows
    }

    #[inline]
    pub fn tile(&self, tile: Tile) -> &TerrainRow {
        &self.rows[self.tiles[tile as usize]]
    }

    pub fn fixture(&self, state: FixtureState) -> &TerrainRow {
        self.part(CellPart::Fixture(state))
    }

    pub fn part(&self, part: CellPart) -> &TerrainRow {
        self.rows.iter().find(|row| row.of == part).unwrap_or(&self.rows[0])
    }
}
