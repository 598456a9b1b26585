//! The persons of the cast.

use serde::{Deserialize, Serialize};

use crate::sim::event::Harm;
use crate::sim::units::{PersonId, SiteId, Stack};
use content::{HabitId, HeroClassId, TrapKindId};

/// A person who raids.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Places in the lists of names of `texts.ron`.
    pub given: u16,
    pub surname: u16,
    pub class: HeroClassId,
    pub habit: HabitId,
    pub level: u8,
    /// Earned since the last level.
    pub experience: u16,
    pub coins: u16,
    /// What they bring along, and what they have carried off: both fall with them.
    pub kit: Option<Stack>,
    pub carries: Option<Stack>,
    /// The first night on which they are rested.
    pub rested_on: i16,
    /// The first night on which they go anywhere again, rested or not: the player saw to that.
    pub abed_until: i16,
    /// The town where they lodge.
    pub lodges: SiteId,
    /// The kinds of traps that caught them.
    pub wary: TrapSet,
    /// In the order of their ids.
    pub friends: Vec<PersonId>,
    pub rival: Option<PersonId>,
    /// Where they were hurt worst.
    pub hurt_at: Option<SiteId>,
    /// What they think of the player.
    pub stance: Stance,
    pub record: PersonRecord,
    pub fate: PersonFate,
    /// The night on which the player last saw them, or heard who they were.
    pub met: Option<i16>,
    /// The night on which they last carried loot off a floor of the player's.
    pub robbed_player_on: Option<i16>,
}

/// What somebody thinks of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stance {
    #[default]
    None,
    /// Comes for the player's floors, from wherever.
    Grudge,
    /// Leaves the player's floors alone.
    Debt,
}

/// What somebody has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonRecord {
    pub raids: u16,
    /// Raids that they left by the exit.
    pub through: u16,
    pub chests: u16,
    /// Raids of the player's floors among them.
    pub met_player: u16,
}

/// What became of somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PersonFate {
    #[default]
    Raiding,
    // Rich, and gone for good.
    Retired {
        night: i16,
    },
    Dead {
        night: i16,
        site: SiteId,
        by: Harm,
    },
    // Went in and never came out.
    Missing {
        night: i16,
        site: SiteId,
    },
    // Moved into the Deep Seat: who holds it, and friends.
    Seated {
        night: i16,
    },
    // Rich, and moved into a site.
    Settled {
        night: i16,
        site: SiteId,
    },
    // Held a site, and was made to leave it and the marches.
    DrivenOff {
        night: i16,
        site: SiteId,
    },
}

/// A set of kinds of traps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrapSet(pub u32);

impl TrapSet {
    /// The number of kinds of traps that fit in.
    pub(crate) const MAX_KINDS: usize = u32::BITS as usize;

    pub fn contains(self, trap: TrapKindId) -> bool {
        self.0 & TrapSet::bit(trap) != 0
    }

    pub(crate) fn insert(&mut self, trap: TrapKindId) {
        self.0 |= TrapSet::bit(trap);
    }

    pub(crate) fn union(self, other: TrapSet) -> TrapSet {
        TrapSet(self.0 | other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = TrapKindId> {
        (0..TrapSet::MAX_KINDS as u16).map(TrapKindId).filter(move |&trap| self.contains(trap))
    }

    fn bit(trap: TrapKindId) -> u32 {
        1u32.checked_shl(trap.0.into()).unwrap_or(0)
    }
}

impl Person {
    /// Sees to it that they go nowhere before a night.
    pub(crate) fn keep_in_bed(&mut self, until: i16) {
        self.rested_on = self.rested_on.max(until);
        self.abed_until = self.abed_until.max(until);
    }

    /// Whether they still raid, rested or not.
    pub(crate) fn is_raiding(&self) -> bool {
        self.fate == PersonFate::Raiding
    }

    /// Whether they still have to rest on a night.
    pub(crate) fn is_tired(&self, night: i16) -> bool {
        self.rested_on > night
    }

    /// Whether they could go on a night without being rested, if they are within so many nights.
    pub(crate) fn is_fit_within(&self, nights: u8, night: i16) -> bool {
        self.is_raiding() && self.rested_on <= night + i16::from(nights) && self.abed_until <= night
    }

    /// Whether they could go on a night.
    pub(crate) fn is_fit(&self, night: i16) -> bool {
        self.is_raiding() && !self.is_tired(night)
    }
}
