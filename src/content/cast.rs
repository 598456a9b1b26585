//! The people who raid in a journey, as in `data/cast.ron`, and parties, as in `data/parties.ron`.

use crate::{ActorKindId, DepthRange, PartyKindId, Ref};
use serde::{Deserialize, Serialize};

/// How the cast of a journey is drawn, and how its members live; `data/cast.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastRules {
    /// Number of persons, both ends included.
    pub size: (u8, u8),
    /// The entry of `parties.ron` for parties of the cast.
    pub party: Ref<PartyKindId>,
    pub max_level: u8,
    /// The levels that the persons have at first, spread evenly from the first to the last.
    pub first_levels: (u8, u8),
    pub experience: ExperienceRules,
    pub dares: DareRules,
    /// Number of members of a party, both ends included; two go where there are no more.
    pub party_size: (u8, u8),
    /// The most levels between a leader and a companion.
    pub level_gap: u8,
    /// Number of friends that each person seeks.
    pub friends: u8,
    pub rests: RestRules,
    pub tired: TiredRules,
    /// Coins that a looted chest brings at the first depth, and more for each depth below.
    pub chest_coins: (u16, u16),
    /// Coins with which somebody stops raiding.
    pub fortune: u16,
    /// Percent of the armed traps of a kind that somebody notices at least who was caught by one
    /// and lived.
    pub wary_spots: u32,
    pub classes: Vec<HeroClass>,
    pub habits: Vec<Habit>,
    /// Percent of health under which a person turns back, if the kind does not before.
    pub turns_back: i32,
    /// Percent of the health that strangers of the same level have.
    pub hardiness: i32,
}

/// What raids teach.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperienceRules {
    /// For the next level.
    pub next: u16,
    /// For leaving by the exit, for turning back alive, and for each chest emptied.
    pub through: u16,
    pub home: u16,
    pub chest: u16,
}

/// Which depths a leader dares, by level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DareRules {
    /// The most that the level may be above the depth: shallower sites are beneath them.
    pub above: u8,
    /// The most that the level may be below the depth.
    pub below: u8,
    /// The same where the upkeeper works, if nobody else comes.
    pub at_dawn: u8,
}

/// Nights without a raid after one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestRules {
    /// After every raid.
    pub nights: u8,
    /// Percent of health left below which it is two nights more, and one night more.
    pub badly_below: i32,
    pub hurt_below: i32,
}

/// Who comes to a dawn of the player's without being rested, if no party of the rested can be
/// formed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TiredRules {
    /// The most nights until they are rested.
    pub nights: u8,
    /// Percent of the health that they have when they are rested.
    pub health: u8,
}

/// What a person can be: the kinds of actors of a line of work, by level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroClass {
    pub name: String,
    /// Weight by which it is drawn.
    pub weight: u32,
    /// The kinds of actors, each from a level on; the first from level 1.
    pub ranks: Vec<(u8, Ref<ActorKindId>)>,
    /// The kinds of actors that somebody of this class is who holds a site, and who stands by a
    /// friend that does.
    pub boss: Ref<ActorKindId>,
    pub guard: Ref<ActorKindId>,
}

impl HeroClass {
    /// The kind of actor that a person of this class is at a level.
    pub fn kind_at(&self, level: u8) -> ActorKindId {
        let due = self.ranks.iter().rev().find(|(from, _)| *from <= level);
        due.or(self.ranks.first()).map_or(ActorKindId(0), |(_, kind)| kind.id)
    }
}

/// What a person is like: how they choose when and where to raid.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Habit {
    pub name: String,
    /// A phrase for notices and rumours: "goes where the chests are full".
    pub about: String,
    /// Percent of the nights on which somebody who is rested wants to go.
    pub goes: u32,
    /// What a full chest, a shorter way and a place where the person was hurt count in the choice
    /// of a site.
    #[serde(default)]
    pub loot: i32,
    #[serde(default)]
    pub near: i32,
    #[serde(default)]
    pub grudge: i32,
    /// What every raid that a site has seen counts; negative for those who want to be first.
    #[serde(default)]
    pub follows: i32,
    /// Depths dared beyond what the level allows.
    #[serde(default)]
    pub deeper: i8,
    /// Percent of the armed traps that the person notices at least.
    #[serde(default)]
    pub spots: u32,
    /// Whether the person stays at home when no friend goes.
    #[serde(default)]
    pub needs_friends: bool,
    /// Whether somebody who leads a rich party settles in a site rather than go home.
    #[serde(default)]
    pub settles: bool,
}

/// A party of raiders; one entry of `data/parties.ron`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartyKind {
    /// Identifies the kind, and is one of the names that its parties have: "the Copper Lanterns".
    pub name: String,
    /// The depths that the party raids, both included.
    pub depths: DepthRange,
    /// Weight by which it is drawn among the parties of a depth.
    pub weight: u32,
    /// What it comes for, by weight.
    pub wants: Vec<(Want, u16)>,
    /// What parties of this kind are called.
    pub companies: Companies,
    /// The leader's kind is the first.
    pub members: Vec<Member>,
}

/// What a party comes for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Want {
    /// Every full chest that it knows of.
    Loot,
    /// The residents at the posts that it knows of.
    Heads,
    /// The exit.
    #[default]
    Through,
    /// Every room.
    Chart,
}

/// The names of the parties of a kind: a pattern with two blanks, and all that fits into either.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Companies {
    /// With the article: "the {first} {second}".
    pub called: String,
    pub first: Vec<String>,
    pub second: Vec<String>,
}

impl Companies {
    pub fn count(&self) -> usize {
        self.first.len() * self.second.len()
    }

    /// The name at a place; places from [`Companies::count`] on have the same names again.
    pub fn name(&self, place: usize) -> String {
        let first = &self.first[place % self.first.len()];
        let second = &self.second[place / self.first.len() % self.second.len()];
        self.called.replace("{first}", first).replace("{second}", second)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    pub kind: Ref<ActorKindId>,
    /// Number of members, both ends included.
    pub count: (u8, u8),
}
