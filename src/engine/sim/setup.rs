//! What a run starts from: seed, mode and options.

use serde::{Deserialize, Serialize};

use base::{Day, Seed};
use content::{Catalog, Depth, ItemKindId, LevelKindId, Slot};

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
    // One level, graded. The level kind stands here by name, because a run file outlives the order
    // of `levels.ron`.
    Shift { kind: String, depth: Depth },
    // The shift that a day has for everybody; kind, depth and seed are those of [`Setup::daily`].
    Daily { day: Day, ranked: bool, kind: String, depth: Depth },
    // A journey across the marches of the seed.
    Campaign,
    // A journey that begins with something from the cart of another upkeeper, who is dead.
    CampaignWith { item: HandMeDown },
    // The floor that is drawn by hand, with its lessons.
    Tutorial,
}

/// One item of a dead upkeeper, for the next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandMeDown {
    /// The kind of item by name, because a run file outlives the order of `items.ron`.
    pub item: String,
    /// Whose it was.
    pub from: String,
}

impl HandMeDown {
    /// The kind of item; `None` if there is no such kind, or none that is carried in a cart.
    pub fn kind(&self, catalog: &Catalog) -> Option<ItemKindId> {
        let kind = catalog.find_item(&self.item)?;
        (catalog.item(kind).slot != Slot::Belt).then_some(kind)
    }
}

impl Mode {
    /// The word on the command line and in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Mode::Shift { .. } => "shift",
            Mode::Daily { .. } => "daily",
            Mode::Campaign | Mode::CampaignWith { .. } => "campaign",
            Mode::Tutorial => "tutorial",
        }
    }

    /// The day whose shift it is; `None` in other modes.
    pub fn day(&self) -> Option<Day> {
        match self {
            Mode::Shift { .. } | Mode::Campaign | Mode::CampaignWith { .. } | Mode::Tutorial => {
                None
            }
            Mode::Daily { day, .. } => Some(*day),
        }
    }

    /// What the run is on: the name of the level kind of its floor, or of the map of a journey.
    pub fn kind(&self) -> &str {
        match self {
            Mode::Shift { kind, .. } | Mode::Daily { kind, .. } => kind,
            Mode::Campaign | Mode::CampaignWith { .. } => "marches",
            Mode::Tutorial => "tutorial",
        }
    }

    /// The level kind of its floor by its place in the catalog; `None` for a journey and the
    /// tutorial, and if the catalog has no such kind.
    pub fn level_kind(&self, catalog: &Catalog) -> Option<LevelKindId> {
        catalog.find_level(self.kind())
    }

    /// The depth of its floor; of a journey, the depth at which it begins.
    pub fn depth(&self) -> Depth {
        match self {
            Mode::Shift { depth, .. } | Mode::Daily { depth, .. } => *depth,
            Mode::Campaign | Mode::CampaignWith { .. } | Mode::Tutorial => Depth::FIRST,
        }
    }

    /// Whether the run goes from floor to floor.
    pub fn is_journey(&self) -> bool {
        matches!(self, Mode::Campaign | Mode::CampaignWith { .. })
    }

    /// What a journey begins with from the cart of another upkeeper.
    pub fn hand_me_down(&self) -> Option<&HandMeDown> {
        match self {
            Mode::CampaignWith { item } => Some(item),
            Mode::Shift { .. } | Mode::Daily { .. } | Mode::Campaign | Mode::Tutorial => None,
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
    /// The seed of the tutorial where none is asked for: it is the same for everybody.
    pub const TUTORIAL_SEED: Seed = Seed(1);

    /// A shift on the built-in content.
    pub fn shift(kind: &str, depth: Depth, seed: Seed) -> Setup {
        Setup {
            seed,
            mode: Mode::Shift { kind: kind.to_owned(), depth },
            options: Options::default(),
        }
    }

    /// A journey on the built-in content.
    pub fn campaign(seed: Seed) -> Setup {
        Setup { seed, mode: Mode::Campaign, options: Options::default() }
    }

    /// The tutorial on the built-in content.
    pub fn tutorial(seed: Seed) -> Setup {
        Setup { seed, mode: Mode::Tutorial, options: Options::default() }
    }

    /// A journey that begins with an item of a dead upkeeper.
    pub fn campaign_with(seed: Seed, item: HandMeDown) -> Setup {
        Setup { seed, mode: Mode::CampaignWith { item }, options: Options::default() }
    }

    /// Whether what the run is to begin with can be had: an item that goes into a cart, if any.
    pub fn is_item_known(&self, catalog: &Catalog) -> bool {
        self.mode.hand_me_down().is_none_or(|item| item.kind(catalog).is_some())
    }

    /// The shift of a day, on the content of the catalog: its date is the word of the seed, the day
    /// of the week gives the depth, and the kinds take turns from day to day.
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
            Mode::Shift { .. } | Mode::Campaign | Mode::CampaignWith { .. } | Mode::Tutorial => {
                true
            }
            Mode::Daily { day, ranked, .. } => {
                let daily = Setup::daily(day, ranked, catalog);
                (self.seed, &self.mode) == (daily.seed, &daily.mode)
            }
        }
    }
}
