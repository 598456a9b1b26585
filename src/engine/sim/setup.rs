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
            Mode::Daily { day, .. } => Some(*day),
            _ => None,
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
            _ => Depth::FIRST,
        }
    }

    pub fn is_journey(&self) -> bool {
        matches!(self, Mode::Campaign | Mode::CampaignWith { .. })
    }

    pub fn hand_me_down(&self) -> Option<&HandMeDown> {
        match self {
            Mode::CampaignWith { item } => Some(item),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The content is not the built-in one: the run is not ranked.
    pub modded: bool,
}

impl Setup {
    /// The seed of the tutorial where none is asked for: it is the same for everybody.
    pub const TUTORIAL_SEED: Seed = Seed(1);

    /// A run on the built-in content.
    fn of(seed: Seed, mode: Mode) -> Setup {
        Setup { seed, mode, options: Options::default() }
    }

    pub fn shift(kind: &str, depth: Depth, seed: Seed) -> Setup {
        Setup::of(seed, Mode::Shift { kind: kind.to_owned(), depth })
    }

    pub fn campaign(seed: Seed) -> Setup {
        Setup::of(seed, Mode::Campaign)
    }

    pub fn tutorial(seed: Seed) -> Setup {
        Setup::of(seed, Mode::Tutorial)
    }

    /// A journey that begins with an item of a dead upkeeper.
    pub fn campaign_with(seed: Seed, item: HandMeDown) -> Setup {
        Setup::of(seed, Mode::CampaignWith { item })
    }

    /// The shift of a day, on the content of the catalog: its date is the word of the seed, the day
    /// of the week gives the depth, and the kinds take turns from day to day.
    pub fn daily(day: Day, ranked: bool, catalog: &Catalog) -> Setup {
        let daily = &catalog.rules.daily;
        let kind = daily.kinds[day.number() as usize % daily.kinds.len()].clone();
        let depth = daily.weekday_depths[day.weekday()];
        let seed = Seed::from_text(&day.to_string());
        Setup::of(seed, Mode::Daily { day, ranked, kind, depth })
    }

    /// Whether a daily shift is the one that its day has; other shifts may be any.
    pub fn is_of_its_day(&self, catalog: &Catalog) -> bool {
        let Mode::Daily { day, ranked, .. } = self.mode else { return true };
        let daily = Setup::daily(day, ranked, catalog);
        (self.seed, &self.mode) == (daily.seed, &daily.mode)
    }
}
