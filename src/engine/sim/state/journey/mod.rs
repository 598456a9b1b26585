//! What a journey carries from site to site: the map's sites, the cast, and how the player stands.
//! Plain data; what follows from the seed alone (where the sites lie) is in [`atlas`].

pub(crate) mod atlas;
pub(crate) mod records;

use crate::sim::event::{End, Harm, Meeting};
use crate::sim::state::cells::FloorState;
use crate::sim::state::journey::records::{Entrant, EntrantPerson, SiteRecord, SiteState};
use crate::sim::state::journey::records::{Person, PersonFate};
use crate::sim::state::journey::records::{Rumour, TownRecord, TownVisit};
use crate::sim::state::purpose;
use crate::sim::state::purpose::Streams;
use crate::sim::state::raid::RaidReport;
use crate::sim::state::shift::ShiftState;
use crate::sim::units::{Holder, Letter, PersonId, SiteId, Turns};
use base::{Ordinal, Seed, Stream};
use content::{ActorKindId, Catalog, EncounterId, FlagId, NoticeId, PerkId, SayingId, Status};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journey {
    /// The night that comes, counted from 1; those of the raids before the journey are 0 and less.
    pub night: i16,
    pub phase: Phase,
    pub at: SiteId,
    /// The site that the player came from: the road back is open.
    pub came_from: SiteId,
    /// The clocks of all sites that the player has left, added up, and the turns among them that
    /// the player worked.
    pub turns_before: Turns,
    pub worked_before: Turns,
    pub rations: u16,
    /// By id.
    pub sites: Vec<SiteRecord>,
    /// By id.
    pub cast: Vec<Person>,
    /// The floor of the site that is in play, counted from 0, and the others, in order.
    pub floor: u8,
    pub floors: Vec<StoredFloor>,
    /// How far the raid of dawn has come, on a site of several floors.
    pub raid: RaidProgress,
    /// Who comes to the player's site at dawn, the leader first; strangers are not counted among
    /// them.
    pub expected: Vec<PersonId>,
    /// Encounters that happened, and what they left behind, in order.
    pub met: Vec<EncounterId>,
    pub flags: Vec<FlagId>,
    /// Roads that encounters have shut, and paths that they have shown; the lower id first.
    pub closed_roads: Vec<(SiteId, SiteId)>,
    pub opened_roads: Vec<(SiteId, SiteId)>,
    /// A resident that comes along to the next site.
    pub follower: Option<ActorKindId>,
    /// Nights of work for which a second hand is hired.
    pub hand_nights: u8,
    /// What the next night's work begins with, and for how many turns.
    pub next_statuses: Vec<(Status, u16)>,
    /// What each worked site was worth, and the roads between, in order.
    pub trail: Vec<Leg>,
    /// The towns that the player has visited, by site, and the visit that goes on.
    pub towns: Vec<TownRecord>,
    pub visit: Option<TownVisit>,
    /// What was said to the player in towns, each once, in order.
    pub said: Vec<SayingId>,
    /// What the player was told in towns about who comes where, by site.
    pub rumours: Vec<Rumour>,
    /// The order from a board that the next site has to fulfil.
    pub extra_order: Option<ExtraOrder>,
    /// The orders in the closet of the site where the player works.
    pub closet_orders: ClosetOrders,
    /// Sites that were worked well enough to count for seniority.
    pub orders: u16,
    pub seat: Seat,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// `None` until the player comes, and after each that was beaten.
    pub holder: Option<Holder>,
    /// Those who were beaten, in order.
    pub beaten: Vec<BeatenHolder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeatenHolder {
    pub holder: Holder,
    pub night: i16,
    /// What killed them; `None` if they were driven off.
    pub by: Option<Harm>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Over the map: at a site, and on no floor.
    #[default]
    Map,
    /// On a floor of the site.
    Site,
    /// On the road, before a choice.
    Encounter(Meeting),
    /// In a fight on the road to a site.
    Field { to: SiteId },
    /// The run has ended.
    Over(End),
    /// In a town: on its streets, which are floor 0, or in a house.
    Town,
    /// Over the map, before the choice of a perk.
    Seniority,
}

/// A stage of the way: a road, or a night's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leg {
    Road { to: SiteId, night: i16, rations: u16, health: u16 },
    Work { site: SiteId, night: i16, points: u32, max_points: u32, letter: Letter, coins: u16 },
}

/// A floor of the site that is not in play: nothing happens on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFloor {
    /// Counted from 0, the way down.
    pub number: u8,
    /// The player stands among its actors where they last stood on it.
    pub floor: FloorState,
    pub shift: ShiftState,
    pub streams: Streams,
}

/// How far the raid of dawn has come on a site of several floors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RaidProgress {
    #[default]
    NotYet,
    // On the floor in play.
    Here,
    // On a floor above. Who comes down is in the report of that floor, as gone through.
    Arrives {
        on: Turns,
        report: Box<RaidReport>,
    },
    Over,
}

/// An extra order that the player has taken, or may take: off the board of a town, or out of the
/// closet of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraOrder {
    pub notice: NoticeId,
    pub coins: u16,
    /// Whom it is about, if it is about one of the cast.
    pub person: Option<PersonId>,
}

/// The extra orders about this night's raid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosetOrders {
    /// Those that hang there; none of them once one was taken.
    pub offered: Vec<ExtraOrder>,
    pub taken: Option<ExtraOrder>,
}

/// The number of perks that so many completed orders have earned, as far as there are that many.
pub fn perks_earned(orders: u16, catalog: &Catalog) -> usize {
    let all = catalog.perks.iter().filter(|perk| !perk.sold).count();
    usize::from(orders / catalog.campaign.seniority.every).min(all)
}

/// The number of perks that seniority has given, of those that are held.
pub(crate) fn perks_chosen(held: &[PerkId], catalog: &Catalog) -> usize {
    held.iter().filter(|&&perk| !catalog.perk(perk).sold).count()
}

/// The perks that are offered to a player who holds some already, in the order in which those were
/// chosen. No two are the same, none is held. They follow from the seed and what is held, and are
/// never saved.
pub fn offer_perks(seed: Seed, held: &[PerkId], catalog: &Catalog) -> Vec<PerkId> {
    let mut left: Vec<PerkId> = (0..catalog.perks.len() as u8).map(PerkId).collect();
    left.retain(|&perk| !held.contains(&perk) && !catalog.perk(perk).sold);
    let number = Ordinal(perks_chosen(held, catalog) as u64);
    Stream::new(seed, purpose::SENIORITY, number).shuffle(&mut left);
    left.truncate(catalog.campaign.seniority.offers.into());
    left
}

/// The part of a stream's key that tells nights apart.
pub(crate) fn night_ordinal(night: i16) -> Ordinal {
    Ordinal(i64::from(night).cast_unsigned())
}

impl Journey {
    pub(crate) fn was_said(&self, says: SayingId) -> bool {
        self.said.binary_search(&says).is_ok()
    }

    pub(crate) fn has_worked_at(&self, site: SiteId) -> bool {
        self.trail
            .iter()
            .any(|leg| matches!(*leg, Leg::Work { site: worked, .. } if worked == site))
    }

    /// Adds the clock of a floor that the player has left, and the turns of it that they worked.
    pub(crate) fn add_turns(&mut self, clock: Turns, worked: Turns) {
        self.turns_before.0 += clock.0;
        self.worked_before.0 += worked.0;
    }

    pub(crate) fn is_lost(&self, site: SiteId) -> bool {
        matches!(self.site(site).state, SiteState::Lost { .. })
    }

    pub(crate) fn is_road_closed(&self, a: SiteId, b: SiteId) -> bool {
        self.closed_roads.contains(&(a.min(b), a.max(b)))
    }

    pub(crate) fn roads_walked(&self) -> u16 {
        self.trail.iter().filter(|leg| matches!(leg, Leg::Road { .. })).count() as u16
    }

    /// The number of the lowest floor of the site, where its exit is.
    pub(crate) fn last_floor(&self) -> u8 {
        self.floors.last().map_or(0, |stored| stored.number).max(self.floor)
    }

    pub(crate) fn site(&self, id: SiteId) -> &SiteRecord {
        &self.sites[usize::from(id.0)]
    }

    pub(crate) fn site_mut(&mut self, id: SiteId) -> &mut SiteRecord {
        &mut self.sites[usize::from(id.0)]
    }

    pub(crate) fn person(&self, id: PersonId) -> &Person {
        &self.cast[usize::from(id.0)]
    }

    pub fn person_mut(&mut self, id: PersonId) -> &mut Person {
        &mut self.cast[usize::from(id.0)]
    }

    /// A person as they go into a raid now: tired, if they are not rested.
    pub(crate) fn entrant(&self, id: PersonId, catalog: &Catalog) -> Entrant {
        let person = self.person(id);
        let &Person { level, kit, carries, wary, .. } = person;
        let spots = catalog.habit(person.habit).spots.min(100) as u8;
        let health = if person.is_tired(self.night) { catalog.cast.tired.health } else { 100 };
        Entrant {
            kind: catalog.class(person.class).kind_at(level),
            kit,
            person: Some(EntrantPerson { id, level, carries, wary, spots, health }),
        }
    }

    /// Those of the cast who have settled at a site, in the order of their ids.
    pub(crate) fn settlers(&self, site: SiteId) -> impl Iterator<Item = PersonId> + '_ {
        let lives_there = move |person: &Person| match person.fate {
            PersonFate::Settled { site: own, .. } => own == site,
            _ => false,
        };
        self.persons().filter(move |(_, person)| lives_there(person)).map(|(id, _)| id)
    }

    /// All persons with their ids, in the order of those.
    pub(crate) fn persons(&self) -> impl Iterator<Item = (PersonId, &Person)> {
        self.cast.iter().enumerate().map(|(place, person)| (PersonId(place as u8), person))
    }

    /// All sites with their ids, in the order of those.
    pub(crate) fn all_sites(&self) -> impl Iterator<Item = (SiteId, &SiteRecord)> {
        self.sites.iter().enumerate().map(|(place, site)| (SiteId(place as u16), site))
    }
}
