//! Ids of the kinds that data files declare: each is a place in one of the lists of the catalog.

use serde::{Deserialize, Serialize};

use base::KeyPart;

/// A kind of actor: its place in [`super::Catalog::actors`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ActorKindId(pub u16);

impl KeyPart for ActorKindId {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(self.0.into());
    }
}

/// A kind of party: its place in [`super::Catalog::parties`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PartyKindId(pub u16);

/// A kind of item: its place in [`super::Catalog::items`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ItemKindId(pub u16);

/// A kind of trap: its place in [`super::Catalog::traps`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrapKindId(pub u16);

/// A condition of floors: its place in [`super::Conditions::kinds`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConditionId(pub u8);

/// A kind of level: its place in [`super::Catalog::levels`]. Files hold its name instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelKindId(pub u16);

/// What a person of the cast does for a living: its place in [`super::cast::CastRules::classes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HeroClassId(pub u8);

/// What a person of the cast is like: its place in [`super::cast::CastRules::habits`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HabitId(pub u8);

/// An encounter on the road: its place in [`super::Catalog::encounters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EncounterId(pub u8);

/// Something that an encounter has left behind: its place in [`super::Catalog::flags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FlagId(pub u8);

/// A kind of house that every town has: its place in [`super::town::TownRules::houses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HouseKindId(pub u8);

/// What somebody in a town does: its place in [`super::town::TownRules::trades`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TradeId(pub u8);

/// An extra order of a journey: its place in [`super::town::Notices::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NoticeId(pub u8);

/// What somebody in a town says: its place in [`super::Catalog::sayings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SayingId(pub u8);

/// A perk: its place in [`super::Catalog::perks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PerkId(pub u8);

/// A kind that a data file names: the name, and the id once the catalog is built.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Ref<I: Default> {
    pub name: String,
    #[serde(skip)]
    pub id: I,
}
