//! Finished levels and their dumps.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::detail::Detail;
use crate::detail::TraceStage;
use base::{Bits, Dir, Grid, Pos, Rect, Seed};
use content::{Depth, FloorKey, Supply, Tile};

/// A level as it was generated, before any raid. Serialised, it is the dump of
/// `upkeeper gen --format json`: keys and order are part of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub kind: String,
    pub seed: Seed,
    pub depth: Depth,
    /// Which floor of its run it is; not part of a dump.
    pub floor: FloorKey,
    pub tiles: Grid<Tile>,
    pub start: Pos,
    pub exit: Pos,
    /// Empty for kinds without rooms, such as vault and cavern.
    pub rooms: Vec<Room>,
    pub links: Vec<Link>,
    pub things: Vec<Thing>,
    pub certificate: Option<LevelCertificate>,
    /// Number of attempts, the successful one included.
    pub attempts: u32,
    /// What the passes record of how it was made.
    pub detail: Detail,
}

impl Level {
    /// The name and number of the dump's format.
    pub const SCHEMA: &str = "upkeeper.level/1";

    pub fn rows(&self) -> Vec<String> {
        rows(&self.tiles)
    }

    /// The cells that can be walked on, gates counted as open.
    pub fn passable(&self) -> Bits {
        Bits::of(&self.tiles, |tile| tile.is_passable())
    }

    pub fn thing_at(&self, pos: Pos) -> Option<&Thing> {
        self.things.iter().find(|thing| thing.pos() == pos)
    }

    /// The cell where a shift begins and raiders come in: the start, but for a house, whose start
    /// is beside its exit.
    pub fn entrance(&self) -> Pos {
        self.detail.house.as_ref().map_or(self.start, |house| house.back_door)
    }

    /// The stages of its generation; empty unless the request had `trace`.
    pub fn stages(&self) -> &[TraceStage] {
        self.detail.trace.as_ref().map_or(&[], |trace| &trace.stages)
    }

    /// The things of one kind, in the order in which they were placed.
    pub fn things_of(&self, kind: ThingKind) -> impl Iterator<Item = &Thing> {
        self.things.iter().filter(move |thing| thing.kind == kind)
    }
}

/// Tiles as lines of characters.
pub(crate) fn rows(tiles: &Grid<Tile>) -> Vec<String> {
    tiles.rows().map(|row| row.iter().map(|tile| tile.character()).collect()).collect()
}

/// A set of floor cells as lines of characters, the rest as walls.
pub(crate) fn floor_rows(floor: &Bits) -> Vec<String> {
    (0..floor.height())
        .map(|y| {
            (0..floor.width())
                .map(|x| if floor.contains(Pos::new(x, y)) { '.' } else { '#' })
                .collect()
        })
        .collect()
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Level", 15)?;
        object.serialize_field("schema", Level::SCHEMA)?;
        object.serialize_field("kind", &self.kind)?;
        object.serialize_field("seed", &self.seed.to_string())?;
        object.serialize_field("depth", &self.depth)?;
        object.serialize_field("width", &self.tiles.width())?;
        object.serialize_field("height", &self.tiles.height())?;
        object.serialize_field("tiles", &self.rows())?;
        object.serialize_field("start", &self.start)?;
        object.serialize_field("exit", &self.exit)?;
        object.serialize_field("rooms", &self.rooms)?;
        object.serialize_field("links", &self.links)?;
        object.serialize_field("things", &self.things)?;
        object.serialize_field("certificate", &self.certificate)?;
        object.serialize_field("attempts", &self.attempts)?;
        object.serialize_field("detail", &self.detail)?;
        object.end()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Room {
    /// Its index in [`Level::rooms`].
    pub id: usize,
    /// Its floor, without the walls.
    #[serde(flatten)]
    pub rect: Rect,
    pub role: RoomRole,
}

/// What a room is for; `Room` has no special role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomRole {
    Start,
    Exit,
    Shop,
    Boss,
    Closet,
    Room,
}

/// A hallway between two rooms, `a` and `b`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    pub a: usize,
    pub b: usize,
    pub kind: LinkKind,
    /// Every cell from the wall of `a` to the wall of `b`, in order, doors included.
    pub cells: Vec<Pos>,
    pub doors: Vec<Pos>,
    pub gate: Option<LinkGate>,
}

impl Link {
    /// A link without doors and gate.
    pub(crate) fn new(a: usize, b: usize, kind: LinkKind, cells: Vec<Pos>) -> Link {
        Link { a, b, kind, cells, doors: Vec::new(), gate: None }
    }
}

/// Whether a link belongs to the spanning tree of the rooms or closes a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkKind {
    Tree,
    Loop,
}

/// The gate of a link. When a floor is built for play it becomes a [`content::Gate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkGate {
    /// A locked door, for any small key.
    Key,
    /// The boss door, for the boss key.
    Boss,
    Pit,
    Rubble,
}

/// The prefix of the names of ledges.
const LEDGE_PREFIX: &str = "drop ";

/// A thing on a cell: a fixture, an actor or an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thing {
    pub kind: ThingKind,
    /// The name of a trap, an actor or an item in the catalog; for other things a name of their
    /// kind.
    pub name: String,
    pub x: i32,
    pub y: i32,
    pub tier: u8,
    pub room: Option<usize>,
}

impl Thing {
    pub fn pos(&self) -> Pos {
        Pos::new(self.x, self.y)
    }

    /// The name of a ledge, by the direction down: "drop east".
    pub(crate) fn ledge_name(down: Dir) -> String {
        format!("{LEDGE_PREFIX}{}", down.name())
    }

    /// The direction in which a ledge leads down; `None` for any other thing.
    pub fn leads_down(&self) -> Option<Dir> {
        let is_door = self.kind == ThingKind::Door;
        self.name.strip_prefix(LEDGE_PREFIX).filter(|_| is_door).and_then(Dir::of_name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingKind {
    Trap,
    Chest,
    Door,
    Light,
    Closet,
    Chute,
    Well,
    Actor,
    Item,
    Crate,
    Key,
    BossKey,
    Feather,
    Satchel,
    House,
}

/// The proof that a level can be completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LevelCertificate {
    /// What is proven: "every-order", that every order of play can still reach the goal; or
    /// "work-order", that the night's work can be done in an order.
    pub proof: String,
    /// Number of states of play that an "every-order" proof visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    pub order: Vec<String>,
    /// The supplies in the closet, for a "work-order".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supplies: Option<Handout>,
    /// Turns that the order takes.
    pub par: u32,
    /// The proof of the night's work, beside an "every-order" proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<WorkProof>,
}

/// The proof that all of a night's work can be done: an order of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkProof {
    pub order: Vec<String>,
    /// The supplies in the closet.
    pub supplies: Handout,
    /// Turns that the order takes.
    pub par: u32,
}

/// The supplies in the closet; serialised as a map from supply to number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handout(pub Vec<(Supply, u16)>);

impl Serialize for Handout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|&(supply, count)| (supply.name(), count)))
    }
}

impl Level {
    /// Adds the proof of the night's work to the level's certificate.
    pub fn add_work(&mut self, work: WorkProof) {
        if let Some(certificate) = &mut self.certificate {
            certificate.work = Some(work);
        } else {
            let WorkProof { order, supplies, par } = work;
            let (proof, supplies) = ("work-order".to_owned(), Some(supplies));
            let certificate =
                LevelCertificate { proof, states: None, order, supplies, par, work: None };
            self.certificate = Some(certificate);
        }
    }
}
