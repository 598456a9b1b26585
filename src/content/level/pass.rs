//! The names of the passes that level recipes are made of, and what each needs and makes: data
//! only, so that recipes can be checked when they are loaded. `levels::generate` runs them.

use std::fmt;

use serde::Deserialize;
use strum::IntoStaticStr;

use Product::{
    Cave, Cycles, DroppedRooms, Ends, FrontDoor, Hallways, MainRooms, MainStreet, Modules,
    Partition, Patterns, ProvenLocks, Regions, RoomGraph, Rooms, SuperTiles, Tunnels,
};

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

/// Declares the passes, a row each: what a recipe must have for it to run, and what it leaves to
/// later ones.
macro_rules! passes {
    ($($(#[$meta:meta])* $pass:ident => $row:expr;)*) => {
        /// A step in the making of a level, as recipes in `data/levels.ron` name it;
        /// `levels` has one function for each. Some had other names before, which dumps keep.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr)]
        #[strum(serialize_all = "title_case")]
        pub enum Pass {
            $($(#[$meta])* $pass,)*
        }

        impl Pass {
            /// What it needs and makes.
            pub fn row(self) -> PassRow {
                match self {
                    $(Pass::$pass => $row,)*
                }
            }
        }
    };
}

passes! {
    /// Draws vault features and places them on super-tiles.
    Features => plan(&["feature_percent", "min_distance"], &[], &[SuperTiles]);
    /// Makes every feature reachable without crossing the exit.
    Repair => plan(&[], &[SuperTiles], &[]);
    /// Digs the features and the passages between connected ones.
    Passages => plan(&[], &[SuperTiles], &[Ends]);
    /// Widens super-tiles to chambers.
    Chambers => plan(&["chamber_percent"], &[SuperTiles], &[]);
    /// Fills the area with random floor and wall.
    Noise => plan(&["fill_percent"], &[], &[Cave]);
    /// Runs the cellular automaton.
    Automaton => plan(&["open_passes", "smooth_passes", "open_cap"], &[Cave], &[]);
    /// Places rooms in a cave.
    Ruins => plan(&["breach_percent"], &[Cave, Rooms], &[]);
    /// Fills regions of floor that are too small.
    Regions => plan(&["least_region"], &[Cave], &[Regions]);
    /// Digs tunnels that connect the regions of a cave.
    Tunnels => plan(&[], &[Regions], &[Tunnels]);
    /// Digs along the random walks of walkers.
    Walkers => plan(
        &["walkers", "rounds", "birth_percent", "most_walkers", "straight_percent", "dig_percent",
            "run_percent", "patience", "young"],
        &[], &[]);
    /// Closes the border and fills floor that is cut off.
    Enclose => plan(&[], &[], &[]);
    /// Builds the outer walls of a house, with its front door.
    FrontDoor => plan(&["side"], &[], &[FrontDoor, Ends]);
    /// Splits a house into rooms, and adds openings for loops.
    RoomWalls => plan(
        &["least_room", "hall_percent", "door_percent", "loop_percent"],
        &[FrontDoor], &[Rooms]);
    /// Chooses where a shift in a house begins, far from the front door.
    BackDoor => plan(&[], &[FrontDoor, Rooms], &[]);
    /// Refuses a level with too wide an open space.
    OpenCap => plan(&["open_cap"], &[Tunnels], &[]);
    /// Splits the area into leaves; their number is a power of two.
    Halvings => plan(&["halvings", "least_room"], &[], &[Partition]);
    /// Splits the area into leaves until none is too large.
    Partition => plan(&["most_leaf", "least_room"], &[], &[Partition]);
    /// Puts a room into each leaf.
    Rooms => plan(&["least_room", "room_percent"], &[Partition], &[Rooms]);
    /// Drops rooms of drawn sizes in a disc; they may overlap.
    Scatter => plan(&["crowd_percent", "gap"], &[], &[DroppedRooms]);
    /// Pushes overlapping rooms apart.
    Separate => plan(&["gap"], &[DroppedRooms], &[]);
    /// Chooses the main rooms and draws the graph over them.
    MainRooms => plan(&["main_area", "share_percent"], &[DroppedRooms], &[MainRooms]);
    /// Digs hallways along the edges of that graph, and keeps the rooms that they cross.
    #[strum(to_string = "crossings")]
    BastionHallways => plan(&[], &[MainRooms], &[Rooms, Hallways]);
    /// Chooses start and exit in rooms far from each other.
    FarRooms => plan(&["min_distance"], &[MainRooms, Hallways], &[Ends]);
    /// Triangulates the rooms, builds a spanning tree, and makes its longest path the critical
    /// path.
    RoomGraph => plan(&["loop_percent", "most_gates"], &[Partition, Rooms], &[RoomGraph]);
    /// Routes hallways between the rooms, around other rooms and each other.
    Hallways => plan(&[], &[RoomGraph], &[Hallways]);
    /// Places gates and their openers, and proves that no order of play locks the player up.
    Locks => plan(&[], &[RoomGraph, Hallways], &[ProvenLocks]);
    /// Digs rooms and hallways, hangs doors and gates, puts start and exit at the ends of the
    /// critical path.
    DigCrypt => plan(&["door_percent"], &[RoomGraph, Hallways], &[Ends]);
    /// Lays out a cycle of rooms round a court, and smaller cycles attached to it.
    Cycles => plan(&["subcycle_percent"], &[], &[Cycles, Rooms]);
    /// Routes the hallways of the cycles.
    #[strum(to_string = "walks")]
    CycleHallways => plan(&[], &[Cycles], &[Hallways]);
    /// Draws the pattern of each cycle, and proves that no order of play locks the player up.
    Patterns =>
        plan(&["min_distance", "most_gates"], &[Cycles, Hallways], &[Patterns, ProvenLocks]);
    /// Digs rooms, hallways and courts, hangs doors, gates and ledges.
    DigCloister => plan(&["door_percent"], &[Patterns], &[Ends]);
    /// Builds columns and niches into rooms.
    Columns => plan(&["adorned_percent"], &[Rooms], &[]);
    /// Connects the two halves of every split by a hallway, adds loops, and digs rooms and
    /// hallways.
    #[strum(to_string = "joins")]
    BspHallways => plan(
        &["least_room", "room_percent", "door_percent", "loop_percent"],
        &[Partition, Rooms], &[Hallways]);
    /// Chooses which rooms are the start, the exit and the shop.
    Roles => plan(&["min_distance"], &[Rooms, Hallways], &[Ends]);
    /// Digs galleries behind rows of pillars, and niches.
    Galleries => plan(&["gallery_percent"], &[Rooms], &[]);
    /// Sows lawns.
    Courts => plan(&["court_percent"], &[Rooms], &[]);
    /// Chooses the cells where the level is entered and left.
    #[strum(to_string = "ends")]
    StartAndExit => plan(&["min_distance"], &[], &[Ends]);
    /// Sets the gates of a town and lays its main street with a square on it.
    MainStreet => plan(&["min_distance", "square"], &[], &[MainStreet]);
    /// Chooses the module of every other cell of the town by constraint propagation.
    Collapse => plan(&["house_percent"], &[MainStreet], &[Modules]);
    /// Draws the pictures of the modules.
    Build => plan(&[], &[Modules], &[Ends]);
    /// Keeps the walls beside passable cells and turns all other walls into solid rock.
    Walls => furnish(&[], &[]);
    /// Hangs doors in doorways and at the ends of hallways.
    Doors => furnish(&["door_percent"], &[Ends]);
    /// Sinks deep water into rooms.
    Pools => plan(&["pool_percent"], &[], &[]);
    /// Stands pillars in rooms.
    Pillars => plan(&["pillar_percent"], &[], &[]);
    /// Turns small islands of rock into water.
    Ponds => plan(&["pond_percent", "most_pond"], &[], &[]);
    /// Stacks columns of crates in rooms.
    Stacks => furnish(&["stack_percent"], &[]);
    /// Grows grass over floor, and moss beside water; last, as nothing is put on grass.
    Grass => furnish(&["grass_percent"], &[]);
    /// Places closet, chutes and wells: what the work needs.
    Services => furnish(&[], &[Ends]);
    /// Places traps.
    Traps => furnish(&[], &[Ends]);
    /// Places chests.
    Chests => furnish(&[], &[Ends]);
    /// Places braziers.
    Lights => furnish(&[], &[Ends]);
    /// Places residents.
    Actors => furnish(&[], &[Ends]);
    /// Places the boss of the depth in the boss room.
    Boss => furnish(&[], &[Ends]);
    /// Places residents in the rooms of a keep.
    Garrison => furnish(&[], &[Rooms, Ends]);
    /// Stacks crates along the walls.
    Crates => furnish(&["crate_percent"], &[Rooms, Ends]);
    /// Places items.
    Items => furnish(&[], &[Ends]);
    /// Stands wardrobes against walls.
    Wardrobes => furnish(&[], &[Ends]);
    /// Makes hollows in the rock to hide in.
    Alcoves => furnish(&[], &[Ends]);
    /// Places the traps and residents that the patterns of cycles call for.
    #[strum(to_string = "watch")]
    PatternEncounters => furnish(&[], &[Patterns, Ends]);
    /// Places keys and tools in the rooms that the locks were proven with.
    Openers => furnish(&[], &[ProvenLocks, Ends]);
    /// Writes the proof of the locks into the level.
    Certificate => furnish(&[], &[ProvenLocks, Ends]);
    /// Refuses a level that breaks the contract of every kind.
    Contract => furnish(&[], &[Ends]);
}

impl fmt::Display for Pass {
    /// As words, for the names of stages in dumps: "open cap".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&<&str>::from(self).to_lowercase())
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
