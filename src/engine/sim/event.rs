//! Events: what happened in a turn, for views and messages.

use crate::sim::command::Lever;
use crate::sim::reject::Interruption;
pub(crate) use crate::sim::units::Who;
use crate::sim::units::{ActorId, Coins, Holder, PersonId, SiteId, Stack, Turns};
pub use crate::sim::units::{Burnt, ChoiceChange, End, Harm, Meeting};
use base::{Dir, Pos};
use content::{
    ActorKindId, Gate, HouseKindId, ItemKindId, JobKind, NoticeId, PartyKindId, PerkId, Status,
    Supply, TrapKindId,
};
use serde::Serialize;

/// Something that has happened, by its subject: plain data, in the past tense. Screens turn it into
/// words and movement. Three rules read the events of the command, for facts that the state does
/// not keep: `travel::interrupt` ends walks, rests and jobs by them, `floor::hiding` asks whether
/// the player has just moved, and `shift::tutorial` whether a lesson is fulfilled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Event {
    Fight(FightEvent),
    Floor(FloorEvent),
    Item(ItemEvent),
    Work(WorkEvent),
    Raid(RaidEvent),
    Actor(ActorEvent),
    Journey(JourneyEvent),
    Tutor(TutorEvent),
}

macro_rules! subjects {
    ($($subject:ident($event:ty)),*) => {$(
        impl From<$event> for Event {
            fn from(event: $event) -> Event {
                Event::$subject(event)
            }
        }
    )*};
}
subjects! {
    Fight(FightEvent), Floor(FloorEvent), Item(ItemEvent), Work(WorkEvent), Raid(RaidEvent),
    Actor(ActorEvent), Journey(JourneyEvent), Tutor(TutorEvent)
}

/// Blows and shots, statuses, deaths, and what bosses and traps do to actors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum FightEvent {
    Struck { by: Who, victim: Who, damage: i32 },
    Missed { by: Who, victim: Who },
    Shot { by: Who, victim: Who, from: Pos, to: Pos, damage: Option<i32> },
    // Health lost to something other than a blow.
    Hurt { victim: Who, by: Harm, damage: i32 },
    Died { who: Who, by: Harm },
    Healed { who: Who, amount: i32 },
    StatusBegan { who: Who, status: Status, turns: u16 },
    StatusEnded { who: Who, status: Status },
    StruggledFree { who: Who },
    Struggled { who: Who },
    TrapSprung { trap: TrapKindId, at: Pos, victim: Who },
    Shattered { item: ItemKindId, at: Pos },
    // Nothing came of it.
    Fizzled { item: ItemKindId },
    ThreatSeen { who: Who },
    ThreatLost { who: Who },
    // A boss draws back for a heavy blow that will fall on these cells.
    WoundUp { who: Who, blow: u8, cells: Vec<Pos> },
    // It has fallen on them.
    HeavyBlow { who: Who, blow: u8, cells: Vec<Pos> },
    // A boss that was prepared for a heavy blow is held, and the blow does not fall.
    BlowLost { who: Who },
    // A boss does from now on what it does in this phase.
    PhaseBegan { who: Who, phase: u8 },
    Shoved { who: Who, from: Pos },
    // An actor teleported over a short distance.
    Blinked { who: Who, from: Pos },
    Split { who: Who, into: Who },
}

/// What happens to the floor: doors, gates, fire, gas, lights, noises, hiding places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum FloorEvent {
    GasReleased { at: Pos },
    // A sound, heard by the player or not.
    Noise { at: Pos, loudness: u8 },
    DoorOpened { who: Who, at: Pos },
    DoorClosed { who: Who, at: Pos },
    DoorBarred { who: Who, at: Pos },
    // A door fell shut and barred itself, by a cord.
    DoorSlammed { at: Pos },
    // The bar was lifted; that the door was opened is told after it.
    Unbarred { who: Who, at: Pos },
    // A blow at a door that does not open.
    DoorHammered { who: Who, at: Pos },
    // The last of so many, or the only one: it is broken.
    DoorForced { who: Who, at: Pos, blows: u8 },
    // Where nothing burnt, something does.
    FireBegan { at: Pos },
    Burnt { at: Pos, what: Burnt },
    GasFlashed { at: Pos },
    // Water came down on a place and all around it.
    Doused { at: Pos },
    // A brazier went out: by an actor's hand, in a fight beside it, or by an effect.
    LightOut { at: Pos, by: Option<Who> },
    // A brazier went on by a cord.
    LightOn { at: Pos },
    // The player beat out flames.
    Smothered { at: Pos },
    // A burning actor got into water.
    Quenched { who: Who },
    Hid { at: Pos },
    // The player was pulled out of where he hid.
    DraggedOut { by: Who, from: Pos },
    // A lock was opened for good; `key` says with what.
    Unlocked { who: Who, at: Pos, key: ItemKindId },
    Blasted { who: Who, at: Pos },
    CrateSmashed { at: Pos },
    CrateHeld { stack: Stack, at: Pos },
    JumpedDown { who: Who, at: Pos },
    // The player sees a gate for the first time; of a wide one only the first cell tells.
    GateSeen { gate: Gate, at: Pos },
    // The player sees a key or a tool for gates for the first time.
    OpenerSeen { item: ItemKindId, at: Pos },
    Breached { who: Who, at: Pos },
}

/// What happens to items and coins: taken, worn, used, thrown, traded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ItemEvent {
    ItemTaken { stack: Stack },
    // It is the player's, but the cart has no room: it lies on the floor.
    ItemLeft { stack: Stack, at: Pos },
    // Off the shelf of a shop; `owed` is what is owed for everything now.
    GoodsTaken { stack: Stack, owed: Coins },
    GoodsReturned { stack: Stack, at: Pos },
    Bought { stack: Stack, price: Coins },
    Sold { stack: Stack, price: Coins },
    Paid { price: Coins },
    // The player used or threw goods that were not paid for, and paid for that one.
    Charged { item: ItemKindId, price: Coins },
    CoinsFound { coins: Coins },
    // In the pockets of a body.
    PocketsEmptied { coins: Coins },
    SupplyFound { supply: Supply, amount: u16 },
    // The shopkeeper found out that goods left the shop unpaid.
    Robbed { who: Who },
    BaitEaten { who: Who, item: ItemKindId },
    // The upkeeper was called to the closet.
    Recalled { from: Pos },
    ItemDropped { stack: Stack, at: Pos },
    Equipped { item: ItemKindId },
    TakenOff { item: ItemKindId },
    // `known` tells whether the upkeeper knew what it was.
    Used { item: ItemKindId, known: bool },
    Identified { item: ItemKindId },
    Threw { item: ItemKindId, known: bool, from: Pos, to: Pos },
    MapRead,
}

/// The work, its supplies, and the course of the shift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum WorkEvent {
    JobBegun { job: JobKind, at: Pos, turns: u8 },
    JobDone { job: JobKind, at: Pos },
    // The player sets out for a job that is walked to and done in one go: `steps` to the nearest
    // cell from which it can be done, and about `turns` in all.
    JobChosen { job: JobKind, at: Pos, way: Dir, steps: u16, turns: Turns, reason: JobReason },
    // The player sets out to explore until a job is known that can be done. `why` tells what keeps
    // the known ones from being done now: a supply that is lacking, a trap that would cut something
    // off. `None` if no job is known.
    JobSought { why: Option<JobReason> },
    // The player makes for the exit while an actor of this kind hunts them.
    LeavesHunted { by: ActorKindId },
    SupplySpent { supply: Supply, left: u16 },
    MopRinsed { at: Pos },
    MopFouled,
    KitMade { trap: TrapKindId },
    KitSet { trap: TrapKindId, at: Pos },
    TrapTakenDown { trap: TrapKindId, at: Pos, parts: u16 },
    WardrobeMoved { at: Pos },
    CordLaid { cord: u8, at: Pos },
    CordTaken { at: Pos },
    SupplyTraded { give: Supply, take: Supply },
    // A resident follows the player from now on.
    Led { who: Who },
    // It does no longer, without a new post.
    LeadEnded { who: Who, why: LeadEnd },
    TookPost { who: Who },
    BodyLifted { body: ActorKindId, at: Pos },
    BodyDropped { body: ActorKindId, at: Pos },
    BodyThrown { body: ActorKindId, at: Pos },
    BodyDisposed { body: ActorKindId, at: Pos },
    // A body that the player knows of gets up in so many turns.
    BodyStirs { body: ActorKindId, person: Option<PersonId>, at: Pos, way: Dir, turns: u32 },
    BodyRose { body: ActorKindId, person: Option<PersonId>, who: Who },
    // Somebody fell during the shift, whose body is on the order now, with so many bodies in all.
    BodyOrdered { total: u16 },
    VerminCame { who: Who },
    // Something that cannot bear the noise of the player's work has come, out of sight.
    HauntCame { who: Who },
    // A walk, a rest or a job ended, and why.
    Stopped { why: Interruption },
    // So much of the night is left.
    DawnNears { turns: u32 },
    // Whoever sets out for the exit now comes there shortly before dawn; so much of the night is
    // left.
    TimeToLeave { turns: u32 },
    ClockedOut,
    // A second hand has done something of the plan, at the end of the night.
    HandLent { lever: Lever },
    ShiftEnded { how: End },
}

/// Why a resident no longer follows the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum LeadEnd {
    /// It fights, or flees.
    Danger,
    /// The player is out of reach or out of sight.
    Lost,
    Dismissed,
}

/// Why a job is the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum JobReason {
    Carrying,
    /// It is a body that gets up soon.
    Rising,
    Nearest,
    /// Stains are nearer, but take long.
    BeforeStains,
    /// It is the only one known that can be done.
    Only,
    /// It is a stain, and the mop is to be rinsed first.
    FoulMop,
    /// A job of this kind is nearer, but cannot be done with what the player has.
    Lacking(JobKind),
    /// No safe way that is known leads to one of this kind. Not of a job that is chosen.
    NoWay(JobKind),
    /// A trap is nearer, but armed it would cut off other work, or a part of the floor that is not
    /// seen yet.
    TrapPostponed,
}

/// What a party of raiders does besides fighting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum RaidEvent {
    // A party has come in at the start.
    RaidBegan { party: PartyKindId },
    // One of the party is off the floor: out by the exit, or back by the start.
    RaiderLeft { who: Who, through: bool },
    Searched { who: Who, at: Pos },
    ChestLooted { who: Who, at: Pos },
    Pocketed { who: Who, stack: Stack, at: Pos },
    TrapNoticed { who: Who, trap: TrapKindId, at: Pos },
    // A raider begins to take a trap apart, or to set it off from afar.
    AtTrap { who: Who, trap: TrapKindId, at: Pos, bursts: bool },
    TrapDisarmed { who: Who, trap: TrapKindId, at: Pos },
    // A raider set off a trap from afar, and nobody was on it.
    TrapBurst { who: Who, trap: TrapKindId, at: Pos },
    // The player pulled a cord, by its number from 0; it is wound up again.
    CordPulled { cord: u8, at: Pos },
    CordWound { cord: u8, at: Pos },
    // A raider has come within reach of a cord that can be pulled, or has moved there.
    InReach { who: Who, cord: u8, stays: bool },
    // A raider is hurt, and goes home while the others go on.
    TurnsHome { who: Who },
    // A resident goes for the raider that is nearest, by a cord.
    SetLoose { who: Who },
    LightLit { who: Who, at: Pos },
    UndeadTurned { by: Who },
    RetreatCalled,
    // A resident has left its post for good.
    DrivenOff { who: Who, post: Pos },
    // A party has come in on the floor above: it will come down.
    HeardAbove,
    // Those of the party who got through the floor above have come down.
    PartyCameDown,
    // No member of the party is left on the floor, or the raid took too long.
    RaidOver,
}

/// Where actors go, and what they do besides fighting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum ActorEvent {
    Moved { who: Who, from: Pos },
    Teleported { who: Who, from: Pos },
    Wove { who: Who, trap: TrapKindId, at: Pos },
    // An actor ate a body, or blood.
    Ate { who: Who, body: Option<ActorKindId>, at: Pos },
    Barked { who: Who, loudness: u8 },
    // What was taken for a chest is none.
    Unmasked { who: Who },
    BackAtPost { who: Who },
    // A stray came home by itself: a job done.
    CameHome { who: Who, at: Pos },
}

/// What happens on a journey between the floors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum JourneyEvent {
    // The player has walked a road, for so many rations, and so much health for those that were
    // lacking.
    Travelled { to: SiteId, rations: u16, hunger: i32 },
    // Something happens on the road, and what has come of the choice that was made.
    Met { meeting: Meeting },
    Chosen { meeting: Meeting, choice: u8, outcome: u8 },
    RoadFound { from: SiteId, to: SiteId },
    // Somebody of the cast would go there tonight.
    PlanHeard { leader: PersonId, site: SiteId },
    Entered { site: SiteId },
    // The player has left a site after the raid of dawn, and was paid.
    Departed { site: SiteId, pay: Coins },
    // A night is over; the one that begins has this number.
    NightPassed { night: i16 },
    // A party of the cast, or of strangers, has raided a site: members that fell, and chests
    // carried off.
    SiteRaided { site: SiteId, leader: Option<PersonId>, fallen: u8, chests: u16 },
    PersonDied { person: PersonId, site: SiteId, by: Harm },
    PersonRose { person: PersonId, level: u8 },
    // Somebody is rich, and has gone for good.
    PersonRetired { person: PersonId },
    // A site is lost on that night, unless it is worked before.
    SiteThreatened { site: SiteId, falls_on: i16 },
    SiteLost { site: SiteId },
    // The player has walked into a town, for so many rations, and so much health for those that
    // were lacking.
    TownEntered { site: SiteId, rations: u16, hunger: i32 },
    // The player has left a town, by the gate that opens its roads or by the other.
    TownLeft { site: SiteId, opens: bool },
    // The player has gone into a house; the kind is that of a house that is kept open.
    HouseEntered { house: u8, kind: Option<HouseKindId> },
    Said { actor: ActorId },
    Bought { house: u8, offer: u8, price: Coins },
    KitBought { trap: TrapKindId },
    // The player was told who comes to a site.
    RumourHeard { site: SiteId },
    // What was in a chest of a town.
    CoinsFound { coins: Coins },
    SupplyFound { supply: Supply, count: u16 },
    RationsFound { count: u16 },
    // A crate of a town held nothing.
    NothingFound,
    // The player was told to look into a house.
    HouseTold { house: u8 },
    Treated { person: PersonId, drink: u8, price: Coins },
    // A game of dice is over: coins or a thing won from a hero, who may bear a grudge for it, or
    // coins lost to them.
    DiceWon { person: PersonId, coins: Coins, stack: Option<Stack>, is_sore: bool },
    DiceLost { person: PersonId, coins: Coins },
    SeenStealing { witness: ActorId },
    // The player has taken an extra order; and what came of it, 0 coins and a fine if it was not
    // fulfilled.
    NoticeTaken { notice: NoticeId, person: Option<PersonId>, coins: Coins },
    NoticeSettled { notice: NoticeId, person: Option<PersonId>, coins: Coins, fine: Coins },
    // So many orders are done that a perk can be chosen.
    SeniorityReached { orders: u16 },
    PerkTaken { perk: PerkId },
    // Somebody holds the Deep Seat now, with so many friends.
    SeatTaken { holder: Holder, companions: u8 },
    // The holder of the Deep Seat is dead, or driven off if nothing killed them.
    SeatCleared { holder: Holder, by: Option<Harm> },
    // The player left the Deep Seat with the holder gone and the work too bad for it to be in
    // order.
    SeatUnworked,
    // A party that got rich has moved into a site: the leader, and so many friends.
    PartySettled { leader: PersonId, site: SiteId, companions: u8 },
    PersonDrivenOff { person: PersonId, site: SiteId },
    // Coins for a leader who settled at a site and is there no more, and pay kept back because one
    // still is.
    BountyPaid { site: SiteId, coins: Coins },
    PayWithheld { site: SiteId, coins: Coins },
    // The night's work at a site was too poor for it to be in order: its roads stay shut.
    SiteUnworked { site: SiteId },
    // The player has come to another floor of the site, counted from 0.
    StairsTaken { to: u8 },
    // The part of the pay that is for dawn.
    DawnPaid { coins: Coins },
    // What a choice on the road has cost and brought, before any night that passes and any fight.
    ChoiceSettled { meeting: Meeting, choice: u8, outcome: u8, change: Box<ChoiceChange> },
}

/// What the tutorial does. Lessons and remarks are told by their places in the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TutorEvent {
    // A lesson was fulfilled, in its turn or well `ahead` of it.
    LessonLearned { lesson: u8, ahead: bool },
    // The present lesson takes long.
    Helped { lesson: u8 },
    Remarked { remark: u8 },
    // The player was saved from death.
    Caught,
    Refilled,
    // Dawn was near, and is not any more.
    DawnPutOff,
}
