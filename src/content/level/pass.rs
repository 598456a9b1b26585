//! The steps that recipes are made of.

use std::fmt::{self, Write as _};

use serde::Deserialize;

/// A step in the making of a level; `gen` has one function for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Pass {
    /// Draws features and places them on super-tiles.
    Features,
    /// Makes every feature reachable, and none only by way of the exit.
    Repair,
    /// Digs the features and the passages between those that are connected.
    Passages,
    /// Widens super-tiles to chambers.
    Chambers,
    /// Scatters floor and wall.
    Noise,
    /// Runs the cellular automaton.
    Automaton,
    /// Stands rooms in a cave.
    Ruins,
    /// Fills what is too small.
    Regions,
    /// BspHallways what is left by tunnels.
    Tunnels,
    /// Lets walkers dig.
    Walkers,
    /// Closes the border and drops what is cut off.
    Enclose,
    /// Builds the shell of a house.
    FrontDoor,
    /// Splits a house into rooms.
    RoomWalls,
    /// Refuses a level with too wide an open space.
    OpenCap,
    /// Splits the area into leaves, a power of two of them.
    Halvings,
    /// Splits the area into leaves until none is too large.
    Partition,
    /// Puts a room into each leaf.
    Rooms,
    /// Drops rooms of drawn sizes in a disc.
    Scatter,
    /// Pushes them apart.
    Separate,
    /// Draws the graph over the main ones.
    MainRooms,
    /// Digs its hallways, and keeps the rooms that they cross.
    BastionHallways,
    /// Chooses start and exit in rooms far from each other.
    FarRooms,
    /// Triangulates the rooms, spans a tree, and makes its longest way the critical path.
    RoomGraph,
    /// Routes hallways between the rooms, past other rooms and each other.
    Hallways,
    /// Places gates and what opens them, proven for every order of play.
    Locks,
    /// Digs rooms and hallways, hangs doors and gates, puts start and exit at the ends of the path.
    DigCrypt,
    /// Lays out a cycle of rooms round a court, and smaller ones hung on it.
    Cycles,
    /// Routes the hallways of the cycles.
    CycleHallways,
    /// Draws the pattern of each cycle and proves the gates.
    Patterns,
    /// Digs rooms, hallways and courts, hangs doors, gates and ledges.
    DigCloister,
    /// Builds columns and niches into rooms.
    Columns,
    /// BspHallways the halves of every split by hallways, and digs all of it.
    BspHallways,
    /// Says which rooms are the start, the exit and the shop.
    Roles,
    /// Digs galleries behind rows of pillars, and niches.
    Galleries,
    /// Sows lawns.
    Courts,
    /// Chooses where the level is entered and left.
    StartAndExit,
    /// Sets the gates of a town and lays its main street and a square on it.
    MainStreet,
    /// Lets the modules of a town grow from there.
    Collapse,
    /// Draws the modules.
    Build,
    /// Tells walls from the solid rock behind them.
    Walls,
    Doors,
    /// Sinks deep water into rooms.
    Pools,
    /// Stands pillars in rooms.
    Pillars,
    /// Makes water of small islands of rock.
    Ponds,
    /// Stacks columns of crates in rooms.
    Stacks,
    /// Lets grass grow over floor, and moss beside water; last, as nothing is put on grass.
    Grass,
    /// Closet, chutes and wells: what the work needs.
    Services,
    Traps,
    Chests,
    Lights,
    Actors,
    /// Seats the boss of the depth in the boss room.
    Boss,
    /// Mans the rooms of a keep.
    Garrison,
    /// Stacks crates along the walls.
    Crates,
    Items,
    /// Stands wardrobes against walls.
    Wardrobes,
    /// Finds hollows to hide in.
    Alcoves,
    /// Places the traps and residents that the patterns of cycles call for.
    PatternEncounters,
    /// Lays keys and tools into the rooms that the locks were proven with.
    Openers,
    /// Writes down the proof of the locks.
    Certificate,
    /// Refuses a level that breaks the contract of every kind.
    Contract,
}

impl fmt::Display for Pass {
    /// As words, by which the stages of a dump are named: "open cap".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names that dumps have had before the passes were renamed.
        match self {
            Pass::BspHallways => f.write_str("joins"),
            Pass::BastionHallways => f.write_str("crossings"),
            Pass::CycleHallways => f.write_str("walks"),
            Pass::StartAndExit => f.write_str("ends"),
            Pass::PatternEncounters => f.write_str("watch"),
            _ => write_words(f, &format!("{self:?}")),
        }
    }
}

impl Pass {
    /// The settings that a recipe with this pass must have.
    pub fn settings(self) -> &'static [&'static str] {
        match self {
            Pass::Features => &["feature_percent", "min_distance"],
            Pass::Chambers => &["chamber_percent"],
            Pass::Noise => &["fill_percent"],
            Pass::Automaton => &["open_passes", "smooth_passes", "open_cap"],
            Pass::Ruins => &["breach_percent"],
            Pass::Regions => &["least_region"],
            Pass::OpenCap => &["open_cap"],
            Pass::Walkers => &[
                "walkers",
                "rounds",
                "birth_percent",
                "most_walkers",
                "straight_percent",
                "dig_percent",
                "run_percent",
                "patience",
                "young",
            ],
            Pass::FrontDoor => &["side"],
            Pass::RoomWalls => &["least_room", "hall_percent", "door_percent"],
            Pass::Pools => &["pool_percent"],
            Pass::Pillars => &["pillar_percent"],
            Pass::Ponds => &["pond_percent", "most_pond"],
            Pass::Stacks => &["stack_percent"],
            Pass::Grass => &["grass_percent"],
            Pass::Halvings => &["halvings", "least_room"],
            Pass::Partition => &["most_leaf", "least_room"],
            Pass::Rooms => &["least_room", "room_percent"],
            Pass::Scatter => &["crowd_percent", "gap"],
            Pass::Separate => &["gap"],
            Pass::MainRooms => &["main_area", "share_percent"],
            Pass::FarRooms => &["min_distance"],
            Pass::RoomGraph => &["loop_percent", "most_gates"],
            Pass::DigCrypt => &["door_percent"],
            Pass::Cycles => &["subcycle_percent"],
            Pass::Patterns => &["min_distance", "most_gates"],
            Pass::DigCloister => &["door_percent"],
            Pass::Columns => &["adorned_percent"],
            Pass::BspHallways => &["least_room", "room_percent", "door_percent"],
            Pass::Roles => &["min_distance"],
            Pass::Galleries => &["gallery_percent"],
            Pass::Courts => &["court_percent"],
            Pass::Crates => &["crate_percent"],
            Pass::StartAndExit | Pass::MainStreet => &["min_distance"],
            Pass::Doors => &["door_percent"],
            _ => &[],
        }
    }

    /// What other passes must have made before.
    pub fn needs(self) -> &'static [Product] {
        use Product::{
            Cave, Cycles, DroppedRooms, Ends, FrontDoor, Hallways, MainRooms, MainStreet, Modules,
            Partition, Patterns, ProvenLocks, Regions, RoomGraph, Rooms, SuperTiles, Tunnels,
        };
        match self {
            Pass::Repair | Pass::Passages | Pass::Chambers => &[SuperTiles],
            Pass::Automaton | Pass::Regions => &[Cave],
            Pass::Ruins => &[Cave, Rooms],
            Pass::Tunnels => &[Regions],
            Pass::OpenCap => &[Tunnels],
            Pass::Rooms => &[Partition],
            Pass::RoomGraph | Pass::BspHallways => &[Partition, Rooms],
            Pass::Roles => &[Rooms, Hallways],
            Pass::Galleries | Pass::Courts | Pass::Columns => &[Rooms],
            Pass::Hallways => &[RoomGraph],
            Pass::Locks | Pass::DigCrypt => &[RoomGraph, Hallways],
            Pass::Separate | Pass::MainRooms => &[DroppedRooms],
            Pass::BastionHallways => &[MainRooms],
            Pass::FarRooms => &[MainRooms, Hallways],
            Pass::CycleHallways => &[Cycles],
            Pass::Patterns => &[Cycles, Hallways],
            Pass::DigCloister => &[Patterns],
            Pass::Collapse => &[MainStreet],
            Pass::Build => &[Modules],
            Pass::RoomWalls => &[FrontDoor],
            Pass::Openers | Pass::Certificate => &[ProvenLocks, Ends],
            Pass::PatternEncounters => &[Patterns, Ends],
            Pass::Garrison | Pass::Crates => &[Rooms, Ends],
            Pass::Doors
            | Pass::Services
            | Pass::Traps
            | Pass::Chests
            | Pass::Lights
            | Pass::Actors
            | Pass::Boss
            | Pass::Items
            | Pass::Wardrobes
            | Pass::Alcoves
            | Pass::Contract => &[Ends],
            Pass::Features
            | Pass::Noise
            | Pass::Walkers
            | Pass::Enclose
            | Pass::FrontDoor
            | Pass::Halvings
            | Pass::Partition
            | Pass::Scatter
            | Pass::Cycles
            | Pass::StartAndExit
            | Pass::MainStreet
            | Pass::Walls
            | Pass::Pools
            | Pass::Pillars
            | Pass::Ponds
            | Pass::Stacks
            | Pass::Grass => &[],
        }
    }

    /// What it makes that others need.
    pub fn makes(self) -> &'static [Product] {
        use Product::{
            Cave, Cycles, DroppedRooms, Ends, FrontDoor, Hallways, MainRooms, MainStreet, Modules,
            Partition, Patterns, ProvenLocks, Regions, RoomGraph, Rooms, SuperTiles, Tunnels,
        };
        match self {
            Pass::Features => &[SuperTiles],
            Pass::Noise => &[Cave],
            Pass::Regions => &[Regions],
            Pass::Tunnels => &[Tunnels],
            Pass::Halvings | Pass::Partition => &[Partition],
            Pass::Rooms => &[Rooms],
            Pass::RoomGraph => &[RoomGraph],
            Pass::Hallways | Pass::BspHallways | Pass::CycleHallways => &[Hallways],
            Pass::BastionHallways => &[Rooms, Hallways],
            Pass::Scatter => &[DroppedRooms],
            Pass::MainRooms => &[MainRooms],
            Pass::Locks => &[ProvenLocks],
            Pass::Cycles => &[Cycles, Rooms],
            Pass::Patterns => &[Patterns, ProvenLocks],
            Pass::MainStreet => &[MainStreet],
            Pass::Collapse => &[Modules],
            Pass::FrontDoor => &[FrontDoor, Ends],
            Pass::RoomWalls => &[Rooms],
            Pass::Passages
            | Pass::Roles
            | Pass::DigCrypt
            | Pass::DigCloister
            | Pass::FarRooms
            | Pass::StartAndExit
            | Pass::Build => &[Ends],
            _ => &[],
        }
    }
}

/// What one pass leaves in the draft of a level for others to work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    SuperTiles,
    Cave,
    Regions,
    Tunnels,
    Partition,
    Rooms,
    RoomGraph,
    Hallways,
    ProvenLocks,
    DroppedRooms,
    MainRooms,
    Cycles,
    Patterns,
    MainStreet,
    Modules,
    FrontDoor,
    /// A start and an exit.
    Ends,
}

impl fmt::Display for Product {
    /// As words: "main rooms".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Product::Ends => f.write_str("start and exit"),
            other => write_words(f, &format!("{other:?}")),
        }
    }
}

/// Writes the name of a variant as words.
fn write_words(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_uppercase() {
            f.write_char(' ')?;
        }
        f.write_char(letter.to_ascii_lowercase())?;
    }
    Ok(())
}
