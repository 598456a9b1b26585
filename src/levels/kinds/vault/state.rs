//! What the passes of a vault share while it is made.

use crate::kinds::vault::detail::{Feature, Repair, VaultDetail};
use base::{Grid, Pos, Rect};

/// The super-tiles of a vault: blocks of 3×3 cells, some with a feature at the centre.
///
/// Columns and rows left over in the east and the south stay solid.
pub(crate) struct SuperTiles {
    pub cols: i32,
    pub rows: i32,
    /// Minimum Manhattan distance between start and exit, in super-tiles.
    pub min_distance: i32,
    /// In the order of their ids; the first is the start, the second the exit.
    pub features: Vec<PlacedFeature>,
    /// The id of the feature on each super-tile.
    pub at: Grid<Option<u32>>,
    /// Super-tiles widened to chambers.
    pub wide: Grid<bool>,
    pub repairs: Vec<Repair>,
}

/// A feature on its super-tile.
pub(crate) struct PlacedFeature {
    pub cell: Pos,
    pub role: FeatureRole,
}

/// What a feature is.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum FeatureRole {
    Start,
    Exit,
    /// Added by a repair.
    Passage,
    /// Drawn from the recipe's list: name, and whether it may become a chamber.
    Drawn {
        name: String,
        wide: bool,
    },
}

/// The id of the start.
pub(crate) const START_ID: usize = 0;
/// The id of the exit.
pub(crate) const EXIT_ID: usize = 1;

impl SuperTiles {
    pub(crate) fn new(width: i32, height: i32, min_distance: i32) -> SuperTiles {
        let (cols, rows) = (width / 3, height / 3);
        SuperTiles {
            cols,
            rows,
            min_distance,
            features: Vec::new(),
            at: Grid::filled(cols, rows, None),
            wide: Grid::filled(cols, rows, false),
            repairs: Vec::new(),
        }
    }

    /// Places a feature on an empty super-tile.
    pub(crate) fn add(&mut self, cell: Pos, role: FeatureRole) {
        self.at[cell] = Some(self.features.len() as u32);
        self.features.push(PlacedFeature { cell, role });
    }

    /// The feature on a super-tile.
    pub(crate) fn feature_at(&self, cell: Pos) -> Option<usize> {
        self.at.get(cell).copied().flatten().map(|id| id as usize)
    }

    /// The features connected to one: those on the adjacent super-tiles in the cardinal directions, three cells away.
    pub(crate) fn connected(&self, id: usize) -> impl Iterator<Item = usize> {
        self.features[id].cell.cardinals().filter_map(|cell| self.feature_at(cell))
    }

    /// Every pair of connected features, lower id first, in order.
    pub(crate) fn connections(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for a in 0..self.features.len() {
            let from = pairs.len();
            pairs.extend(self.connected(a).filter(|&b| b > a).map(|b| (a, b)));
            pairs[from..].sort_unstable();
        }
        pairs
    }

    /// The cells of a super-tile.
    pub(crate) fn block(cell: Pos) -> Rect {
        Rect::new(3 * cell.x, 3 * cell.y, 3, 3)
    }

    /// The cell of a super-tile's feature.
    pub(crate) fn centre(cell: Pos) -> Pos {
        Pos::new(3 * cell.x + 1, 3 * cell.y + 1)
    }

    pub(crate) fn into_detail(self) -> VaultDetail {
        let connections = self.connections();
        let features = self
            .features
            .into_iter()
            .enumerate()
            .map(|(id, PlacedFeature { cell, role })| {
                let kind = match role {
                    FeatureRole::Start => "start".to_owned(),
                    FeatureRole::Exit => "exit".to_owned(),
                    FeatureRole::Passage => "passage".to_owned(),
                    FeatureRole::Drawn { name, .. } => name,
                };
                Feature { id, cell, kind }
            })
            .collect();
        VaultDetail {
            cols: self.cols,
            rows: self.rows,
            min_distance: self.min_distance,
            features,
            connections,
            repairs: self.repairs,
        }
    }
}
