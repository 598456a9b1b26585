//! What a command means on a journey, with what its check has found.

use crate::sim::campaign::travel::RoadCost;
use crate::sim::event::Meeting;
use crate::sim::prelude::*;
use crate::sim::state::journey::ExtraOrder;
use content::PerkId;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    OfJourney(JourneyAction),
    /// One of the floor: this one.
    OfFloor(Command),
}

/// Something that the player does between floors, or from one to another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JourneyAction {
    // The run is given up, over the map.
    Abandon,
    Go { to: SiteId, cost: RoadCost },
    Choose { meeting: Meeting, choice: u8 },
    PickPerk(PerkId),
    EnterSite,
    EnterTown,
    Stay,
    LeaveField { to: SiteId },
    Depart(End),
    TakeStairs { to: u8 },
    TakeOrder(ExtraOrder),
    InTown(TownAction),
}

/// Something that the player does in a town.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TownAction {
    Leave,
    EnterHouse(u8),
    Talk(ActorId),
    Search(Pos),
    // The place of the offer in the list of the house, and its price.
    Buy { house: u8, offer: u8, price: Coins },
    Treat { person: PersonId, drink: u8 },
    Play { person: PersonId, game: u8 },
}
