//! The recipe of the overworld, and what can be asked of it.

use serde::Deserialize;

use super::LevelKind;

/// How the overworld is made; `data/marches.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarchesRules {
    /// The word that asks for it.
    pub name: String,
    pub about: String,
    /// Width and height of the smallest and of the usual map, in cells.
    pub min: (i32, i32),
    pub usual: (i32, i32),
    /// Cells between any two sites at the least, where the size of the map lets it be.
    pub min_distance: i32,
    /// How many of the edges that the spanning tree leaves become roads, in percent.
    pub loop_percent: i32,
    /// The kinds of the site where a journey begins and of the one where it ends.
    pub start: String,
    pub goal: String,
    pub kinds: Vec<SiteKind>,
}

/// A kind of site.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteKind {
    pub name: String,
    pub weight: u32,
    /// So many on every map, start and goal counted.
    #[serde(default)]
    pub min: u32,
}

impl MarchesRules {
    /// Sites that every map is sure to have, whatever its size and settings.
    pub const GUARANTEED_SITES: usize = 12;

    /// Leaves out the kinds of sites that no level can be made for.
    pub(super) fn keep_known(&mut self, levels: &[LevelKind]) {
        self.kinds.retain(|kind| levels.iter().any(|level| level.name == kind.name));
    }

    /// The first thing that cannot be right: the field and what is wrong with it.
    pub(super) fn check(&self) -> Result<(), (&'static str, String)> {
        let (min, usual) = (self.min, self.usual);
        let fits = |side| (20..=1024).contains(&side);
        if ![min.0, min.1, usual.0, usual.1].into_iter().all(fits)
            || usual.0 < min.0
            || usual.1 < min.1
        {
            return Err(("least", "sizes lie between 20×20 and 1024×1024".to_owned()));
        }
        if self.min_distance < 2 || !(0..=100).contains(&self.loop_percent) {
            return Err((
                "min_distance",
                "it is 2 at the least; a share is a percentage".to_owned(),
            ));
        }
        if self.kinds.iter().all(|kind| kind.weight == 0) {
            return Err(("kinds", "none has any weight".to_owned()));
        }
        let asked: u32 = self.kinds.iter().map(|kind| kind.min).sum();
        if asked as usize + 2 > MarchesRules::GUARANTEED_SITES {
            let message =
                format!("they ask for {asked} sites; {} is the most", Self::GUARANTEED_SITES - 2);
            return Err(("kinds", message));
        }
        Ok(())
    }
}
