//! Levels: from a kind, a seed and a depth to a map with everything that stands on it.
//!
//! A kind is a recipe in `data/levels.ron`: a list of small passes over one `LevelDraft`, which dig, connect, furnish and
//! check. All passes of a level draw from one random stream, keyed by seed, kind, floor, depth and attempt, so that levels
//! do not depend on each other. What raiders do to a level belongs to `sim`. Nothing here plays, draws on a screen or
//! touches a file.
//!
//! Imports run downward in this order: `tile`, `level`, `detail`, `error` and `request`; `algo`; `draft`; `furnish`;
//! `passes`; `kinds`; `pass` and `outlook`; and `generate`. `detail.rs` and `state.rs` of a kind hold data only: they rank below
//! the draft, which has fields of their types. `measure` reads finished levels, `overworld` generates the world map.

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
mod outlook;
mod overworld;
mod pass;
mod passes;
mod request;
mod tile;

pub use detail::Detail;
pub use detail::partition::PartitionDetail;
pub use detail::side::HouseSide;
pub use detail::trace::CaveTrace;
pub use error::{GenError, nearest};
pub use generate::{generate, generate_plan};
pub use kinds::bastion::detail::BastionDetail;
pub use kinds::cavern::detail::{CavernDetail, Rule};
pub use kinds::cloister::detail::CloisterDetail;
pub use kinds::crypt::detail::CryptDetail;
pub use kinds::house::detail::HouseDetail;
pub use kinds::keep::detail::KeepDetail;
pub use kinds::town::detail::{House, TownDetail};
pub use kinds::vault::detail::VaultDetail;
pub use kinds::warren::detail::WarrenDetail;
pub use level::Handout;
pub use level::{
    Level, LevelCertificate, Link, LinkGate, LinkKind, Room, RoomRole, Thing, ThingKind, WorkProof,
};
pub use measure::plan::Plan;
pub use measure::{Measures, differing, leniency, measure};
pub use overworld::{Marches, Road, Site, generate_marches, measure_marches};
pub use overworld::{MarchesMeasures, MarchesSetting, check_marches};
pub use request::Request;
pub use request::find_kind;
pub use tile::Tile;
