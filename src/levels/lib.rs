//! Levels: from a kind, a seed and a depth to a map with everything that stands on it.
//!
//! A kind is a recipe in `data/levels.ron`: a list of small passes over one `LevelDraft`, which
//! dig, connect, furnish and check. All passes of a level draw from one random stream, keyed by
//! seed, kind, floor, depth and attempt, so that levels do not depend on each other. What raiders
//! do to a level belongs to `sim`. Nothing here plays, draws on a screen or touches a file.
//!
//! Imports run downward in this order: `level`, `detail`, `error` and `request`; `algo`;
//! `state`; `draft`; `furnish`; `passes`; `kinds`; and `generate`. `measure` reads finished levels,
//! `overworld` generates the world map.

mod algo;
mod bracket_map;
mod detail;
mod draft;
mod error;
mod furnish;
mod generate;
mod kinds;
mod level;
mod measure;
mod overworld;
mod passes;
mod request;
mod state;

pub use content::Tile;
pub use detail::{
    BastionDetail, CaveTrace, CavernDetail, CloisterDetail, CryptDetail, Detail, House,
    HouseDetail, KeepDetail, PartitionDetail, Rule, TownDetail, VaultDetail, WarrenDetail,
};
pub use error::{GenError, nearest};
pub use generate::{generate, generate_plan};
pub use level::{
    Handout, Level, LevelCertificate, Link, LinkGate, LinkKind, Room, RoomRole, Thing, ThingKind,
    WorkProof,
};
pub use measure::{Plan, differing, leniency};
pub use overworld::{
    Marches, MarchesMeasures, Road, Site, check_marches, generate_marches, measure_marches,
};
pub use request::{Request, Setting, find_kind};
