//! What is kept of persons, sites and towns on a journey, and the visit to a town that goes on.

use crate::sim::event::Harm;
use crate::sim::state::sorted::entry;
use crate::sim::units::{ActorId, PersonId, SiteId, Stack};
use base::{Bits, Dir, Pos};
use content::{
    ActorKindId, HabitId, HeroClassId, HouseKindId, NoticeId, PartyKindId, SayingId, TradeId,
    TrapKindId, Want,
};
use serde::{Deserialize, Serialize};

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
    pub lodges: SiteId,
    /// The kinds of traps that caught them.
    pub wary: TrapSet,
    /// In the order of their ids.
    pub friends: Vec<PersonId>,
    pub rival: Option<PersonId>,
    /// Where they were hurt worst.
    pub hurt_at: Option<SiteId>,
    pub stance: Stance,
    pub record: PersonRecord,
    pub fate: PersonFate,
    /// The night on which the player last saw them, or heard who they were.
    pub met: Option<i16>,
    /// The night on which they last carried loot off a floor of the player's.
    pub robbed_player_on: Option<i16>,
}

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrapSet(pub u32);

impl TrapSet {
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

    pub(crate) fn is_raiding(&self) -> bool {
        self.fate == PersonFate::Raiding
    }

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

/// A site in the course of a journey. What it holds follows from the seed; this is what has
/// happened to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteRecord {
    pub state: SiteState,
    /// The raids since it was made or worked, in order: its floors are as these left them.
    pub raids: Vec<SiteRaid>,
    /// The night on which it is lost, unless it is worked before.
    pub falls_on: Option<i16>,
    /// What stays of the player's nights that left it out of order.
    pub memory: SiteMemory,
}

/// What stays of the player's nights at a site that was left out of order; nothing if there were
/// none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteMemory {
    /// The raids that the site had seen by the last of them.
    pub raids: u16,
    /// The uppermost first.
    pub floors: Vec<FloorMemory>,
}

/// The same for one of its floors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorMemory {
    /// The cells that were seen.
    pub seen: Bits,
    /// The locks and rubble that were still shut, in reading order.
    pub shut: Vec<Pos>,
    /// The player's traps from kits that were still armed, in reading order.
    pub kits: Vec<(Pos, TrapKindId)>,
}

/// Whether a site is still to be worked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SiteState {
    #[default]
    Open,
    /// Worked by the player, or a town that was passed through: its roads are open.
    Worked { night: i16 },
    /// Fallen: its roads are closed.
    Lost { night: i16 },
}

/// A raid on a site, by what it takes to play it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteRaid {
    pub night: i16,
    pub party: RaidParty,
    /// What it came to: members that fell, and chests that were carried off.
    pub fallen: u8,
    pub chests: u16,
}

/// A party that goes into a raid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaidParty {
    pub kind: PartyKindId,
    pub want: Want,
    /// As they are when they go in, the leader first.
    pub members: Vec<Entrant>,
}

/// Somebody who goes into a raid: one of the cast, or a stranger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    pub kind: ActorKindId,
    /// What they bring along.
    pub kit: Option<Stack>,
    /// `None` for a stranger, who is as hardy as the floor asks.
    pub person: Option<EntrantPerson>,
}

/// What somebody of the cast brings into a raid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantPerson {
    pub id: PersonId,
    pub level: u8,
    pub carries: Option<Stack>,
    pub wary: TrapSet,
    /// Percent of the traps that they notice at least.
    pub spots: u8,
    /// Percent of the health that they have when they are rested.
    pub health: u8,
}

/// What is kept of a town from one visit to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TownRecord {
    pub site: SiteId,
    pub visited: i16,
    /// How often the player was seen at a chest; a robbery counts for several times.
    pub thefts: u8,
    /// Those of them of which other towns have heard.
    pub known_elsewhere: u8,
    /// Chests that the player has emptied: the number of the house, and the cell; in order.
    pub emptied: Vec<(u8, Pos)>,
}

/// A visit to a town, from the gate to the gate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TownVisit {
    /// The n-th has floor n + 1: the streets are floor 0.
    pub houses: Vec<TownHouse>,
    /// Everybody whom the player has come near, by the ids of their actors.
    pub people: Vec<Townsperson>,
    /// What was bought over the counters: house, place of the offer, how often; in order.
    pub deals: Vec<(u8, u8, u8)>,
    /// The order on the board, as long as nobody has taken it.
    pub notice: Option<NoticeId>,
    /// What was said to the player, by whom, in order.
    pub said: Vec<(ActorId, SayingId)>,
    /// The houses that the player was told to look into, in order.
    pub tipped: Vec<u8>,
    /// What heroes were stood: whom, the place of the drink, how often; in order.
    pub drinks: Vec<(PersonId, u8, u8)>,
    /// How often the player has played dice with whom, in order.
    pub games: Vec<(PersonId, u8)>,
}

/// A house of the town that the player visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TownHouse {
    /// Its door, on the streets, and the side of the house that it is on.
    pub door: Pos,
    pub faces: Dir,
    /// `None` for a dwelling.
    pub kind: Option<HouseKindId>,
    pub is_seen: bool,
}

/// Somebody on a floor of the town.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Townsperson {
    pub actor: ActorId,
    pub who: Who,
    pub says: SayingId,
    pub about: Subject,
    /// Whether the player has heard them, or has stood before them if they sell.
    pub has_spoken: bool,
    /// Whether they know what they are talking about, tonight.
    pub is_honest: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// Places in the lists of names of `texts.ron`, and what they do.
    Resident { given: u16, surname: u16, trade: TradeId },
    /// Keeps a house open.
    Keeper { house: u8 },
    /// One of the cast, who lodges there.
    Hero(PersonId),
}

/// What somebody's saying is about, with what they say of it: true or not, as the saying is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    Nothing,
    Hero { person: PersonId, habit: HabitId },
    // The number is one of rations, of raids or of nights.
    Site { site: SiteId, number: u16 },
    Fallen { person: PersonId, site: SiteId },
    House { house: u8 },
}

/// What the player was told about who would come to a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rumour {
    pub site: SiteId,
    /// The night for which it holds.
    pub night: i16,
    /// The leader first; nobody if only strangers would come.
    pub party: Vec<PersonId>,
}

impl Townsperson {
    /// Whether they keep a house and sell there.
    pub(crate) fn sells(&self) -> bool {
        matches!(self.who, Who::Keeper { .. })
    }
}

impl TownHouse {
    pub(crate) fn doorstep(&self) -> Pos {
        self.door + self.faces
    }
}

impl TownVisit {
    /// Somebody on the floor, by their actor.
    pub(crate) fn person(&self, actor: ActorId) -> Option<&Townsperson> {
        self.people.iter().find(|person| person.actor == actor)
    }

    pub(crate) fn person_mut(&mut self, actor: ActorId) -> Option<&mut Townsperson> {
        self.people.iter_mut().find(|person| person.actor == actor)
    }

    /// The number of the house with a door on a cell of the streets.
    pub(crate) fn house_at(&self, door: Pos) -> Option<u8> {
        self.houses.iter().position(|house| house.door == door).map(|place| place as u8)
    }

    /// How often the player has played dice with a hero.
    pub(crate) fn played(&self, person: PersonId) -> u8 {
        self.games.iter().find(|own| own.0 == person).map_or(0, |own| own.1)
    }
}

/// How often something was done that is told by two numbers.
pub(crate) fn times<A: PartialEq + Copy, B: PartialEq + Copy>(
    counts: &[(A, B, u8)],
    key: (A, B),
) -> u8 {
    counts.iter().find(|own| (own.0, own.1) == key).map_or(0, |own| own.2)
}

/// Notes that it was done once more.
pub(crate) fn count_up<A: Ord + Copy, B: Ord + Copy>(counts: &mut Vec<(A, B, u8)>, key: (A, B)) {
    let own = entry(counts, |own| (own.0, own.1), (key.0, key.1, 0));
    own.2 = own.2.saturating_add(1);
}
