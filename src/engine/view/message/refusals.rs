//! The reasons why a command is refused, in the words that the player reads.

use super::phrases::deadly;
use crate::sim::{KitPlace, Obstacle, Reject, Remedy};
use crate::view::names::{obstacle_name, out_of_sight_in_the_way, passes_with_time};
use content::{ActorKindId, Catalog, capital, counted, with_article};

/// The reason why a command is refused, in words for the player: one or more full sentences. A reason that
/// [asks to confirm](Reject::asks_to_confirm) ends with a question. One arm for each reason, so this is long.
pub fn describe_refusal(reject: Reject, catalog: &Catalog) -> String {
    let the = |kind: ActorKindId| format!("the {}", catalog.actor(kind).name);
    let name = |obstacle| obstacle_name(obstacle, catalog);
    let text = match reject {
        Reject::Over => "The shift is over.",
        Reject::Away => "You have clocked out. What happens now happens without you.",
        Reject::Blocked => "There is a wall in the way.",
        Reject::Corner => "There is no squeezing past that corner.",
        Reject::DeepWater => "You could not wade that deep.",
        Reject::Locked => "That door is locked, and no small key hangs on your belt.",
        Reject::Bolted => "That door has its own key, and you do not have it.",
        Reject::HouseShut => "The house is shut, and stays shut tonight.",
        Reject::Pit => "A pit. It wants lighter boots than yours.",
        Reject::PitWhileFloating => {
            "The potion lifts you by an inch. A pit wants wings, or the right boots."
        }
        Reject::Rubble => "Rubble, more than a night's work. It wants a bomb.",
        Reject::SatchelEmpty { left } => {
            return format!(
                "The satchel is empty. It refills itself: {}.",
                counted(left.0, "turn")
            );
        }
        Reject::IntoFire => "Fire. Walk into it all the same?",
        Reject::TooFrightened => "You are too frightened to fight.",
        Reject::NoShutDoor => "There is no shut door there to bar.",
        Reject::NothingToDouse => "There is nothing to put out here.",
        Reject::Drop => "A ledge. You could jump down, but not climb back. Jump?",
        Reject::Ledge => "The ledge is twice your height. There is no climbing it from here.",
        Reject::ArmedTrap { trap } => {
            let name = capital(&with_article(&catalog.trap(trap).name));
            return format!("{name} trap, armed. Step on it all the same?");
        }
        Reject::IntoGas => "Choking gas. Walk into it all the same?",
        Reject::HandsFull => "You cannot fight with a body in your arms. Put it down first.",
        Reject::Friend { who } => {
            return format!("There is no changing places with {} just now.", the(who));
        }
        Reject::NothingToWork => "There is no work to do here.",
        Reject::CarryIt => "A body is carried, not worked on.",
        Reject::WorkInReach { job, way } => {
            let way = way.map_or("where you stand".to_owned(), |way| {
                format!("right beside you, to the {}", way.name())
            });
            return format!("The next job is {}, {way}.", with_article(job.name()));
        }
        Reject::ChuteInReach => "The chute is right here.",
        Reject::OnTheTrap => "Stand beside the trap, not on it.",
        Reject::InTheDoorway => "Step out of the doorway first.",
        Reject::ArmsFull => "Not with a body in your arms: put it down first.",
        Reject::WorkOccupied => "Somebody stands in the way of that work.",
        Reject::OutOfSupply { supply, job } => {
            return format!("You are out of {supply}: a {job} takes one.");
        }
        Reject::NoBench => "Kits are made at the bench: stand right beside the closet.",
        Reject::TooFewParts { needed } => {
            return format!("A kit takes {}, and you have too few.", counted(needed, "part"));
        }
        Reject::UnknownTrap => "This floor has no trap of that kind to make a kit of.",
        Reject::KitsFull { max } => {
            return format!(
                "You can carry {} at the most. Set one first.",
                counted(max as u32, "kit")
            );
        }
        Reject::NoKit => "You have no such kit. Kits are made at the closet's bench.",
        Reject::NoPlaceForKit(KitPlace::NotFree) => "A trap wants bare floor with nothing on it.",
        Reject::NoPlaceForKit(KitPlace::BesideStartOrExit) => {
            "Not beside the way in or out. The house has rules about that."
        }
        Reject::NoPlaceForKit(KitPlace::BesideTrap) => {
            "Not beside another trap: one sets off the other."
        }
        Reject::NothingToTakeDown => "There is no armed trap there to take down.",
        Reject::NothingToPrepare => "There is nothing to prepare there.",
        Reject::NoRoomToPush => "There is no room to push it that way.",
        Reject::NobodyToLead => "There is no resident there to lead anywhere.",
        Reject::LeadsAlready { who } => {
            return format!("You lead {} already, and one at a time is plenty.", the(who));
        }
        Reject::WillNotFollow { who } => {
            return format!("You cannot lead {}: it stays where the house put it.", the(who));
        }
        Reject::NotCalm { who } => {
            return format!("Not just now: {} has something on its mind. Let it settle.", the(who));
        }
        Reject::NobodyFollows => "Nobody follows you.",
        Reject::FollowerOutOfSight { who } => {
            return format!("You would have to see where {} stands.", the(who));
        }
        Reject::NoPlaceForPost => {
            "A post wants bare floor, and not beside the way in or out. It stands on neither."
        }
        Reject::PostTooNear { cells } => {
            return format!("It knows that corner. A new post is {cells} cells off at least.");
        }
        Reject::NoDoorToHang => {
            "Only a whole door with no lock and no bar across can be hung the other way."
        }
        Reject::NotBeforeDoor => "Stand straight before the door, on the side it is to open to.",
        Reject::HungSoAlready => "It opens to this side already.",
        Reject::NoPlaceForBait => "There is no room there to leave anything.",
        Reject::TooLateToPrepare => "Too late for that: they are in.",
        Reject::MopFouled => "The mop is foul. Rinse it at a well or in the closet's bucket.",
        Reject::MopClean => "The mop is clean enough.",
        Reject::NoBody => "There is no body here.",
        Reject::NoRoom => "There is no room to put the body down.",
        Reject::NoOpenDoor => "There is no open door there.",
        Reject::DoorwayOccupied => "Something stands in the doorway.",
        Reject::OrderUp => {
            "There is no next job: what the order still counts got up, and walks about."
        }
        Reject::OrderDone => "The order is done: there is no next job.",
        Reject::NoJobKnown => "You know of no more work that you can get to.",
        Reject::NoChuteKnown => {
            "You know of no way to a chute. Until you do, a body can only lie, or be carried about."
        }
        Reject::NoWaterKnown => {
            "What you can get to wants a clean mop, and you know of no way to water."
        }
        Reject::NothingToExplore => "There is nothing left to explore.",
        Reject::JobsBehind { gate } => {
            return format!("All the work that you know of lies behind {gate}.");
        }
        Reject::RestBehind { gate } => {
            return format!("You have seen this side. What is left lies behind {gate}.");
        }
        Reject::Openable { gate } => {
            return format!("You stand before {gate}, and have what opens it: walk into it.");
        }
        Reject::Barred { gate } => {
            return format!("The way there is barred by {gate}, right here.");
        }
        Reject::Crowded { who } => return format!("There is no way past {} just now.", the(who)),
        Reject::InTheWay { what: Obstacle::ShutOut(kind), way }
        | Reject::JobsBehindThat { what: Obstacle::ShutOut(kind), way }
        | Reject::RestBehindThat { what: Obstacle::ShutOut(kind), way } => {
            return format!(
                "The {} is behind that door, to the {}. You leave it shut.",
                catalog.actor(kind).name,
                way.name()
            );
        }
        Reject::InTheWay { what: what @ Obstacle::OutOfSight(_), .. }
        | Reject::JobsBehindThat { what: what @ Obstacle::OutOfSight(_), .. }
        | Reject::RestBehindThat { what: what @ Obstacle::OutOfSight(_), .. } => {
            return capital(&out_of_sight_in_the_way(what, catalog));
        }
        Reject::InTheWay { what, way } => {
            return format!(
                "There is {} in the only way, to the {}.{}",
                name(what),
                way.name(),
                passes_with_time(what)
            );
        }
        Reject::JobsBehindThat { what, way } => {
            return format!(
                "All the work that you know of lies behind {}, to the {}.{}",
                name(what),
                way.name(),
                passes_with_time(what)
            );
        }
        Reject::RestBehindThat { what, way } => {
            return format!(
                "You have seen this side. What is left lies behind {}, to the {}.{}",
                name(what),
                way.name(),
                passes_with_time(what)
            );
        }
        Reject::NoSupplyLeft { supply } => {
            return format!("What is left wants {supply}, and you have none.");
        }
        Reject::NoWay => "You know of no safe way there.",
        Reject::ExitUnknown => "You know of no way to the exit yet. Look round first.",
        Reject::ExitBehind { gate } => {
            return format!("The exit lies behind {gate}, and you have nothing that opens it.");
        }
        Reject::AlreadyThere => "You are there already.",
        Reject::Threatened { who } => return format!("Not now: {} is after you.", the(who)),
        Reject::Deadly { by, remedy } => {
            return format!("Not now: {}. {}", deadly(by), remedy_in_words(remedy, catalog));
        }
        Reject::Rested => "You need no rest.",
        Reject::NoRestHere => {
            "There is no rest in the streets or by the road: it takes a closet, a bed or a healer."
        }
        Reject::NothingBegun => "Nothing was begun.",
        Reject::NothingToGet => "There is nothing to pick up.",
        Reject::CartFull => "The cart is full.",
        Reject::EmptySlot => "That slot of the cart is empty.",
        Reject::NotEquipment => "That is nothing to wear or wield.",
        Reject::NotUsable => "That is nothing to drink or read.",
        Reject::NotThrowable => "That is nothing to throw.",
        Reject::CannotRead => "You cannot read what you cannot see.",
        Reject::CannotSeeTarget => "You cannot see to throw.",
        Reject::TooFar { range } => {
            return format!("That is too far to throw: {range} cells at the most.");
        }
        Reject::WallInTheWay => "There is a wall right there.",
        Reject::OwnFeet => "Throw it where, at your own feet?",
        Reject::BothHands => "What you hold takes both hands. Put it away first.",
        Reject::CharmRests { left } => {
            return format!("The charm is resting: {}.", counted(left.0, "turn"));
        }
        Reject::Counter => "The shopkeeper looks up. Something you like?",
        Reject::NoShop => "There is nobody here to trade with.",
        Reject::NotForSale => "That is not for sale.",
        Reject::TooPoor { price, own } => {
            return format!("That costs {price}, and you have {own}.");
        }
        Reject::Worthless => "Nobody pays for that.",
        Reject::NotYours => "That is the shop's, not yours to sell.",
        Reject::NothingOwed => "You owe nothing.",
        Reject::Owing { owed } => return format!("You owe {owed}. Pay first, or put it back."),
        Reject::WalkOut { owed } => {
            return format!(
                "You owe {owed}, and the shopkeeper is watching. Walk out with it all the same?"
            );
        }
        Reject::NotAtExit => "You clock out at the exit, not here.",
        Reject::NoJourney => "This is one night's work, and no journey.",
        Reject::OnMap => "You are on the road. There is nothing here to do that to.",
        Reject::NotOnMap => "First this night's work; then the road.",
        Reject::ShiftGoesOn => "The night is not over yet.",
        Reject::ShiftDone => "This night's work is over. There is the road, and a bed.",
        Reject::NoRoad => "No road leads there from here.",
        Reject::RoadShut => {
            "That road is shut until this place is in order. There is only the way that you came."
        }
        Reject::NoMarket => "Nobody sells anything here. Somebody behind a counter would.",
        Reject::TownSeen => {
            "You have been round it tonight, and they have seen enough of you. Tomorrow."
        }
        Reject::SuppliesFull { most } => {
            return format!("No more than {most} of it go along to the next place.");
        }
        Reject::NotAtGate => "You leave a town by a gate. There are two.",
        Reject::NoDoor => "There is no door there.",
        Reject::NobodyThere => "There is nobody there to talk to.",
        Reject::NobodySells => "Nobody is selling, this far from the counter.",
        Reject::SoldOut => "That was the last of it, for tonight.",
        Reject::NoNews => "There is no news that you have not had.",
        Reject::OrderTaken => "One such order at a time.",
        Reject::NoClosetOrder => "No such order hangs in the closet.",
        Reject::NotAtCloset => "It hangs in the closet: stand right beside that.",
        Reject::InCompany => "Not among people.",
        Reject::RationsFull => "You could not carry another.",
        Reject::RoadBlocked => "That road is shut. You were there when it happened.",
        Reject::ChoiceFirst => "First this.",
        Reject::ChoiceShut => "You have not got what that takes.",
        Reject::FoesAbout => "Not while they are about. The far side is the way out.",
        Reject::SiteFallen => "That place is lost, and its road is closed.",
        Reject::NoStairs => "There are no stairs here.",
        Reject::StairsTaken => "They are still up there.",
        Reject::NoWorkHere => "There is no work for you here.",
        Reject::NoWorkInTown => {
            "There is no work for you in a town. What is broken here is somebody else's, and they like it."
        }
        Reject::TownExplored => "You have been in every house. What is left is the gate.",
        Reject::WillNotDrink => "Not from you. There is that business between you.",
        Reject::HadEnough => "That one has had enough for tonight.",
        Reject::PlayedEnough => "No more dice tonight. Somebody has to be able to walk.",
        Reject::NothingAtStake => "They have nothing like that to lay on the table.",
        Reject::NoBed => "There is no bed here for you, until the work is done.",
    };
    text.to_owned()
}

/// What to do about a harm that would kill the player, as a sentence.
fn remedy_in_words(remedy: Remedy, catalog: &Catalog) -> String {
    let name = |kind| &catalog.item(kind).name;
    match remedy {
        Remedy::ClearCell { way } => format!("Get out of it first: to the {}.", way.name()),
        Remedy::WaterBeside => "Wait a turn: the water beside you puts you out.".to_owned(),
        Remedy::Rinse => "Work at the water here: it puts you out.".to_owned(),
        Remedy::Use(kind) => format!("The {} in your cart is for this.", name(kind)),
        Remedy::Pour(kind) => {
            format!("The {} in your cart, thrown at your own feet, puts you out.", name(kind))
        }
        Remedy::Water { steps, way } => {
            let steps = counted(steps, "step");
            format!("Water is {steps} off, to the {}: go there by hand.", way.name())
        }
        Remedy::Nothing => "Nothing that you know of stops it in time.".to_owned(),
    }
}
