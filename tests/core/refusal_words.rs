//! The words for refusals: each has its own, and every word in braces is filled in.

use std::collections::BTreeSet;

use base::Dir;
use content::{ActorKindId, Gate, ItemKindId, JobKind, Supply, TrapKindId};
use engine::sim::{Coins, Harm, KitPlace, Obstacle, Reject, Remedy, Turns};
use engine::view::describe_refusal;

use crate::support::content::catalog;

#[test]
fn every_refusal_has_words_and_there_are_no_others() {
    let catalog = catalog();
    let told: BTreeSet<&str> = catalog.refusals.keys().map(String::as_str).collect();
    // One reason has words of its own for each place where no kit can be set, and three share those
    // for somebody behind a door.
    let names = Reject::NAMES.iter().chain(KitPlace::NAMES).chain(&["ShutOut"]);
    assert_eq!(told, names.copied().filter(|name| *name != "NoPlaceForKit").collect());
}

#[test]
fn everything_in_braces_is_filled_in() {
    let catalog = catalog();
    let (who, way, gate) = (ActorKindId(1), Dir::North, Gate::Pit);
    let (job, supply, coins) = (JobKind::Light, Supply::Oil, Coins(3));
    let what = Obstacle::Fire;
    let mut filled = BTreeSet::new();
    for reject in [
        Reject::SatchelEmpty { left: Turns(2) },
        Reject::ArmedTrap { trap: TrapKindId(0), percent: 17 },
        Reject::Friend { who },
        Reject::WorkInReach { job, way: Some(way) },
        Reject::OutOfSupply { supply, job },
        Reject::TooFewParts { needed: 2 },
        Reject::TooFewToTrade { supply, needed: 2 },
        Reject::KitsFull { max: 3 },
        Reject::NoPlaceForKit(KitPlace::NearStart { cells: 2, least: 6 }),
        Reject::NoPlaceForKit(KitPlace::NearExit { cells: 1, least: 6 }),
        Reject::NoPlaceForKit(KitPlace::NearOwnTrap { trap: TrapKindId(0), cells: 9, least: 10 }),
        Reject::LedEnough { most: 2 },
        Reject::NoCordLeft { cords: 3 },
        Reject::CordedAlready { cord: 1 },
        Reject::CordWinds { left: Turns(3) },
        Reject::LeadsAlready { who },
        Reject::WillNotFollow { who },
        Reject::NotCalm { who },
        Reject::FollowerOutOfSight { who },
        Reject::PostTooNear { cells: 5 },
        Reject::PlannedAlready { number: 2 },
        Reject::PlanFull { most: 40 },
        Reject::JobsBehind { gate },
        Reject::RestBehind { gate },
        Reject::Openable { gate },
        Reject::Barred { gate },
        Reject::Crowded { who },
        Reject::InTheWay { what, way },
        Reject::JobsBehindThat { what, way },
        Reject::RestBehindThat { what, way },
        Reject::NoSupplyLeft { supply },
        Reject::ExitBehind { gate },
        Reject::Threatened { who },
        Reject::Deadly { by: Harm::Gas, remedy: Remedy::Use(ItemKindId(0)) },
        Reject::TooFar { range: 4 },
        Reject::CharmRests { left: Turns(9) },
        Reject::TooPoor { price: coins, own: coins },
        Reject::Owing { owed: coins },
        Reject::WalkOut { owed: coins },
        Reject::SuppliesFull { most: 2 },
    ] {
        filled.insert(match reject {
            Reject::NoPlaceForKit(why) => <&str>::from(why),
            _ => <&str>::from(reject),
        });
        let text = describe_refusal(reject, catalog);
        assert!(!text.contains(['{', '}']) && !text.contains("  "), "{reject:?}: {text}");
    }
    let shut_out = Reject::InTheWay { what: Obstacle::ShutOut(who), way };
    let told = describe_refusal(shut_out, catalog);
    let name = &catalog.actor(who).name;
    assert_eq!(told, format!("The {name} is behind that door, to the north. You leave it shut."));
    filled.insert("ShutOut");
    let braces = catalog.refusals.iter().filter(|(_, text)| text.contains('{'));
    assert_eq!(filled, braces.map(|(name, _)| name.as_str()).collect());
}
