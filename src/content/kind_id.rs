//! Ids of the kinds that data files declare: each is a place in one of the lists of the catalog.

use serde::{Deserialize, Serialize};

use base::KeyPart;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident($number:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[derive(Deserialize)]
        pub struct $id(pub $number);
    )*};
}

ids! {
    /// A kind of actor: its place in [`super::Catalog::actors`].
    ActorKindId(u16);
    /// A kind of party: its place in [`super::Catalog::parties`].
    PartyKindId(u16);
    /// A kind of item: its place in [`super::Catalog::items`].
    ItemKindId(u16);
    /// A kind of trap: its place in [`super::Catalog::traps`].
    TrapKindId(u16);
    /// A condition of floors: its place in [`super::Conditions::kinds`].
    ConditionId(u8);
    /// What a person of the cast does for a living: its place in
    /// [`super::cast::CastRules::classes`].
    HeroClassId(u8);
    /// What a person of the cast is like: its place in [`super::cast::CastRules::habits`].
    HabitId(u8);
    /// An encounter on the road: its place in [`super::Catalog::encounters`].
    EncounterId(u8);
    /// Something that an encounter has left behind: its place in [`super::Catalog::flags`].
    FlagId(u8);
    /// A kind of house that every town has: its place in [`super::town::TownRules::houses`].
    HouseKindId(u8);
    /// What somebody in a town does: its place in [`super::town::TownRules::trades`].
    TradeId(u8);
    /// An extra order of a journey: its place in [`super::town::Notices::kinds`].
    NoticeId(u8);
    /// What somebody in a town says: its place in [`super::Catalog::sayings`].
    SayingId(u8);
    /// A perk: its place in [`super::Catalog::perks`].
    PerkId(u8);
}

/// A kind of level: its place in [`super::Catalog::levels`]. Files hold its name instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelKindId(pub u16);

impl KeyPart for ActorKindId {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(self.0.into());
    }
}

/// A kind that a data file names: the name, and the id once the catalog is built.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Ref<I: Default> {
    pub name: String,
    #[serde(skip)]
    pub id: I,
}
