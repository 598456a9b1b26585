//! What a run starts from: seed, mode and options.

use serde::{Deserialize, Serialize};

use crate::base::Seed;
use crate::content::{Catalog, Depth, FloorKey, LevelKindId};

use crate::sim::units::Turns;

/// Everything that a run starts from: with the commands it determines every state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub seed: Seed,
    pub mode: Mode,
    pub options: Options,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// One level, graded. The level kind stands here by name, because a run file outlives the order of `levels.ron`.
    Shift { kind: String, depth: Depth },
}

impl Mode {
    /// Whether the run is over when its first shift is.
    pub(crate) fn ends_with_shift(&self) -> bool {
        match self {
            Mode::Shift { .. } => true,
        }
    }

    /// The word on the command line and in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Mode::Shift { .. } => "shift",
        }
    }

    /// The number that stands for the mode where a setup is hashed.
    pub fn code(&self) -> u8 {
        match self {
            Mode::Shift { .. } => 0,
        }
    }

    /// The name of the level kind of the floor that the run is on.
    pub fn kind(&self) -> &str {
        match self {
            Mode::Shift { kind, .. } => kind,
        }
    }

    /// The same by its place in the catalog; `None` if the catalog has no such kind.
    pub fn level_kind(&self, catalog: &Catalog) -> Option<LevelKindId> {
        catalog.find_level(self.kind())
    }

    /// The depth of the floor that the run is on.
    pub fn depth(&self) -> Depth {
        match self {
            Mode::Shift { depth, .. } => *depth,
        }
    }

    /// The floor that the run is on.
    pub fn floor_key(&self) -> FloorKey {
        match self {
            Mode::Shift { .. } => FloorKey::SHIFT,
        }
    }
}

/// Choices that change what happens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The content is not the built-in one: the run is not ranked.
    pub modded: bool,
}

impl Setup {
    /// Turns from the start of a shift to dawn: a percentage of par, by the kind of level; a fixed number where there is
    /// no certified work.
    pub(crate) fn dawn(&self, catalog: &Catalog, par: Option<Turns>) -> Turns {
        let rules = &catalog.rules;
        let Some(Turns(par)) = par else { return Turns(rules.dawn) };
        let kind = self.mode.level_kind(catalog).map(|id| catalog.level(id));
        let percent = kind.and_then(|kind| kind.night_percent).unwrap_or(rules.night_percent);
        Turns((par * percent).div_ceil(100).max(par + 1))
    }

    /// A shift on the built-in content.
    pub fn shift(kind: &str, depth: Depth, seed: Seed) -> Setup {
        Setup {
            seed,
            mode: Mode::Shift { kind: kind.to_owned(), depth },
            options: Options::default(),
        }
    }
}
