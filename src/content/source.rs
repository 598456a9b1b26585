//! The texts of the data files, built in and replaceable by files of the player, and the error of a
//! fault in one.

use std::collections::BTreeMap;
use std::fmt::Display;

use xxhash_rust::xxh3::Xxh3;

pub const DATA_FILES: [(&str, &str); 25] = [
    ("actors.ron", include_str!("../../data/actors.ron")),
    ("campaign.ron", include_str!("../../data/campaign.ron")),
    ("cast.ron", include_str!("../../data/cast.ron")),
    ("categories.ron", include_str!("../../data/categories.ron")),
    ("conditions.ron", include_str!("../../data/conditions.ron")),
    ("encounters.ron", include_str!("../../data/encounters.ron")),
    ("factions.ron", include_str!("../../data/factions.ron")),
    ("items.ron", include_str!("../../data/items.ron")),
    ("levels.ron", include_str!("../../data/levels.ron")),
    ("looks.ron", include_str!("../../data/looks.ron")),
    ("marches.ron", include_str!("../../data/marches.ron")),
    ("modules.ron", include_str!("../../data/modules.ron")),
    ("notices.ron", include_str!("../../data/notices.ron")),
    ("parties.ron", include_str!("../../data/parties.ron")),
    ("perks.ron", include_str!("../../data/perks.ron")),
    ("refusals.ron", include_str!("../../data/refusals.ron")),
    ("rules.ron", include_str!("../../data/rules.ron")),
    ("sayings.ron", include_str!("../../data/sayings.ron")),
    ("short_names.ron", include_str!("../../data/short_names.ron")),
    ("story.ron", include_str!("../../data/story.ron")),
    ("terrain.ron", include_str!("../../data/terrain.ron")),
    ("texts.ron", include_str!("../../data/texts.ron")),
    ("town.ron", include_str!("../../data/town.ron")),
    ("traps.ron", include_str!("../../data/traps.ron")),
    ("tutorial.ron", include_str!("../../data/tutorial.ron")),
];

/// The data files without rules. They say what finished runs are ranked by, and change no state of
/// a run: were they part of the ruleset, a new category would make every run file one of unknown
/// rules, and every run with it unranked. So would a new sentence of the story that is told when
/// all is over, other words for a refusal, another sign or colour on the map, or another
/// short name in the side panel.
const FILES_WITHOUT_RULES: [&str; 6] =
    ["categories.ron", "looks.ron", "refusals.ron", "short_names.ron", "story.ron", "terrain.ron"];

/// The texts of all data files, by name.
#[derive(Clone, Debug)]
pub struct Sources(BTreeMap<&'static str, String>);

impl Default for Sources {
    fn default() -> Sources {
        Sources(DATA_FILES.iter().map(|&(name, text)| (name, text.to_owned())).collect())
    }
}

impl Sources {
    /// Replaces the text of a file; false if there is no such file.
    pub fn replace(&mut self, name: &str, text: String) -> bool {
        match self.0.get_mut(name) {
            Some(old) => {
                *old = text;
                true
            }
            None => false,
        }
    }

    /// The text of a file of [`DATA_FILES`]; empty for any other name.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// XXH3 over the names and texts of the data files with rules.
    pub fn hash(&self) -> u64 {
        let mut hash = Xxh3::new();
        let has_rules = |(name, _): &(&&str, &String)| !FILES_WITHOUT_RULES.contains(name);
        for (name, text) in self.0.iter().filter(has_rules) {
            hash.update(&(name.len() as u64).to_le_bytes());
            hash.update(name.as_bytes());
            hash.update(&(text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
        hash.digest()
    }
}

/// A fault in a data file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told_of(format_args!("data/{file}")))]
pub struct DataError {
    pub file: &'static str,
    /// Counted from 1.
    pub line: usize,
    /// Entry and field, "rat.health"; "syntax" if the text is not valid RON.
    pub field: String,
    /// What is wrong, or what would be right.
    pub message: String,
}

/// What a check of a data file gives, unless there is a fault in it.
pub(crate) type Checked<T = ()> = Result<T, DataError>;

impl DataError {
    /// The error as text, with the path that the file was read from.
    pub fn told_of(&self, path: impl Display) -> String {
        format!("{path}:{}: {}: {}", self.line, self.field, self.message)
    }
}
