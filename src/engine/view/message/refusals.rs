//! The reasons why a command is refused, in the words that the player reads: `data/refusals.ron`
//! has them, and here its braces are filled in.

use super::phrases::deadly;
use crate::sim::{KitPlace, Obstacle, Reject, Remedy};
use crate::view::names::{obstacle_name, passes_with_time};
use crate::view::tale::filled_in;
use base::Dir;
use content::{ActorKindId, Catalog, capital, counted, with_article};

/// The reason why a command is refused, in words for the player: one or more full sentences. A
/// reason that [asks to confirm](Reject::asks_to_confirm) ends with a question.
pub fn describe_refusal(reject: Reject, catalog: &Catalog) -> String {
    let row = match reject {
        Reject::NoPlaceForKit(why) => why.into(),
        Reject::InTheWay { what: Obstacle::ShutOut(_), .. }
        | Reject::JobsBehindThat { what: Obstacle::ShutOut(_), .. }
        | Reject::RestBehindThat { what: Obstacle::ShutOut(_), .. } => "ShutOut",
        _ => reject.into(),
    };
    // Only a file that a player has put in its place may lack a row.
    let text = catalog.refusals.get(row).map_or(row, String::as_str);
    filled_in(text, &values(reject, catalog))
}

/// What a reason has to fill into its text, by the word in braces.
fn values(reject: Reject, catalog: &Catalog) -> Vec<(&'static str, String)> {
    let the = |kind: ActorKindId| format!("the {}", catalog.actor(kind).name);
    match reject {
        Reject::SatchelEmpty { left }
        | Reject::CharmRests { left }
        | Reject::CordWinds { left } => {
            vec![("left", counted(left.0, "turn"))]
        }
        Reject::ArmedTrap { trap, percent } => {
            let harm = match percent {
                0 => String::new(),
                percent => format!(": up to {percent}% of your health"),
            };
            vec![("trap", capital(&with_article(&catalog.trap(trap).name))), ("harm", harm)]
        }
        Reject::Friend { who }
        | Reject::LeadsAlready { who }
        | Reject::WillNotFollow { who }
        | Reject::NotCalm { who }
        | Reject::FollowerOutOfSight { who }
        | Reject::Crowded { who }
        | Reject::Threatened { who } => vec![("who", the(who))],
        Reject::JobsBehind { gate }
        | Reject::RestBehind { gate }
        | Reject::Openable { gate }
        | Reject::Barred { gate }
        | Reject::ExitBehind { gate } => vec![("gate", gate.to_string())],
        Reject::WorkInReach { job, way } => {
            let beside = |way: Dir| format!("right beside you, to the {}", way.name());
            let way = way.map_or("where you stand".to_owned(), beside);
            vec![("job", with_article(job.name())), ("way", way)]
        }
        Reject::OutOfSupply { supply, job } => {
            vec![("supply", supply.to_string()), ("job", job.to_string())]
        }
        Reject::NoSupplyLeft { supply } => vec![("supply", supply.to_string())],
        Reject::TooFewToTrade { supply, needed } => vec![("supply", supply.counted(needed))],
        Reject::TooFewParts { needed } => vec![("parts", counted(needed, "part"))],
        Reject::LedEnough { most } => vec![("most", counted(most as u32, "resident"))],
        Reject::NoCordLeft { cords } => vec![("cords", counted(cords as u32, "cord"))],
        Reject::CordedAlready { cord } => vec![("cord", cord.to_string())],
        Reject::PlannedAlready { number } => vec![("number", number.to_string())],
        Reject::PlanFull { most } => vec![("most", counted(most as u32, "thing"))],
        Reject::KitsFull { max } => vec![("kits", counted(max as u32, "kit"))],
        Reject::PostTooNear { cells } | Reject::TooFar { range: cells } => {
            vec![("cells", cells.to_string())]
        }
        Reject::InTheWay { what, way }
        | Reject::JobsBehindThat { what, way }
        | Reject::RestBehindThat { what, way } => {
            let name = match what {
                Obstacle::ShutOut(kind) => catalog.actor(kind).name.clone(),
                _ => obstacle_name(what, catalog),
            };
            let passes = passes_with_time(what).to_owned();
            vec![("what", name), ("way", way.name().to_owned()), ("passes", passes)]
        }
        Reject::Deadly { by, remedy } => {
            vec![("why", deadly(by).to_owned()), ("remedy", remedy_in_words(remedy, catalog))]
        }
        Reject::TooPoor { price, own } => {
            vec![("price", price.to_string()), ("own", own.to_string())]
        }
        Reject::Owing { owed } | Reject::WalkOut { owed } => vec![("owed", owed.to_string())],
        Reject::NoPlaceForKit(
            KitPlace::NearStart { cells, least } | KitPlace::NearExit { cells, least },
        ) => {
            vec![("cells", counted(cells, "cell")), ("least", least.to_string())]
        }
        Reject::NoPlaceForKit(KitPlace::NearOwnTrap { trap, cells, least }) => vec![
            ("cells", counted(cells, "cell")),
            ("trap", catalog.trap(trap).name.clone()),
            ("least", least.to_string()),
        ],
        Reject::SuppliesFull { most } => vec![("count", most.to_string())],
        _ => Vec::new(),
    }
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
