//! What happens on a journey between the floors.

use serde::Serialize;

use crate::sim::event::{ChoiceChange, Harm, Meeting};
use crate::sim::units::{ActorId, Coins, Holder, PersonId, SiteId, Stack};
use content::{HouseKindId, NoticeId, PerkId, Supply, TrapKindId};

/// What happens on a journey between the floors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum JourneyEvent {
    /// The player has walked a road, for so many rations, and so much health for those that were lacking.
    Travelled {
        to: SiteId,
        rations: u16,
        hunger: i32,
    },
    /// Something happens on the road, and what has come of the choice that was made.
    Met {
        meeting: Meeting,
    },
    Chosen {
        meeting: Meeting,
        choice: u8,
        outcome: u8,
    },
    /// A path was found.
    RoadFound {
        from: SiteId,
        to: SiteId,
    },
    /// Somebody of the cast would go there tonight.
    PlanHeard {
        leader: PersonId,
        site: SiteId,
    },
    /// The player has begun the night's work at a site.
    Entered {
        site: SiteId,
    },
    /// The player has left a site after the raid of dawn, and was paid.
    Departed {
        site: SiteId,
        pay: Coins,
    },
    /// A night is over; the one that begins has this number.
    NightPassed {
        night: i16,
    },
    /// A party of the cast, or of strangers, has raided a site: members that fell, and chests carried off.
    SiteRaided {
        site: SiteId,
        leader: Option<PersonId>,
        fallen: u8,
        chests: u16,
    },
    PersonDied {
        person: PersonId,
        site: SiteId,
        by: Harm,
    },
    /// Somebody has come to a higher level.
    PersonRose {
        person: PersonId,
        level: u8,
    },
    /// Somebody is rich, and has gone for good.
    PersonRetired {
        person: PersonId,
    },
    /// A site is lost on that night, unless it is worked before.
    SiteThreatened {
        site: SiteId,
        falls_on: i16,
    },
    SiteLost {
        site: SiteId,
    },
    /// The player has walked into a town, for so many rations, and so much health for those that were lacking.
    TownEntered {
        site: SiteId,
        rations: u16,
        hunger: i32,
    },
    /// The player has left a town, by the gate that opens its roads or by the other.
    TownLeft {
        site: SiteId,
        opens: bool,
    },
    /// The player has gone into a house; the kind is that of a house that is kept open.
    HouseEntered {
        house: u8,
        kind: Option<HouseKindId>,
    },
    /// Somebody in a town has said what they had to say.
    Said {
        actor: ActorId,
    },
    /// The player has bought something over the counter of a house.
    Bought {
        house: u8,
        offer: u8,
        price: Coins,
    },
    KitBought {
        trap: TrapKindId,
    },
    /// The player was told who comes to a site.
    RumourHeard {
        site: SiteId,
    },
    /// What was in a chest of a town.
    CoinsFound {
        coins: Coins,
    },
    SupplyFound {
        supply: Supply,
        count: u16,
    },
    RationsFound {
        count: u16,
    },
    /// A crate of a town held nothing.
    NothingFound,
    /// The player was told to look into a house.
    HouseTold {
        house: u8,
    },
    /// The player has stood a hero a drink.
    Treated {
        person: PersonId,
        drink: u8,
        price: Coins,
    },
    /// A game of dice is over: coins or a thing won from a hero, who may bear a grudge for it, or coins lost to them.
    DiceWon {
        person: PersonId,
        coins: Coins,
        stack: Option<Stack>,
        is_sore: bool,
    },
    DiceLost {
        person: PersonId,
        coins: Coins,
    },
    /// Somebody has seen the player at a chest.
    SeenStealing {
        witness: ActorId,
    },
    /// The player has taken an extra order; and what came of it, 0 coins and a fine if it was not fulfilled.
    NoticeTaken {
        notice: NoticeId,
        person: Option<PersonId>,
        coins: Coins,
    },
    NoticeSettled {
        notice: NoticeId,
        person: Option<PersonId>,
        coins: Coins,
        fine: Coins,
    },
    /// So many orders are done that a perk can be chosen.
    SeniorityReached {
        orders: u16,
    },
    /// The player has chosen a perk.
    PerkTaken {
        perk: PerkId,
    },
    /// Somebody holds the Deep Seat now, with so many friends.
    SeatTaken {
        holder: Holder,
        companions: u8,
    },
    /// The holder of the Deep Seat is dead, or driven off if nothing killed them.
    SeatCleared {
        holder: Holder,
        by: Option<Harm>,
    },
    /// The player left the Deep Seat with the holder gone and the work too bad for it to be in order.
    SeatUnworked,
    /// A party that got rich has moved into a site: the leader, and so many friends.
    PartySettled {
        leader: PersonId,
        site: SiteId,
        companions: u8,
    },
    /// Somebody who held a site has left the marches.
    PersonDrivenOff {
        person: PersonId,
        site: SiteId,
    },
    /// Coins for a leader who settled at a site and is there no more, and pay kept back because one still is.
    BountyPaid {
        site: SiteId,
        coins: Coins,
    },
    PayWithheld {
        site: SiteId,
        coins: Coins,
    },
    /// The night's work at a site was too poor for it to be in order: its roads stay shut.
    SiteUnworked {
        site: SiteId,
    },
    /// The player has come to another floor of the site, counted from 0.
    StairsTaken {
        to: u8,
    },
    /// Coins for raiders of the player's own dawn that fell or turned back, and those kept back for chests that they carried off.
    HeadsPaid {
        fell: u32,
        fled: u32,
        coins: Coins,
    },
    ChestsKeptBack {
        chests: u32,
        coins: Coins,
    },
    /// What a choice on the road has cost and brought, before any night that passes and any fight.
    ChoiceSettled {
        meeting: Meeting,
        choice: u8,
        outcome: u8,
        change: Box<ChoiceChange>,
    },
}
