//! The recipe of the overworld, as in `data/marches.ron`.

use serde::Deserialize;

use super::LevelKind;

/// The recipe of the overworld; `data/marches.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarchesRules {
    /// Its name in commands.
    pub name: String,
    pub about: String,
    /// Width and height of the smallest and of the usual map, in cells.
    pub min: (i32, i32),
    pub usual: (i32, i32),
    /// Minimum distance between two sites, in cells, where the size of the map allows it.
    pub min_distance: i32,
    /// Percent of the edges outside the spanning tree that become roads.
    pub loop_percent: i32,
    /// The kinds of the site where a journey begins and of the one where it ends.
    pub start: String,
    pub goal: String,
    /// Ranges of depths, both ends included, within each of which lies a town where there is a
    /// place for it.
    pub towns_within: Vec<(u8, u8)>,
    pub kinds: Vec<SiteKind>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteKind {
    pub name: String,
    pub weight: u32,
    /// Minimum number on every map, start and goal included.
    #[serde(default)]
    pub min: u32,
}

impl MarchesRules {
    /// Number of sites that every map has at least, whatever its size and settings.
    pub const GUARANTEED_SITES: usize = 12;

    /// Removes the kinds of sites for which there is no recipe of a level.
    pub(super) fn keep_known(&mut self, levels: &[LevelKind]) {
        self.kinds.retain(|kind| levels.iter().any(|level| level.name == kind.name));
    }
}
