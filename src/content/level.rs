use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};

/// How levels of one kind are made; one entry of `data/levels.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelKind {
    /// The word that asks for it: "vault".
    pub name: String,
    /// One line for whoever lists the kinds.
    pub about: String,
    /// Width and height of the smallest and of the usual level, in cells.
    pub least: (i32, i32),
    pub usual: (i32, i32),
    /// The plan of it hangs in the closet: its walls are known from the start.
    #[serde(default)]
    pub plan_known: bool,
    /// Turns from the start of a shift to dawn, where they differ from the usual.
    #[serde(default)]
    pub night: Option<u32>,
    /// Nobody raids it: there is no order of work for it.
    #[serde(default)]
    pub peaceful: bool,
    /// How often it is begun anew before it is given up.
    pub attempts: u32,
    /// The numbers that can be set for a single level.
    pub settings: Vec<Setting>,
    /// The passes over the plan, in their order.
    pub passes: Vec<Pass>,
    /// What the super-tiles may hold, drawn by weight.
    #[serde(default)]
    pub features: Vec<FeatureKind>,
    /// Cells between a room's floor and the border of its leaf, its wall counted.
    #[serde(default)]
    pub room_padding: i32,
    /// What the two ways of a cycle may be to each other, drawn by weight.
    #[serde(default)]
    pub patterns: Vec<(Pattern, u32)>,
    /// The set of modules that it is put together from.
    #[serde(default)]
    pub modules: String,
    pub furnishing: Furnishing,
    /// Who waits in the boss room, each from a depth on.
    #[serde(default)]
    pub bosses: Vec<(u8, String)>,
    /// Who holds the rooms.
    #[serde(default)]
    pub garrison: Option<Garrison>,
    /// Who of those that live at a depth lives here rather than elsewhere: actors, or whole sides, and
    /// their weight in percent of the usual. The first that fits counts.
    #[serde(default)]
    pub inhabitants: Vec<(String, u32)>,
    /// Supplies handed out beyond the need, in percent of it.
    pub slack: u32,
}

/// A number that can be set for a single level, and what it may be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    pub name: String,
    pub about: String,
    pub low: Amount,
    pub high: Amount,
    pub default: Amount,
}

/// A number that may depend on the size of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Amount {
    Fixed(i32),
    /// Percent of width and height taken together.
    Cells(i32),
    /// Percent of the greatest Manhattan distance between two super-tiles.
    SuperTiles(i32),
    /// Percent of the side of a square with the same area.
    Side(i32),
    /// How often the area can be halved until a part has fewer than twice so many cells.
    Halvings(i32),
    /// How often the area can be halved, whatever the direction, with no side under so many cells.
    Splits(i32),
}

impl Amount {
    /// What it comes to on a level of this size.
    pub fn on(self, (width, height): (i32, i32)) -> i32 {
        match self {
            Amount::Fixed(number) => number,
            Amount::Cells(percent) => (width + height) * percent / 100,
            Amount::SuperTiles(percent) => (width / 3 + height / 3 - 2) * percent / 100,
            Amount::Side(percent) => (width * height).isqrt() * percent / 100,
            Amount::Halvings(cells) => halvings(width * height / cells),
            Amount::Splits(side) => halvings(width / side) + halvings(height / side),
        }
    }
}

/// How often a number can be halved before it is under 2.
fn halvings(number: i32) -> i32 {
    number.max(1).ilog2() as i32
}

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
    /// Joins what is left by tunnels.
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
    Crossings,
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
    Walks,
    /// Draws what the two ways of each cycle are to each other, and proves the gates.
    Patterns,
    /// Digs rooms, hallways and courts, hangs doors, gates and ledges.
    DigCloister,
    /// Builds columns and niches into rooms.
    Columns,
    /// Joins the halves of every split by hallways, and digs all of it.
    Joins,
    /// Says which rooms are the start, the exit and the shop.
    Roles,
    /// Digs galleries behind rows of pillars, and niches.
    Galleries,
    /// Sows lawns.
    Courts,
    /// Chooses where the level is entered and left.
    Ends,
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
    /// Sets traps and residents where the patterns of cycles ask for them.
    Watch,
    /// Lays keys and tools into the rooms that the locks were proven with.
    Openers,
    /// Writes down the proof of the locks.
    Certificate,
    /// Refuses a level that breaks the contract of every kind.
    Contract,
}

impl fmt::Display for Pass {
    /// As words: "open cap".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, letter) in format!("{self:?}").char_indices() {
            if place > 0 && letter.is_uppercase() {
                f.write_char(' ')?;
            }
            f.write_char(letter.to_ascii_lowercase())?;
        }
        Ok(())
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
            Pass::Joins => &["least_room", "room_percent", "door_percent"],
            Pass::Roles => &["min_distance"],
            Pass::Galleries => &["gallery_percent"],
            Pass::Courts => &["court_percent"],
            Pass::Crates => &["crate_percent"],
            Pass::Ends | Pass::MainStreet => &["min_distance"],
            Pass::Doors => &["door_percent"],
            _ => &[],
        }
    }
}

/// Something that stands on a super-tile.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureKind {
    pub name: String,
    pub weight: u32,
    /// Whether its super-tile may be widened to a chamber.
    #[serde(default)]
    pub wide: bool,
    /// What is put here before it is put anywhere else.
    #[serde(default)]
    pub holds: Option<Holding>,
}

/// What the two ways of a cycle, from its start to its goal, are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all(serialize = "snake_case"))]
pub enum Pattern {
    /// Both lie open.
    TwoWays,
    /// The short one is locked, and its key lies on the long one.
    LockAndKey,
    /// The short one lies under rubble; the satchel lies on the long one.
    HiddenShortcut,
    /// Traps and residents keep to the short one.
    DangerousShortcut,
    /// The short one drops down, so that the way back is the long one.
    OneWay,
    /// A group of residents walks the cycle.
    Patrol,
    /// The goal is seen early, across a pit; the feather lies late on the long way.
    Foreshadowing,
}

/// What a feature asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Holding {
    Trap,
    Chest,
    Light,
    Actor,
    Item,
}

/// How many things of each kind stand on the pristine level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Furnishing {
    pub chutes: Count,
    pub wells: Count,
    pub traps: Count,
    /// Where they lie at both ends of a part of the floor.
    #[serde(default)]
    pub pockets: Option<Pockets>,
    pub chests: Count,
    pub lights: Count,
    /// Groups of residents, not heads.
    pub actors: Count,
    pub items: Count,
    /// Places to hide in.
    #[serde(default)]
    pub hiding: Option<Count>,
    /// Steps from the start within which no trap lies and nobody lives.
    pub quiet: u32,
}

/// Parts of the floor with two ways in, and a trap in each.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pockets {
    pub count: Count,
    /// The fewest and the most cells of one, where nothing stands.
    pub cells: (u32, u32),
}

/// A number of things that grows with the level and with its depth.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// One for every so many passable cells.
    pub cells: u32,
    /// Percent more for every depth below the first.
    #[serde(default)]
    pub deeper: u32,
    /// Never fewer, where there is room at all.
    pub least: u32,
    /// Never more on a level of 5,000 passable cells or fewer; larger ones have as much more room.
    pub most: u32,
    /// Never more than `most`, however large the level is.
    #[serde(default)]
    pub flat: bool,
}

impl Count {
    /// How many on a level with so many passable cells at this depth.
    pub fn on(self, cells: usize, depth: u8) -> u32 {
        let cells = cells as u32;
        let by_area = cells / self.cells;
        let by_depth = by_area * (100 + self.deeper * u32::from(depth.saturating_sub(1))) / 100;
        let most = if self.flat { self.most } else { self.most * cells.div_ceil(5_000).max(1) };
        by_depth.clamp(self.least, most)
    }
}

/// Who holds the rooms of a keep: the residents of the house, besides those who live wild at a depth.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    /// The fewest and the most heads in a room, in percent of the depth; the most is rounded up.
    pub heads: (u32, u32),
    /// A room has no more heads than one for so many cells of its floor, but always one.
    pub crowd: u32,
    /// How many of the heads are mages.
    pub mage_percent: u32,
    /// Names from `actors.ron`.
    pub mages: Vec<String>,
    pub guards: Vec<String>,
}

impl Garrison {
    /// The fewest and the most heads in a room at a depth, where it has space for them.
    pub fn heads(&self, depth: u8) -> (u32, u32) {
        let (low, high) = self.heads;
        (u32::from(depth) * low / 100, (u32::from(depth) * high).div_ceil(100))
    }
}

impl LevelKind {
    /// How often an actor is drawn here, at the depths where it lives.
    pub fn weight_of(&self, actor: &super::ActorKind) -> u32 {
        let named =
            self.inhabitants.iter().find(|(name, _)| *name == actor.name || *name == actor.faction);
        actor.weight * named.map_or(100, |(_, percent)| *percent)
    }

    /// The first thing that cannot be right: the field and what is wrong with it.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let (least, usual) = (self.least, self.usual);
        if least.0 < 8 || least.1 < 8 || usual.0 > 1024 || usual.1 > 1024 {
            return Err(("least", "sizes lie between 8×8 and 1024×1024".to_owned()));
        }
        if usual.0 < least.0 || usual.1 < least.1 {
            return Err(("usual", "is under the least size".to_owned()));
        }
        if self.night.is_some_and(|turns| !(50..=20_000).contains(&turns)) {
            return Err(("night", "a night has 50 to 20000 turns".to_owned()));
        }
        if self.attempts == 0 {
            return Err(("attempts", "at least one is needed".to_owned()));
        }
        for setting in &self.settings {
            let (low, high, default) =
                (setting.low.on(usual), setting.high.on(usual), setting.default.on(usual));
            if !(low..=high).contains(&default) {
                let name = &setting.name;
                let message = format!("{name}: {default} is not within {low} and {high}");
                return Err(("settings", message));
            }
        }
        for pass in &self.passes {
            for needed in pass.settings() {
                if !self.settings.iter().any(|setting| setting.name == *needed) {
                    return Err(("passes", format!("{pass:?} needs the setting “{needed}”")));
                }
            }
        }
        if self.passes.contains(&Pass::Features)
            && self.features.iter().all(|feature| feature.weight == 0)
        {
            return Err(("features", "none has any weight".to_owned()));
        }
        let is_open = |pattern| matches!(pattern, Pattern::TwoWays);
        if self.passes.contains(&Pass::Patterns)
            && !self.patterns.iter().any(|&(pattern, weight)| is_open(pattern) && weight > 0)
        {
            return Err(("patterns", "two ways can always stand, and need some weight".to_owned()));
        }
        let Furnishing {
            chutes,
            wells,
            traps,
            pockets,
            chests,
            lights,
            actors,
            items,
            hiding,
            quiet: _,
        } = &self.furnishing;
        let pockets = pockets.as_ref();
        if pockets.is_some_and(|pockets| pockets.cells.0 > pockets.cells.1) {
            return Err(("pockets", "least above most".to_owned()));
        }
        let counts = [chutes, wells, traps, chests, lights, actors, items];
        let others = hiding.iter().chain(pockets.map(|pockets| &pockets.count));
        for count in counts.into_iter().chain(others) {
            if count.cells == 0 || count.least > count.most {
                return Err(("furnishing", "cells is 0, or least above most".to_owned()));
            }
        }
        let hides = self.passes.iter().any(|pass| matches!(pass, Pass::Wardrobes | Pass::Alcoves));
        if hides != hiding.is_some() {
            let message = "places to hide in want a pass that stands them, and a number".to_owned();
            return Err(("furnishing", message));
        }
        if let Some(garrison) = &self.garrison {
            let unmanned = garrison.mages.is_empty() || garrison.guards.is_empty();
            if unmanned || garrison.crowd == 0 || garrison.heads.0 > garrison.heads.1 {
                let message = "names nobody, crowd is 0, or least above most".to_owned();
                return Err(("garrison", message));
            }
        }
        if self.passes.contains(&Pass::Garrison) && self.garrison.is_none() {
            return Err(("passes", "Garrison needs a garrison".to_owned()));
        }
        Ok(())
    }
}
