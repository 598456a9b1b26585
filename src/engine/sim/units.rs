//! Newtypes for what must not be mixed, the letters of grades, and what events are made of: actors
//! as events name them, causes of harm, what burns, and how a shift ends.

use std::fmt;

use base::{KeyPart, Pos};
use content::{ActorKindId, EncounterId, GradeRules, ItemKindId, Status, Supply, TrapKindId};
use serde::{Deserialize, Serialize};

/// Identity and order of an actor: counted up, saved and never given twice.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The player is always the first.
    pub const PLAYER: ActorId = ActorId(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PersonId(pub u8);

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SiteId(pub u16);

/// A span or a moment of the night, in turns from the start of the shift.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Turns(pub u32);

impl Turns {
    pub fn saturating_sub(self, other: Turns) -> Turns {
        Turns(self.0.saturating_sub(other.0))
    }
}

impl KeyPart for PersonId {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(self.0.into());
    }
}

impl KeyPart for Turns {
    fn words(&self, word: &mut dyn FnMut(u64)) {
        word(self.0.into());
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Money: what a purse holds, what something costs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Coins(pub u32);

impl Coins {
    pub fn saturating_add(self, other: Coins) -> Coins {
        Coins(self.0.saturating_add(other.0))
    }

    pub fn saturating_sub(self, other: Coins) -> Coins {
        Coins(self.0.saturating_sub(other.0))
    }

    /// What so many cost together.
    pub fn times(self, count: u16) -> Coins {
        Coins(self.0.saturating_mul(count.into()))
    }
}

impl fmt::Display for Coins {
    /// "1 coin", "12 coins".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} coin{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// 64 bits over a state or a part of one.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Digest(pub u64);

impl fmt::Display for Digest {
    /// Sixteen hex digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// So many of one kind of item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    pub kind: ItemKindId,
    pub count: u16,
}

impl Stack {
    /// Nothing, in the place of something.
    pub const NONE: Stack = Stack { kind: ItemKindId(0), count: 0 };
}

/// What an action takes.
pub const ACTION_ENERGY: i32 = 100;

/// So many turns before dawn it is near: the first warning comes, and the way out is told and
/// reckoned with.
pub const NEAR_DAWN: Turns = Turns(200);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holder {
    Person(PersonId),
    /// One of the list in the data of those who do for want of anybody better, by place.
    StandIn(u8),
}

impl Holder {
    /// The person of the cast; `None` for a stand-in.
    pub fn person(self) -> Option<PersonId> {
        match self {
            Holder::Person(id) => Some(id),
            Holder::StandIn(_) => None,
        }
    }
}

/// From the best to the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Letter {
    S,
    A,
    B,
    C,
    D,
    #[default]
    F,
}

impl Letter {
    pub const ALL: [Letter; 6] = [Letter::S, Letter::A, Letter::B, Letter::C, Letter::D, Letter::F];

    /// The letter for so many points of so many.
    pub(crate) fn of(rules: &GradeRules, points: u32, max_points: u32) -> Letter {
        let earned = |percent| points * 100 >= max_points * percent && points > 0;
        let mut letters = Letter::ALL.into_iter().zip(rules.thresholds);
        letters.find(|&(_, percent)| earned(percent)).map_or(Letter::F, |(letter, _)| letter)
    }

    /// The letter above this one, and the points that it takes of so many.
    pub(crate) fn next(self, rules: &GradeRules, max_points: u32) -> Option<(Letter, u32)> {
        let place = (self as usize).checked_sub(1)?;
        let needed = (max_points * rules.thresholds[place]).div_ceil(100);
        Some((Letter::ALL[place], needed))
    }

    pub fn character(self) -> char {
        ['S', 'A', 'B', 'C', 'D', 'F'][self as usize]
    }

    /// Whether it is as good as a letter that data or a user ask for, or better; nothing is as good
    /// as what is no letter.
    pub fn is_at_least(self, asked: char) -> bool {
        Letter::ALL.into_iter().find(|own| own.character() == asked).is_some_and(|own| self <= own)
    }
}

/// An actor at the moment of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Who {
    pub id: ActorId,
    pub kind: ActorKindId,
    pub at: Pos,
    /// Whether the player saw them then. Always true of the player.
    pub seen: bool,
}

impl Who {
    pub fn is_player(self) -> bool {
        self.id == ActorId::PLAYER
    }
}

/// What took health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Harm {
    Blow { by: ActorKindId },
    Trap(TrapKindId),
    Gas,
    Status(Status),
    Missile(ItemKindId),
    Potion(ItemKindId),
    // Gas going off.
    Fire,
}

/// What a fire has eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Burnt {
    Door,
    Crate,
    Wardrobe,
    Body(ActorKindId),
    Paper(ItemKindId),
}

/// How a shift ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Clocked out at the exit.
    ClockedOut,
    /// Still inside when the raid at dawn was over; graded with what was done.
    Dawn,
    Died,
    Abandoned,
    /// Of a journey: the Deep Seat is in order, and its Champion gone.
    Won,
}

/// An encounter on the road to a site, and who of the cast it is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meeting {
    pub encounter: EncounterId,
    pub person: Option<PersonId>,
    pub to: SiteId,
}

/// What a choice on the road has changed of the player's belongings and health: more, or with a
/// negative number fewer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChoiceChange {
    pub coins: i32,
    pub rations: i32,
    pub health: i32,
    /// Only those that have changed, in their order.
    pub supplies: Vec<(Supply, i32)>,
    /// The same, by kind.
    pub items: Vec<(ItemKindId, i32)>,
}
