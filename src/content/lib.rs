//! What the game is made of: `data/*.ron`, parsed and validated into an immutable [`Catalog`].
//!
//! The files are embedded; another set of texts can be given in their place. Every error names
//! file, line and field. Nothing here reads a file, draws a random number or plays.

mod actor;
mod boss;
mod campaign;
mod cast;
mod catalog;
mod category;
mod condition;
mod depth;
mod effect;
mod encounter;
mod error;
mod faction;
mod fire;
mod floor_key;
mod gate;
mod hearsay;
mod item;
mod job;
mod kind_id;
mod level;
mod marches;
mod modules;
mod notice;
mod party;
mod pastime;
mod perk;
mod picture;
mod raider;
mod rules;
mod seat;
mod sense;
mod short_names;
mod source;
mod status;
mod story;
mod text;
mod town;
mod traits;
mod trap;
mod tutorial;

pub use actor::ActorKind;
pub use actor::{Drawn, Shot};
pub use boss::{BlowShape, BossKind, Doze, HeavyBlow};
pub use catalog::Catalog;
pub use category::{Category, CategoryMode, Measure, Need, SplitPoint};
pub use condition::Conditions;
pub use condition::{ConditionChanges, ConditionKind, Haunts};
pub use depth::Depth;
pub use depth::DepthRange;
pub use effect::Effect;
pub use encounter::{
    Encounter, EncounterChoice, EncounterCost, EncounterEffect, EncounterNeed, EncounterOutcome,
    HeroNeed,
};
pub use error::DataError;
pub use faction::{FactionId, Factions};
pub use fire::{FireRules, Fuel};
pub use floor_key::FloorKey;
pub use gate::Gate;
pub use hearsay::{Saying, SayingNeed, Tip, Topic};
pub use item::Thrown;
pub use item::{ItemKind, Slot};
pub use job::{JobKind, Supply};
pub use kind_id::{
    ActorKindId, EncounterId, FlagId, ItemKindId, NoticeId, PartyKindId, PerkId, Ref,
};
pub use kind_id::{
    ConditionId, HabitId, HeroClassId, HouseKindId, LevelKindId, SayingId, TradeId, TrapKindId,
};
pub use level::Holding;
pub use level::{Amount, Count, Garrison, LevelKind, Pass, Pattern, RecipeSetting};
pub use marches::MarchesRules;
pub use modules::Module;
pub use modules::{ModuleClass, Modules};
pub use notice::{Demand, Notice, NoticePlace};
pub use party::PartyKind;
pub use pastime::{DiceGame, DiceStake, Drink, DrinkEffect};
pub use perk::{Perk, PerkEffect, PerkNoise, PerkWhen};
pub use picture::{DoorSign, Sign};
pub use raider::{Heals, RaiderKind};
pub use rules::Rules;
pub use rules::{GradeRules, KitRule};
pub use sense::Sense;
pub use short_names::{ACTOR_NAME_COLUMNS, ShortNames};
pub use source::DATA_FILES;
pub use source::Sources;
pub use status::Status;
pub use story::StoryTopic;
pub use text::{Texts, capital, counted, plural, with_article};
pub use town::{Find, Offer};
pub use town::{HouseKind, Service};
pub use traits::{Guise, Meal, Traits};
pub use tutorial::{Lesson, TutorCondition, TutorRemark, Tutorial};
