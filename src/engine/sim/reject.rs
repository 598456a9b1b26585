//! The reasons why a command is refused and why an activity ends, as data. `view` puts them into
//! words.

use crate::sim::units::{Coins, Harm, Turns};
use base::{Dir, Pos};
use content::{ActorKindId, Gate, ItemKindId, JobKind, Status, Supply, TrapKindId};
use serde::Serialize;
use strum::{IntoStaticStr, VariantNames};

/// Why a command cannot be carried out. The state was not touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
pub enum Reject {
    Over,
    // The player has clocked out, and the raid goes on alone.
    Away,

    // The step leads into something solid.
    Blocked,
    // The diagonal step would cut a solid corner.
    Corner,
    DeepWater,
    // A locked door, and no small key on the belt.
    Locked,
    // The boss door, and no boss key on the belt.
    Bolted,
    HouseShut,
    // A pit, without the boots that cross it.
    Pit,
    // The same while a potion makes the player float, which is not enough.
    PitWhileFloating,
    // Rubble, without the bomb satchel.
    Rubble,
    // Rubble, and the bomb satchel is not refilled for so many turns.
    SatchelEmpty { left: Turns },
    // The step leads into fire: to be confirmed.
    IntoFire,
    TooFrightened,
    NoShutDoor,
    NothingToDouse,
    // The step is a jump from a ledge, which cannot be climbed again: to be confirmed.
    Drop,
    // The step would climb a ledge.
    Ledge,
    // The step leads onto an armed trap, which takes so much of full health at most: to be
    // confirmed.
    ArmedTrap { trap: TrapKindId, percent: i32 },
    // The step leads into gas: to be confirmed.
    IntoGas,
    // A fight, with a body in the arms.
    HandsFull,
    // The step leads to an actor that is not hostile and does not swap places.
    Friend { who: ActorKindId },

    NothingToWork,
    // The job is a body, which is carried and not worked on.
    CarryIt,
    // This work is in reach, here or in a direction, so that there is nothing to walk to.
    WorkInReach { job: JobKind, way: Option<Dir> },
    // The chute that a body would be carried to is in reach.
    ChuteInReach,
    OnTheTrap,
    InTheDoorway,
    // An action that needs hands, with a body in the arms.
    ArmsFull,
    WorkOccupied,
    // The job takes one of a supply of which the player has none.
    OutOfSupply { supply: Supply, job: JobKind },
    // A kit takes so many parts.
    TooFewParts { needed: u16 },
    // The closet takes so many of a supply for one of another.
    TooFewToTrade { supply: Supply, needed: u16 },
    TradeForItself,
    // A kit of a kind of trap that this floor does not have.
    UnknownTrap,
    // The player carries as many kits as there is room for.
    KitsFull { max: usize },
    NoKit,
    NoPlaceForKit(KitPlace),
    // By the plan, a kit that would shut the player off from something; by itself it can be set.
    KitShutsOff,
    NothingToTakeDown,
    NothingToPrepare,
    NoRoomToPush,
    NobodyToLead,
    // So many residents were led to another post tonight, and that is the most.
    LedEnough { most: usize },
    // Nothing there that a cord could be laid to.
    NothingToCord,
    // All cords of the night are laid, which are so many.
    NoCordLeft { cords: usize },
    // This cord, counted from 1, is laid there.
    CordedAlready { cord: usize },
    NoCordThere,
    // A command of the closet's hatch, on the floor.
    NotAtHatch,
    // A cord is pulled while no party is on the floor.
    NobodyIn,
    NoCord,
    CordWinds { left: Turns },
    // What the cord was laid to is gone.
    CordLoose,
    BarredAlready,
    LeadsAlready { who: ActorKindId },
    // A resident of a kind that leaves its post for nobody.
    WillNotFollow { who: ActorKindId },
    // A resident that fights, looks into a noise, or is held.
    NotCalm { who: ActorKindId },
    NobodyFollows,
    FollowerOutOfSight { who: ActorKindId },
    // The cell on which a resident stands is no place for a post.
    NoPlaceForPost,
    // A post nearer to the old one than so many cells.
    PostTooNear { cells: i32 },
    // The party is on the floor.
    TooLateToPrepare,
    // For the plan: a cell that was not seen yet, and one with no job that the player knows of.
    Unseen,
    NoJobThere,
    // It, or something that it goes ill with, has this number of the plan, counted from 1.
    PlannedAlready { number: usize },
    // So many things are planned, and that is the most.
    PlanFull { most: usize },
    // The plan has no such number.
    NotPlanned,
    NothingPlanned,
    MopFouled,
    // A rinse of a mop that needs none.
    MopClean,
    NoBody,
    NoRoom,
    NoOpenDoor,
    DoorwayOccupied,

    // The next job, and no line of the order has work left.
    OrderDone,
    // All that is left of the order are bodies that rose.
    OrderUp,
    // A walk to the next job, and no job is known that can be reached.
    NoJobKnown,
    // The same with a body in the arms, and no chute is known that can be reached.
    NoChuteKnown,
    // The mop is foul, only stains are left, and no water is known that can be reached.
    NoWaterKnown,
    NothingToExplore,
    // All known jobs lie behind gates; a gate of this kind comes first on the way.
    JobsBehind { gate: Gate },
    // All that is unexplored lies behind gates; a gate of this kind comes first on the way.
    RestBehind { gate: Gate },
    // The walk leads through a gate beside the player that a step would open.
    Openable { gate: Gate },
    // The walk leads through a gate beside the player.
    Barred { gate: Gate },
    // An actor stands in the only way.
    Crowded { who: ActorKindId },
    // The only way leads through an obstacle, which lies in this direction from the player.
    InTheWay { what: Obstacle, way: Dir },
    // All known jobs lie behind an obstacle, which lies in this direction from the player.
    JobsBehindThat { what: Obstacle, way: Dir },
    // All that is unexplored lies behind an obstacle, which lies in this direction from the player.
    RestBehindThat { what: Obstacle, way: Dir },
    // The jobs that are left take a supply of which the player has none.
    NoSupplyLeft { supply: Supply },
    NoWay,
    // A walk to the exit, which the player does not know.
    ExitUnknown,
    // A walk to the exit, which lies behind gates; a gate of this kind comes first on the way.
    ExitBehind { gate: Gate },
    AlreadyThere,
    // A command of several turns, while an actor in sight hunts the player.
    Threatened { who: ActorKindId },
    // A command of several turns, while what goes on in the player's body or on their cell would
    // kill them before it is over.
    Deadly { by: Harm, remedy: Remedy },
    // A rest at full health and without harmful statuses.
    Rested,
    // A rest where nothing heals by waiting: in a town or on the road.
    NoRestHere,
    NothingBegun,

    NothingToGet,
    CartFull,
    EmptySlot,
    NotEquipment,
    NotUsable,
    NotThrowable,
    // A scroll, while blind.
    CannotRead,
    CannotSeeTarget,
    // The target is farther away than the range, in cells.
    TooFar { range: i32 },
    OwnFeet,
    // A wall is right before the player on the way of the throw.
    WallInTheWay,
    // What takes a hand, while the tool takes both.
    BothHands,
    CharmRests { left: Turns },

    // The step leads to the shopkeeper, which opens the shop.
    Counter,
    NoShop,
    NotForSale,
    TooPoor { price: Coins, own: Coins },
    Worthless,
    NotYours,
    NothingOwed,
    // A command that walks on by itself, with goods that are not paid for.
    Owing { owed: Coins },
    // The step leads out of the shop with goods that are not paid for: to be confirmed.
    WalkOut { owed: Coins },
    NotAtExit,

    // A command of a journey, in another mode.
    NoJourney,
    // A command of a floor, over the map.
    OnMap,
    // A command of the map, on a floor.
    NotOnMap,
    // To leave for the map, before the shift and its raid are over.
    ShiftGoesOn,
    // A command of the floor, when shift and raid are over: the way leads on to the map.
    ShiftDone,
    NoRoad,
    // A road out of a site that is not worked yet.
    RoadShut,
    // Something to buy on the road, where nobody sells it.
    NoMarket,
    // A town that was visited tonight.
    TownSeen,
    // Another of a supply than goes along to the next site, which is so many.
    SuppliesFull { most: u16 },
    // Out of a town, away from its gates.
    NotAtGate,
    NoDoor,
    NobodyThere,
    // Nobody is at the counter, or the counter is too far away.
    NobodySells,
    SoldOut,
    // Nothing is known that was not told tonight.
    NoNews,
    OrderTaken,
    // The player has it, and has no use for another.
    HeldAlready,
    // No such order hangs in the closet, or the closet is too far away.
    NoClosetOrder,
    NotAtCloset,
    // Something that is not done among people.
    InCompany,
    RationsFull,
    // A road that was shut by what happened on it.
    RoadBlocked,
    // A command while a choice on the road is to be made, and a choice that is not open.
    ChoiceFirst,
    ChoiceShut,
    // To leave a fight with foes about, before the far side is reached.
    FoesAbout,
    SiteFallen,
    // No stairs of the site where the player stands.
    NoStairs,
    // Stairs up to a raid that is not over there.
    StairsTaken,
    NoWorkHere,
    NoBed,
    NoWorkInTown,
    // Exploring a town in which every house was seen.
    TownExplored,
    WillNotDrink,
    // A hero who had that drink tonight, or is in bed already.
    HadEnough,
    PlayedEnough,
    // A hero who has nothing to play for, or not so many coins.
    NothingAtStake,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
pub enum KitPlace {
    /// It is no floor, or something stands or lies there.
    NotFree,
    InDoorway,
    /// Fewer cells than the least from the way in or from the exit.
    NearStart {
        cells: i32,
        least: i32,
    },
    NearExit {
        cells: i32,
        least: i32,
    },
    /// Fewer cells than the least from another trap that the player has set.
    NearOwnTrap {
        trap: TrapKindId,
        cells: i32,
        least: i32,
    },
}

/// What keeps the player from dying of a harm that goes on, as far as they know of it and have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    // To leave the gas or the fire: the nearest clear cell lies there.
    ClearCell { way: Dir },
    // A turn beside deep water, where the player is.
    WaterBeside,
    // A rinse at a well or a closet in reach.
    Rinse,
    // An item in the cart, used up.
    Use(ItemKindId),
    // An item in the cart, thrown at the player's own feet.
    Pour(ItemKindId),
    // Water that the player gets to in time, so many steps off.
    Water { steps: u16, way: Dir },
    Nothing,
}

impl KitPlace {
    pub const NAMES: &[&str] = KitPlace::VARIANTS;
}

impl Reject {
    pub const NAMES: &[&str] = Reject::VARIANTS;

    /// Whether the step is only refused until the player confirms it, by
    /// [`crate::sim::Command::StepAnyway`].
    pub fn asks_to_confirm(self) -> bool {
        matches!(
            self,
            Reject::ArmedTrap { .. }
                | Reject::IntoGas
                | Reject::IntoFire
                | Reject::Drop
                | Reject::WalkOut { .. }
        )
    }
}

/// Why an activity of several turns (a walk, a rest, a job) has ended, or cannot be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Interruption {
    Done,
    Arrived,
    // There is work in reach.
    AtWork,
    // A run has come to a fork, to the end of a passage or to an opening at its side.
    Fork,
    // A run has come beside something worth a look.
    Beside,
    // The player is at full health, without harmful statuses.
    Rested,
    // The player is hurt, without harmful statuses, where nothing heals by waiting.
    NotHealing,
    // Everything that can be reached safely is explored.
    Explored,
    // The same, and what is left lies behind gates; a gate of this kind comes first on the way.
    Gated(Gate),
    // The same, and what is left lies behind an obstacle on this cell.
    Fenced { by: Obstacle, at: Pos },
    // The player stands before a gate that is in the way.
    Barred(Gate),
    // An actor of this kind stands in the only way.
    Crowded(ActorKindId),
    // The only way leads through an obstacle on this cell, which the player must decide to enter.
    Blocked { by: Obstacle, at: Pos },
    // The work that is left takes a supply of which the player has none.
    NoSupply(Supply),
    NoWay,
    Threat(ActorKindId),
    // An enemy that was in sight already hunts the player now.
    Noticed(ActorKindId),
    Unfollowed,
    Risen,
    // A body that the player knows of gets up soon, and can be seen to before.
    Stirring,
    // The player heard a noise while waiting for something to happen.
    Heard,
    // Nothing happened for as long as the player waits for something in one go.
    Waited,
    Hurt,
    // The player has a new harmful status, or one that takes health and was not stopped for yet.
    Afflicted(Status),
    // The player's health fell below a third.
    Weakened,
    // What goes on in the player's body or on their cell would kill them before it is over.
    Deadly(Harm),
    Fire,
    // The hour was announced.
    Late,
    Raided,
    // The player carries a body, and knows of no way to a chute.
    NoChute,
    // The mop is foul, and the player knows of no way to water.
    NoWater,
    // Actors stand on the cells of all the known work that can be done now.
    Occupied,
    // The activity cannot go on as it was begun.
    Impossible,
    // What is next on the plan cannot be done now.
    PlanFails,
}

/// What no activity walks through by itself: the player must decide to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Obstacle {
    /// A door that is barred, by the player mostly.
    Bar,
    Fire,
    Gas,
    /// An armed trap.
    Trap(TrapKindId),
    /// A boss that dozes, and would notice who goes there.
    Dozing(ActorKindId),
    /// A shut door with somebody behind it who hunts the player.
    ShutOut(ActorKindId),
}

/// Fails with an error where a condition holds.
pub(crate) fn fail_if<E>(condition: bool, error: E) -> Result<(), E> {
    if condition { Err(error) } else { Ok(()) }
}
