//! Towns: what is kept of each, and the visit that the player makes.

use serde::{Deserialize, Serialize};

use crate::sim::state::sorted::entry;
use crate::sim::units::{ActorId, PersonId, SiteId};
use base::{Dir, Pos};
use content::{HabitId, HouseKindId, NoticeId, SayingId, TradeId};

/// What is kept of a town from one visit to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TownRecord {
    pub site: SiteId,
    /// The night of the last visit.
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
    /// Whether the player has been in.
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

/// Who somebody in a town is.
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
    /// The cell before the door.
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

    /// How often an offer of a house was bought.
    pub(crate) fn sold(&self, house: u8, offer: u8) -> u8 {
        let own = self.deals.iter().find(|own| (own.0, own.1) == (house, offer));
        own.map_or(0, |own| own.2)
    }

    pub(crate) fn note_deal(&mut self, house: u8, offer: u8) {
        let own = entry(&mut self.deals, |own| (own.0, own.1), (house, offer, 0));
        own.2 = own.2.saturating_add(1);
    }

    /// How often a hero was stood a drink.
    pub(crate) fn drunk(&self, person: PersonId, drink: u8) -> u8 {
        let own = self.drinks.iter().find(|own| (own.0, own.1) == (person, drink));
        own.map_or(0, |own| own.2)
    }

    pub(crate) fn note_drink(&mut self, person: PersonId, drink: u8) {
        let own = entry(&mut self.drinks, |own| (own.0, own.1), (person, drink, 0));
        own.2 = own.2.saturating_add(1);
    }

    /// How often the player has played dice with a hero.
    pub(crate) fn played(&self, person: PersonId) -> u8 {
        self.games.iter().find(|own| own.0 == person).map_or(0, |own| own.1)
    }

    pub(crate) fn note_game(&mut self, person: PersonId) {
        let own = entry(&mut self.games, |own| own.0, (person, 0));
        own.1 = own.1.saturating_add(1);
    }
}
