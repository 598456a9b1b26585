//! What the game is made of: `data/*.ron`, parsed and validated into an immutable [`Catalog`].
//!
//! The files are embedded; another set of texts can be given in their place. Every error names
//! file, line and field. Nothing here reads a file, draws a random number or plays.

mod actor;
mod campaign;
mod cast;
mod catalog;
mod category;
mod condition;
mod depth;
mod effect;
mod encounter;
mod faction;
mod hearsay;
mod item;
mod job;
mod kind_id;
mod level;
mod looks;
mod marches;
mod modules;
mod perk;
mod picture;
mod role;
mod rules;
mod source;
mod terrain;
mod text;
mod tile;
mod town;
mod tutorial;

pub use actor::{
    ActorColor, ActorKind, BlowShape, BossKind, Doze, Drawn, Guise, Heals, HeavyBlow, Meal,
    RaiderKind, Shot, Traits,
};
pub use cast::{PartyKind, Want};
pub use catalog::Catalog;
pub use category::{Category, CategoryMode, Measure, Need, SplitPoint};
pub use condition::{ConditionChanges, ConditionKind, Conditions, Haunts};
pub use depth::{Depth, DepthRange, FloorKey};
pub use effect::{Effect, Status, TrapKind};
pub use encounter::{
    Encounter, EncounterChoice, EncounterCost, EncounterEffect, EncounterNeed, EncounterOutcome,
    HeroNeed,
};
pub use faction::{FactionId, Factions};
pub use hearsay::{Saying, SayingNeed, StoryTopic, Tip, Topic};
pub use item::{Gate, ItemKind, Sense, Slot, Thrown};
pub use job::{JobKind, Supply};
pub use kind_id::{
    ActorKindId, ConditionId, EncounterId, FlagId, HabitId, HeroClassId, HouseKindId, ItemKindId,
    LevelKindId, NoticeId, PartyKindId, PerkId, Ref, SayingId, TradeId, TrapKindId,
};
pub use level::{Amount, Count, Garrison, Holding, LevelKind, Pass, Pattern, RecipeSetting};
pub use looks::{Blueprint, Looks, MotionTimes, Place, Torch};
pub use marches::MarchesRules;
pub use modules::{Module, ModuleClass, Modules};
pub use perk::{Perk, PerkEffect, PerkNoise, PerkWhen};
pub use picture::Sign;
pub use role::{ColorRole, Emphasis};
pub use rules::{AskedRules, FireRules, Fuel, GradeRules, KitRule, Rules};
pub use source::{DATA_FILES, DataError, Sources};
pub use terrain::{CellPart, CursorStop, FixtureState, Terrain, TerrainRow};
pub use text::{ACTOR_NAME_COLUMNS, ShortNames, Texts, capital, counted, plural, with_article};
pub use tile::Tile;
pub use town::{
    Demand, DiceGame, DiceStake, Drink, DrinkEffect, Find, HouseKind, Notice, NoticePlace, Offer,
    Service,
};
pub use tutorial::{Lesson, TutorCondition, TutorRemark, Tutorial};
