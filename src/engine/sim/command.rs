//! Commands: all that a player can decide, and all that a run file has to hold of a run.

use serde::{Deserialize, Serialize};

use crate::sim::units::{ActorId, SiteId};
use base::{Dir, Pos};
use content::{JobKind, Supply, TrapKindId};

/// What the player decides: semantic, after every prompt was answered; never a key.
///
/// A run is its setup and a list of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    // Move, or attack, or open what is in the way. Refused before an armed trap.
    Step(Dir),
    // The same, onto an armed trap or into gas, after having been asked; a blow at a harmless
    // actor, with which a step would change places.
    StepAnyway(Dir),
    Wait,
    // Wait until healed or disturbed.
    Rest,
    // Do the job here, or beside in that direction.
    Work(Option<Dir>),
    // Pick up the body, or put it down, here or beside; beside a chute, into it.
    Carry(Option<Dir>),
    CloseDoor(Dir),
    // Walk to the nearest known job.
    NextJob,
    // Walk to unexplored cells, and pick up items on the way.
    Explore,
    Travel(Pos),
    TravelToExit,
    // Go on with what was begun: the next turn of a walk, a rest or a job.
    Continue,
    // Put into the cart what lies here.
    Get,
    // Put on or take in hand what is in that slot of the cart; take it off if it is worn.
    Equip { slot: CartIndex },
    // Drink or read.
    Use { slot: CartIndex },
    // Throw one of that slot along the line to a place.
    Throw { slot: CartIndex, target: Pos },
    // Put down the whole stack.
    Drop { slot: CartIndex },
    // End the shift, standing on the exit.
    ClockOut,
    Abandon,
    // Lay a bar across the shut door beside.
    BarDoor(Dir),
    // Put out the lit brazier or the flames beside, or here.
    Douse(Option<Dir>),
    // Buy what lies there, in a shop.
    Buy { at: Pos },
    // Sell what is in that slot of the cart, all of it.
    Sell { slot: CartIndex },
    Pay,
    // Wait until something happens: the hour is announced, an enemy comes into sight. Off the
    // floor: let the raid go on to its end.
    Linger,
    // Mop one stain after the other, and rinse between, as long as none is far off.
    Mop,
    // Walk to the next job and do it: one job, from the first step to the last turn of work. With
    // a plan, the same for the first thing of it.
    DoNextJob,
    // Walk in a direction, round the bends of a passage, until something is worth a stop.
    Run(Dir),
    Prepare(Preparation),
    Journey(JourneyCommand),
    // Off the floor: pull a cord, counted from 0. No turn passes.
    Pull { cord: u8 },
    // Off the floor: let the raid go on for so many turns, or with 0 to the next thing worth a stop.
    Watch { turns: u16 },
    Plan(PlanCommand),
    // Do the plan, one thing after the other, until something is worth a stop.
    CarryOn,
}

/// What the player decides on a journey, between its floors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JourneyCommand {
    // Walk the road to a neighbouring site.
    Go { to: SiteId },
    // Begin the night's work at the site where the player is, or walk into the town.
    Enter,
    // Leave the site after the raid of dawn, or the town by the gate.
    Depart,
    // Stay for a night where there is a bed.
    Stay,
    // Make a choice on the road, counted from 0.
    Choose { choice: u8 },
    // Leave the field of a fight for where the road leads.
    LeaveField,
    // Take the stairs that the player stands on, to another floor of the site.
    TakeStairs,
    // Go into the house of a town whose door is beside.
    EnterHouse { dir: Dir },
    Talk { dir: Dir },
    // Empty the chest beside, in a house of a town.
    Search { dir: Dir },
    // Buy what is offered over the counter of the house, counted from 0.
    Deal { offer: u8 },
    // Take one of the perks that seniority offers, counted from 0.
    PickPerk { choice: u8 },
    // Stand a hero beside a drink, in a town; by its place in the list.
    Treat { dir: Dir, drink: u8 },
    // Play dice with a hero beside, in a town; by the place of the game in the list.
    Dice { dir: Dir, game: u8 },
    // Take one of the extra orders that hang in the closet, counted from 0.
    TakeOrder { place: u8 },
}

/// What the player does to a floor beyond the work order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preparation {
    // Make a trap kit of parts, wherever the player stands.
    MakeKit { trap: TrapKindId },
    // Set a trap kit on the cell beside, which is an armed trap from then on.
    SetKit { trap: TrapKindId, dir: Dir },
    // Take down the armed trap beside.
    TakeDown { dir: Dir },
    // Push the wardrobe beside one cell on.
    MoveWardrobe { dir: Dir },
    // Ask the resident beside to follow.
    Lead { dir: Dir },
    // Tell the resident that follows to keep its post where it stands.
    TakePost,
    // Send the resident that follows back to its own post.
    SendHome,
    // Lay a cord to the trap, door, brazier or post beside; take off the one that is there.
    Cord { dir: Dir },
    Uncord { dir: Dir },
    // Beside the closet: give some of one supply for one of another.
    Trade { give: Supply, take: Supply },
}

/// Something that the player does to the floor for the raid, at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Lever {
    // A trap of a kit is set.
    Kit { at: Pos, trap: TrapKindId },
    // A cord is laid to what is there.
    Cord { at: Pos },
    // A job is done.
    Job { at: Pos, job: JobKind },
    // A resident has its post there.
    Post { who: ActorId, at: Pos },
}

impl Lever {
    /// Where it is; of a resident, where it is led to.
    pub fn at(self) -> Pos {
        match self {
            Lever::Kit { at, .. }
            | Lever::Cord { at }
            | Lever::Job { at, .. }
            | Lever::Post { at, .. } => at,
        }
    }
}

/// What the player changes of the plan of the night. No turn passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanCommand {
    // Put something at its end: a kit of a kind, a cord, the job that is known there, a resident
    // at a post.
    Kit { trap: TrapKindId, at: Pos },
    Cord { at: Pos },
    Job { at: Pos },
    Post { who: ActorId, at: Pos },
    // Take something off it, counted from 0.
    Drop { place: u8 },
    // Put something in another place, both counted from 0.
    Move { from: u8, to: u8 },
}

impl From<Lever> for PlanCommand {
    fn from(lever: Lever) -> PlanCommand {
        match lever {
            Lever::Kit { at, trap } => PlanCommand::Kit { trap, at },
            Lever::Cord { at } => PlanCommand::Cord { at },
            Lever::Job { at, job: _ } => PlanCommand::Job { at },
            Lever::Post { who, at } => PlanCommand::Post { who, at },
        }
    }
}

/// A place in the cart, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CartIndex(pub u8);
