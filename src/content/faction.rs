//! Factions, and which of them are at war.

use serde::{Deserialize, Serialize};

/// A faction: its index in [`Factions::names`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FactionId(pub u8);

/// The contents of `data/factions.ron`: names, and the pairs at war.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactionFile {
    pub names: Vec<String>,
    pub at_war: Vec<(String, String)>,
}

/// The factions, and a symmetric table of those at war.
#[derive(Clone, Debug)]
pub struct Factions {
    pub names: Vec<String>,
    /// By both ids: whether the two are at war.
    hostile: Vec<Vec<bool>>,
    /// For each faction the list of its enemies.
    enemies: Vec<Vec<FactionId>>,
}

impl Factions {
    /// The table of factions with these names and these pairs at war.
    pub(super) fn new(names: Vec<String>, at_war: &[(FactionId, FactionId)]) -> Factions {
        let count = names.len();
        let mut hostile = vec![vec![false; count]; count];
        for &(FactionId(a), FactionId(b)) in at_war {
            hostile[usize::from(a)][usize::from(b)] = true;
            hostile[usize::from(b)][usize::from(a)] = true;
        }
        let places = |row: &Vec<bool>| {
            let enemies = row.iter().enumerate().filter(|&(_, &is_hostile)| is_hostile);
            enemies.map(|(place, _)| FactionId(place as u8)).collect()
        };
        let enemies = hostile.iter().map(places).collect();
        Factions { names, hostile, enemies }
    }

    pub fn find(&self, name: &str) -> Option<FactionId> {
        self.names.iter().position(|known| known == name).map(|place| FactionId(place as u8))
    }

    /// The factions whose members and those of this one attack each other on sight, by id.
    #[inline]
    pub fn enemies_of(&self, faction: FactionId) -> &[FactionId] {
        &self.enemies[usize::from(faction.0)]
    }

    /// Whether members of the two attack each other on sight.
    #[inline]
    pub fn are_hostile(&self, a: FactionId, b: FactionId) -> bool {
        self.hostile[usize::from(a.0)][usize::from(b.0)]
    }
}
