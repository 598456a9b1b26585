//! What a run starts from: seed, mode and options.

use serde::{Deserialize, Serialize};

use crate::base::{Day, Seed};
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
    /// The shift that a day has for everybody; kind, depth and seed are those of [`Setup::daily`].
    Daily {
        day: Day,
        /// Whether it is the one try at the day that counts, begun on that day, or else practice.
        ranked: bool,
        kind: String,
        depth: Depth,
    },
}

impl Mode {
    /// Whether the run is over when its first shift is.
    pub(crate) fn ends_with_shift(&self) -> bool {
        match self {
            Mode::Shift { .. } | Mode::Daily { .. } => true,
        }
    }

    /// The word on the command line and in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Mode::Shift { .. } => "shift",
            Mode::Daily { .. } => "daily",
        }
    }

    /// The day whose shift it is; `None` in other modes.
    pub fn day(&self) -> Option<Day> {
        match self {
            Mode::Shift { .. } => None,
            Mode::Daily { day, .. } => Some(*day),
        }
    }

    /// The name of the level kind of the floor that the run is on.
    pub fn kind(&self) -> &str {
        match self {
            Mode::Shift { kind, .. } | Mode::Daily { kind, .. } => kind,
        }
    }

    /// The same by its place in the catalog; `None` if the catalog has no such kind.
    pub fn level_kind(&self, catalog: &Catalog) -> Option<LevelKindId> {
        catalog.find_level(self.kind())
    }

    /// The depth of the floor that the run is on.
    pub fn depth(&self) -> Depth {
        match self {
            Mode::Shift { depth, .. } | Mode::Daily { depth, .. } => *depth,
        }
    }

    /// The floor that the run is on.
    pub fn floor_key(&self) -> FloorKey {
        match self {
            Mode::Shift { .. } | Mode::Daily { .. } => FloorKey::SHIFT,
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

    /// The shift of a day, on the content of the catalog: its date is the word of the seed, the day of the week gives the
    /// depth, and the kinds take turns from day to day.
    pub fn daily(day: Day, ranked: bool, catalog: &Catalog) -> Setup {
        let daily = &catalog.rules.daily;
        let kind = daily.kinds[day.number() as usize % daily.kinds.len()].clone();
        let depth = daily.weekday_depths[day.weekday()];
        Setup {
            seed: Seed::from_text(&day.to_string()),
            mode: Mode::Daily { day, ranked, kind, depth },
            options: Options::default(),
        }
    }

    /// Whether a daily shift is the one that its day has; other shifts may be any.
    pub fn is_of_its_day(&self, catalog: &Catalog) -> bool {
        match self.mode {
            Mode::Shift { .. } => true,
            Mode::Daily { day, ranked, .. } => {
                let daily = Setup::daily(day, ranked, catalog);
                (self.seed, &self.mode) == (daily.seed, &daily.mode)
            }
        }
    }
}
