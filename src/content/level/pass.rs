//! The names of the passes that level recipes are made of, and what each needs and makes: data only, so that recipes
//! can be checked when they are loaded. `levelgen::pass` runs them.

use std::fmt::{self, Write as _};

use serde::Deserialize;

/// A step in the making of a level, as recipes in `data/levels.ron` name it; `levelgen::pass` has one function for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Pass {
    /// Draws vault features and places them on super-tiles.
    Features,
    /// Makes every feature reachable without crossing the exit.
    Repair,
    /// Digs the features and the passages between connected ones.
    Passages,
    /// Widens super-tiles to chambers.
    Chambers,
    /// Fills the area with random floor and wall.
    Noise,
    /// Runs the cellular automaton.
    Automaton,
    /// Places rooms in a cave.
    Ruins,
    /// Fills regions of floor that are too small.
    Regions,
    /// Digs tunnels that connect the regions of a cave.
    Tunnels,
    /// Digs along the random walks of walkers.
    Walkers,
    /// Closes the border and fills floor that is cut off.
    Enclose,
    /// Builds the outer walls of a house, with its front door.
    FrontDoor,
    /// Splits a house into rooms.
    RoomWalls,
    /// Chooses where a shift in a house begins, far from the front door.
    BackDoor,
    /// Refuses a level with too wide an open space.
    OpenCap,
    /// Splits the area into leaves; their number is a power of two.
    Halvings,
    /// Splits the area into leaves until none is too large.
    Partition,
    /// Puts a room into each leaf.
    Rooms,
    /// Drops rooms of drawn sizes in a disc; they may overlap.
    Scatter,
    /// Pushes overlapping rooms apart.
    Separate,
    /// Chooses the main rooms and draws the graph over them.
    MainRooms,
    /// Digs hallways along the edges of that graph, and keeps the rooms that they cross.
    BastionHallways,
    /// Chooses start and exit in rooms far from each other.
    FarRooms,
    /// Triangulates the rooms, builds a spanning tree, and makes its longest path the critical path.
    RoomGraph,
    /// Routes hallways between the rooms, around other rooms and each other.
    Hallways,
    /// Places gates and their openers, and proves that no order of play locks the player up.
    Locks,
    /// Digs rooms and hallways, hangs doors and gates, puts start and exit at the ends of the critical path.
    DigCrypt,
    /// Lays out a cycle of rooms round a court, and smaller cycles attached to it.
    Cycles,
    /// Routes the hallways of the cycles.
    CycleHallways,
    /// Draws the pattern of each cycle, and proves that no order of play locks the player up.
    Patterns,
    /// Digs rooms, hallways and courts, hangs doors, gates and ledges.
    DigCloister,
    /// Builds columns and niches into rooms.
    Columns,
    /// Connects the two halves of every split by a hallway, and digs rooms and hallways.
    BspHallways,
    /// Chooses which rooms are the start, the exit and the shop.
    Roles,
    /// Digs galleries behind rows of pillars, and niches.
    Galleries,
    /// Sows lawns.
    Courts,
    /// Chooses the cells where the level is entered and left.
    StartAndExit,
    /// Sets the gates of a town and lays its main street with a square on it.
    MainStreet,
    /// Chooses the module of every other cell of the town by constraint propagation.
    Collapse,
    /// Draws the pictures of the modules.
    Build,
    /// Keeps the walls beside passable cells and turns all other walls into solid rock.
    Walls,
    /// Hangs doors in doorways and at the ends of hallways.
    Doors,
    /// Sinks deep water into rooms.
    Pools,
    /// Stands pillars in rooms.
    Pillars,
    /// Turns small islands of rock into water.
    Ponds,
    /// Stacks columns of crates in rooms.
    Stacks,
    /// Grows grass over floor, and moss beside water; last, as nothing is put on grass.
    Grass,
    /// Places closet, chutes and wells: what the work needs.
    Services,
    /// Places traps.
    Traps,
    /// Places chests.
    Chests,
    /// Places braziers.
    Lights,
    /// Places residents.
    Actors,
    /// Places the boss of the depth in the boss room.
    Boss,
    /// Places residents in the rooms of a keep.
    Garrison,
    /// Stacks crates along the walls.
    Crates,
    /// Places items.
    Items,
    /// Stands wardrobes against walls.
    Wardrobes,
    /// Makes hollows in the rock to hide in.
    Alcoves,
    /// Places the traps and residents that the patterns of cycles call for.
    PatternEncounters,
    /// Places keys and tools in the rooms that the locks were proven with.
    Openers,
    /// Writes the proof of the locks into the level.
    Certificate,
    /// Refuses a level that breaks the contract of every kind.
    Contract,
}

impl fmt::Display for Pass {
    /// As words, for the names of stages in dumps: "open cap".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // These passes had other names before; dumps keep them.
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
            Pass::StartAndExit => &["min_distance"],
            Pass::MainStreet => &["min_distance", "square"],
            Pass::Collapse => &["house_percent"],
            Pass::Doors => &["door_percent"],
            Pass::Repair
            | Pass::Passages
            | Pass::Tunnels
            | Pass::Enclose
            | Pass::BastionHallways
            | Pass::Hallways
            | Pass::Locks
            | Pass::CycleHallways
            | Pass::Build
            | Pass::BackDoor
            | Pass::Walls => &[],
            Pass::Services
            | Pass::Traps
            | Pass::Chests
            | Pass::Lights
            | Pass::Actors
            | Pass::Boss
            | Pass::Garrison
            | Pass::Items
            | Pass::Wardrobes
            | Pass::Alcoves
            | Pass::PatternEncounters
            | Pass::Openers
            | Pass::Certificate
            | Pass::Contract => &[],
        }
    }

    /// Whether it leaves the plan of a level as it is: which cells can be walked on, start and exit, rooms, links and gates.
    pub fn keeps_plan(self) -> bool {
        matches!(
            self,
            Pass::Walls
                | Pass::Doors
                | Pass::Stacks
                | Pass::Grass
                | Pass::Services
                | Pass::Traps
                | Pass::Chests
                | Pass::Lights
                | Pass::Actors
                | Pass::Boss
                | Pass::Garrison
                | Pass::Crates
                | Pass::Items
                | Pass::Wardrobes
                | Pass::Alcoves
                | Pass::PatternEncounters
                | Pass::Openers
                | Pass::Certificate
                | Pass::Contract
        )
    }

    /// The products that passes before this one must have made.
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
            Pass::BackDoor => &[FrontDoor, Rooms],
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

    /// The products that this pass makes for others.
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
            // These change or check what is there already.
            Pass::Repair
            | Pass::Chambers
            | Pass::Automaton
            | Pass::Ruins
            | Pass::Walkers
            | Pass::Enclose
            | Pass::OpenCap
            | Pass::Separate
            | Pass::Columns
            | Pass::Galleries
            | Pass::Courts
            | Pass::BackDoor
            | Pass::Walls
            | Pass::Contract => &[],
            // These furnish.
            Pass::Doors
            | Pass::Pools
            | Pass::Pillars
            | Pass::Ponds
            | Pass::Stacks
            | Pass::Grass
            | Pass::Services
            | Pass::Traps
            | Pass::Chests
            | Pass::Lights
            | Pass::Actors
            | Pass::Boss
            | Pass::Garrison
            | Pass::Crates
            | Pass::Items
            | Pass::Wardrobes
            | Pass::Alcoves
            | Pass::PatternEncounters
            | Pass::Openers
            | Pass::Certificate => &[],
        }
    }
}

/// Something that one pass leaves in the draft of a level for later passes.
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
