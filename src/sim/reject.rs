//! The reasons why not, in the words that the player reads.

use thiserror::Error;

use crate::content::{Gate, JobKind, Supply};

use crate::sim::units::{Coins, Turns};

/// Why a command cannot be carried out. The state was not touched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reject {
    #[error("The shift is over.")]
    Over,
    #[error("You have clocked out. What happens now happens without you.")]
    Away,
    #[error("There is a wall in the way.")]
    Blocked,
    #[error("There is no squeezing past that corner.")]
    Corner,
    #[error("You could not wade that deep.")]
    DeepWater,
    #[error("That door is locked, and no small key hangs on your belt.")]
    Locked,
    #[error("That door has its own key, and you do not have it.")]
    Bolted,
    #[error("The house is shut, and stays shut tonight.")]
    HouseShut,
    #[error("A pit. It wants lighter boots than yours.")]
    Pit,
    #[error("The potion lifts you by an inch. A pit wants wings, or the right boots.")]
    PitWhileFloating,
    #[error("Rubble, more than a night's work. It wants a bomb.")]
    Rubble,
    #[error("The satchel is empty. It refills itself: {left} turns.")]
    SatchelEmpty { left: Turns },
    #[error("Fire. Walk into it all the same?")]
    IntoFire,
    #[error("You are too frightened to fight.")]
    TooFrightened,
    #[error("There is no shut door there to bar.")]
    NoShutDoor,
    #[error("There is nothing to put out here.")]
    NothingToDouse,
    #[error("A ledge. You could jump down, but not climb back. Jump?")]
    Drop,
    #[error("The ledge is twice your height. There is no climbing it from here.")]
    Ledge,
    #[error("A {trap} trap, armed. Step on it all the same?")]
    ArmedTrap { trap: String },
    #[error("Choking gas. Walk into it all the same?")]
    IntoGas,
    #[error("You cannot fight with a body in your arms. Put it down first.")]
    HandsFull,
    #[error("There is no changing places with {who} just now.")]
    Friend { who: String },
    #[error("There is no work to do here.")]
    NothingToWork,
    #[error("A body is carried, not worked on.")]
    CarryIt,
    #[error("There is work in reach already: do that first.")]
    WorkInReach,
    #[error("Stand beside the trap, not on it.")]
    OnTheTrap,
    #[error("Step out of the doorway first.")]
    InTheDoorway,
    #[error("Not with a body in your arms: put it down first.")]
    ArmsFull,
    #[error("Somebody stands in the way of that work.")]
    WorkOccupied,
    #[error("You are out of {supply}: a {job} takes one.")]
    OutOfSupply { supply: Supply, job: JobKind },
    #[error("The mop is foul. Rinse it at a well or in the closet's bucket.")]
    MopFouled,
    #[error("The mop is clean enough.")]
    MopClean,
    #[error("There is no body here.")]
    NoBody,
    #[error("There is no room to put the body down.")]
    NoRoom,
    #[error("There is no open door there.")]
    NoOpenDoor,
    #[error("Something stands in the doorway.")]
    DoorwayOccupied,
    #[error("You know of no more work that you can get to.")]
    NoJobKnown,
    #[error(
        "You know of no way to a chute with that in your arms. Put it down, or look round with it."
    )]
    NoChuteKnown,
    #[error("What is left wants a clean mop, and you know of no way to water.")]
    NoWaterKnown,
    #[error("There is nothing left to explore.")]
    NothingToExplore,
    #[error("All the work that you know of lies behind {gate}.")]
    JobsBehind { gate: Gate },
    #[error("You have seen this side. What is left lies behind {gate}.")]
    RestBehind { gate: Gate },
    #[error("You stand before {gate}, and have what opens it: walk into it.")]
    Openable { gate: Gate },
    #[error("The way there is barred by {gate}, right here.")]
    Barred { gate: Gate },
    #[error("There is no way past {who} just now.")]
    Crowded { who: String },
    #[error("There is {what} in the only way, to the {way}.")]
    InTheWay { what: String, way: &'static str },
    #[error("All the work that you know of lies behind {what}, to the {way}.")]
    JobsBehindThat { what: String, way: &'static str },
    #[error("You have seen this side. What is left lies behind {what}, to the {way}.")]
    RestBehindThat { what: String, way: &'static str },
    #[error("What is left wants {supply}, and you have none.")]
    NoSupplyLeft { supply: Supply },
    #[error("You know of no safe way there.")]
    NoWay,
    #[error("You are there already.")]
    AlreadyThere,
    #[error("Not with {who} about.")]
    Threatened { who: String },
    #[error("You need no rest.")]
    Rested,
    #[error("Nothing was begun.")]
    NothingBegun,
    #[error("There is nothing to pick up.")]
    NothingToGet,
    #[error("The cart is full.")]
    CartFull,
    #[error("That slot of the cart is empty.")]
    EmptySlot,
    #[error("That is nothing to wear or wield.")]
    NotEquipment,
    #[error("That is nothing to drink or read.")]
    NotUsable,
    #[error("That is nothing to throw.")]
    NotThrowable,
    #[error("You cannot read in the dark behind your eyes.")]
    CannotRead,
    #[error("You cannot see to throw.")]
    CannotSeeTarget,
    #[error("That is too far to throw: {range} cells at the most.")]
    TooFar { range: i32 },
    #[error("Throw it where, at your own feet?")]
    OwnFeet,
    #[error("It takes both hands, and one of them is in use. Put something away first.")]
    BothHands,
    #[error("The charm is resting: {left} turns.")]
    CharmRests { left: Turns },
    #[error("The shopkeeper looks up. Something you like?")]
    Counter,
    #[error("There is nobody here to trade with.")]
    NoShop,
    #[error("That is not for sale.")]
    NotForSale,
    #[error("That costs {price}, and you have {own}.")]
    TooPoor { price: Coins, own: Coins },
    #[error("Nobody pays for that.")]
    Worthless,
    #[error("That is the shop's, not yours to sell.")]
    NotYours,
    #[error("You owe nothing.")]
    NothingOwed,
    #[error("You owe {owed}. Pay first, or put it back.")]
    Owing { owed: Coins },
    #[error("You owe {owed}, and the shopkeeper is watching. Walk out with it all the same?")]
    WalkOut { owed: Coins },
    #[error("You clock out at the exit, not here.")]
    NotAtExit,
}

impl Reject {
    /// The same step is possible as [`crate::sim::Command::StepAnyway`].
    pub fn asks_to_confirm(&self) -> bool {
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
