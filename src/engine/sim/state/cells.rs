//! The saved form of a floor, and the digests of its cells.

use crate::sim::state::belongings::Body;
use crate::sim::state::components::{AiState, Duty, Statuses, Vitals};
use crate::sim::state::fixture::Fixture;
use crate::sim::units::{ActorId, Digest, Stack};
use base::{Grid, Pos, fold};
use content::{ActorKindId, Catalog, Depth, ItemKindId};
use levels::Tile;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The part of a state that is one floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorState {
    pub depth: Depth,
    pub cells: Cells,
    /// By id; the player first.
    pub actors: Vec<ActorRecord>,
    /// In reading order.
    pub items: Vec<(Pos, Stack)>,
    pub bodies: Vec<(Pos, Body)>,
}

/// All that makes up one actor, as it is spawned and as it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActorRecord {
    pub id: ActorId,
    pub kind: ActorKindId,
    #[serde(rename = "at")]
    pub pos: Pos,
    pub vitals: Vitals,
    pub statuses: Statuses,
    #[serde(rename = "mind")]
    pub ai_state: AiState,
    pub duty: Duty,
}

impl ActorRecord {
    /// An actor of a kind as it comes into the world: unhurt, with this energy.
    pub(crate) fn fresh(
        id: ActorId,
        kind: ActorKindId,
        pos: Pos,
        energy: i32,
        catalog: &Catalog,
    ) -> ActorRecord {
        let health = catalog.actor(kind).health;
        let vitals = Vitals { health, max_health: health, energy };
        let (statuses, ai_state, duty) = (Statuses::default(), AiState::Idle, Duty::None);
        ActorRecord { id, kind, pos, vitals, statuses, ai_state, duty }
    }
}

/// The cells of a floor as they are saved: what [`super::floor::Floor`] is made from, and what it
/// can be turned into.
///
/// Lists are in reading order, with no cell twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cells {
    pub start: Pos,
    pub exit: Pos,
    #[serde(rename = "tiles", with = "rows")]
    pub terrain: Grid<Tile>,
    pub fixtures: Vec<(Pos, Fixture)>,
    pub blood: Vec<Pos>,
    /// How thick the gas is; nowhere 0.
    pub gas: Vec<(Pos, u8)>,
    /// Turns that cells go on burning; nowhere 0.
    pub fire: Vec<(Pos, u8)>,
    /// Blows that doors have taken which still stand; nowhere 0.
    pub door_damage: Vec<(Pos, u8)>,
    #[serde(with = "rows")]
    pub known: Grid<Knowledge>,
    /// What the player remembers of cells where that is more than terrain.
    pub remembered: Vec<(Pos, CellMemory)>,
}

/// How the player knows the terrain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Knowledge {
    None,
    /// From a plan of the floor.
    Plan,
    Seen,
}

/// What the player remembers of a cell besides its terrain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellMemory {
    pub fixture: Option<Fixture>,
    pub item: Option<ItemKindId>,
    pub blood: bool,
    pub body: bool,
}

/// The layers of a cell, as they enter the digest.
#[derive(Clone, Copy)]
pub(crate) enum Layer {
    Start,
    Exit,
    Terrain,
    Fixture,
    Blood,
    Gas,
    Fire,
    DoorDamage,
    Known,
    Memory,
}

impl Cells {
    /// Over all cells: what [`super::floor::Floor::digest`] keeps with every write.
    pub fn digest(&self) -> Digest {
        let Cells {
            start,
            exit,
            terrain,
            fixtures,
            blood,
            gas,
            fire,
            door_damage,
            known,
            remembered,
        } = self;
        let terrain = terrain.iter().map(|(pos, tile)| cell_digest(pos, Layer::Terrain, tile));
        let blood = blood.iter().map(|&pos| cell_digest(pos, Layer::Blood, &()));
        let known = known.iter().map(|(pos, &knowledge)| knowledge_digest(pos, knowledge));
        let sum = [
            cell_digest(*start, Layer::Start, &()),
            cell_digest(*exit, Layer::Exit, &()),
            terrain.fold(0, |sum, own| sum ^ own),
            layer_digest(Layer::Fixture, fixtures),
            blood.fold(0, |sum, own| sum ^ own),
            layer_digest(Layer::Gas, gas),
            layer_digest(Layer::Fire, fire),
            layer_digest(Layer::DoorDamage, door_damage),
            known.fold(0, |sum, own| sum ^ own),
            layer_digest(Layer::Memory, remembered),
        ];
        Digest(sum.into_iter().fold(0, |sum, own| sum ^ own))
    }
}

fn layer_digest<T: Serialize>(layer: Layer, values: &[(Pos, T)]) -> u64 {
    values.iter().fold(0, |sum, (pos, value)| sum ^ cell_digest(*pos, layer, value))
}

pub(crate) fn cell_digest<T: Serialize>(pos: Pos, layer: Layer, value: &T) -> u64 {
    fold(u64::from(pos.x as u32) << 36 ^ u64::from(pos.y as u32) << 8 ^ layer as u64, value)
}

/// That of how a cell is known; none where it is not.
fn knowledge_digest(pos: Pos, knowledge: Knowledge) -> u64 {
    match knowledge {
        Knowledge::None => 0,
        Knowledge::Plan | Knowledge::Seen => cell_digest(pos, Layer::Known, &knowledge),
    }
}

pub(crate) fn known_digest(pos: Pos, (knowledge, memory): (Knowledge, CellMemory)) -> u64 {
    let memory =
        (memory != CellMemory::default()).then(|| cell_digest(pos, Layer::Memory, &memory));
    knowledge_digest(pos, knowledge) ^ memory.unwrap_or(0)
}

/// A value of a cell that a character stands for.
trait Character: Copy {
    fn character(self) -> char;
    fn of_character(character: char) -> Option<Self>;
}

impl Character for Tile {
    fn character(self) -> char {
        self.character()
    }

    fn of_character(character: char) -> Option<Tile> {
        Tile::of_character(character)
    }
}

impl Character for Knowledge {
    fn character(self) -> char {
        match self {
            Knowledge::None => '?',
            Knowledge::Plan => '-',
            Knowledge::Seen => '+',
        }
    }

    fn of_character(character: char) -> Option<Knowledge> {
        [Knowledge::None, Knowledge::Plan, Knowledge::Seen]
            .into_iter()
            .find(|knowledge| knowledge.character() == character)
    }
}

/// Grids as rows of characters where people read them.
mod rows {
    use super::{Character, Deserialize, Deserializer, Grid, Serialize, Serializer, de};

    pub(crate) fn serialize<T, S>(grid: &Grid<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Character + Serialize,
        S: Serializer,
    {
        if !serializer.is_human_readable() {
            return grid.serialize(serializer);
        }
        let text = |row: &[T]| row.iter().map(|cell| cell.character()).collect::<String>();
        serializer.collect_seq(grid.rows().map(text))
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Grid<T>, D::Error>
    where
        T: Character + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        if !deserializer.is_human_readable() {
            return Grid::deserialize(deserializer);
        }
        let rows = Vec::<String>::deserialize(deserializer)?;
        let width = rows.first().map_or(0, |row| row.chars().count());
        let mut cells = Vec::new();
        for row in &rows {
            if row.chars().count() != width {
                return Err(de::Error::custom("rows of one length were expected"));
            }
            for character in row.chars() {
                cells.push(T::of_character(character).ok_or_else(|| {
                    let found = de::Unexpected::Char(character);
                    de::Error::invalid_value(found, &"the character of a cell")
                })?);
            }
        }
        Grid::from_cells(width as i32, cells).ok_or_else(|| de::Error::custom("no cells"))
    }
}
