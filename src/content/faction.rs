//! The sides, and the table of who fights whom.

use serde::{Deserialize, Serialize};

/// A side: its place in [`Factions::names`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FactionId(pub u8);

/// Who fights whom, as the file has it: names, and the pairs at war.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactionFile {
    pub names: Vec<String>,
    pub at_war: Vec<(String, String)>,
}

/// Who fights whom: a symmetric table.
#[derive(Clone, Debug)]
pub struct Factions {
    pub names: Vec<String>,
    pub(super) hostile: Vec<Vec<bool>>,
}

impl Factions {
    pub fn find(&self, name: &str) -> Option<FactionId> {
        self.names.iter().position(|known| known == name).map(|place| FactionId(place as u8))
    }

    /// Whether members of each faction, by id, and of this one attack each other on sight.
    pub fn hostile_to(&self, faction: FactionId) -> &[bool] {
        &self.hostile[usize::from(faction.0)]
    }

    /// Whether members of the two attack each other on sight.
    pub fn are_hostile(&self, a: FactionId, b: FactionId) -> bool {
        self.hostile_to(a)[usize::from(b.0)]
    }
}
