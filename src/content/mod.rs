//! What the game is made of: `data/*.ron`, parsed and validated into an immutable [`Catalog`].
//!
//! The files are embedded; another set of texts can be given in their place. Every error names
//! file, line and field. Nothing here reads a file, draws a random number or plays.

mod actor;
mod boss;
mod catalog;
mod depth;
mod effect;
mod error;
mod faction;
mod fire;
mod floor_key;
mod gate;
mod item;
mod job;
mod kind_id;
mod level;
mod marches;
mod modules;
mod party;
mod raider;
mod rules;
mod sense;
mod source;
mod status;
mod text;
mod traits;
mod trap;

pub use actor::{ActorKind, Drawn, Melee, MindKind, Shot};
pub use boss::{BossKind, HeavyBlow, Shape};
pub use catalog::Catalog;
pub use depth::{Depth, DepthRange};
pub use effect::Effect;
pub use error::DataError;
pub use faction::{FactionId, Factions};
pub use fire::{FireRules, Fuel};
pub use floor_key::FloorKey;
pub use gate::Gate;
pub use item::{ItemKind, Slot, Thrown};
pub use job::{JobKind, Supply};
pub use kind_id::{ActorKindId, ItemKindId, LevelKindId, PartyKindId, TrapKindId};
pub use level::{
    Amount, Count, FeatureKind, Furnishing, Garrison, Holding, LevelKind, Pass, Pattern, Pockets,
    Setting,
};
pub use marches::{MarchesRules, SiteKind};
pub use modules::{Module, ModuleClass, Modules};
pub use party::{Member, PartyKind};
pub use raider::{Carried, Heals, RaiderKind, TurnsUndead};
pub use rules::{GradeRules, KitRule, Rules, ShopRules};
pub use sense::Sense;
pub use source::{DATA_FILES, Sources};
pub use status::Status;
pub use text::{Hint, Texts, with_article};
pub use traits::{Blink, Guise, Meal, Traits};
pub use trap::TrapKind;
