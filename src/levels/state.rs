//! The products of passes that later passes of a kind build on, such as the super-tiles of a vault.
//! Data only: the draft has fields of these types.
//!
//! Cycles are after Dormans ("Cyclic generation", in Short and Adams, *Procedural Generation in
//! Game Design*, 2017), as in *Unexplored*: a great cycle, two ways between a start and a goal,
//! smaller cycles attached to it, and a pattern for each that says how the two ways differ. Here
//! they are laid out on an uneven grid of blocks, which keeps the graph planar at any size.

use crate::detail::{CaveTrace, CavernDetail, Feature, House, TownDetail, VaultDetail};
use crate::level::floor_rows;
use base::{Bits, Grid, Pos, Rect};
use content::{Modules, Pattern};

/// The super-tiles of a vault: blocks of 3×3 cells, some with a feature at the centre.
///
/// Columns and rows left over in the east and the south stay solid.
pub(crate) struct SuperTiles {
    /// The features in the order of their ids; the first is the start, the second the exit. Their
    /// connections are added when the level is finished.
    pub detail: VaultDetail,
    /// By feature: whether it may become a chamber.
    pub may_widen: Vec<bool>,
    /// The id of the feature on each super-tile.
    pub at: Grid<Option<usize>>,
}

pub(crate) const START_ID: usize = 0;
pub(crate) const EXIT_ID: usize = 1;

impl SuperTiles {
    pub(crate) fn new(width: i32, height: i32, min_distance: i32) -> SuperTiles {
        let (cols, rows) = (width / 3, height / 3);
        let (features, connections, repairs) = (Vec::new(), Vec::new(), Vec::new());
        SuperTiles {
            detail: VaultDetail { cols, rows, min_distance, features, connections, repairs },
            may_widen: Vec::new(),
            at: Grid::filled(cols, rows, None),
        }
    }

    /// Places a feature on an empty super-tile.
    pub(crate) fn add(&mut self, cell: Pos, kind: &str, may_widen: bool) {
        let id = self.detail.features.len();
        self.at[cell] = Some(id);
        self.detail.features.push(Feature { id, cell, kind: kind.to_owned() });
        self.may_widen.push(may_widen);
    }

    pub(crate) fn feature_at(&self, cell: Pos) -> Option<usize> {
        self.at.get(cell).copied().flatten()
    }

    /// The features connected to one: those on the adjacent super-tiles in the cardinal directions,
    /// three cells away.
    pub(crate) fn connected(&self, id: usize) -> impl Iterator<Item = usize> {
        self.detail.features[id].cell.cardinals().filter_map(|cell| self.feature_at(cell))
    }

    /// Every pair of connected features, lower id first, in order.
    pub(crate) fn connections(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for a in 0..self.detail.features.len() {
            let from = pairs.len();
            pairs.extend(self.connected(a).filter(|&b| b > a).map(|b| (a, b)));
            pairs[from..].sort_unstable();
        }
        pairs
    }

    pub(crate) fn block(cell: Pos) -> Rect {
        Rect::new(3 * cell.x, 3 * cell.y, 3, 3)
    }

    /// The cell of a super-tile's feature.
    pub(crate) fn centre(cell: Pos) -> Pos {
        Pos::new(3 * cell.x + 1, 3 * cell.y + 1)
    }
}

/// The floor of a cavern, and how it was made.
pub(crate) struct Cave {
    pub detail: CavernDetail,
    pub floor: Bits,
    pub noise: Bits,
    /// The floor after each pass, if the request has `trace`.
    pub generations: Vec<Bits>,
    /// A cell of each region that was not filled, the largest region first.
    pub regions: Vec<Pos>,
    /// The cells dug for each tunnel.
    pub tunnels: Vec<Vec<Pos>>,
}

impl Cave {
    pub(crate) fn into_trace(self) -> CaveTrace {
        CaveTrace {
            noise: floor_rows(&self.noise),
            generations: self.generations.iter().map(floor_rows).collect(),
            tunnels: self.tunnels,
        }
    }
}

pub(crate) struct Scatter {
    /// Rectangles of floor.
    pub rooms: Vec<Rect>,
    /// Number of rooms that were drawn.
    pub dropped: usize,
    /// Number of rounds of pushing.
    pub rounds: u32,
}

/// The cycles of a level, the great one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cycles {
    pub all: Vec<Cycle>,
    /// The rooms of the great cycle's court, if it has one, and of other courts.
    pub courts: Vec<usize>,
    /// Links of cycles that could not be completed; they may lead round links of others.
    pub spoiled: Vec<usize>,
    /// Pairs of rooms that are to be linked.
    pub edges: Vec<(usize, usize)>,
}

/// Rooms in order round a cycle, each linked with the next and the last with the first.
#[derive(Clone, Debug)]
pub(crate) struct Cycle {
    pub rooms: Vec<usize>,
    /// The links round it: the first connects the first two rooms. Empty until they are routed.
    pub links: Vec<usize>,
    /// The number of rooms, the first not counted, that belong to this cycle alone; they follow the
    /// first. The others belong to the cycle that it is attached to.
    pub own: usize,
    pub pattern: Pattern,
    /// The index of the goal among the rooms; the start is the first, and the short way leads over
    /// the rooms in between. 0 until a pattern is applied.
    pub goal: usize,
}

impl Cycle {
    pub(crate) fn new(rooms: Vec<usize>, own: usize) -> Cycle {
        Cycle { rooms, links: Vec::new(), own, pattern: Pattern::TwoWays, goal: 0 }
    }

    /// The rooms between start and goal on the short way.
    pub(crate) fn short_way(&self) -> &[usize] {
        &self.rooms[1..self.goal.max(1)]
    }

    /// The rooms between start and goal on the long way, from the start.
    pub(crate) fn long_way(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.rooms[self.goal + 1..].iter().rev().copied()
    }
}

/// A room on the coarse grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub blocks: Rect,
    pub is_court: bool,
}

/// A town on its grid of modules.
pub(crate) struct Town {
    /// The north-western cell of the grid on the level.
    pub origin: Pos,
    /// The places from the entrance gate to the exit gate, both included, without those of the
    /// square.
    pub main_street: Vec<Pos>,
    /// The places of the square, if there was room for one, and where the main street enters and
    /// leaves it: each time a place of the square and one of the street.
    pub square: Option<(Rect, [(Pos, Pos); 2])>,
    pub modules: Grid<Option<u16>>,
    /// Number of choices that were undone.
    pub restarts: u32,
    pub houses: Vec<House>,
}

impl Town {
    /// The number of modules across and down that fit inside the outer ring.
    pub(crate) fn grid_of(modules: &Modules, width: i32, height: i32) -> (i32, i32) {
        let size = modules.file.size as i32;
        ((width - 2) / size, (height - 2) / size)
    }

    pub(crate) fn detail(self, modules: &Modules) -> TownDetail {
        let id = |&module: &Option<u16>| {
            module.map_or_else(String::new, |module| modules.list[usize::from(module)].id.clone())
        };
        let standing: std::collections::BTreeSet<u16> =
            self.modules.cells().iter().copied().flatten().collect();
        let sockets = standing.into_iter().map(usize::from);
        TownDetail {
            module_size: modules.file.size,
            modules: self.modules.rows().map(|row| row.iter().map(id).collect()).collect(),
            sockets: sockets
                .map(|module| (modules.list[module].id.clone(), modules.socket_names(module)))
                .collect(),
            houses: self.houses,
            restarts: self.restarts,
        }
    }
}
