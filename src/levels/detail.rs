//! `detail` in a dump: what each pass records of how its level was made, so that others can check
//! it.
//!
//! The `detail` of a level is what its passes left here, in the order of the fields; a recipe that
//! recombines passes needs no code of its own. Data only: the draft and the dump are made of it.

use std::collections::BTreeMap;

use base::{Dir, Grid, Pos, Rect};
use content::{Pattern, Tile};
use serde::{Serialize, Serializer};

/// The records of all passes; `None` for passes that were not run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Detail {
    #[serde(flatten)]
    pub vault: Option<VaultDetail>,
    #[serde(flatten)]
    pub cavern: Option<CavernDetail>,
    #[serde(flatten)]
    pub warren: Option<WarrenDetail>,
    #[serde(flatten)]
    pub house: Option<HouseDetail>,
    #[serde(flatten)]
    pub partition: Option<PartitionDetail>,
    #[serde(flatten)]
    pub bastion: Option<BastionDetail>,
    #[serde(flatten)]
    pub crypt: Option<CryptDetail>,
    #[serde(flatten)]
    pub keep: Option<KeepDetail>,
    #[serde(flatten)]
    pub cloister: Option<CloisterDetail>,
    #[serde(flatten)]
    pub town: Option<TownDetail>,
    /// `Some` only if the request has `trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trace {
    #[serde(flatten)]
    pub cave: Option<CaveTrace>,
    /// The level after every pass that changed something, and after steps of some passes.
    pub stages: Vec<TraceStage>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceStage {
    /// The pass, with the step if it has several: "automaton, generation 3".
    pub pass: String,
    /// The terrain, as in the dump.
    pub rows: Vec<String>,
    /// How many of the level's things are placed: the first `things` of them.
    pub things: usize,
}

impl TraceStage {
    /// The terrain as tiles; `None` if a row has other characters or another length.
    pub fn tiles(&self) -> Option<Grid<Tile>> {
        let width = self.rows.first()?.chars().count();
        let cells = self.rows.iter().flat_map(|row| row.chars().map(Tile::of_character));
        let cells: Vec<Tile> = cells.collect::<Option<_>>()?;
        (cells.len() == width * self.rows.len())
            .then(|| Grid::from_cells(width as i32, cells))
            .flatten()
    }
}

/// Everything needed to run the automaton again. `#` is wall, `.` is floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaveTrace {
    pub noise: Vec<String>,
    /// The grid after each pass.
    pub generations: Vec<Vec<String>>,
    /// The cells dug for each tunnel, in order.
    pub tunnels: Vec<Vec<Pos>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartitionDetail {
    /// Column, row, width and height of every leaf; the index of a leaf is the id of its room.
    pub leaves: Vec<[i32; 4]>,
}

impl PartitionDetail {
    pub(crate) fn new(leaves: &[Rect]) -> PartitionDetail {
        PartitionDetail {
            leaves: leaves.iter().map(|leaf| [leaf.x, leaf.y, leaf.w, leaf.h]).collect(),
        }
    }
}

/// A side of a house, as the first letter of its direction.
fn side<S: Serializer>(side: &Dir, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&side.name()[..1])
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VaultDetail {
    /// Super-tiles across and down.
    pub cols: i32,
    pub rows: i32,
    /// Minimum Manhattan distance between start and exit, in super-tiles.
    pub min_distance: i32,
    pub features: Vec<Feature>,
    /// Pairs of features exactly three cells apart, lower id first.
    pub connections: Vec<(usize, usize)>,
    pub repairs: Vec<Repair>,
}

/// The feature at the centre of a super-tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    pub id: usize,
    /// Column and row of its super-tile.
    pub cell: Pos,
    /// `start`, `exit`, `passage` if a repair added it, or a name from the recipe.
    pub kind: String,
}

/// Passages that made a feature reachable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// The super-tiles that got a passage.
    pub added: Vec<Pos>,
    /// Number of features that are reachable afterwards.
    pub reachable: usize,
}

/// The settings of the cellular automaton, and what was done with the regions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CavernDetail {
    pub fill_percent: i32,
    pub passes: Vec<Rule>,
    pub regions_filled: usize,
    /// Number of regions connected to the largest. A tunnel that ends beside two regions connects
    /// both, so there may be fewer tunnels.
    pub regions_joined: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Wall where the 3×3 block holds five walls or more, or the 5×5 block two or fewer.
    Open,
    /// Wall where the 3×3 block holds five walls or more.
    Smooth,
}

/// The settings of the walkers, and what they dug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WarrenDetail {
    /// Number of walkers at the beginning.
    pub walkers: i32,
    pub rounds: i32,
    pub birth_percent: i32,
    /// Number of walkers with which none gives birth.
    pub most_walkers: i32,
    /// Cells that were dug, each counted once.
    pub walked: usize,
    /// Cells of the outer ring that had to be closed; none, as walkers turn back there.
    pub closed_border: usize,
    /// Number of cells that were filled because they could not be reached.
    pub dropped: usize,
}

/// The front door of a house, and the walls between its rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HouseDetail {
    #[serde(serialize_with = "side")]
    pub side: Dir,
    pub door: Pos,
    /// Where a shift begins and raiders come in: inside, by the outer wall, far from the front
    /// door. It follows from the tiles, and dumps do without it.
    #[serde(skip)]
    pub back_door: Pos,
    /// In the order in which they were built: each splits a part that those before it left.
    pub splits: Vec<Split>,
}

/// A wall with a single opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Split {
    /// Its first cell, inside the part that it splits.
    pub from: Pos,
    /// Its last cell, inside the part that it splits.
    pub to: Pos,
    pub opening: Pos,
}

impl Split {
    /// The cells of the wall, the opening included.
    pub fn cells(self) -> impl Iterator<Item = Pos> {
        Rect::new(
            self.from.x,
            self.from.y,
            self.to.x - self.from.x + 1,
            self.to.y - self.from.y + 1,
        )
        .positions()
    }
}

/// How rooms were pushed apart and connected. Rooms are given by their final ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BastionDetail {
    /// Rounds of pushing; the last found nothing to push, unless they ran out.
    pub rounds: u32,
    /// The rooms above the size threshold: the graph is over these.
    pub main: Vec<usize>,
    /// The Delaunay triangulation of the main rooms' centres; pairs are in order, lower id first.
    pub delaunay: Vec<(usize, usize)>,
    /// Its minimum spanning tree, on squared length.
    pub mst: Vec<(usize, usize)>,
    /// The edges outside the tree that became hallways.
    pub added_back: Vec<(usize, usize)>,
    /// The share of the edges outside the tree that become hallways, in percent, rounded down.
    pub share_percent: i32,
    /// The minor rooms that a hallway crosses, with one link on either side.
    pub kept_minor: Vec<usize>,
    /// The number of drawn rooms that were dropped: minor rooms that no hallway crosses, and rooms
    /// that could not be pushed apart.
    pub dropped: usize,
}

/// The graph of a crypt's rooms, and its critical path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CryptDetail {
    /// By room: its centre; between two cells the north-western one.
    pub centres: Vec<Pos>,
    /// The edges of a Delaunay triangulation of the centres, lower room first.
    pub delaunay: Vec<(usize, usize)>,
    /// The edges of its minimum spanning tree on squared length, shortest first.
    pub mst: Vec<(usize, usize)>,
    /// The edges outside the tree that became loops.
    pub loops: Vec<(usize, usize)>,
    /// The diameter of the tree: the number of edges of its longest path.
    pub diameter: usize,
    /// The two ends of that path.
    pub start_room: usize,
    pub boss_room: usize,
    /// The rooms on it, in order.
    pub critical_path: Vec<usize>,
    /// The maximum number of gates on the level.
    pub most_gates: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeepDetail {
    /// One for every split; those within a half come before the split itself.
    pub joins: Vec<Join>,
}

/// The hallway between the two halves of a split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Join {
    /// The rooms of the western or northern half.
    pub left: Vec<usize>,
    pub right: Vec<usize>,
    pub link: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CloisterDetail {
    pub pattern: Pattern,
    /// The rooms of the great cycle in order: from the start the short way to the goal, then the
    /// long way back.
    pub cycle: Vec<usize>,
    pub start_room: usize,
    pub goal_room: usize,
    pub subcycles: Vec<Subcycle>,
    /// Links that can be crossed from `a` to `b` only.
    pub one_way: Vec<usize>,
}

/// A smaller cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Subcycle {
    pub pattern: Pattern,
    /// Its rooms in order, beginning with the room of the larger cycle that is nearest to the
    /// start.
    pub cycle: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TownDetail {
    /// Cells along the side of a module.
    pub module_size: usize,
    /// The id of the module on each place of the grid, row by row.
    pub modules: Vec<Vec<String>>,
    /// By id of module: its sockets to the north, east, south and west.
    pub sockets: BTreeMap<String, [String; 4]>,
    pub houses: Vec<House>,
    /// Number of choices that were undone because they left a place without modules.
    pub restarts: u32,
}

/// A solid block with a door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct House {
    /// Its rectangle, walls included.
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
    pub door: Pos,
    #[serde(serialize_with = "side")]
    pub side: Dir,
}
