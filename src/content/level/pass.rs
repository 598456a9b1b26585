//! The names of the passes that level recipes are made of, and what each needs and makes: data
//! only, so that recipes can be checked when they are loaded. `levelgen::pass` runs them.

use std::fmt;

use serde::Deserialize;
use strum::IntoStaticStr;

/// A step in the making of a level, as recipes in `data/levels.ron` name it; `levelgen::pass` has
/// one function for each. Some had other names before, which dumps keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "title_case")]
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
    #[strum(to_string = "crossings")]
    BastionHallways,
    /// Chooses start and exit in rooms far from each other.
    FarRooms,
    /// Triangulates the rooms, builds a spanning tree, and makes its longest path the critical
    /// path.
    RoomGraph,
    /// Routes hallways between the rooms, around other rooms and each other.
    Hallways,
    /// Places gates and their openers, and proves that no order of play locks the player up.
    Locks,
    /// Digs rooms and hallways, hangs doors and gates, puts start and exit at the ends of the
    /// critical path.
    DigCrypt,
    /// Lays out a cycle of rooms round a court, and smaller cycles attached to it.
    Cycles,
    /// Routes the hallways of the cycles.
    #[strum(to_string = "walks")]
    CycleHallways,
    /// Draws the pattern of each cycle, and proves that no order of play locks the player up.
    Patterns,
    /// Digs rooms, hallways and courts, hangs doors, gates and ledges.
    DigCloister,
    /// Builds columns and niches into rooms.
    Columns,
    /// Connects the two halves of every split by a hallway, and digs rooms and hallways.
    #[strum(to_string = "joins")]
    BspHallways,
    /// Chooses which rooms are the start, the exit and the shop.
    Roles,
    /// Digs galleries behind rows of pillars, and niches.
    Galleries,
    /// Sows lawns.
    Courts,
    /// Chooses the cells where the level is entered and left.
    #[strum(to_string = "ends")]
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
    #[strum(to_string = "watch")]
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
        f.write_str(&<&str>::from(self).to_lowercase())
    }
}

/// What a recipe must have for a pass to run, and what the pass leaves to later ones.
pub struct PassRow {
    /// The settings that the recipe must have.
    pub settings: &'static [&'static str],
    /// The products that passes before this one must have made.
    pub needs: &'static [Product],
    pub makes: &'static [Product],
    /// Whether it leaves the plan of a level as it is: which cells can be walked on, start and
    /// exit, rooms, links and gates.
    pub keeps_plan: bool,
}

/// The row of a pass that may change the plan.
const fn plan(
    settings: &'static [&'static str],
    needs: &'static [Product],
    makes: &'static [Product],
) -> PassRow {
    PassRow { settings, needs, makes, keeps_plan: false }
}

/// The row of a pass that furnishes or checks the plan and leaves nothing to others.
const fn furnish(settings: &'static [&'static str], needs: &'static [Product]) -> PassRow {
    PassRow { settings, needs, makes: &[], keeps_plan: true }
}

impl Pass {
    /// What it needs and makes.
    pub fn row(self) -> PassRow {
        use Product::{
            Cave, Cycles, DroppedRooms, Ends, FrontDoor, Hallways, MainRooms, MainStreet, Modules,
            Partition, Patterns, ProvenLocks, Regions, RoomGraph, Rooms, SuperTiles, Tunnels,
        };
        match self {
            Pass::Features => plan(&["feature_percent", "min_distance"], &[], &[SuperTiles]),
            Pass::Repair => plan(&[], &[SuperTiles], &[]),
            Pass::Passages => plan(&[], &[SuperTiles], &[Ends]),
            Pass::Chambers => plan(&["chamber_percent"], &[SuperTiles], &[]),
            Pass::Noise => plan(&["fill_percent"], &[], &[Cave]),
            Pass::Automaton => plan(&["open_passes", "smooth_passes", "open_cap"], &[Cave], &[]),
            Pass::Ruins => plan(&["breach_percent"], &[Cave, Rooms], &[]),
            Pass::Regions => plan(&["least_region"], &[Cave], &[Regions]),
            Pass::Tunnels => plan(&[], &[Regions], &[Tunnels]),
            Pass::Walkers => plan(
                &[
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
                &[],
                &[],
            ),
            Pass::Enclose => plan(&[], &[], &[]),
            Pass::FrontDoor => plan(&["side"], &[], &[FrontDoor, Ends]),
            Pass::RoomWalls => {
                plan(&["least_room", "hall_percent", "door_percent"], &[FrontDoor], &[Rooms])
            }
            Pass::BackDoor => plan(&[], &[FrontDoor, Rooms], &[]),
            Pass::OpenCap => plan(&["open_cap"], &[Tunnels], &[]),
            Pass::Halvings => plan(&["halvings", "least_room"], &[], &[Partition]),
            Pass::Partition => plan(&["most_leaf", "least_room"], &[], &[Partition]),
            Pass::Rooms => plan(&["least_room", "room_percent"], &[Partition], &[Rooms]),
            Pass::Scatter => plan(&["crowd_percent", "gap"], &[], &[DroppedRooms]),
            Pass::Separate => plan(&["gap"], &[DroppedRooms], &[]),
            Pass::MainRooms => plan(&["main_area", "share_percent"], &[DroppedRooms], &[MainRooms]),
            Pass::BastionHallways => plan(&[], &[MainRooms], &[Rooms, Hallways]),
            Pass::FarRooms => plan(&["min_distance"], &[MainRooms, Hallways], &[Ends]),
            Pass::RoomGraph => {
                plan(&["loop_percent", "most_gates"], &[Partition, Rooms], &[RoomGraph])
            }
            Pass::Hallways => plan(&[], &[RoomGraph], &[Hallways]),
            Pass::Locks => plan(&[], &[RoomGraph, Hallways], &[ProvenLocks]),
            Pass::DigCrypt => plan(&["door_percent"], &[RoomGraph, Hallways], &[Ends]),
            Pass::Cycles => plan(&["subcycle_percent"], &[], &[Cycles, Rooms]),
            Pass::CycleHallways => plan(&[], &[Cycles], &[Hallways]),
            Pass::Patterns => {
                plan(&["min_distance", "most_gates"], &[Cycles, Hallways], &[Patterns, ProvenLocks])
            }
            Pass::DigCloister => plan(&["door_percent"], &[Patterns], &[Ends]),
            Pass::Columns => plan(&["adorned_percent"], &[Rooms], &[]),
            Pass::BspHallways => plan(
                &["least_room", "room_percent", "door_percent"],
                &[Partition, Rooms],
                &[Hallways],
            ),
            Pass::Roles => plan(&["min_distance"], &[Rooms, Hallways], &[Ends]),
            Pass::Galleries => plan(&["gallery_percent"], &[Rooms], &[]),
            Pass::Courts => plan(&["court_percent"], &[Rooms], &[]),
            Pass::StartAndExit => plan(&["min_distance"], &[], &[Ends]),
            Pass::MainStreet => plan(&["min_distance", "square"], &[], &[MainStreet]),
            Pass::Collapse => plan(&["house_percent"], &[MainStreet], &[Modules]),
            Pass::Build => plan(&[], &[Modules], &[Ends]),
            Pass::Walls => furnish(&[], &[]),
            Pass::Doors => furnish(&["door_percent"], &[Ends]),
            Pass::Pools => plan(&["pool_percent"], &[], &[]),
            Pass::Pillars => plan(&["pillar_percent"], &[], &[]),
            Pass::Ponds => plan(&["pond_percent", "most_pond"], &[], &[]),
            Pass::Stacks => furnish(&["stack_percent"], &[]),
            Pass::Grass => furnish(&["grass_percent"], &[]),
            Pass::Services
            | Pass::Traps
            | Pass::Chests
            | Pass::Lights
            | Pass::Actors
            | Pass::Boss
            | Pass::Items
            | Pass::Wardrobes
            | Pass::Alcoves
            | Pass::Contract => furnish(&[], &[Ends]),
            Pass::Garrison => furnish(&[], &[Rooms, Ends]),
            Pass::Crates => furnish(&["crate_percent"], &[Rooms, Ends]),
            Pass::PatternEncounters => furnish(&[], &[Patterns, Ends]),
            Pass::Openers | Pass::Certificate => furnish(&[], &[ProvenLocks, Ends]),
        }
    }
}

/// Something that one pass leaves in the draft of a level for later passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "title_case")]
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
    #[strum(to_string = "start and exit")]
    Ends,
}

impl fmt::Display for Product {
    /// As words: "main rooms".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&<&str>::from(self).to_lowercase())
    }
}
